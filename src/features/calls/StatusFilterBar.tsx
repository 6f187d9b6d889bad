import { useStore } from 'zustand';
import { formatNumber } from '#src/lib/count.ts';
import { escapeInvisible } from '#src/lib/invisible.ts';
import { formatTime } from '#src/lib/timestamp.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { useCommands } from '#src/ui/commands.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { FilterBar, type FilterOption } from '#src/ui/table/FilterBar.tsx';
import { markAsSeen } from './board/actions.ts';
import { useBoard, useOverview, useTable, useView } from './board/hooks.ts';
import { chooseFilter } from './board/view.ts';
import { findFilter, labelFilter, listFilters, type FilterKey } from './call/filters.ts';
import empty from './EmptyBoard.module.css';
import styles from './Board.module.css';

const useFilterOptions = (chosen: FilterKey): FilterOption<FilterKey>[] => {
  const { counts } = useOverview();
  const { statuses } = useBoard();
  return listFilters(counts, chosen).map((filter, at, all) => ({
    value: filter.key,
    label: labelFilter(filter, statuses),
    tone: filter.tone,
    icon: filter.icon,
    count: filter.count,
    share: filter.overlaps ? 0 : undefined,
    isApart: at > 0 && filter.part !== all[at - 1]?.part,
  }));
};

/** The new failures that are shown: of this list, and as filtered by text. */
const MarkAsSeen = () => {
  const board = useBoard();
  const { ids } = useStore(useTable().rows);
  return (
    <Button size="sm" icon="eye" disabled={ids.length === 0} onClick={() => markAsSeen(board, ids)}>
      Mark as seen
    </Button>
  );
};

/** Beside the text filter. */
const ShownCount = () => {
  const count = useStore(useTable().rows, ({ ids }) => ids.length);
  const { text } = useView().view;
  return (
    <span role="status" className="quiet">
      {text !== '' && `${formatNumber(count)} shown`}
    </span>
  );
};

export const StatusFilterBar = () => {
  const { config } = useWorkspace();
  const { blocker, checking } = useOverview();
  const { view, change } = useView();
  const options = useFilterOptions(view.filter);
  const show = (filter: FilterKey) => change(chooseFilter(view, filter));
  useCommands(() =>
    options.map(({ value, label }) => ({ group: 'Show only', label, run: () => show(value) })),
  );
  return (
    <FilterBar
      label="Watched calls by status"
      options={options}
      value={view.filter}
      onChange={show}
      aside={
        <div className={styles['aside']}>
          {blocker?.reason === 'offline' && checking > 0 && (
            <span className="quiet">As of {formatTime(blocker.since)}</span>
          )}
          {view.filter === 'stuck' && (
            <span className="quiet">Not ended after {config.calls.stuckMinutes} min</span>
          )}
          {view.filter === 'new-failures' && <MarkAsSeen />}
          <ShownCount />
        </div>
      }
    />
  );
};

export const NoMatch = () => {
  const { statuses } = useBoard();
  const { view, change } = useView();
  const { counts, checking } = useOverview();
  const isWaiting = checking > 0 && counts.has('first-check');
  const describe = (): string => {
    const filter = view.filter === 'all' ? '' : ` under “${labelFilter(findFilter(view.filter), statuses)}”`;
    if (view.text !== '') return `No call${filter} matches “${escapeInvisible(view.text)}”`;
    if (isWaiting) return 'Waiting for first answers…';
    if (view.filter === 'new-failures') return 'No new failures';
    return 'No calls match';
  };
  return (
    <div className={empty['none']}>
      <div className={empty['words']} role="status">
        <h2>{describe()}</h2>
        <div className="btns">
          <Button onClick={() => change({ filter: 'all', text: '' })}>Show all</Button>
        </div>
      </div>
    </div>
  );
};
