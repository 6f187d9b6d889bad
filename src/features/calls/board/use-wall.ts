import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'wouter';
import { useSearch } from 'wouter/use-browser-location';
import { BOARD_PATH } from '#src/features/calls/call/address.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { hasDialog } from '#src/ui/commands.ts';
import { focusTableIfLost } from './focus-row.ts';
import { getViewSearch } from './view.ts';

export const formatWallPath = (search: string): string => `${BOARD_PATH}?wall${search.replace('?', '&')}`;

export const showsWall = (search: string): boolean => new URLSearchParams(search).has('wall');

/** Marks the history entry of a wall that was opened from the board, so that leaving the wall goes back. */
export const OVER_BOARD = { isOverBoard: true };

const isOverBoard = (state: unknown): boolean => isRecord(state) && state['isOverBoard'] === true;

/** Whether the wall is shown. Escape and a tap leave it. */
export const useWall = (): boolean => {
  const isShown = showsWall(useSearch());
  const [, navigate] = useLocation();
  const leaveNow = useEffectEvent(() => {
    if (isOverBoard(history.state)) history.back();
    else navigate(BOARD_PATH + getViewSearch(), { replace: true });
  });
  useEffect(() => {
    if (!isShown) return;
    // Going back takes a moment, and a second press would go back twice.
    let isLeft = false;
    const leaveOnce = () => {
      if (!isLeft) {
        leaveNow();
        focusTableIfLost();
      }
      isLeft = true;
    };
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || hasDialog()) return;
      event.preventDefault();
      leaveOnce();
    };
    document.documentElement.toggleAttribute('data-wall', true);
    // Before the commands of the board below, which keeps its selection and summary.
    addEventListener('keydown', press, { capture: true });
    // Not `click`: the click that opened the wall ends after this.
    addEventListener('pointerdown', leaveOnce);
    return () => {
      document.documentElement.removeAttribute('data-wall');
      removeEventListener('keydown', press, { capture: true });
      removeEventListener('pointerdown', leaveOnce);
    };
  }, [isShown]);
  return isShown;
};
