import { useCallback, useEffect } from 'react';
import { useLocation } from 'wouter';
import { useSearch } from 'wouter/use-browser-location';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { watchCalls } from '#src/features/calls/board/actions.ts';
import { useBoard } from '#src/features/calls/board/board.ts';
import { getViewSearch, parseView } from '#src/features/calls/board/view.ts';
import { isCallId, readCallsFromSearch } from '#src/features/calls/call/address.ts';
import type { ImportInput } from './read-ids.ts';

/** What the address adds: one call at once, several after the user confirmed them. */
export const useLinkedCalls = (opened: string | undefined) => {
  const board = useBoard();
  const [, navigate] = useLocation();
  const search = useSearch();
  const { label } = parseView(search);
  const linked = readCallsFromSearch(search);
  const isLinked = linked.length > 0;
  const requested = opened ?? linked[0];
  const needsConfirming = linked.some((id) => id !== requested);
  const leaveLink = useCallback(() => {
    if (isLinked) navigate(location.pathname + getViewSearch(), { replace: true });
  }, [isLinked, navigate]);
  useEffect(() => {
    if (requested === undefined || needsConfirming) return;
    if (isCallId(requested)) watchCalls(board, [requested], { label });
    else showToast({ tone: 'bad', text: 'The ID of this link can’t be sent as a call ID' });
    leaveLink();
  }, [board, requested, needsConfirming, label, leaveLink]);
  const unconfirmed: ImportInput | undefined = needsConfirming ? { kind: 'ids', ids: linked } : undefined;
  return { unconfirmed, leaveLink };
};
