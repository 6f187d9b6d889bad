import type { ReactNode } from 'react';
import { withMarks } from '#src/lib/invisible.ts';
import { formatTime } from '#src/lib/timestamp.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Tally, type TallyKey } from '#src/ui/table/Tally.tsx';
import type { Choice } from './board/view.ts';
import { SEARCHED_WORDS } from './call/fields.ts';
import { GROUPS, useTallyKeys } from './tally-keys.ts';
import styles from './Board.module.css';
import { useOverview } from './board/ticking.ts';
import { number } from '#src/lib/count.ts';

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
  const { blocker, checking, endedSince, lastVisitedAt } = useOverview();
  const keys = useTallyKeys(chosen);
  const since: TallyKey<Choice>[] =
    lastVisitedAt !== undefined && (endedSince > 0 || chosen === 'since')
      ? [{ value: 'since', label: 'Ended since your last visit', count: endedSince }]
      : [];
  return (
    <Tally
      className={styles['tally']}
      label="Watched calls by status"
      keys={[...keys, ...since]}
      chosen={chosen}
      onChoose={onChoose}
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
  error,
  total,
  onShowAll,
}: {
  choice: Choice;
  text: string;
  error: string | undefined;
  total: number;
  onShowAll: () => void;
}) => {
  const { stuckMinutes } = useOverview();
  const other =
    choice === 'stuck'
      ? { none: 'No stuck calls', text: `has gone on for ${stuckMinutes} min or longer` }
      : { none: 'No calls ended since', text: 'has ended since you last looked' };
  const ofError = { none: 'No calls with this error', text: `has the error “${withMarks(error ?? '')}”` };
  const words =
    text === ''
      ? error !== undefined
        ? ofError
        : (GROUPS.find((each) => each.group === choice) ?? other)
      : { none: 'No calls found', text: `has “${text}” in its ${SEARCHED_WORDS}` };
  return (
    <div className={styles['none']}>
      <div className={styles['words']} role="status">
        <h2>{words.none}</h2>
        <p>
          {total === 1
            ? `The watched call is another.`
            : `None of the ${number(total)} watched calls ${words.text}${choice === 'all' || text === '' ? '' : ' among those chosen'}.`}
        </p>
        <div className="btns">
          <Button onClick={onShowAll}>Show all</Button>
        </div>
      </div>
    </div>
  );
};
