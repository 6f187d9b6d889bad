import { formatCount, formatNumber, formatRate } from '#src/lib/count.ts';
import type { CallExtras } from '#src/features/calls/call/saved-call.ts';
import { formatSpan } from '#src/lib/duration.ts';
import type { IdSummary, Occurrences } from './read-ids.ts';

const MAX_LISTED_LINES = 20;

/** `line 4`, `lines 4, 19 and 312 more` */
export const listLines = ({ lines }: Occurrences, unit: 'line' | 'ID'): string => {
  const listed = lines.slice(0, MAX_LISTED_LINES).map(formatNumber);
  const more = lines.length - listed.length;
  const last = more > 0 ? `${formatNumber(more)} more` : listed.pop();
  const before = listed.join(', ');
  return `${unit}${lines.length === 1 ? '' : 's'} ${before}${before && ' and '}${last ?? ''}`;
};

export const describeRound = (count: number, perSecond: number): string =>
  `Checking ${count === 1 ? 'it' : `these ${formatCount(count, 'call')}`} once takes about ${formatSpan(Math.max(1000, (1000 * count) / perSecond))}, at ${formatRate(perSecond)} a second`;

export const explainNothingToWatch = (
  { found, fresh, already }: IdSummary,
  room: number,
): string | undefined => {
  if (found === 0) return 'No call IDs found';
  if (fresh.length > 0) return room > 0 ? undefined : 'The board is full';
  return already.length > 0 ? 'All of them are watched already' : 'None can be sent as a call ID';
};

/** `12 notes, 2 lists` */
export const describeExtras = (extras: ReadonlyMap<string, CallExtras>): string => {
  const all = [...extras.values()];
  const notes = all.filter(({ note }) => note !== undefined).length;
  const lists = new Set(all.flatMap(({ list }) => list ?? [])).size;
  return [notes > 0 && formatCount(notes, 'note'), lists > 0 && formatCount(lists, 'list')]
    .filter(Boolean)
    .join(', ');
};

export const describeIds = ({ found, fresh, already, repeated, unusable }: IdSummary): string =>
  [
    `${formatCount(found, 'ID')} found`,
    `${formatNumber(fresh.length)} new`,
    already.length > 0 && `${formatNumber(already.length)} already watched`,
    repeated.count > 0 && `${formatNumber(repeated.count)} repeated`,
    unusable.count > 0 && `${formatNumber(unusable.count)} not usable`,
  ]
    .filter(Boolean)
    .join(', ');
