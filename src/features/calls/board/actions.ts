import { boardLink, takeCallsThatFit } from '#src/features/calls/call/address.ts';
import { formatTickets } from '#src/features/calls/call/ticket.ts';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { copyText, showToast } from '#src/ui/alerts/toasts.ts';
import type { Board } from './board.ts';
import { presentSearch } from './view.ts';

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

/** Checks calls at once; many of them one after the other, as fast as the service is asked. */
export const checkNow = (board: Pick<Board, 'checkNow' | 'checkSoon'>, ids: readonly string[]): void => {
  const [only, ...others] = ids;
  if (others.length > 0) board.checkSoon(ids);
  else if (only !== undefined) void board.checkNow(only);
};

/** Stops watching, and offers to take that back. `which` says what they have in common, with a space after it. */
export const stopWatching = (board: Board, ids: Iterable<string>, which: 'ended ' | '' = ''): void => {
  const removed = board.unwatch(ids);
  const { length } = removed;
  showToast({
    tone: 'plain',
    text: `Stopped watching ${formatCount(length, `${which}call`)}`,
    ...(length > 0 && { action: { label: 'Undo', run: () => board.restore(removed) } }),
  });
};

/** `IDs of 3 calls`, or of how many of them where not all fit. */
const countOf = (what: string, count: number, all: number): string => {
  if (all === 1) return what;
  return `${what} ${what === 'Link' ? 'with' : 'of'} ${count < all ? `${formatNumber(count)} of ` : ''}${formatCount(all, 'call')}`;
};

/** Those of these calls that a link in the present view can carry. */
export const linkedCalls = (ids: readonly string[]): readonly string[] =>
  takeCallsThatFit(location.origin, ids, presentSearch());

/** Copies a link to these calls in the present view, with as many as fit. */
export const copyLink = (ids: readonly string[]): void => {
  const linked = linkedCalls(ids);
  const link = boardLink(location.origin, linked, presentSearch());
  void copyText(link, countOf('Link', linked.length, ids.length));
};

/** Copies what a ticket needs, of as many calls as fit. */
export const copyForTicket = (board: Pick<Board, 'call'>, ids: readonly string[]): void => {
  const views = ids.flatMap((id) => board.call(id) ?? []);
  const { text, count } = formatTickets(views, location.origin);
  void copyText(text, countOf('Details', count, views.length));
};

/** Copies IDs, a line each, and says how many. */
export const copyIds = (ids: readonly string[]): void =>
  void copyText(ids.join('\n'), ids.length === 1 ? 'ID' : `${formatNumber(ids.length)} IDs`);
