import { memo, useState, type ChangeEvent } from 'react';
import { Link } from 'wouter';
import { useStore } from 'zustand';
import { classes } from '#src/lib/classes.ts';
import { splitForDisplay } from '#src/lib/ids.ts';
import { Status } from '#src/ui/Status.tsx';
import table from '#src/ui/table/Table.module.css';
import { pathOfCall } from '#src/features/calls/call/address.ts';
import { useBoard } from '#src/features/calls/board/board.ts';
import { freshnessOf } from '#src/features/calls/board/overview.ts';
import type { CallView } from '#src/features/calls/call/call.ts';
import type { Selection } from './selection.ts';
import {
  CheckedAge,
  NextCheck,
  RunningDuration,
  useCall,
  useTicking,
} from '#src/features/calls/board/ticking.tsx';
import { shortTime, troubleText } from '#src/features/calls/call/fields.ts';
import styles from './CallTable.module.css';

type Shown = { view: CallView };

const RowStatus = ({ view }: Shown) => {
  const board = useBoard();
  const isOld = useTicking((now) => {
    const overview = board.overview();
    // A failing call says itself that it is not refreshed, until nobody is asked at all.
    const saysSo = view.state.kind === 'failing' && !overview.blocker;
    return !saysSo && freshnessOf(view, overview, now) === 'stale';
  });
  return <Status {...view.statusBadge} old={isOld} />;
};

/** A moment in its cell. Without an element of its own: each one weighs as often as there are rows. */
const TimeCell = ({ column, value }: { column: 'started' | 'ended'; value: string | number | undefined }) => {
  const time = shortTime(value);
  return (
    <td className={classes(styles[column], !time && 'quiet')} title={time?.title}>
      {time?.text ?? '–'}
    </td>
  );
};

const CallId = ({ id, isOpen }: { id: string; isOpen: boolean }) => {
  const [head, tail] = splitForDisplay(id);
  return (
    <Link
      href={pathOfCall(id)}
      className={table['id']}
      title={id}
      aria-label={id}
      aria-current={isOpen || undefined}
      data-opens-row
    >
      <span>{head}</span>
      {tail && <span>{tail}</span>}
    </Link>
  );
};

const RowBox = memo(({ id, selection }: { id: string; selection: Selection }) => {
  const isSelected = useStore(selection, ({ ids }) => ids.has(id));
  const change = ({ nativeEvent }: ChangeEvent) => {
    if (nativeEvent instanceof MouseEvent && nativeEvent.shiftKey) selection.extend(id);
    else selection.toggle(id);
  };
  // In the order of the Tab key there is the link, on which the space bar does the same.
  return (
    <input type="checkbox" tabIndex={-1} aria-label={`Select ${id}`} checked={isSelected} onChange={change} />
  );
});

const Cells = memo(({ view, isOpen, selection }: Shown & { isOpen: boolean; selection: Selection }) => {
  const record = view.seen?.last?.record;
  const { trouble } = view;
  const text = troubleText(view);
  return (
    <>
      <td className={styles['status']}>
        <RowBox id={view.entry.id} selection={selection} />
        <RowStatus view={view} />
      </td>
      <td className={styles['id']}>
        <CallId id={view.entry.id} isOpen={isOpen} />
      </td>
      <TimeCell column="started" value={record?.startTime} />
      <TimeCell column="ended" value={record?.endTime} />
      <td className={styles['duration']}>
        <RunningDuration view={view} />
      </td>
      <td className={styles['checked']}>
        <CheckedAge view={view} />
      </td>
      <td className={styles['next']}>
        <NextCheck view={view} />
      </td>
      <td className={classes(styles['error'], trouble && (trouble.quiet ? 'quiet' : 'second'))} title={text}>
        {text}
      </td>
    </>
  );
});

type RowProps = {
  selection: Selection;
  isOpen: boolean;
  /** Its place among all that are shown, from 0 on. */
  index: number;
  hasError: boolean;
};

const Row = ({ index, hasError, ...cells }: RowProps & Shown) => {
  const { view } = cells;
  const { word } = view.statusBadge;
  const [before, setBefore] = useState({ word, first: view.seen?.checked === undefined });
  const [changed, setChanged] = useState(false);
  if (before.word !== word) {
    setBefore({ word, first: false });
    setChanged(!before.first);
  }
  return (
    <tr
      aria-rowindex={index + 2}
      data-tall={hasError || undefined}
      data-changed={changed || undefined}
      onAnimationEnd={() => setChanged(false)}
    >
      <Cells {...cells} />
    </tr>
  );
};

/** One watched call. It alone is drawn again when its answer comes. */
export const CallRow = memo(({ id, ...row }: RowProps & { id: string }) => {
  const view = useCall(id);
  return view && <Row view={view} {...row} />;
});
