import { formatCount, formatNumber } from '#src/lib/count.ts';
import type { IdSummary } from './read-ids.ts';

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
