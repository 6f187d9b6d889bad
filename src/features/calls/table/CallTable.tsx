import {
  memo,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
  type MouseEvent,
  useMemo,
  useSyncExternalStore,
  type ChangeEvent,
} from 'react';
import { useStore } from 'zustand';
import { formatNumber } from '#src/lib/count.ts';
import { Icon } from '#src/ui/Icon.tsx';
import { findPage, findPageRows, usePages, type Pages } from '#src/ui/table/pages.ts';
import table from '#src/ui/table/Table.module.css';
import { openRow, Table } from '#src/ui/table/Table.tsx';
import { findCallAt, findRow, focusRow, ROWS_ID, useRowFocus } from '#src/features/calls/board/focus.ts';
import { formatView, toggleSorting, useView } from '#src/features/calls/board/view.ts';
import {
  COLUMNS,
  type ColumnKey,
  readPlainValue,
  formatShortTime,
} from '#src/features/calls/call/call-fields.ts';
import { useOverview, type Board, useBoard } from '#src/features/calls/board/board.ts';
import { useTable } from '#src/features/calls/board/visible-rows.ts';
import { formatAge, formatClock } from '#src/lib/duration.ts';
import { splitForDisplay } from '#src/lib/ids.ts';
import { escapeInvisible } from '#src/lib/invisible.ts';
import { classes } from '#src/lib/classes.ts';
import { formatMoment, formatTimeTitle } from '#src/lib/timestamp.ts';
import { formatCallPath } from '#src/features/calls/call/address.ts';
import { useTicking, formatUnconfirmed, rateFreshness } from '#src/features/calls/board/freshness.ts';
import { computeDuration, isEnded, type CallView } from '#src/features/calls/call/call.ts';
import styles from './CallTable.module.css';

/** `ink`: the class of its text colour. */
type CellText = { text: string; ink?: string | undefined; title?: string | undefined };

const describeTimes = (call: CallView, { overview }: Board, at: number) => {
  const current = overview();
  const freshness = rateFreshness(call, current, at);
  // The status of a failing call already shows it, unless all checks are stopped.
  const isShownByStatus = call.state.kind === 'failing' && !current.blocker;
  const isOld = freshness === 'stale' && !isShownByStatus;
  const seconds = computeDuration(call, at, freshness === 'fresh');
  const { checked, last } = call.history ?? {};
  const tried = last ?? checked;
  const showsAge = tried && freshness !== 'unrated';
  const describeCheck = (): string => {
    if (!tried) return '';
    return showsAge ? formatAge(at - tried.mono) : formatMoment(tried.at, Date.now());
  };
  return {
    isOld,
    // Empty before the first check: the cell then shows a placeholder.
    duration: checked ? formatClock(seconds) : '',
    durationInk: seconds === undefined || freshness === 'stale' ? 'quiet' : '',
    checked: describeCheck(),
    checkedInk: !showsAge ? 'quiet' : isOld ? 'late' : 'second',
    unconfirmed: formatUnconfirmed(call, at),
  };
};
type TimeTexts = ReturnType<typeof describeTimes>;

/** As one text, so that a row has one listener and renders only when a time changes. Those of an ended call don't. */
const useTimes = (call: CallView): TimeTexts => {
  const board = useBoard();
  const text = useTicking((at) => JSON.stringify(describeTimes(call, board, at)), !isEnded(call));
  return JSON.parse(text) as TimeTexts;
};

/** Columns whose cells change with time. */
const TICKING: Partial<Record<ColumnKey, (call: CallView, times: TimeTexts) => CellText>> = {
  duration: ({ history }, { duration, durationInk }) => {
    const isKnown = history?.last?.record.duration !== undefined;
    return {
      text: duration,
      ink: durationInk,
      title: durationInk && isKnown ? 'As of the last check' : undefined,
    };
  },
  checked: ({ history }, { checked, checkedInk }) => ({
    text: checked,
    ink: checkedInk,
    title: history?.last
      ? formatTimeTitle(history.last.at)
      : history?.checked && `Last tried ${formatTimeTitle(history.checked.at)}`,
  }),
};

/** Other columns whose cells show more than the value of their field. */
const CELLS: Partial<Record<ColumnKey, (call: CallView) => CellText>> = {
  error: ({ errorText = '', failedCheck, group, history }) => {
    // Without a known status, the column of the status already says that the check failed.
    const reason = group === 'not-found' ? '' : failedCheck;
    const text = history?.last ? errorText : (reason ?? '');
    return { text, ink: group === 'not-found' ? 'quiet' : 'second', title: text };
  },
  note: ({ entry }) => ({ text: escapeInvisible(entry.note ?? ''), ink: 'second', title: entry.note }),
};

const columnClass = (column: ColumnKey): string | undefined => styles[column] ?? styles['plain'];

const describeCell = (field: (typeof COLUMNS)[number], call: CallView, today: number): CellText => {
  const describe = CELLS[field.key];
  if (describe) return describe(call);
  if (field.time) return formatShortTime(field.time(call), today) ?? { text: '–', ink: 'quiet' };
  return { text: String(readPlainValue(field, call) ?? ''), ink: 'second' };
};

