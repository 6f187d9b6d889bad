import { memo, useEffect, useEffectEvent, useLayoutEffect, useState, type MouseEvent } from 'react';
import { useStore } from 'zustand';
import { formatNumber } from '#src/lib/count.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { findPage, findPageRows, usePages, type Pages } from '#src/ui/table/pages.ts';
import table from '#src/ui/table/Table.module.css';
import { openRow, Table } from '#src/ui/table/Table.tsx';
import { findCallAt, findRow, focusRow, ROWS_ID, useRowFocus } from '#src/features/calls/board/focus.ts';
import { formatView, toggleSorting, useView } from '#src/features/calls/board/view.ts';
import { COLUMNS, type CallColumn, type ColumnKey } from '#src/features/calls/call/call-fields.ts';
import { useOverview } from '#src/features/calls/board/board.ts';
import { useTable } from '#src/features/calls/board/visible-rows.ts';
import { CallRow, columnClass } from './CallRow.tsx';
import styles from './CallTable.module.css';

const findColumnLabel = (column: ColumnKey) => COLUMNS.find(({ key }) => key === column)?.label ?? column;

export const SelectAllBox = () => {
  const { rows, selection } = useTable();
  const count = useStore(selection, ({ ids }) => ids.size);
  const shown = count > 0 ? count - selection.countHidden() : 0;
  const total = useStore(rows, ({ ids }) => ids.length);
  const isAll = shown > 0 && shown === total;
  return (
    <input
      type="checkbox"
      aria-label={`Select all ${formatNumber(total)}`}
      checked={isAll}
      ref={(box) => {
        if (box) box.indeterminate = shown > 0 && !isAll;
      }}
      onChange={() => selection.setAll(!isAll)}
    />
  );
};

const WITHOUT_NOTES = COLUMNS.filter(({ key }) => key !== 'note');

const HeadRow = ({ columns }: { columns: readonly CallColumn[] }) => {
  const { view, change } = useView();
  const { sorting } = view;
  const sortBy = (column: ColumnKey) => change({ sorting: toggleSorting(view, column) });
  return (
    <tr aria-rowindex={1}>
      {columns.map(({ key: column, label }) => {
        const isSorted = column === sorting.column;
        const direction = sorting.descending ? 'descending' : 'ascending';
        return (
          <th
            key={column}
            scope="col"
            className={columnClass(column)}
            aria-label={label}
            aria-sort={isSorted ? direction : undefined}
          >
            {column === 'status' && <SelectAllBox />}
            <button type="button" className={table['sort']} onClick={() => sortBy(column)}>
              {label}
              {isSorted && <Icon name="descending" />}
            </button>
          </th>
        );
      })}
    </tr>
  );
};

const LABEL = 'Watched calls';

type TableProps = { opened: string | undefined; onOpen: (id: string) => void };

/** Opens the page of the call that is opened, and brings its row into view. */
const useOpenedInView = (opened: string | undefined, ids: readonly string[], { page, go }: Pages) => {
  const { loading } = useOverview();
  const openPage = useEffectEvent(() => {
    const index = opened === undefined ? -1 : ids.indexOf(opened);
    if (index !== -1) go(findPage(index));
  });
  useLayoutEffect(() => {
    if (!loading) openPage();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs when it changes
  }, [opened, loading]);
  const scrollToRow = useEffectEvent(() => {
    findRow(opened)?.scrollIntoView({ block: 'nearest' });
  });
  useLayoutEffect(() => {
    scrollToRow();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- runs when they change
  }, [opened, loading, page]);
};

/** The rows are one tab stop, the row that was focused last. Keys lead from it to the others. */
export const CallTable = memo(({ opened, onOpen }: TableProps) => {
  const { rows, selection } = useTable();
  const { view, ids } = useStore(rows);
  const { column, descending } = view.sorting;
  const { ids: selected } = useStore(selection);
  const hasNotes = useOverview().noted > 0;
  const columns = hasNotes ? COLUMNS : WITHOUT_NOTES;
  const pages = usePages(formatView({ ...view, summary: false }));
  useOpenedInView(opened, ids, pages);
  useRowFocus(opened, pages);
  useEffect(() => rows.release, [rows]);

  const [lastFocused, setLastFocused] = useState<string>();
  const { start, end } = findPageRows(pages.page, ids.length);
  const onPage = ids.slice(start, end);
  const tabStop = [lastFocused, opened].find((id) => id !== undefined && onPage.includes(id)) ?? onPage[0];

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
    <Table
      label={LABEL}
      caption={
        <>
          Watched calls,{' '}
          {column === 'started' && descending
            ? 'newest first'
            : `by ${findColumnLabel(column)}, ${descending ? 'descending' : 'ascending'}`}
        </>
      }
      head={<HeadRow columns={columns} />}
      rowKeys={ids}
      pages={{
        ...pages,
        go: (page) => {
          if (rows.getState().isOutdated) rows.flush();
          pages.go(page);
        },
      }}
      renderRow={(index) => {
        const id = ids[index];
        return (
          id !== undefined && (
            <CallRow
              id={id}
              index={index}
              columns={columns}
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
        'data-noted': hasNotes || undefined,
      }}
      regionProps={{
        tabIndex: -1,
        onFocus: ({ target }) => setLastFocused((before) => findCallAt(target) ?? before),
      }}
      bodyProps={{
        id: ROWS_ID,
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
