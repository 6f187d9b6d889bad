import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { formatNumber } from '#src/lib/count.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { useBoard, useOverview } from './hooks.ts';
import { focusRow } from './focus-row.ts';
import { MAX_CALLS } from './store.ts';
import { formatListView, useView } from './view.ts';
import { showsWall } from './use-wall.ts';
import { BOARD_PATH } from '#src/features/calls/call/address.ts';
import { DEFAULT_LIST, isInList } from '#src/features/calls/call/list-name.ts';
import type { CallExtras } from '#src/features/calls/call/saved-call.ts';

/** The list of the address. `opened`: the call whose detail is shown, unless a link still asks. */
export const useShownList = (opened: string | undefined): string => {
  const board = useBoard();
  const { total, loading } = useOverview();
  const { list } = useView().view;
  const [, navigate] = useLocation();
  const hasCalls = total > 0;
  const filled = useRef<string>(undefined);
  useEffect(() => {
    if (hasCalls) filled.current = list;
    else if (filled.current === list && !loading) {
      // The view of an emptied list is over; that of a link waits for its first calls.
      filled.current = undefined;
      if (!showsWall(location.search)) navigate(location.pathname + formatListView(list), { replace: true });
    }
  }, [hasCalls, loading, list, navigate]);
  useEffect(() => {
    const entry = opened === undefined || loading ? undefined : board.store.call(opened)?.entry;
    // An address without a list may open a call of any list.
    if (entry && !isInList(entry, list))
      navigate(location.pathname + formatListView(entry.list ?? DEFAULT_LIST), { replace: true });
  }, [board, opened, loading, list, navigate]);
  return list;
};

/** Adds calls to the list shown, unless a file says another, and shows them. */
export const useWatch = (list: string, open: (id: string) => void) => {
  const board = useBoard();
  const [, navigate] = useLocation();
  return (ids: readonly string[], extras?: ReadonlyMap<string, CallExtras>) => {
    if (extras) board.store.addExtras(extras);
    const { notAdded } = board.store.watch(ids, list, extras);
    if (notAdded > 0)
      showToast({
        tone: 'bad',
        text: `${formatNumber(notAdded)} not added. The board holds ${formatNumber(MAX_CALLS)}.`,
      });
    const [first] = ids;
    if (first === undefined) return;
    const lists = ids.map((id) => board.store.call(id)?.entry.list ?? DEFAULT_LIST);
    if (ids.length === 1) open(first);
    else if (!lists.includes(list)) navigate(BOARD_PATH + formatListView(lists[0] ?? list));
    // Answers sort rows anew: of several, the focus would leave the view with one.
    const control = ids.length === 1 ? 'link' : 'table';
    // After the paint: finding the row renders the table and measures it.
    requestAnimationFrame(() => setTimeout(() => focusRow(first, control)));
  };
};
