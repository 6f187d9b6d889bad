import { useState, useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import { splitForDisplay } from '#src/lib/ids.ts';
import { Status } from '#src/ui/Status.tsx';
import table from '#src/ui/Table.module.css';
import { pathOfCall } from './address.ts';
import type { Board } from './board.ts';
import { freshnessOf } from './freshness.ts';
import type { CallView } from './overview.ts';
import { CheckedAge, NextCheck, RunningDuration } from './Ticking.tsx';
import { useTicking } from './ticking.ts';
import { shortTime, troubleInShort } from './words.ts';
import styles from './CallTable.module.css';

type Shown = { board: Board; view: CallView };

const Time = ({ value }: { value: string | number | undefined }) => {
  const time = shortTime(value);
  return time ? <time title={time.title}>{time.text}</time> : <span className="quiet">–</span>;
};

const RowStatus = ({ board, view }: Shown) => {
  const isOld = useTicking(board, (now) => {
    const overview = board.overview();
    // A failing call says itself that it is not refreshed, until nobody is asked at all.
    const saysSo = view.state.kind === 'failing' && !overview.interruption;
    return !saysSo && freshnessOf(view, overview, now) === 'stale';
  });
  return <Status {...view.look} old={isOld} />;
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
    >
      <span>{head}</span>
      {tail && <span>{tail}</span>}
    </Link>
  );
};

const Row = ({ board, view, isOpen }: Shown & { isOpen: boolean }) => {
  const { word } = view.look;
  const [before, setBefore] = useState({ word, first: view.seen?.checked === undefined });
  const [changed, setChanged] = useState(false);
  if (before.word !== word) {
    setBefore({ word, first: false });
    setChanged(!before.first);
  }
  const record = view.seen?.last?.record;
  const trouble = troubleInShort(view);
  return (
    <tr data-changed={changed || undefined} onAnimationEnd={() => setChanged(false)}>
      <td className={styles['status']}>
        <RowStatus board={board} view={view} />
      </td>
      <td className={styles['id']}>
        <CallId id={view.entry.id} isOpen={isOpen} />
      </td>
      <td className={styles['started']}>
        <Time value={record?.startTime} />
      </td>
      <td className={styles['ended']}>
        <Time value={record?.endTime} />
      </td>
      <td className={styles['duration']}>
        <RunningDuration board={board} view={view} />
      </td>
      <td className={styles['checked']}>
        <CheckedAge board={board} view={view} />
      </td>
      <td className={styles['next']}>
        <NextCheck board={board} view={view} />
      </td>
      <td className={styles['error']} title={trouble?.text}>
        {trouble && <span className={trouble.quiet ? 'quiet' : 'second'}>{trouble.text}</span>}
      </td>
    </tr>
  );
};

/** One watched call. It alone is drawn again when its answer comes. */
export const CallRow = ({ id, board, isOpen }: { id: string; board: Board; isOpen: boolean }) => {
  const view = useSyncExternalStore(
    (listener) => board.subscribeCall(id, listener),
    () => board.call(id),
  );
  return view && <Row board={board} view={view} isOpen={isOpen} />;
};
