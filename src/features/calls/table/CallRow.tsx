import { memo, useState, type ChangeEvent } from 'react';
import { formatAge, formatClock } from '#src/lib/duration.ts';
import { splitForDisplay } from '#src/lib/ids.ts';
import { escapeInvisible } from '#src/lib/invisible.ts';
import { classes } from '#src/lib/classes.ts';
import { formatTime } from '#src/lib/timestamp.ts';
import { pathOfCall } from '#src/features/calls/call/address.ts';
import { useBoard, type Board } from '#src/features/calls/board/board.ts';
import { freshnessOf } from '#src/features/calls/board/overview.ts';
import { computeDuration, type CallView } from '#src/features/calls/call/call.ts';
import { COLUMNS, readPlainValue, formatShortTime, type ColumnKey } from '#src/features/calls/call/fields.ts';
import type { Selection } from './selection.ts';
import { nextCheckText, useCall, useTicking } from '#src/features/calls/board/ticking.ts';
import table from '#src/ui/table/Table.module.css';
import styles from './CallTable.module.css';

/** `ink`: a class. */
type CellText = { text: string; ink?: string | undefined; title?: string | undefined };

const describeTimes = (view: CallView, { overview }: Board, at: number) => {
  const current = overview();
  const freshness = freshnessOf(view, current, at);
  // A failing call's status says so itself, unless no call is checked.
  const saysSo = view.state.kind === 'failing' && !current.blocker;
  const isOld = freshness === 'stale' && !saysSo ? 'old' : '';
  const seconds = computeDuration(view, at, freshness === 'fresh');
  const checked = view.history?.checked;
  const isAged = checked && freshness !== 'done';
  return {
    isOld,
    // Empty before the first check: its cell shows a placeholder.
    duration: checked ? formatClock(seconds) : '',
    durationInk: seconds === undefined || freshness === 'stale' ? 'quiet' : '',
    checked: isAged ? formatAge(at - checked.mono) : checked ? formatTime(checked.at) : '',
    checkedInk: !isAged || freshness === 'paused' ? 'quiet' : isOld ? 'late' : 'second',
    next: nextCheckText(view, current, at),
  };
};
type TimeTexts = ReturnType<typeof describeTimes>;

/** As one text, so that a row has one listener and renders only when it changes. */
const useTimes = (view: CallView): TimeTexts => {
  const board = useBoard();
  const line = useTicking((at) => Object.values(describeTimes(view, board, at)).join('\n'));
  const [isOld = '', duration = '', durationInk = '', checked = '', checkedInk = '', next = ''] =
    line.split('\n');
  return { isOld, duration, durationInk, checked, checkedInk, next };
};

const formatServiceTime = (value: string | number | undefined): CellText =>
  formatShortTime(value) ?? { text: '–', ink: 'quiet' };

const TEXT_COLUMNS = COLUMNS.filter(({ key }) => key !== 'status' && key !== 'id');

/** Columns with more than the value of their field. */
const CELLS: Partial<Record<ColumnKey, (view: CallView, times: TimeTexts) => CellText>> = {
  started: ({ history }) => formatServiceTime(history?.last?.record.startTime),
  ended: ({ history }) => formatServiceTime(history?.last?.record.endTime),
  duration: ({ history }, { duration, durationInk }) => {
    const isKnown = history?.last?.record.duration !== undefined;
    return {
      text: duration,
      ink: durationInk,
      title: durationInk && isKnown ? 'As of the last check' : undefined,
    };
  },
  checked: (_, { checked, checkedInk }) => ({ text: checked, ink: checkedInk }),
  next: (_, { next }) => ({ text: next, ink: next.startsWith('in ') ? 'second' : 'quiet' }),
  error: ({ errorText, group }) => ({
    text: errorText ?? '',
    ink: group === 'not-found' ? 'quiet' : 'second',
    title: errorText,
  }),
  note: ({ entry }) => ({ text: escapeInvisible(entry.note ?? ''), ink: 'second', title: entry.note }),
};

export const columnClass = (column: ColumnKey): string | undefined => styles[column] ?? styles['plain'];

const describeCell = (field: (typeof COLUMNS)[number], view: CallView, times: TimeTexts): CellText => {
  const text = CELLS[field.key];
  return text ? text(view, times) : { text: String(readPlainValue(field, view) ?? ''), ink: 'second' };
};

/** Apart from its row, since React writes to a checkbox at each render. No tab stop: on the link the space bar does the same. */
const RowBox = memo(
  ({ id, selection, isSelected }: { id: string; selection: Selection; isSelected: boolean }) => {
    const select = ({ nativeEvent }: ChangeEvent) => {
      if (nativeEvent instanceof MouseEvent && nativeEvent.shiftKey) selection.extend(id);
      else selection.toggle(id);
    };
    return (
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={`Select ${id}`}
        checked={isSelected}
        onChange={select}
      />
    );
  },
);

type RowProps = {
  selection: Selection;
  isSelected: boolean;
  isOpen: boolean;
  isTabStop: boolean;
  /** Among the shown rows, from 0. */
  index: number;
  isTall: boolean;
  /** While scrolling, a new row renders without its expensive parts. */
  isBrief: boolean;
};

/** With few elements: each one costs in every frame of a scroll. */
const Row = ({
  view,
  selection,
  isSelected,
  isOpen,
  isTabStop,
  index,
  isTall,
  isBrief,
}: RowProps & { view: CallView }) => {
  const { id } = view.entry;
  const times = useTimes(view);
  const { word, tone, verbatim } = view.statusBadge;
  const [before, setBefore] = useState({ word, first: view.history?.checked === undefined });
  const [changed, setChanged] = useState(false);
  if (before.word !== word) {
    setBefore({ word, first: false });
    setChanged(!before.first);
  }
  const [isWhole, setWhole] = useState(!isBrief);
  if (!isBrief && !isWhole) setWhole(true);
  const [head, tail] = splitForDisplay(escapeInvisible(id));
  return (
    <tr
      aria-rowindex={index + 2}
      data-tall={isTall || undefined}
      data-open={isOpen}
      data-picked={isOpen || isSelected || undefined}
      data-brief={isWhole ? undefined : true}
      data-changed={changed || undefined}
      onAnimationEnd={() => setChanged(false)}
    >
      <td
        className={classes(styles['status'], verbatim && 'mono')}
        data-tone={view.stuck ? 'warn' : tone}
        data-stuck={view.stuck || undefined}
        title={view.stuck ? `Stuck, ${word}` : undefined}
        data-old={times.isOld || undefined}
      >
        {isWhole && <RowBox id={id} selection={selection} isSelected={isSelected} />}
        {view.stuck && <span className="vh">Stuck, </span>}
        {word}
      </td>
      <td className={styles['id']}>
        <a
          className={table['id']}
          href={pathOfCall(id)}
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
      {isWhole &&
        TEXT_COLUMNS.map((field) => {
          const { text, ink, title } = describeCell(field, view, times);
          return (
            <td key={field.key} className={classes(columnClass(field.key), ink)} title={title}>
              {text}
            </td>
          );
        })}
    </tr>
  );
};

/** Renders alone when its answer comes. */
export const CallRow = memo(({ id, ...row }: RowProps & { id: string }) => {
  const view = useCall(id);
  return view && <Row view={view} {...row} />;
});
