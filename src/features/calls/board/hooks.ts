import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { useSearch } from 'wouter/use-browser-location';
import { useStore } from 'zustand';
import { useCallStatus } from '#src/api/hooks.ts';
import { computeDuration, type CallView } from '#src/features/calls/call/call.ts';
import type { CallExtras } from '#src/features/calls/call/extras.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { createRequiredContext } from '#src/ui/required-context.ts';
import { getClocks, subscribeClocks } from '#src/outcomes/clock.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { changeLabels } from './actions.ts';
import { getBoard, type Board } from './board.ts';
import { createRows } from './rows.ts';
import { createSelection } from './selection.ts';
import { focusRows } from './focus-row.ts';
import { describeNotAdded } from './store.ts';
import { formatView, parseView, type View } from './view.ts';
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

/**
 * A value that is read every second and when the board changes, unless `isTicking` is false. `now` is on the monotonic clock, in
 * milliseconds.
 */
export const useTicking = <Value extends string | number | boolean | undefined>(
  read: (now: number) => Value,
  isTicking = true,
): Value => {
  const board = useBoard();
  const subscribeBoth = useCallback(
    (listener: () => void) => {
      if (!isTicking) return () => undefined;
      const leaveTicks = subscribeClocks(listener);
      const leaveBoard = board.subscribe(listener);
      return () => {
        leaveTicks();
        leaveBoard();
      };
    },
    [board, isTicking],
  );
  return useSyncExternalStore(subscribeBoth, () => read(getClocks().monotonicMs));
};

export const useCall = (id: string): CallView | undefined => {
  const board = useBoard();
  return useSyncExternalStore(board.store.subscribe, () => board.store.call(id));
};

/** Polls the call, too: for the open one. `board/poller.ts` polls the others. */
export const useOpenCall = (id: string): CallView | undefined => {
  const { poller } = useBoard();
  useCallStatus(id, { ...poller, isPolling: useStore(poller.isPolling) });
  return useCall(id);
};

/** Its counts are those of the label shown. */
export const useOverview = (): Overview => {
  const board = useBoard();
  const { label } = useView().view;
  return useSyncExternalStore(board.subscribe, () => board.overview(label));
};

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

/** Watches calls, with the label shown, and shows the new ones, or else all of them. */
export type Watch = (ids: readonly string[], extras?: ReadonlyMap<string, CallExtras>) => void;

export const useWatch = (open: (id: string) => void): Watch => {
  const board = useBoard();
  const { rows } = useTable();
  const { view, change } = useView();
  const { label } = view;
  return (ids, extras = new Map()) => {
    const fresh = ids.filter((id) => board.store.call(id) === undefined);
    const { notAdded } = board.store.watch(ids, label, extras);
    if (notAdded > 0) showToast({ tone: 'bad', text: describeNotAdded(notAdded) });
    const already = ids.length - fresh.length;
    if (label !== '' && ids.length > 1 && already > 0)
      changeLabels(board, ids, { added: [label], removed: [] });
    const shown = fresh.length > 0 ? fresh : ids;
    const [first] = shown;
    if (first === undefined) return;
    if (shown.length === 1) open(first);
    else {
      const visible = new Set(rows.all());
      if (!shown.every((id) => visible.has(id))) change({ filter: 'all', time: '', text: '' });
    }
    focusRows(shown);
  };
};
