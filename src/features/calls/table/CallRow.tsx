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
import {
  COLUMNS,
  readPlainValue,
  formatShortTime,
  formatTrouble,
  type ColumnKey,
} from '#src/features/calls/call/fields.ts';
import type { Selection } from './selection.ts';
import { nextCheckText, useCall, useTicking } from '#src/features/calls/board/ticking.ts';
import table from '#src/ui/table/Table.module.css';
import styles from './CallTable.module.css';

/** A cell that holds text alone: its words, the ink that they are set in, and more of it as a title. */
type CellText = { text: string; ink?: string | undefined; title?: string | undefined };

/** The words of a call that go on with the time, and the inks of two of them. `isOld` is "" where the row is as fresh as it can be. */
const timesOf = (view: CallView, { overview }: Board, at: number) => {
  const known = overview();
  const freshness = freshnessOf(view, known, at);
  // A failing call says itself that it is not refreshed, until nobody is asked at all.
  const saysSo = view.state.kind === 'failing' && !known.blocker;
  const isOld = freshness === 'stale' && !saysSo ? 'old' : '';
  const seconds = computeDuration(view, at, freshness === 'fresh');
  const checked = view.history?.checked;
  const isAged = checked && freshness !== 'done';
  return {
    isOld,
    // Nothing before the first check: its cell shows that it waits.
    duration: checked ? formatClock(seconds) : '',
    durationInk: seconds === undefined || freshness === 'stale' ? 'quiet' : '',
    // How long ago the last check was; when it was, where no more follow.
    checked: isAged ? formatAge(at - checked.mono) : checked ? formatTime(checked.at) : '',
    checkedInk: !isAged || freshness === 'paused' ? 'quiet' : isOld ? 'late' : 'second',
    next: nextCheckText(view, known, at),
  };
};
type Times = ReturnType<typeof timesOf>;

/** One listener a row, whatever goes on in it: it is drawn again only where it would read differently. */
const useTimes = (view: CallView): Times => {
  const board = useBoard();
  const line = useTicking((at) => Object.values(timesOf(view, board, at)).join('\n'));
  const [isOld = '', duration = '', durationInk = '', checked = '', checkedInk = '', next = ''] =
    line.split('\n');
  return { isOld, duration, durationInk, checked, checkedInk, next };
};

const timeText = (value: string | number | undefined): CellText =>
  formatShortTime(value) ?? { text: '–', ink: 'quiet' };

const errorText = (view: CallView): CellText => {
  const title = formatTrouble(view);
  return { text: title ?? '', ink: view.trouble?.quiet ? 'quiet' : 'second', title };
};

/** After the status and the ID, which are more than text. */
const TEXT_COLUMNS = COLUMNS.filter(({ key }) => key !== 'status' && key !== 'id');

/** Columns that show more than the value of their field. */
const TEXTS: Partial<Record<ColumnKey, (view: CallView, times: Times) => CellText>> = {
  started: ({ history }) => timeText(history?.last?.record.startTime),
  ended: ({ history }) => timeText(history?.last?.record.endTime),
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
  error: errorText,
  note: ({ entry }) => ({ text: escapeInvisible(entry.note ?? ''), ink: 'second', title: entry.note }),
};

/** A column without a width of its own has that of a plain one. */
export const columnClass = (column: ColumnKey): string | undefined => styles[column] ?? styles['plain'];

const textOf = (field: (typeof COLUMNS)[number], view: CallView, times: Times): CellText => {
  const text = TEXTS[field.key];
  return text ? text(view, times) : { text: String(readPlainValue(field, view) ?? ''), ink: 'second' };
};

/**
 * Apart from its row: React writes a checkbox anew as often as it renders. In the order of the Tab key there is the link, on
 * which the space bar does the same.
 */
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
  /** The Tab key leads here. */
  isTabStop: boolean;
  /** Its place among all that are shown, from 0 on. */
  index: number;
  isTall: boolean;
  /** A row that comes now is drawn without what weighs, until this is no longer so. */
  isBrief: boolean;
};

/** As few elements as a row can have: each one weighs as often as there are rows, in every frame of a scroll. */
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
          const { text, ink, title } = textOf(field, view, times);
          return (
            <td key={field.key} className={classes(columnClass(field.key), ink)} title={title}>
              {text}
            </td>
          );
        })}
    </tr>
  );
};

/** One watched call. It alone is drawn again when its answer comes. */
export const CallRow = memo(({ id, ...row }: RowProps & { id: string }) => {
  const view = useCall(id);
  return view && <Row view={view} {...row} />;
});
