import type { IconName } from '#src/ui/Icon.tsx';
import type { Tone } from '#src/ui/Status.tsx';
import { cutText } from '#src/lib/cut-text.ts';
import { escapeInvisible } from '#src/lib/invisible.ts';
import { describeStatus, isEnded, type CallView, type CallGroup, type Statuses } from './call.ts';
import type { ColumnKey } from './fields.ts';

/**
 * Filters of one part are drawn together. `unconfirmed`: calls whose last check failed, or that have none. `other`: statuses that
 * the console has no filter for. There may be many, so they come last.
 */
const PARTS = ['board', 'going', 'ended', 'unconfirmed', 'other', 'other-going', 'other-ended'] as const;

type Filter = {
  part: (typeof PARTS)[number];
  /** Part of addresses: links contain it. */
  key: string;
  passes: (call: CallView) => boolean;
  tone?: Tone;
  icon?: IconName;
  /** Its calls pass another filter too, so it has no share of the bar. */
  overlaps?: true;
  /** Choosing the filter sorts by this column. */
  sorting?: { column: ColumnKey; descending: boolean };
} & ({ label: string } | { /** Takes the label of this status. */ status: string });

const inGroup = (group: CallGroup) => (call: CallView) => call.group === group;

const FILTER_ROWS = [
  { key: 'all', part: 'board', label: 'All', overlaps: true, passes: () => true },
  {
    key: 'stuck',
    part: 'board',
    label: 'Stuck',
    tone: 'warn',
    icon: 'stuck',
    overlaps: true,
    sorting: { column: 'duration', descending: true },
    passes: ({ stuck }) => stuck,
  },
  {
    key: 'new-failures',
    part: 'board',
    label: 'New failures',
    tone: 'bad',
    icon: 'dot',
    overlaps: true,
    sorting: { column: 'ended', descending: true },
    passes: ({ newFailure }) => newFailure,
  },
  { key: 'in-progress', part: 'going', status: 'in-progress', tone: 'live', passes: inGroup('live') },
  { key: 'completed', part: 'ended', status: 'completed', tone: 'ok', passes: inGroup('ok') },
  { key: 'failed', part: 'ended', status: 'failed', tone: 'bad', passes: inGroup('bad') },
  {
    key: 'problems',
    part: 'unconfirmed',
    label: 'Check failed',
    tone: 'warn',
    passes: inGroup('problems'),
  },
  { key: 'not-found', part: 'unconfirmed', label: 'Not found', tone: 'none', passes: inGroup('not-found') },
  { key: 'first-check', part: 'unconfirmed', label: 'First check', tone: 'wait', passes: inGroup('first') },
  // Only if there are more statuses than filters for them.
  {
    key: 'other',
    part: 'other',
    label: 'Other statuses',
    tone: 'other',
    overlaps: true,
    passes: inGroup('other'),
  },
] as const satisfies readonly Filter[];

type FixedKey = (typeof FILTER_ROWS)[number]['key'];

const STATUS_PREFIX = 'status:';
/** In characters, since the status is part of addresses. */
const MAX_STATUS_LENGTH = 60;
/** Of statuses that the documentation does not name. */
const MAX_STATUS_FILTERS = 12;

type StatusKey = `${typeof STATUS_PREFIX}${string}`;
export type FilterKey = FixedKey | StatusKey;

export const FILTERS: readonly (Filter & { key: FixedKey })[] = FILTER_ROWS;

const isFixedKey = (key: string): key is FixedKey => FILTERS.some((filter) => filter.key === key);

export const isFilterKey = (key: string): key is FilterKey =>
  isFixedKey(key) ||
  (key.startsWith(STATUS_PREFIX) && key.length <= STATUS_PREFIX.length + MAX_STATUS_LENGTH);

/** Undefined for a status with a filter in the table. */
const getStatusKey = ({ group, statusBadge }: CallView): StatusKey | undefined =>
  group === 'other' ? `${STATUS_PREFIX}${cutText(statusBadge.word, MAX_STATUS_LENGTH)}` : undefined;

/** Of the calls that pass a filter. `tone`: of the last one counted. */
export type FilterCount = { tone: Tone; count: number; ended: number };

/** Filters without calls are missing. */
export type FilterCounts = ReadonlyMap<FilterKey, FilterCount>;

const NO_CALLS: FilterCount = { tone: 'other', count: 0, ended: 0 };

/** With -1 takes the call out again. */
export const countInFilters = (counts: Map<FilterKey, FilterCount>, call: CallView, by: 1 | -1): void => {
  const { tone } = call.statusBadge;
  const endedBy = isEnded(call) ? by : 0;
  const countIn = (key: FilterKey): void => {
    const { count, ended } = counts.get(key) ?? NO_CALLS;
    if (count + by === 0) counts.delete(key);
    else counts.set(key, { tone, count: count + by, ended: ended + endedBy });
  };
  for (const { key, passes } of FILTERS) if (passes(call)) countIn(key);
  const statusKey = getStatusKey(call);
  if (statusKey !== undefined) countIn(statusKey);
};

const createStatusFilter = (
  key: FilterKey,
  { tone, count, ended } = NO_CALLS,
): Filter & { key: FilterKey } => ({
  key,
  part: ended * 2 > count ? 'other-ended' : 'other-going',
  label: escapeInvisible(key.slice(STATUS_PREFIX.length)),
  tone,
  passes: (call) => getStatusKey(call) === key,
});

export const findFilter = (key: FilterKey): Filter =>
  FILTERS.find((filter) => filter.key === key) ?? createStatusFilter(key);

export const labelFilter = (filter: Filter, statuses: Statuses): string =>
  'status' in filter ? describeStatus(statuses, filter.status).word : filter.label;

/** In the order in which they are drawn. Of the statuses, those of most calls. */
export const listFilters = (
  counts: FilterCounts,
  chosen: FilterKey,
): (Filter & { key: FilterKey; count: number })[] => {
  const statuses = [...counts].filter(([key]) => !isFixedKey(key));
  const frequent = statuses
    .toSorted(([, a], [, b]) => b.count - a.count)
    .slice(0, MAX_STATUS_FILTERS)
    .map(([key]) => key);
  const isListed = isFixedKey(chosen) || frequent.includes(chosen);
  const shown = isListed ? frequent : [...frequent, chosen];
  const isShown = (key: FilterKey): boolean => {
    if (key === 'all' || key === chosen) return true;
    return key === 'other' ? statuses.length > MAX_STATUS_FILTERS : counts.has(key);
  };
  const filters = [
    ...FILTERS.filter(({ key }) => isShown(key)),
    ...shown.toSorted().map((key) => createStatusFilter(key, counts.get(key))),
  ].map((filter) => Object.assign({ count: counts.get(filter.key)?.count ?? 0 }, filter));
  return PARTS.flatMap((part) => filters.filter((filter) => filter.part === part));
};
