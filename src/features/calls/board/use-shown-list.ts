import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useBoard } from './board.ts';
import { useOverview } from './ticking.ts';
import { formatListView, useView } from './view.ts';
import { showsWall } from './use-wall.ts';
import { DEFAULT_LIST, isInList } from '#src/features/calls/call/list-name.ts';

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
