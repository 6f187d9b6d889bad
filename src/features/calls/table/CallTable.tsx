import {
  memo,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type MouseEvent,
} from 'react';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import { timeZone, formatZone } from '#src/lib/timestamp.ts';
import { useCommands } from '#src/ui/commands.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { openRow } from '#src/ui/table/open-row.ts';
import table from '#src/ui/table/Table.module.css';
import { VirtualTable, type VirtualTableHandle } from '#src/ui/table/VirtualTable.tsx';
import { findCallAt, focusRow, revealRowsBy } from '#src/features/calls/board/focus-row.ts';
import { toggleSorting } from '#src/features/calls/board/view.ts';
import { COLUMNS, type CallColumn, type ColumnKey } from '#src/features/calls/call/fields.ts';
import { useHiddenColumns, useOverview, useTable, useView } from '#src/features/calls/board/hooks.ts';
import { CallRow, columnClass } from './CallRow.tsx';
import styles from './CallTable.module.css';

const findColumnLabel = (column: ColumnKey) => COLUMNS.find(({ key }) => key === column)?.label ?? column;

const SelectAllBox = () => {
  const { rows, selection } = useTable();
  const count = useStore(selection, ({ ids }) => ids.size);
  const shown = count > 0 ? count - selection.countHidden() : 0;
  const isAll = shown > 0 && shown === rows.count();
  return (
    <input
      type="checkbox"
      tabIndex={-1}
      aria-label="Select all shown"
      checked={isAll}
      ref={(box) => {
        if (box) box.indeterminate = shown > 0 && !isAll;
      }}
      onChange={() => selection.setAll(!isAll)}
    />
  );
};

/** The columns shown. Without notes they have none. */
const useColumns = (): readonly CallColumn[] => {
  const hidden = useHiddenColumns();
  const hasNotes = useOverview().noted > 0;
  return useMemo(
    () => COLUMNS.filter(({ key }) => !hidden.includes(key) && (hasNotes || key !== 'note')),
    [hidden, hasNotes],
  );
};

const HeadRow = ({ columns }: { columns: readonly CallColumn[] }) => {
  const { view, change } = useView();
  const { sorting } = view;
  useStore(timeZone);
  const sortBy = (column: ColumnKey) => change({ sorting: toggleSorting(view, column) });
  useCommands(() =>
    columns.map(({ key, label }) => ({ group: 'Calls', label: `Sort by ${label}`, run: () => sortBy(key) })),
  );
  return (
    <tr aria-rowindex={1}>
      {columns.map(({ key: column, label, time }) => {
        const isSorted = column === sorting.column;
        const direction = sorting.descending ? 'descending' : 'ascending';
        return (
          <th
            key={column}
            scope="col"
            className={columnClass(column)}
            aria-label={label}
            title={time && `Times in ${formatZone()}`}
            aria-sort={isSorted ? direction : undefined}
          >
            {column === 'status' && <SelectAllBox />}
            <button type="button" tabIndex={-1} className={table['sort']} onClick={() => sortBy(column)}>
              {label}
              {isSorted && <Icon name="descending" />}
            </button>
          </th>
        );
      })}
    </tr>
  );
};

type TableProps = { opened: string | undefined; onOpen: (id: string) => void };

/** Has one tab stop, the row that was focused last. Keys lead from it to the other rows and the head. */
export const CallTable = memo(({ opened, onOpen }: TableProps) => {
  const { rows, selection } = useTable();
  const handle = useRef<VirtualTableHandle>(null);
  const { view, ids } = useStore(rows);
  const { column, descending } = view.sorting;
  const { ids: selected } = useStore(selection);
  const columns = useColumns();
  const [lastFocused, setLastFocused] = useState<string>();
  const tabStop = [lastFocused, opened].find((id) => id !== undefined && rows.has(id)) ?? ids[0];

  const reveal = useEffectEvent((revealed: readonly string[]) => {
    const wanted = new Set(revealed);
    const index = ids.findIndex((id) => wanted.has(id));
    if (index !== -1) handle.current?.reveal(index);
  });
  useEffect(
    () =>
      revealRowsBy((revealed) => {
        flushSync(rows.flush);
        reveal(revealed);
      }),
    [rows],
  );

  // The call of the address may be far down among the saved ones.
  const { loading } = useOverview();
  const revealOpened = useEffectEvent(() => opened !== undefined && reveal([opened]));
  useEffect(() => {
    // Not in this effect, which can't render the rows at once.
    if (!loading) queueMicrotask(revealOpened);
  }, [loading]);

  const handleClick = (event: MouseEvent) => {
    const { target, altKey, shiftKey, ctrlKey, metaKey } = event;
    const id = findCallAt(target);
    if (id === undefined || altKey || !(target instanceof Element) || target.matches('input')) return;
    const isLink = target.closest('a') !== null;
    if (!isLink && !shiftKey && !ctrlKey && !metaKey) {
      openRow(event);
      return;
    }
    event.preventDefault();
    if (shiftKey) selection.extend(id);
    else if (ctrlKey || metaKey) selection.toggle(id);
    else {
      onOpen(id);
      return;
    }
    focusRow(id);
  };

  return (
    <VirtualTable
      ref={handle}
      label="Watched calls"
      caption={
        <>
          Watched calls,{' '}
          {column === 'started' && descending
            ? 'newest first'
            : `by ${findColumnLabel(column)}, ${descending ? 'descending' : 'ascending'}`}
        </>
      }
      head={<HeadRow columns={columns} />}
      count={ids.length}
      keptIndex={tabStop === undefined ? -1 : ids.indexOf(tabStop)}
      isTall={useCallback((index: number) => rows.isTall(ids[index] ?? ''), [rows, ids])}
      rowKeys={ids}
      view={view}
      renderRow={(index, isFlying) => {
        const id = ids[index];
        return (
          id !== undefined && (
            <CallRow
              key={id}
              id={id}
              index={index}
              isTall={rows.isTall(id)}
              columns={columns}
              isBrief={isFlying}
              isSelected={selected.has(id)}
              isOpen={id === opened}
              isTabStop={id === tabStop}
            />
          )
        );
      }}
      className={styles['scroll']}
      tableProps={{
        className: styles['calls'],
        'data-selecting': selected.size > 0 || undefined,
        'data-noted': columns.some(({ key }) => key === 'note') || undefined,
      }}
      regionProps={{
        tabIndex: -1,
        onKeyDown: rows.hold,
        onFocus: ({ target }) => setLastFocused((before) => findCallAt(target) ?? before),
      }}
      bodyProps={{
        id: 'calls-rows',
        onPointerMove: rows.hold,
        onPointerDown: rows.hold,
        onPointerLeave: rows.release,
        // A press with Shift would select text.
        onMouseDown: (event) => event.shiftKey && event.preventDefault(),
        onClick: handleClick,
      }}
    />
  );
});
