import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { useSearch } from 'wouter/use-browser-location';
import { groupBy } from '#src/lib/group-by.ts';
import type { PairState } from '#src/log/sent-pairs.ts';
import type { FilterOption } from '#src/ui/table/FilterBar.tsx';
import { CAMPAIGNS_PATH } from '#src/features/webhooks/change/paths.ts';
import { VERBS } from '#src/features/webhooks/change/change.ts';
import { ID_NAMES, OTHER_KIND, type NameBook, type NameKind } from '#src/features/webhooks/names/names.ts';
import { hasWords, listSentTexts } from '#src/features/webhooks/run/describe-run.ts';

/** Each pair is in one of them. */
const STATES = [
  { value: 'attached', label: 'Attached', tone: 'ok' },
  { value: 'detached', label: 'Detached', tone: 'none', icon: 'skip' },
  { value: 'none', label: 'Nothing accepted', tone: 'other', icon: 'dot' },
  { value: 'unknown', label: 'Unknown', tone: 'warn' },
] as const;
export type StateFilter = 'all' | (typeof STATES)[number]['value'];

export type CampaignsView = { by: NameKind; text: string; state: StateFilter };

export const parseView = (search: string): CampaignsView => {
  const query = new URLSearchParams(search);
  return {
    by: query.get('by') === 'webhook' ? 'webhook' : 'campaign',
    text: query.get('text') ?? '',
    state: STATES.find(({ value }) => value === query.get('state'))?.value ?? 'all',
  };
};

const formatView = ({ by, text, state }: CampaignsView): string => {
  const parts = Object.entries({
    by: by === 'campaign' ? '' : by,
    state: state === 'all' ? '' : state,
    text,
  }).filter(([, value]) => value !== '');
  return parts.length === 0 ? '' : `?${new URLSearchParams(parts).toString()}`;
};

export const useCampaignsView = () => {
  const search = useSearch();
  const [, navigate] = useLocation();
  const view = useMemo(() => parseView(search), [search]);
  const change = (next: Partial<CampaignsView>) =>
    navigate(CAMPAIGNS_PATH + formatView({ ...parseView(location.search), ...next }), { replace: true });
  return { view, change };
};

export const isInState = ({ accepted, unknown }: PairState, state: StateFilter): boolean => {
  if (state === 'all') return true;
  if (unknown || state === 'unknown') return unknown !== undefined && state === 'unknown';
  if (state === 'none') return accepted === undefined;
  return accepted?.operation === (state === 'attached' ? 'attach' : 'detach');
};

export const listOptions = (pairs: readonly PairState[]): FilterOption<StateFilter>[] => {
  const options = STATES.map((state) => {
    const count = pairs.filter((pair) => isInState(pair, state.value)).length;
    return Object.assign({ count, isOptional: true }, state);
  });
  return [{ value: 'all', label: 'All', count: pairs.length }, ...options];
};

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

const listTexts = ({ accepted, unknown, last }: PairState, names: NameBook): string[] => [
  ...(accepted ? [VERBS[accepted.operation].done, ...listSentTexts(accepted, names)] : []),
  ...(unknown && unknown !== last ? listSentTexts(unknown, names) : []),
  ...(last === accepted ? [] : listSentTexts(last, names)),
];

export const listRows = (
  groups: readonly PairGroup[],
  { text, state }: Pick<CampaignsView, 'text' | 'state'>,
  names: NameBook,
): GroupedRow[] => {
  return groups.flatMap((group): GroupedRow[] => {
    const shown = group.pairs.filter(
      (pair) => isInState(pair, state) && hasWords(listTexts(pair, names), text),
    );
    if (shown.length === 0) return [];
    return [
      { key: `group ${group.id}`, group, shown },
      ...shown.map((pair) => ({ key: pair.key, group, shown, pair })),
    ];
  });
};
