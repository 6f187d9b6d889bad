import type { ReactNode } from 'react';
import { number } from '#src/lib/count.ts';
import { withMarks } from '#src/lib/invisible.ts';
import { formatTime } from '#src/lib/timestamp.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { FilterBar, type FilterOption } from '#src/ui/table/FilterBar.tsx';
import { useBoard } from './board/board.ts';
import { useOverview } from './board/ticking.ts';
import { useView, type View } from './board/view.ts';
import { badgeOfStatus } from './call/call.ts';
import { CHOICES, findChoice, type ChoiceKey } from './call/choices.ts';
import { SEARCHED_WORDS } from './call/fields.ts';
import styles from './Board.module.css';

/** How many calls pass each choice. A choice that none passes is left out, but for the chosen one. */
const useFilterOptions = (chosen: ChoiceKey): FilterOption<ChoiceKey>[] => {
  const { counts } = useOverview();
  const { statuses } = useBoard();
  return CHOICES.filter(({ key }) => counts[key] > 0 || key === chosen || key === 'all').map((choice) => ({
    value: choice.key,
    label: 'status' in choice ? badgeOfStatus(statuses, choice.status).word : choice.label,
    tone: choice.tone,
    icon: choice.icon,
    count: counts[choice.key],
    share: choice.overlaps ? 0 : undefined,
  }));
};

/** How many calls are in which state; the keys filter the table. */
export const StatusFilterBar = ({ isWall, children }: { isWall: boolean; children: ReactNode }) => {
  const { blocker, checking } = useOverview();
  const { view, change } = useView();
  return (
    <FilterBar
      className={styles['filterBar']}
      label="Watched calls by status"
      options={useFilterOptions(view.choice)}
      value={view.choice}
      onChange={isWall ? undefined : (choice) => change({ choice, error: '' })}
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

const noneWords = ({ choice, text, error }: View): [title: string, reason: string] => {
  if (text !== '') return ['No calls found', `has “${text}” in its ${SEARCHED_WORDS}`];
  if (error !== '') return ['No calls with this error', `has the error “${withMarks(error)}”`];
  return [findChoice(choice).none, 'passes this filter'];
};

/** What the table says while nothing passes the filter. */
export const NoneShown = () => {
  const { total } = useOverview();
  const { view, change } = useView();
  const [title, reason] = noneWords(view);
  const among = view.text === '' || view.choice === 'all' ? '' : ' and passes the filter';
  return (
    <div className={styles['none']}>
      <div className={styles['words']} role="status">
        <h2>{title}</h2>
        <p>
          {total === 1
            ? 'The watched call is another.'
            : `None of the ${number(total)} watched calls ${reason}${among}.`}
        </p>
        <div className="btns">
          <Button onClick={() => change({ choice: 'all', error: '', text: '' })}>Show all</Button>
        </div>
      </div>
    </div>
  );
};
