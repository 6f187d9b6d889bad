import type { ReactNode } from 'react';
import { number } from '#src/lib/count.ts';
import { withMarks } from '#src/lib/invisible.ts';
import { formatTime } from '#src/lib/timestamp.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { FilterBar, type FilterOption } from '#src/ui/table/FilterBar.tsx';
import { useBoard } from './board/board.ts';
import { useOverview } from './board/ticking.ts';
import { useView, type View } from './board/view.ts';
import { describeStatus } from './call/call.ts';
import { FILTERS, findFilter, type FilterKey } from './call/filters.ts';
import { SEARCHED_WORDS } from './call/fields.ts';
import styles from './Board.module.css';

/** How many calls pass each filter. A filter that none passes is left out, but for the chosen one. */
const useFilterOptions = (chosen: FilterKey): FilterOption<FilterKey>[] => {
  const { counts } = useOverview();
  const { statuses } = useBoard();
  return FILTERS.filter(({ key }) => counts[key] > 0 || key === chosen || key === 'all').map((filter) => ({
    value: filter.key,
    label: 'status' in filter ? describeStatus(statuses, filter.status).word : filter.label,
    tone: filter.tone,
    icon: filter.icon,
    count: counts[filter.key],
    share: filter.overlaps ? 0 : undefined,
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
      options={useFilterOptions(view.filter)}
      value={view.filter}
      onChange={isWall ? undefined : (filter) => change({ filter, error: '' })}
      aside={
        <div className={styles['aside']}>
          {blocker?.reason === 'offline' && checking > 0 && (
            <span className="quiet">As of {formatTime(blocker.since)}</span>
          )}
          {children}
        </div>
      }
    />
  );
};

const noneWords = ({ filter, text, error }: View): [title: string, reason: string] => {
  if (text !== '') return ['No calls found', `has “${text}” in its ${SEARCHED_WORDS}`];
  if (error !== '') return ['No calls with this error', `has the error “${withMarks(error)}”`];
  return [findFilter(filter).none, 'passes this filter'];
};

/** What the table says while nothing passes the filter. */
export const NoneShown = () => {
  const { total } = useOverview();
  const { view, change } = useView();
  const [title, reason] = noneWords(view);
  const among = view.text === '' || view.filter === 'all' ? '' : ' and passes the filter';
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
          <Button onClick={() => change({ filter: 'all', error: '', text: '' })}>Show all</Button>
        </div>
      </div>
    </div>
  );
};
