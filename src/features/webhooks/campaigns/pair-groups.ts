import { formatNumber } from '#src/lib/count.ts';
import { groupBy } from '#src/lib/group-by.ts';
import { getPairStatus, type PairState } from '#src/log/sent-pairs.ts';
import { OUTCOMES } from '#src/outcomes/messages.ts';
import type { FilterOption } from '#src/ui/table/FilterBar.tsx';
import { ID_NAMES, OTHER_KIND, type NameBook, type NameKind } from '#src/features/webhooks/names/names.ts';
import { hasWords, listSentTexts } from '#src/features/webhooks/run/describe-run.ts';

const OUTCOME_STATES = (['with-message', 'unknown', 'refused', 'sending', 'not-sent'] as const).map(
  (value) => {
    const { word, tone, icon } = OUTCOMES[value].look;
    return { value, label: word, tone, icon };
  },
);

/** Each pair is in one of them. */
const STATES = [
  { value: 'attached', label: 'Attached', tone: 'ok' },
  { value: 'detached', label: 'Detached', tone: 'none', icon: 'skip' },
  ...OUTCOME_STATES,
] as const;

type StateFilter = 'all' | (typeof STATES)[number]['value'];

export type CampaignsView = { by: NameKind; text: string; state: StateFilter };

export const parseCampaignsView = (search: string): CampaignsView => {
  const query = new URLSearchParams(search);
  return {
    by: query.get('by') === 'webhook' ? 'webhook' : 'campaign',
    text: query.get('text') ?? '',
    state: STATES.find(({ value }) => value === query.get('state'))?.value ?? 'all',
  };
};

/** `attached`, `accepted, with a message`, `refused` */
export const formatPairStatus = (pair: PairState): string => {
  const status = getPairStatus(pair);
  return (STATES.find(({ value }) => value === status)?.label ?? '').toLowerCase();
};

const countStates = (pairs: readonly PairState[]) =>
  STATES.map((state) => {
    const count = pairs.filter((pair) => getPairStatus(pair) === state.value).length;
    return Object.assign({ count }, state);
  });

/** `2 attached`, then what else there is. */
export const listCounts = (pairs: readonly PairState[]) =>
  countStates(pairs)
    .filter(({ value, count }) => count > 0 || value === 'attached')
    .map(({ value, label, count }) => ({
      value,
      text: `${formatNumber(count)} ${label.toLowerCase().replace(',', '')}`,
    }));

export const listOptions = (pairs: readonly PairState[]): FilterOption<StateFilter>[] => [
  { value: 'all', label: 'All', count: pairs.length },
  ...countStates(pairs).map((state) => Object.assign({ isOptional: true }, state)),
];

type PairGroup = { id: string; pairs: readonly PairState[] };

/** The row of a group comes before those of its pairs. `shown`: those that the filters find. */
export type GroupedRow = { key: string; group: PairGroup; shown: readonly PairState[]; pair?: PairState };

export const { compare: compareIds } = new Intl.Collator('en', { numeric: true });

export const groupPairs = (pairs: readonly PairState[], by: NameKind): PairGroup[] => {
  const own = ID_NAMES[by];
  const other = ID_NAMES[OTHER_KIND[by]];
  const groups = groupBy(pairs, (pair) => pair[own]);
  const sorted = [...groups].toSorted(([a], [b]) => compareIds(a, b));
  return sorted.map(([id, ofGroup]) => ({
    id,
    pairs: ofGroup.toSorted((a, b) => compareIds(a[other], b[other])),
  }));
};

const listTexts = (pair: PairState, names: NameBook): string[] => {
  const { accepted, unknown, last } = pair;
  return [
    formatPairStatus(pair),
    ...(accepted ? listSentTexts(accepted, names) : []),
    ...(unknown && unknown !== last ? listSentTexts(unknown, names) : []),
    ...(last === accepted ? [] : listSentTexts(last, names)),
  ];
};

/** The pairs that the search finds, in any state. */
export const findPairs = (pairs: readonly PairState[], text: string, names: NameBook): readonly PairState[] =>
  text.trim() === '' ? pairs : pairs.filter((pair) => hasWords(listTexts(pair, names), text));

export const listRows = (
  groups: readonly PairGroup[],
  found: ReadonlySet<PairState>,
  state: StateFilter,
): GroupedRow[] =>
  groups.flatMap((group): GroupedRow[] => {
    const shown = group.pairs.filter(
      (pair) => found.has(pair) && (state === 'all' || getPairStatus(pair) === state),
    );
    if (shown.length === 0) return [];
    return [
      { key: `group ${group.id}`, group, shown },
      ...shown.map((pair) => ({ key: pair.key, group, shown, pair })),
    ];
  });
