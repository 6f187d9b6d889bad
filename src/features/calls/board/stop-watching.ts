import { showToast } from '#src/ui/alerts/toasts.ts';
import type { Board } from './board.ts';

/** Stops watching, and offers to take that back. `which` says what they have in common, with a space after it. */
export const stopWatching = (board: Board, ids: Iterable<string>, which: 'ended ' | '' = ''): void => {
  const removed = board.unwatch(ids);
  const { length } = removed;
  showToast({
    tone: 'plain',
    text: `Stopped watching ${length.toLocaleString('en')} ${which}call${length === 1 ? '' : 's'}`,
    ...(length > 0 && { action: { label: 'Undo', run: () => board.restore(removed) } }),
  });
};
