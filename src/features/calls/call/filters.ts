import type { IconName } from '#src/ui/Icon.tsx';
import type { Tone } from '#src/ui/Status.tsx';
import type { CallView, CallGroup } from './call.ts';

type Filter = {
  /** Part of addresses: links and saved views contain it. */
  key: string;
  passes: (call: CallView) => boolean;
  /** As in "No failed call matches …". */
  noun: string;
  tone?: Tone;
  icon?: IconName;
  /** Its calls pass another filter too, so it has no share of the bar. */
  overlaps?: true;
  /** Its calls can be grouped by error. */
  groupsErrors?: true;
} & ({ label: string } | { /** Takes the label of this status. */ status: string });

const inGroup = (group: CallGroup) => (call: CallView) => call.group === group;

const FILTER_ROWS = [
  { key: 'all', label: 'All', noun: 'call', overlaps: true, passes: () => true },
  {
    key: 'stuck',
    label: 'Stuck',
    noun: 'stuck call',
    tone: 'warn',
    icon: 'stuck',
    overlaps: true,
    passes: ({ stuck }) => stuck,
  },
  {
    key: 'in-progress',
    status: 'in-progress',
    noun: 'call in progress',
    tone: 'live',
    passes: inGroup('live'),
  },
  { key: 'completed', status: 'completed', noun: 'completed call', tone: 'ok', passes: inGroup('ok') },
  {
    key: 'failed',
    status: 'failed',
    noun: 'failed call',
    tone: 'bad',
    groupsErrors: true,
    passes: inGroup('bad'),
  },
  {
    key: 'problems',
    label: 'Couldn’t check',
    noun: 'call with a failed check',
    tone: 'warn',
    groupsErrors: true,
    passes: inGroup('problems'),
  },
  {
    key: 'other',
    label: 'Other statuses',
    noun: 'call with another status',
    tone: 'other',
    passes: inGroup('other'),
  },
  { key: 'not-found', label: 'Not found', noun: 'missing call', tone: 'none', passes: inGroup('not-found') },
  {
    key: 'first-check',
    label: 'First check',
    noun: 'unchecked call',
    tone: 'wait',
    passes: inGroup('first'),
  },
] as const satisfies readonly Filter[];

export type FilterKey = (typeof FILTER_ROWS)[number]['key'];

export const FILTERS: readonly (Filter & { key: FilterKey })[] = FILTER_ROWS;

export const findFilter = (key: FilterKey): Filter =>
  FILTERS.find((filter) => filter.key === key) ?? FILTER_ROWS[0];

export const createEmptyCounts = (): Record<FilterKey, number> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those of the table
  Object.fromEntries(FILTERS.map(({ key }) => [key, 0])) as Record<FilterKey, number>;
