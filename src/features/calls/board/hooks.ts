import { useQueryClient } from '@tanstack/react-query';
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useLocation } from 'wouter';
import { useSearch } from 'wouter/use-browser-location';
import { useStore } from 'zustand';
import { useCallStatus } from '#src/api/hooks.ts';
import { computeDuration, type CallView } from '#src/features/calls/call/call.ts';
import { formatNumber } from '#src/lib/count.ts';
import { timeZone } from '#src/lib/timestamp.ts';
import { BOARD_PATH } from '#src/features/calls/call/address.ts';
import { DEFAULT_LIST, isInList } from '#src/features/calls/call/list-name.ts';
import type { CallExtras } from '#src/features/calls/call/saved-call.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { createRequiredContext } from '#src/ui/required-context.ts';
import { getClocks, subscribeClocks } from '#src/outcomes/clock.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { keepList, offerMove } from './actions.ts';
import { getBoard, type Board } from './board.ts';
import { createRows } from './rows.ts';
import { createSelection } from './selection.ts';
import { focusRows } from './focus-row.ts';
import { MAX_CALLS } from './store.ts';
import type { ListCount } from './tallies.ts';
import { formatListView, formatView, parseView, type View } from './view.ts';
import { rateFreshness, type Freshness, type Overview } from './overview.ts';

export const useBoard = (): Board => getBoard(useWorkspace(), useQueryClient());

export const useView = () => {
  const search = useSearch();
  const [, navigate] = useLocation();
  const view = useMemo(() => parseView(search), [search]);
  const change = useCallback(
    /** `replace`: without a new entry in the browser's history, as while typing. */
    (next: Partial<View>, replace = false) =>
      navigate(location.pathname + formatView({ ...parseView(location.search), ...next }), { replace }),
    [navigate],
  );
  return { view, change };
};

/** A value that is read every second and when the board changes. `now` is on the monotonic clock, in milliseconds. */
export const useTicking = <Value extends string | number | boolean | undefined>(
  read: (now: number) => Value,
): Value => {
  const board = useBoard();
  const subscribeBoth = useCallback(
    (listener: () => void) => {
      const leaveTicks = subscribeClocks(listener);
      const leaveBoard = board.subscribe(listener);
      return () => {
        leaveTicks();
        leaveBoard();
      };
    },
    [board],
  );
  return useSyncExternalStore(subscribeBoth, () => read(getClocks().monotonicMs));
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

const NONE: readonly string[] = [];

/** All lists, also the default one, kept ones and that of the address if they are empty. */
export const useLists = (): ListCount[] => {
  const kept = useStore(useBoard().settings, ({ lists: names = NONE }) => names);
  const { lists } = useOverview();
  const { list: shown } = useView().view;
  const counts = new Map(lists.map((each) => [each.name, each]));
  return [...new Set([DEFAULT_LIST, ...counts.keys(), ...kept, shown])].map(
    (name) => counts.get(name) ?? { name, total: 0, going: 0 },
  );
};

export const useHiddenColumns = (): readonly string[] =>
  useStore(useBoard().settings, ({ hiddenColumns = NONE }) => hiddenColumns);

export const useFreshness = (call: CallView): Freshness => {
  const board = useBoard();
  return useTicking((now) => rateFreshness(call, board.overview(), now));
};

const measureSeconds = (board: Board, call: CallView, now: number): number | undefined =>
  computeDuration(call, now, rateFreshness(call, board.overview(), now) === 'fresh');

/** The duration as reported, or the running one in whole seconds; undefined if none was reported. */
export const useDuration = (call: CallView): number | undefined => {
  const board = useBoard();
  const reported = call.history?.last?.record.duration;
  return useTicking((now) => {
    const seconds = measureSeconds(board, call, now);
    return seconds === undefined || seconds === reported ? seconds : Math.floor(seconds);
  });
};

/** The rows of the page's view and those selected, for as long as the page is open. */
export const useCreateTable = () => {
  const board = useBoard();
  const { view } = useView();
  const [table] = useState(() => {
    const rows = createRows(board.store, (call, now) => measureSeconds(board, call, now));
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

export const [TableContext, useTable] = createRequiredContext<Table>('useTable');

/** The list of the address. `opened`: the call whose detail is shown, unless a link still asks. */
export const useShownList = (opened: string | undefined): string => {
  const board = useBoard();
  const { total, loading } = useOverview();
  const { list } = useView().view;
  const [, navigate] = useLocation();
  const hasCalls = total > 0;
  const filled = useRef<string>(undefined);
  useEffect(() => {
    if (hasCalls) {
      filled.current = list;
      keepList(board, list);
    } else if (filled.current === list && !loading) {
      // The view of an emptied list is over; that of a link waits for its first calls.
      filled.current = undefined;
      navigate(location.pathname + formatListView(list), { replace: true });
    }
  }, [board, hasCalls, loading, list, navigate]);
  useEffect(() => {
    const entry = opened === undefined || loading ? undefined : board.store.call(opened)?.entry;
    // An address without a list may open a call of any list.
    if (entry && !isInList(entry, list))
      navigate(location.pathname + formatListView(entry.list ?? DEFAULT_LIST), { replace: true });
  }, [board, opened, loading, list, navigate]);
  return list;
};

/** Adds calls to the list shown, unless the user or a file says another, and shows the new ones, or else all of that list. */
export const useWatch = (list: string, open: (id: string) => void) => {
  const board = useBoard();
  const { rows } = useTable();
  const { change } = useView();
  const [, navigate] = useLocation();
  const showAll = (ids: readonly string[]): void => {
    const entries = ids.flatMap((id) => board.store.call(id)?.entry ?? []);
    const inList = entries.filter((entry) => isInList(entry, list));
    const visible = new Set(rows.all());
    if (inList.length === 0) navigate(BOARD_PATH + formatListView(entries[0]?.list ?? DEFAULT_LIST));
    else if (!inList.every(({ id }) => visible.has(id))) change({ filter: 'all', text: '' });
  };
  return (ids: readonly string[], extras?: ReadonlyMap<string, CallExtras>, into = list) => {
    const fresh = ids.filter((id) => board.store.call(id) === undefined);
    const already = ids.filter((id) => board.store.call(id) !== undefined);
    const { notAdded } = board.store.watch(ids, into, extras);
    if (notAdded > 0)
      showToast({
        tone: 'bad',
        text: `${formatNumber(notAdded)} not added. The board holds ${formatNumber(MAX_CALLS)}.`,
      });
    offerMove(board, already, into);
    const shown = fresh.length > 0 ? fresh : ids;
    const [first] = shown;
    if (first === undefined) return;
    const isInShownList = shown.some((id) => isInList(board.store.call(id)?.entry ?? {}, list));
    if (shown.length === 1) open(first);
    else if (fresh.length > 0 || isInShownList || into !== list) showAll(shown);
    // The offer to move them says where they are.
    else return;
    // After the paint: finding the row renders the table and measures it.
    requestAnimationFrame(() => setTimeout(() => focusRows(shown)));
  };
};
