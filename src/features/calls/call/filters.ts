import type { IconName } from '#src/ui/Icon.tsx';
import type { Tone } from '#src/ui/Status.tsx';
import { cutText } from '#src/lib/cut-text.ts';
import { escapeInvisible } from '#src/lib/invisible.ts';
import { describeStatus, type CallView, type CallGroup, type Statuses } from './call.ts';
import type { ColumnKey } from './call-fields.ts';

/** Filters of one part are drawn together. `unconfirmed`: calls whose last check failed, or that have none. */
type FilterPart = 'board' | 'going' | 'ended' | 'unconfirmed' | 'other';

type Filter = {
  part: FilterPart;
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
    passes: ({ stuckAt }) => stuckAt !== undefined,
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
  // Statuses that the service's documentation does not name. They are listed under it.
  { key: 'other', part: 'other', label: 'Other', tone: 'other', passes: inGroup('other') },
] as const satisfies readonly Filter[];

type FixedKey = (typeof FILTER_ROWS)[number]['key'];

const STATUS_PREFIX = 'status:';
/** In characters, since the status is part of addresses. */
const MAX_STATUS_LENGTH = 60;
const MAX_LISTED_STATUSES = 20;

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

/** How many calls pass each filter. Filters without calls are missing. */
export type FilterCounts = ReadonlyMap<FilterKey, number>;

/** With -1 takes the call out again. */
export const countInFilters = (counts: Map<FilterKey, number>, call: CallView, by: 1 | -1): void => {
  const countIn = (key: FilterKey): void => {
    const count = (counts.get(key) ?? 0) + by;
    if (count === 0) counts.delete(key);
    else counts.set(key, count);
  };
  for (const { key, passes } of FILTERS) if (passes(call)) countIn(key);
  const statusKey = getStatusKey(call);
  if (statusKey !== undefined) countIn(statusKey);
};

export const findFilter = (key: FilterKey): Filter =>
  FILTERS.find((filter) => filter.key === key) ?? {
    part: 'other',
    key,
    label: escapeInvisible(key.slice(STATUS_PREFIX.length)),
    passes: (call) => getStatusKey(call) === key,
  };

export const labelFilter = (filter: Filter, statuses: Statuses): string =>
  'status' in filter ? describeStatus(statuses, filter.status).word : filter.label;

/** In the order in which they are drawn. */
export const listFilters = (counts: FilterCounts, chosen: FilterKey) =>
  FILTERS.filter(({ key, part }) => {
    const isChosen = key === chosen || (part === 'other' && !isFixedKey(chosen));
    return key === 'all' || isChosen || counts.has(key);
  }).map((filter) => Object.assign({ count: counts.get(filter.key) ?? 0 }, filter));

/** The statuses under "Other" with most calls. */
export const listOtherStatuses = (counts: FilterCounts): FilterKey[] =>
  [...counts]
    .filter(([key]) => !isFixedKey(key))
    .toSorted(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .slice(0, MAX_LISTED_STATUSES)
    .map(([key]) => key);
