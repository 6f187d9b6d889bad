import { formatCount, formatNumber } from '#src/lib/count.ts';
import { listWords } from '#src/lib/list-words.ts';
import { mergeLabels } from '#src/features/calls/call/labels.ts';
import type { CallExtras } from '#src/features/calls/call/saved-call.ts';
import type { IdSummary } from './read-ids.ts';

const MAX_LISTED_LINES = 20;

/** `line 4`, `lines 4, 19 and 312 more` */
export const listLines = (numbers: readonly number[]): string => {
  const lines = [...new Set(numbers)];
  const listed = lines.slice(0, MAX_LISTED_LINES).map(formatNumber);
  const more = lines.length - listed.length;
  if (more > 0) listed.push(`${formatNumber(more)} more`);
  return `line${lines.length === 1 ? '' : 's'} ${listWords(listed)}`;
};

/** `12 notes, 2 labels` */
export const describeExtras = (extras: ReadonlyMap<string, CallExtras>): string => {
  const all = [...extras.values()];
  const notes = all.filter(({ note }) => note !== undefined).length;
  const labels = mergeLabels(...all.map((each) => each.labels)).length;
  return [notes > 0 && formatCount(notes, 'note'), labels > 0 && formatCount(labels, 'label')]
    .filter(Boolean)
    .join(', ');
};

export const describeIds = ({ found, fresh, already, repeated, unusable }: IdSummary): string =>
  [
    `${formatCount(found, 'ID')} found`,
    `${formatNumber(fresh.length)} new`,
    already.length > 0 && `${formatNumber(already.length)} already watched`,
    repeated > 0 && `${formatNumber(repeated)} repeated`,
    unusable.length > 0 && `${formatNumber(unusable.length)} not usable`,
  ]
    .filter(Boolean)
    .join(', ');
