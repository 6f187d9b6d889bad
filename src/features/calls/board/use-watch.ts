import { useLocation } from 'wouter';
import { formatNumber } from '#src/lib/count.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { useBoard } from './board.ts';
import { MAX_CALLS } from './edits.ts';
import { focusRow } from './focus-row.ts';
import { formatListView } from './view.ts';
import { BOARD_PATH } from '#src/features/calls/call/address.ts';
import { DEFAULT_LIST } from '#src/features/calls/call/list-name.ts';
import type { CallExtras } from '#src/features/calls/call/saved-call.ts';

/** Adds calls to the list shown, unless a file says another, and shows them. */
export const useWatch = (list: string, open: (id: string) => void) => {
  const board = useBoard();
  const [, navigate] = useLocation();
  return (ids: readonly string[], extras?: ReadonlyMap<string, CallExtras>) => {
    if (extras) board.addExtras(extras);
    const { notAdded } = board.watch(ids, list, extras);
    if (notAdded > 0)
      showToast({
        tone: 'bad',
        text: `${formatNumber(notAdded)} not added. The board holds ${formatNumber(MAX_CALLS)}.`,
      });
    const [first] = ids;
    if (first === undefined) return;
    const lists = ids.map((id) => board.call(id)?.entry.list ?? DEFAULT_LIST);
    if (ids.length === 1) open(first);
    else if (!lists.includes(list)) navigate(BOARD_PATH + formatListView(lists[0] ?? list));
    // Answers sort rows anew: of several, the focus would leave the view with one.
    const control = ids.length === 1 ? 'link' : 'table';
    // After the paint: finding the row renders the table and measures it.
    requestAnimationFrame(() => setTimeout(() => focusRow(first, control)));
  };
};
