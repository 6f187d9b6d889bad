import type { ReactNode } from 'react';
import { formatTime } from '#src/lib/timestamp.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import type { Tone } from '#src/ui/Status.tsx';
import { Tally, type TallyKey } from '#src/ui/table/Tally.tsx';
import { useBoard } from './board/board.ts';
import { type Group, badgeOfStatus } from './call/call.ts';
import { SEARCHED_WORDS } from './call/fields.ts';
import styles from './Board.module.css';
import { useOverview } from './board/ticking.ts';

/** `since`: those whose end was seen since the person last looked. `stuck` and these are counted in another group too. */
export type Choice = Group | 'all' | 'stuck' | 'since';

const GROUPS: readonly {
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

const isGroup = (value: string): value is Group => GROUPS.some(({ group }) => group === value);

/** How many calls are in which state; the keys filter the table. */
export const GroupTally = ({
  chosen,
  onChoose,
  children,
}: {
  chosen: Choice;
  onChoose: (choice: Choice) => void;
  children: ReactNode;
}) => {
  const { total, stuck, counts, blocker, checking, endedSince, lastVisitedAt } = useOverview();
  const { statuses } = useBoard();
  const keys: TallyKey[] = GROUPS.filter(({ group }) => counts[group] > 0 || group === chosen).map(
    ({ group, tone, label, status }) => ({
      value: group,
      tone,
      label: status === undefined ? label : badgeOfStatus(statuses, status).word,
      count: counts[group],
    }),
  );
  // Ahead of the others, which may be out of sight on a phone.
  const stuckKey: TallyKey[] =
    stuck > 0 || chosen === 'stuck'
      ? [{ value: 'stuck', tone: 'warn', icon: 'stuck', label: 'Stuck', count: stuck, share: 0 }]
      : [];
  const since: TallyKey[] =
    lastVisitedAt !== undefined && (endedSince > 0 || chosen === 'since')
      ? [{ value: 'since', label: 'Ended since your last visit', count: endedSince }]
      : [];
  return (
    <Tally
      className={styles['tally']}
      label="Watched calls by status"
      keys={[{ value: 'all', label: 'All', count: total }, ...stuckKey, ...keys, ...since]}
      chosen={chosen}
      onChoose={(value) => onChoose(isGroup(value) || value === 'stuck' || value === 'since' ? value : 'all')}
      aside={
        <div className={styles['aside']}>
          {blocker?.why === 'offline' && checking > 0 && (
            <span className="quiet">As of {formatTime(blocker.since)}</span>
          )}
          {children}
        </div>
      }
    />
  );
};

/** What the table says while nothing passes the filters. */
export const NoneShown = ({
  choice,
  text,
  total,
  onShowAll,
}: {
  choice: Choice;
  text: string;
  total: number;
  onShowAll: () => void;
}) => {
  const { stuckMinutes } = useOverview();
  const other =
    choice === 'stuck'
      ? { none: 'No stuck calls', text: `has gone on for ${stuckMinutes} min or longer` }
      : { none: 'No calls ended since', text: 'has ended since you last looked' };
  const words =
    text === ''
      ? (GROUPS.find((each) => each.group === choice) ?? other)
      : { none: 'No calls found', text: `has “${text}” in its ${SEARCHED_WORDS}` };
  return (
    <div className={styles['none']}>
      <div className={styles['words']} role="status">
        <h2>{words.none}</h2>
        <p>
          {total === 1
            ? `The watched call is another.`
            : `None of the ${total.toLocaleString('en')} watched calls ${words.text}${choice === 'all' || text === '' ? '' : ' among those chosen'}.`}
        </p>
        <div className="btns">
          <Button onClick={onShowAll}>Show all</Button>
        </div>
      </div>
    </div>
  );
};
