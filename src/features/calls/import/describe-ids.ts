import { formatCount, formatNumber } from '#src/lib/count.ts';
import { mergeLabels } from '#src/features/calls/call/labels.ts';
import type { CallExtras } from '#src/features/calls/call/saved-call.ts';
import type { IdSummary } from './read-ids.ts';

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
    unusable > 0 && `${formatNumber(unusable)} left out`,
  ]
    .filter(Boolean)
    .join(', ');
