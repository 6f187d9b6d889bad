import { useMemo } from 'react';
import { number } from '#src/lib/count.ts';
import { withMarks } from '#src/lib/invisible.ts';
import { useBoard } from './board/board.ts';
import type { Overview } from './board/overview.ts';
import { useOverview } from './board/ticking.ts';
import { errorKey, useView } from './board/view.ts';
import { findFilter, type FilterKey } from './call/filters.ts';
import styles from './Board.module.css';

/** The choices whose calls have errors to tell apart. */
const WITH_ERRORS: ReadonlySet<FilterKey> = new Set(['failed', 'problems']);

const MOST_SHOWN = 12;

/** The errors of the calls that pass a filter, the most frequent first. */
const countErrors = (
  ids: Iterable<string>,
  call: Overview['call'],
  filter: FilterKey,
): [string, number][] => {
  const { passes } = findFilter(filter);
  const counts = new Map<string, number>();
  for (const id of ids) {
    const view = call(id);
    if (!view?.trouble || !passes(view)) continue;
    const error = errorKey(view.trouble.text);
    counts.set(error, (counts.get(error) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a);
};

/** Calls that failed alike, counted: a press shows those of one error alone, to be selected or exported. */
export const ErrorGroups = () => {
  const board = useBoard();
  const { view, change } = useView();
  const { filter } = view;
  // Another function whenever something that is counted has changed.
  const { call } = useOverview();
  const groups = useMemo(
    () => (WITH_ERRORS.has(filter) ? countErrors(board.ids(), call, filter) : []),
    [board, call, filter],
  );
  const shown = groups.slice(0, MOST_SHOWN);
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
            <span>{withMarks(error)}</span> <b>{number(count)}</b>
          </button>
        </li>
      ))}
      {groups.length > shown.length && <li className="quiet">{number(groups.length - shown.length)} more</li>}
    </ul>
  );
};
