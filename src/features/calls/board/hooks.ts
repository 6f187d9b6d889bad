import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react';
import { useStore } from 'zustand';
import { useCallStatus } from '#src/api/hooks.ts';
import { computeDuration, type CallView } from '#src/features/calls/call/call.ts';
import { timeZone } from '#src/lib/timestamp.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { getBoard, type Board } from './board.ts';
import { createRows } from './rows.ts';
import { createSelection } from './selection.ts';
import { useView } from './view.ts';
import { rateFreshness, type Freshness, type Overview } from './overview.ts';

const TICK_MS = 1000;
/** `useSyncExternalStore` needs the same value from two reads in a row. */
const STEADY_MS = 500;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let tickedAt = 0;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  timer ??= setInterval(() => {
    tickedAt = performance.now();
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};

const getTick = (): number => {
  if (timer === undefined && Math.abs(performance.now() - tickedAt) > STEADY_MS) tickedAt = performance.now();
  return tickedAt;
};

export const useBoard = (): Board => getBoard(useWorkspace(), useQueryClient());

/** A value that is read every second and when the board changes. `now` is on the monotonic clock, in milliseconds. */
export const useTicking = <Value extends string | number | boolean | undefined>(
  read: (now: number) => Value,
): Value => {
  const board = useBoard();
  const subscribeBoth = useCallback(
    (listener: () => void) => {
      const leaveTicks = subscribe(listener);
      const leaveBoard = board.subscribe(listener);
      return () => {
        leaveTicks();
        leaveBoard();
      };
    },
    [board],
  );
  return useSyncExternalStore(subscribeBoth, () => read(getTick()));
};

/** One call, polled while it is mounted. */
export const useCall = (id: string): CallView | undefined => {
  const board = useBoard();
  useStore(timeZone);
  useCallStatus(id, { ...board.poller, isPolling: useStore(board.poller.isPolling) });
  return useSyncExternalStore(board.store.subscribe, () => board.store.call(id));
};

/** Of the list shown. */
export const useOverview = (): Overview => {
  const board = useBoard();
  const { list } = useView().view;
  return useSyncExternalStore(board.subscribe, () => board.overview(list));
};

const NO_COLUMNS: readonly string[] = [];

export const useHiddenColumns = (): readonly string[] =>
  useStore(useBoard().settings, ({ hiddenColumns = NO_COLUMNS }) => hiddenColumns);

export const useFreshness = (call: CallView): Freshness => {
  const board = useBoard();
  return useTicking((now) => rateFreshness(call, board.overview(), now));
};

/** The running duration in whole seconds; undefined if none was reported. */
export const useDuration = (call: CallView): number | undefined => {
  const board = useBoard();
  return useTicking((now) =>
    computeDuration(call, now, rateFreshness(call, board.overview(), now) === 'fresh'),
  );
};

/** The rows of the page's view and those selected, for as long as the page is open. */
export const useCreateTable = () => {
  const board = useBoard();
  const { view } = useView();
  const [table] = useState(() => {
    const rows = createRows(board.store);
    rows.show(view);
    return { rows, selection: createSelection(rows, board.store) };
  });
  const { rows, selection } = table;
  useLayoutEffect(() => rows.show(view), [rows, view]);
  useEffect(() => {
    const stops = [rows.start(), selection.start()];
    return () => {
      for (const stop of stops) stop();
    };
  }, [rows, selection]);
  return table;
};

type Table = ReturnType<typeof useCreateTable>;

export const TableContext = createContext<Table | undefined>(undefined);

export const useTable = (): Table => {
  const table = use(TableContext);
  if (!table) throw new Error('useTable outside of TableContext');
  return table;
};
