import { formatNumber } from '#src/lib/count.ts';
import { escapeInvisible } from '#src/lib/invisible.ts';
import { useBoard, type Board } from './board/board.ts';
import { useOverview } from './board/ticking.ts';
import { shortenError, useView, type View } from './board/view.ts';
import { findFilter } from './call/filters.ts';
import styles from './StatusFilterBar.module.css';

const MAX_GROUPS = 12;

/** The most frequent first. */
const countErrors = (board: Board, { list, filter }: View): [error: string, count: number][] => {
  const { passes, groupsErrors = false } = findFilter(filter);
  const counts = new Map<string, number>();
  for (const call of groupsErrors ? board.callsIn(list) : []) {
    if (call.errorText === undefined || !passes(call)) continue;
    const error = shortenError(call.errorText);
    counts.set(error, (counts.get(error) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a);
};

export const ErrorGroups = () => {
  const board = useBoard();
  const { view, change } = useView();
  // Renders again when a count may have changed.
  useOverview();
  const groups = countErrors(board, view);
  const shown = groups.slice(0, MAX_GROUPS);
  if (groups.length < 2 && view.error === '') return null;
  return (
    <ul className={styles['errors']} aria-label="By error">
      {shown.map(([error, count]) => (
        <li key={error}>
          <button
            type="button"
            aria-pressed={error === view.error}
            title={error}
            onClick={() => change({ error: error === view.error ? '' : error })}
          >
            <span>{escapeInvisible(error)}</span> <b>{formatNumber(count)}</b>
          </button>
        </li>
      ))}
      {groups.length > shown.length && (
        <li className="quiet">{formatNumber(groups.length - shown.length)} more</li>
      )}
    </ul>
  );
};
