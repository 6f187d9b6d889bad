import type { IconName } from '#src/ui/Icon.tsx';
import type { Tone } from '#src/ui/Status.tsx';
import type { CallView, Group } from './call.ts';

/** A choice of the filter, and a key of the filter bar. A further one is a further row here. */
type ChoiceRow = {
  /** As addresses say it. */
  key: string;
  passes: (view: CallView) => boolean;
  /** What the table says if no call passes. */
  none: string;
  tone?: Tone;
  icon?: IconName;
  /** Its calls are counted in another choice too, so it has no part of the bar. */
  overlaps?: true;
} & (
  | { label: string }
  /** Called as this status is. */
  | { status: string }
);

const inGroup =
  (group: Group) =>
  (view: CallView): boolean =>
    view.group === group;

const ROWS = [
  { key: 'all', label: 'All', overlaps: true, passes: () => true, none: 'No calls found' },
  {
    key: 'stuck',
    label: 'Stuck',
    tone: 'warn',
    icon: 'stuck',
    overlaps: true,
    passes: ({ stuck }) => stuck,
    none: 'No stuck calls',
  },
  {
    key: 'in-progress',
    status: 'in-progress',
    tone: 'live',
    passes: inGroup('live'),
    none: 'No calls in progress',
  },
  { key: 'completed', status: 'completed', tone: 'ok', passes: inGroup('ok'), none: 'No completed calls' },
  { key: 'failed', status: 'failed', tone: 'bad', passes: inGroup('bad'), none: 'No failed calls' },
  {
    key: 'problems',
    label: 'Check problems',
    tone: 'warn',
    passes: inGroup('problems'),
    none: 'No check problems',
  },
  {
    key: 'other',
    label: 'Other statuses',
    tone: 'other',
    passes: inGroup('other'),
    none: 'No other statuses',
  },
  {
    key: 'not-found',
    label: 'Not found',
    tone: 'none',
    passes: inGroup('not-found'),
    none: 'Every call was found',
  },
  {
    key: 'first-check',
    label: 'First check',
    tone: 'wait',
    passes: inGroup('first'),
    none: 'No first checks to come',
  },
] as const satisfies readonly ChoiceRow[];

export type FilterKey = (typeof ROWS)[number]['key'];

/** The choices, in the order of the filter bar. */
export const FILTERS: readonly (ChoiceRow & { key: FilterKey })[] = ROWS;

export const findFilter = (key: FilterKey): ChoiceRow => FILTERS.find((row) => row.key === key) ?? ROWS[0];

export const noCounts = (): Record<FilterKey, number> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those of the table
  Object.fromEntries(FILTERS.map(({ key }) => [key, 0])) as Record<FilterKey, number>;
