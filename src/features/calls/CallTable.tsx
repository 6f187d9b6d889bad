import { memo, useSyncExternalStore, type MouseEvent, type ReactNode } from 'react';
import { classes } from '#src/lib/classes.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { openRow } from '#src/ui/open-row.ts';
import table from '#src/ui/Table.module.css';
import type { Board } from './board.ts';
import { CallRow } from './CallRow.tsx';
import { callAt, focusRow } from './focus-row.ts';
import { NEWEST_FIRST, sortBy, type Column } from './order.ts';
import type { Rows } from './rows.ts';
import type { Selection } from './selection.ts';
import { useViewport } from './use-viewport.ts';
import { topOf } from '#src/lib/windowing.ts';
import styles from './CallTable.module.css';

const HEADS: readonly (readonly [column: Column, label: string])[] = [
  ['status', 'Status'],
  ['id', 'Call ID'],
  ['started', 'Started'],
  ['ended', 'Ended'],
  ['duration', 'Duration'],
  ['checked', 'Checked'],
  ['next', 'Next check'],
  ['error', 'Error'],
];

type TableProps = {
  board: Board;
  rows: Rows;
  opened: string | undefined;
  selection: Selection;
};

/** Selects all that are shown. */
const HeadBox = ({ rows, selection }: Pick<TableProps, 'rows' | 'selection'>) => {
  const count = useSyncExternalStore(selection.subscribe, selection.count);
  const shown = count > 0 ? count - selection.hidden() : 0;
  const isAll = shown > 0 && shown === rows.count();
  return (
    <input
      type="checkbox"
      aria-label="Select all shown"
      checked={isAll}
      ref={(box) => {
        if (box) box.indeterminate = shown > 0 && !isAll;
      }}
      onChange={() => selection.setAll(!isAll)}
    />
  );
};

const Head = ({ board, rows, selection }: Pick<TableProps, 'board' | 'rows' | 'selection'>) => {
  const sorting = rows.sorting();
  return (
    <thead>
      <tr aria-rowindex={1}>
        {HEADS.map(([column, label]) => {
          const isSorted = column === sorting.column;
          const way = sorting.descending ? 'descending' : 'ascending';
          return (
            <th
              key={column}
              scope="col"
              className={styles[column]}
              aria-label={label}
              aria-sort={isSorted ? way : undefined}
            >
              {column === 'status' && <HeadBox rows={rows} selection={selection} />}
              <button
                type="button"
                className={table['sort']}
                onClick={() => rows.setSorting(sortBy(column, sorting, board.ids(), board.call))}
              >
                {label}
                {isSorted && <Icon name="sortd" />}
              </button>
            </th>
          );
        })}
      </tr>
    </thead>
  );
};

/** The watched calls. Only the rows that can be seen are drawn, and some above and below them. */
export const CallTable = memo(({ board, rows, opened, selection }: TableProps) => {
  const { region, viewport, drawn } = useViewport({ board, rows, opened });
  const isSelecting = useSyncExternalStore(selection.subscribe, () => selection.count() > 0);
  const { layout } = drawn;
  const sorting = rows.sorting();

  const pick = (event: MouseEvent) => {
    const id = callAt(event.target);
    if (id === undefined || event.target instanceof HTMLInputElement) return;
    if (event.shiftKey) selection.extend(id);
    else if (event.ctrlKey || event.metaKey) selection.toggle(id);
    else {
      openRow(event);
      return;
    }
    event.preventDefault();
    focusRow(id);
  };

  const parts: ReactNode[] = [];
  let next = 0;
  const addGap = (key: string, until: number) => {
    const height = topOf(layout, until) - topOf(layout, next);
    if (height > 0) parts.push(<tr key={key} aria-hidden="true" style={{ height }} />);
  };
  for (const { id, index } of drawn.rows) {
    addGap(next === 0 ? 'above' : 'between', index);
    parts.push(
      <CallRow
        key={`id ${id}`}
        id={id}
        index={index}
        board={board}
        selection={selection}
        isOpen={id === opened}
      />,
    );
    next = index + 1;
  }
  addGap('below', layout.count);

  return (
    <div
      ref={region}
      className={classes(table['scroll'], styles['scroll'])}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must take the keyboard
      tabIndex={0}
      role="region"
      aria-label="Watched calls"
    >
      <table
        className={classes(table['table'], styles['calls'])}
        aria-rowcount={layout.count + 1}
        data-selecting={isSelecting || undefined}
      >
        <caption className="vh">
          Watched calls,{' '}
          {sorting === NEWEST_FIRST
            ? 'newest first'
            : `by ${sorting.column}, ${sorting.descending ? 'descending' : 'ascending'}`}
        </caption>
        <Head board={board} rows={rows} selection={selection} />
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- for the links in it; their keys are in use-call-keys.ts */}
        <tbody
          id="calls-rows"
          // With the Shift key the browser would select text.
          onMouseDown={(event) => event.shiftKey && event.preventDefault()}
          onClick={pick}
          onFocus={({ target }) => viewport.setFocused(callAt(target))}
          onBlur={() => document.hasFocus() && viewport.setFocused(undefined)}
        >
          {parts}
        </tbody>
      </table>
    </div>
  );
});