const renderCell = (key: ColumnKey, { text, ink, title }: CellText) => (
  <td key={key} className={classes(columnClass(key), ink)} title={title}>
    {text}
  </td>
);

/**
 * A component of its own, since React writes to a checkbox at each render. Without a tab stop, since the space bar on the link
 * does the same.
 */
const SelectBox = memo(({ id, isSelected }: { id: string; isSelected: boolean }) => {
  const { selection } = useTable();
  const select = ({ nativeEvent }: ChangeEvent) => {
    if (nativeEvent instanceof MouseEvent && nativeEvent.shiftKey) selection.extend(id);
    else selection.toggle(id);
  };
  return (
    <input type="checkbox" tabIndex={-1} aria-label={`Select ${id}`} checked={isSelected} onChange={select} />
  );
});

type CellsProps = {
  isSelected: boolean;
  isOpen: boolean;
  isTabStop: boolean;
  columns: typeof COLUMNS;
  /** Its start, in epoch milliseconds. Times of other days are shown with their day. */
  today: number;
};

type RowProps = CellsProps & {
  /** Among the shown rows, from 0. */
  index: number;
  id: string;
};

/** Not rendered when only the row's place changes. */
const Cells = memo((props: CellsProps & { call: CallView }) => {
  const { call, isSelected, isOpen, isTabStop, columns, today } = props;
  const { id } = call.entry;
  const times = useTimes(call);
  // Not rendered each second, as the others are.
  const still = useMemo(() => {
    const fields = columns.filter(({ key }) => key !== 'status' && key !== 'id' && !TICKING[key]);
    return new Map(
      fields.map((field) => [field.key, renderCell(field.key, describeCell(field, call, today))]),
    );
  }, [columns, call, today]);
  const { word, verbatim } = call.statusBadge;
  const isStuck = call.stuckAt !== undefined;
  const [head, tail] = splitForDisplay(escapeInvisible(id));
  return (
    <>
      <td
        className={classes(styles['status'], verbatim && 'mono')}
        data-tone={isStuck ? 'warn' : call.statusBadge.tone}
        data-stuck={isStuck || undefined}
        title={
          isStuck || times.unconfirmed ? `${isStuck ? 'Stuck, ' : ''}${word}${times.unconfirmed}` : undefined
        }
        data-old={times.isOld || undefined}
      >
        <SelectBox id={id} isSelected={isSelected} />
        {isStuck && <span className="vh">Stuck, </span>}
        {word}
        {times.unconfirmed && <span className="quiet">{times.unconfirmed}</span>}
      </td>
      <td className={styles['id']}>
        <a
          className={table['id']}
          href={formatCallPath(id)}
          tabIndex={isTabStop ? 0 : -1}
          title={id}
          aria-label={id}
          aria-current={isOpen || undefined}
          data-opens-row
        >
          <span>{head}</span>
          {tail}
        </a>
      </td>
      {columns.map(({ key }) => {
        const describe = TICKING[key];
        return describe ? renderCell(key, describe(call, times)) : still.get(key);
      })}
    </>
  );
});

/** When an answer comes, only its row renders. */
const CallRow = memo(({ id, index, ...props }: RowProps) => {
  const { store } = useBoard();
  const call = useSyncExternalStore(store.subscribe, () => store.call(id));
  const { isOpen, isSelected } = props;
  const word = call?.statusBadge.word;
  const [before, setBefore] = useState({ word, first: call?.history?.checked === undefined });
  const [changed, setChanged] = useState(false);
  if (before.word !== word) {
    setBefore({ word, first: false });
    setChanged(!before.first);
  }
  return (
    call && (
      <tr
        aria-rowindex={index + 2}
        data-call={id}
        data-open={isOpen}
        data-picked={isOpen || isSelected || undefined}
        data-changed={changed || undefined}
        onAnimationEnd={() => setChanged(false)}
      >
        <Cells call={call} {...props} />
      </tr>
    )
  );
});

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

const HeadRow = memo(({ columns }: { columns: typeof COLUMNS }) => {
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
});

type TableProps = { opened: string | undefined; onOpen: (id: string) => void };

/** Opens the page of the call that is opened, and brings its row into view. */
const useOpenedInView = (opened: string | undefined, ids: readonly string[], { page, go }: Pages) => {
  const loading = useOverview((overview) => overview.loading);
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
  const hasNotes = useOverview(({ noted }) => noted > 0);
  const columns = hasNotes ? COLUMNS : WITHOUT_NOTES;
  const today = useTicking(() => new Date().setHours(0, 0, 0, 0));
  const pages = usePages(formatView({ ...view, summary: false }));
  useOpenedInView(opened, ids, pages);
  useRowFocus(opened, pages, ids, rows);
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
      label="Watched calls"
      caption={
        <>
          Watched calls,{' '}
          {column === 'started' && descending
            ? 'newest first'
            : `by ${COLUMNS.find(({ key }) => key === column)?.label}, ${descending ? 'descending' : 'ascending'}`}
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
              today={today}
            />
          )
        );
      }}
      className={styles['scroll']}
      tableProps={{
        className: styles['calls'],
        'data-selecting': selected.size > 0 || undefined,
        'data-noted': hasNotes || undefined,
        'data-sorted': column,
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
