import { counted, number } from '#src/lib/count.ts';
import { copyText, showToast } from '#src/ui/alerts/toasts.ts';
import type { Board } from './board.ts';
import { presentSearch, putBackView } from './view.ts';

/** Pauses those of these calls that are checked; where none is, resumes those that are paused. */
export const pauseOrResume = (board: Pick<Board, 'setPaused' | 'call'>, ids: readonly string[]): void => {
  const views = ids.flatMap((id) => board.call(id) ?? []);
  const checked = views.filter(({ due }) => due !== undefined);
  const chosen = checked.length > 0 ? checked : views.filter(({ entry }) => entry.paused);
  board.setPaused(
    chosen.map(({ entry }) => entry.id),
    checked.length > 0,
  );
};

/** Stops watching, and offers to take that back. `which` says what they have in common, with a space after it. */
export const stopWatching = (board: Board, ids: Iterable<string>, which: 'ended ' | '' = ''): void => {
  const search = presentSearch();
  const removed = board.unwatch(ids);
  const { length } = removed;
  const undo = () => {
    const wasEmpty = board.overview().total === 0;
    board.restore(removed);
    // The view went with the last call.
    if (wasEmpty && board.overview().total > 0) putBackView(search);
  };
  showToast({
    tone: 'plain',
    text: `Stopped watching ${counted(length, `${which}call`)}`,
    ...(length > 0 && { action: { label: 'Undo', run: undo } }),
  });
};

/** Copies IDs, a line each, and says how many. */
export const copyIds = (ids: readonly string[]): void =>
  void copyText(ids.join('\n'), ids.length === 1 ? 'ID' : `${number(ids.length)} IDs`);
