import { escapeInvisible } from '#src/lib/invisible.ts';
import { formatTime } from '#src/lib/timestamp.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { FilterBar, type FilterOption } from '#src/ui/table/FilterBar.tsx';
import { useBoard } from './board/board.ts';
import { useOverview } from './board/ticking.ts';
import { useView, type View } from './board/view.ts';
import { describeStatus } from './call/call.ts';
import { FILTERS, findFilter, type FilterKey } from './call/filters.ts';
import styles from './Board.module.css';

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

export const StatusFilterBar = ({ isWall }: { isWall: boolean }) => {
  const { blocker, checking } = useOverview();
  const { view, change } = useView();
  return (
    <FilterBar
      label="Watched calls by status"
      options={useFilterOptions(view.filter)}
      value={view.filter}
      onChange={isWall ? undefined : (filter) => change({ filter, error: '' })}
      aside={
        blocker?.reason === 'offline' &&
        checking > 0 && <span className={styles['asOf']}>As of {formatTime(blocker.since)}</span>
      }
      className={isWall ? undefined : styles['statuses']}
    />
  );
};

const describeNoMatch = ({ filter, text, error }: View): string => {
  const { noun } = findFilter(filter);
  if (text !== '') return `No ${noun} matches “${escapeInvisible(text)}”`;
  if (error !== '') return `No ${noun} has the error “${escapeInvisible(error)}”`;
  return `No ${noun.replace('call', 'calls')}`;
};

export const NoMatch = () => {
  const { view, change } = useView();
  return (
    <div className={styles['none']}>
      <div className={styles['words']} role="status">
        <h2>{describeNoMatch(view)}</h2>
        <div className="btns">
          <Button onClick={() => change({ filter: 'all', error: '', text: '' })}>Show all</Button>
        </div>
      </div>
    </div>
  );
};
