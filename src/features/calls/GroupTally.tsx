import { formatTime } from '#src/lib/timestamp.ts';
import { Button } from '#src/ui/Button.tsx';
import type { Tone } from '#src/ui/Status.tsx';
import { Tally, type TallyKey } from '#src/ui/Tally.tsx';
import type { Board } from './board.ts';
import type { Group } from './call.ts';
import type { Overview } from './overview.ts';
import { lookOfStatus } from './statuses.ts';
import boardStyles from './Board.module.css';
import styles from './EmptyBoard.module.css';

type Choice = Group | 'all';

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
    group: 'no-answer',
    tone: 'warn',
    label: 'No answer',
    none: 'No unanswered checks',
    text: 'is without an answer',
  },
  {
    group: 'other',
    tone: 'other',
    label: 'Other values',
    none: 'No other values',
    text: 'reports another value',
  },
  {
    group: 'not-found',
    tone: 'none',
    label: 'Not found',
    none: 'No calls not found',
    text: 'is unknown to the service',
  },
];

const isGroup = (value: string): value is Group => GROUPS.some(({ group }) => group === value);

/** How many calls are in which state; the keys filter the table. */
export const GroupTally = ({
  board,
  overview,
  chosen,
  onChoose,
}: {
  board: Board;
  overview: Overview;
  chosen: Choice;
  onChoose: (group: Choice) => void;
}) => {
  const { calls, counts, interruption, checking } = overview;
  const keys: TallyKey[] = GROUPS.filter(({ group }) => counts[group] > 0 || group === chosen).map(
    ({ group, tone, label, status }) => ({
      value: group,
      tone,
      label: status === undefined ? label : lookOfStatus(board.statuses, status).word,
      count: counts[group],
    }),
  );
  return (
    <Tally
      className={boardStyles['tally']}
      label="Watched calls by status"
      keys={[{ value: 'all', label: 'All', count: calls.length }, ...keys]}
      chosen={chosen}
      onChoose={(value) => onChoose(isGroup(value) ? value : 'all')}
      aside={
        interruption?.why === 'offline' &&
        checking > 0 && <span className={boardStyles['asOf']}>As of {formatTime(interruption.since)}</span>
      }
    />
  );
};

/** What the table says while nothing is in the chosen group. */
export const NoneInGroup = ({
  group,
  total,
  onShowAll,
}: {
  group: Group;
  total: number;
  onShowAll: () => void;
}) => {
  const words = GROUPS.find((each) => each.group === group);
  return (
    <div className={styles['none']}>
      <div className={styles['words']} role="status">
        <h2>{words?.none}</h2>
        <p>
          {total === 1
            ? `The watched call is another.`
            : `None of the ${total.toLocaleString('en')} watched calls ${words?.text ?? ''}.`}
        </p>
        <div className="btns">
          <Button onClick={onShowAll}>Show all</Button>
        </div>
      </div>
    </div>
  );
};
