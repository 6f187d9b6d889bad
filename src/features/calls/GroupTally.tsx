import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { withMarks } from '#src/lib/invisible.ts';
import { formatTime } from '#src/lib/timestamp.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Tally } from '#src/ui/table/Tally.tsx';
import { EVERY_CALL, type Filter, type VisibleRows } from './board/rows.ts';
import { choiceOf, filterOf, type Choice } from './board/view.ts';
import { SEARCHED_WORDS } from './call/fields.ts';
import { useTallyKeys } from './tally-keys.ts';
import styles from './Board.module.css';
import { useOverview } from './board/ticking.ts';
import { number } from '#src/lib/count.ts';

/** How many calls are in which state; the keys filter the table. */
export const GroupTally = ({ rows, children }: { rows: VisibleRows; children: ReactNode }) => {
  const overview = useOverview();
  const { blocker, checking } = overview;
  const filter = useStore(rows, (shown) => shown.filter);
  const chosen = choiceOf(filter);
  const keys = useTallyKeys(chosen);
  return (
    <Tally
      className={styles['tally']}
      label="Watched calls by status"
      keys={keys}
      chosen={chosen}
      onChoose={(next) => rows.setFilter(filterOf(next, filter.text, overview))}
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

/** What is said where none of a choice is shown: that, and what none of the watched calls does. */
type Words = readonly [title: string, text: string];

const NONE: Record<Exclude<Choice, 'all' | 'stuck'>, Words> = {
  live: ['No calls in progress', 'is in progress'],
  ok: ['No completed calls', 'has completed'],
  bad: ['No failed calls', 'has failed'],
  problems: ['No check problems', 'has a problem with its checks'],
  other: ['No other statuses', 'reports another status'],
  'not-found': ['No calls not found', 'is unknown to the service'],
  first: ['No first checks to come', 'waits for its first check'],
};

const noneWords = (choice: Choice, { text, error, stuck }: Filter): Words => {
  if (choice === 'all' || text !== '') return ['No calls found', `has “${text}” in its ${SEARCHED_WORDS}`];
  if (error !== undefined) return ['No calls with this error', `has the error “${withMarks(error)}”`];
  if (choice === 'stuck') return ['No stuck calls', `has gone on for ${stuck} min or longer`];
  return NONE[choice];
};

/** What the table says while nothing passes the filters. */
export const NoneShown = ({ rows }: { rows: VisibleRows }) => {
  const { total } = useOverview();
  const filter = useStore(rows, (shown) => shown.filter);
  const choice = choiceOf(filter);
  const [title, text] = noneWords(choice, filter);
  const among = choice === 'all' || filter.text === '' ? '' : ' among those chosen';
  return (
    <div className={styles['none']}>
      <div className={styles['words']} role="status">
        <h2>{title}</h2>
        <p>
          {total === 1
            ? `The watched call is another.`
            : `None of the ${number(total)} watched calls ${text}${among}.`}
        </p>
        <div className="btns">
          <Button onClick={() => rows.setFilter(EVERY_CALL)}>Show all</Button>
        </div>
      </div>
    </div>
  );
};
