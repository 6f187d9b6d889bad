import { useMemo } from 'react';
import { useStore } from 'zustand';
import { number } from '#src/lib/count.ts';
import { withMarks } from '#src/lib/invisible.ts';
import { useBoard } from './board/board.ts';
import type { Overview } from './board/overview.ts';
import type { VisibleRows } from './board/rows.ts';
import { useOverview } from './board/ticking.ts';
import type { Group } from './call/call.ts';
import styles from './Board.module.css';

/** The groups of calls that have errors to tell apart. */
const TOLD: ReadonlySet<string> = new Set<Group>(['bad', 'problems']);

const MOST_SHOWN = 12;

/** The errors of a group's calls, the most frequent first. */
const errorsOf = (ids: Iterable<string>, call: Overview['call'], group: string): [string, number][] => {
  const counts = new Map<string, number>();
  for (const id of ids) {
    const view = call(id);
    if (!view?.trouble || view.group !== group) continue;
    counts.set(view.trouble.text, (counts.get(view.trouble.text) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a);
};

/** Calls that failed alike, counted: a press shows those of one error alone, to be selected or exported. */
export const ErrorGroups = ({ rows }: { rows: VisibleRows }) => {
  const board = useBoard();
  const filter = useStore(rows, (shown) => shown.filter);
  // Another function whenever something that is counted has changed.
  const { call } = useOverview();
  const groups = useMemo(
    () => (TOLD.has(filter.group) ? errorsOf(board.ids(), call, filter.group) : []),
    [board, call, filter.group],
  );
  const shown = groups.slice(0, MOST_SHOWN);
  if (groups.length < 2 && filter.error === undefined) return null;
  return (
    <ul className={styles['errors']} aria-label="By error">
      {shown.map(([error, count]) => (
        <li key={error}>
          <button
            type="button"
            aria-pressed={error === filter.error}
            title={error}
            onClick={() => rows.setFilter({ ...filter, error: error === filter.error ? undefined : error })}
          >
            <span>{withMarks(error)}</span> <b>{number(count)}</b>
          </button>
        </li>
      ))}
      {groups.length > shown.length && <li className="quiet">{number(groups.length - shown.length)} more</li>}
    </ul>
  );
};
