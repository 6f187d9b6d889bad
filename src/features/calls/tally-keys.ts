import type { Tone } from '#src/ui/Status.tsx';
import type { TallyKey } from '#src/ui/table/Tally.tsx';
import { useBoard } from './board/board.ts';
import type { Choice } from './board/view.ts';
import { useOverview } from './board/ticking.ts';
import { type Group, badgeOfStatus } from './call/call.ts';

/** A group of one status is called as that status is. */
type GroupKey = { group: Group; tone: Tone } & ({ status: string } | { label: string });

const GROUP_KEYS: readonly GroupKey[] = [
  { group: 'live', tone: 'live', status: 'in-progress' },
  { group: 'ok', tone: 'ok', status: 'completed' },
  { group: 'bad', tone: 'bad', status: 'failed' },
  { group: 'problems', tone: 'warn', label: 'Check problems' },
  { group: 'other', tone: 'other', label: 'Other statuses' },
  { group: 'not-found', tone: 'none', label: 'Not found' },
  { group: 'first', tone: 'wait', label: 'First check' },
];

/** How many calls are in which state. What counts nothing is left out, but for the chosen key. */
export const useTallyKeys = (chosen: Choice = 'all'): TallyKey<Choice>[] => {
  const { total, stuck, counts } = useOverview();
  const { statuses } = useBoard();
  const keys = GROUP_KEYS.filter(({ group }) => counts[group] > 0 || group === chosen).map(
    (key): TallyKey<Choice> => ({
      value: key.group,
      tone: key.tone,
      label: 'label' in key ? key.label : badgeOfStatus(statuses, key.status).word,
      count: counts[key.group],
    }),
  );
  // Ahead of the others, which may be out of sight on a phone.
  const stuckKey: TallyKey<Choice>[] =
    stuck > 0 || chosen === 'stuck'
      ? [{ value: 'stuck', tone: 'warn', icon: 'stuck', label: 'Stuck', count: stuck, share: 0 }]
      : [];
  return [{ value: 'all', label: 'All', count: total }, ...stuckKey, ...keys];
};
