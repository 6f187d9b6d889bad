import type { Tone } from '#src/ui/Status.tsx';
import type { TallyKey } from '#src/ui/table/Tally.tsx';
import { useBoard } from './board/board.ts';
import type { Choice } from './board/view.ts';
import { useOverview } from './board/ticking.ts';
import { type Group, badgeOfStatus } from './call/call.ts';

export const GROUPS: readonly {
  group: Group;
  tone: Tone;
  label: string;
  status?: string;
  none: string;
  text: string;
}[] = [
  {
    group: 'live',
    tone: 'live',
    label: 'In progress',
    status: 'in-progress',
    none: 'No calls in progress',
    text: 'is in progress',
  },
  {
    group: 'ok',
    tone: 'ok',
    label: 'Completed',
    status: 'completed',
    none: 'No completed calls',
    text: 'has completed',
  },
  {
    group: 'bad',
    tone: 'bad',
    label: 'Failed',
    status: 'failed',
    none: 'No failed calls',
    text: 'has failed',
  },
  {
    group: 'problems',
    tone: 'warn',
    label: 'Check problems',
    none: 'No check problems',
    text: 'has a problem with its checks',
  },
  {
    group: 'other',
    tone: 'other',
    label: 'Other statuses',
    none: 'No other statuses',
    text: 'reports another status',
  },
  {
    group: 'not-found',
    tone: 'none',
    label: 'Not found',
    none: 'No calls not found',
    text: 'is unknown to the service',
  },
  {
    group: 'first',
    tone: 'wait',
    label: 'First check',
    none: 'No first checks to come',
    text: 'waits for its first check',
  },
];

/** How many calls are in which state. What counts nothing is left out, but for the chosen key. */
export const useTallyKeys = (chosen: Choice = 'all'): TallyKey<Choice>[] => {
  const { total, stuck, counts } = useOverview();
  const { statuses } = useBoard();
  const keys = GROUPS.filter(({ group }) => counts[group] > 0 || group === chosen).map(
    ({ group, tone, label, status }): TallyKey<Choice> => ({
      value: group,
      tone,
      label: status === undefined ? label : badgeOfStatus(statuses, status).word,
      count: counts[group],
    }),
  );
  // Ahead of the others, which may be out of sight on a phone.
  const stuckKey: TallyKey<Choice>[] =
    stuck > 0 || chosen === 'stuck'
      ? [{ value: 'stuck', tone: 'warn', icon: 'stuck', label: 'Stuck', count: stuck, share: 0 }]
      : [];
  return [{ value: 'all', label: 'All', count: total }, ...stuckKey, ...keys];
};
