import { memo, useMemo, useState, useSyncExternalStore, type ChangeEvent } from 'react';
import { formatAge, formatClock } from '#src/lib/duration.ts';
import { splitForDisplay } from '#src/lib/ids.ts';
import { escapeInvisible } from '#src/lib/invisible.ts';
import { classes } from '#src/lib/classes.ts';
import { formatMoment, formatTimeTitle } from '#src/lib/timestamp.ts';
import { formatCallPath } from '#src/features/calls/call/address.ts';
import { type Board, useBoard } from '#src/features/calls/board/board.ts';
import { useTable } from '#src/features/calls/board/visible-rows.ts';
import { useTicking, formatUnconfirmed, rateFreshness } from '#src/features/calls/board/freshness.ts';
import { computeDuration, isEnded, type CallView } from '#src/features/calls/call/call.ts';
import {
  readPlainValue,
  formatShortTime,
  type CallColumn,
  type ColumnKey,
} from '#src/features/calls/call/call-fields.ts';
import table from '#src/ui/table/Table.module.css';
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
  const showsAge = last && freshness !== 'unrated';
  const describeCheck = (): string => {
    if (!last) return '';
    return showsAge ? formatAge(at - last.mono) : formatMoment(last.at, Date.now());
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
    title: history?.last && formatTimeTitle(history.last.at),
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

export const columnClass = (column: ColumnKey): string | undefined => styles[column] ?? styles['plain'];

const describeCell = (field: CallColumn, call: CallView): CellText => {
  const describe = CELLS[field.key];
  if (describe) return describe(call);
  if (field.time) return formatShortTime(field.time(call), Date.now()) ?? { text: '–', ink: 'quiet' };
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
  columns: readonly CallColumn[];
};

type RowProps = CellsProps & {
  /** Among the shown rows, from 0. */
  index: number;
  id: string;
};

/** Not rendered when only the row's place changes. */
const Cells = memo(({ call, isSelected, isOpen, isTabStop, columns }: CellsProps & { call: CallView }) => {
  const { id } = call.entry;
  const times = useTimes(call);
  // Not rendered each second, as the others are.
  const still = useMemo(() => {
    const fields = columns.filter(({ key }) => key !== 'status' && key !== 'id' && !TICKING[key]);
    return new Map(fields.map((field) => [field.key, renderCell(field.key, describeCell(field, call))]));
  }, [columns, call]);
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
export const CallRow = memo(({ id, index, ...props }: RowProps) => {
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
