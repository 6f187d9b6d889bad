import { isEnded, type CallView } from '#src/features/calls/call/call.ts';
import { formatErrorFilter } from '#src/features/calls/call/call-fields.ts';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { formatClock, MAX_SECONDS } from '#src/lib/duration.ts';
import { groupBy } from '#src/lib/group-by.ts';
import { escapeInvisible } from '#src/lib/invisible.ts';
import { formatDate, formatTime, formatZone } from '#src/lib/timestamp.ts';

/** `filter`: the text that finds its calls. Undefined for failed calls without an error, and for the line of all others. */
type ErrorLine = { filter?: string | undefined; label: string; count: number };

export type Summary = {
  total: number;
  /** All that ended or failed. */
  ended: number;
  failed: number;
  /** Of failed calls, the most frequent first. */
  errors: readonly ErrorLine[];
  /** In seconds, of `timed` ended calls with a duration. */
  median: number | undefined;
  timed: number;
};

const MAX_ERRORS = 10;

const readFilter = ({ errorText }: CallView) =>
  errorText === undefined ? undefined : formatErrorFilter(errorText);

/** The most frequent errors, and one line for all others. */
const listErrors = (failed: readonly CallView[]): ErrorLine[] => {
  const errors = [...groupBy(failed, readFilter)]
    .map(([filter, { length }]): ErrorLine => ({
      filter,
      label: filter === undefined ? 'No error reported' : escapeInvisible(filter.slice(1)),
      count: length,
    }))
    .toSorted((a, b) => b.count - a.count);
  if (errors.length <= MAX_ERRORS + 1) return errors;
  const others = errors.slice(MAX_ERRORS);
  const count = others.reduce((sum, each) => sum + each.count, 0);
  return [...errors.slice(0, MAX_ERRORS), { label: formatCount(others.length, 'other error'), count }];
};

const findMedian = (sorted: readonly number[]): number | undefined => {
  const middle = (sorted.length - 1) / 2;
  const below = sorted[Math.floor(middle)];
  const above = sorted[Math.ceil(middle)];
  return below === undefined || above === undefined ? undefined : (below + above) / 2;
};

export const summarize = (calls: readonly CallView[]): Summary => {
  const ended = calls.filter((call) => isEnded(call) || call.group === 'ok' || call.group === 'bad');
  const failed = ended.filter(({ group }) => group === 'bad');
  const durations = ended
    .flatMap(({ history }) => history?.last?.record.duration ?? [])
    .filter((seconds) => seconds >= 0 && seconds <= MAX_SECONDS)
    .toSorted((a, b) => a - b);
  return {
    total: calls.length,
    ended: ended.length,
    failed: failed.length,
    errors: listErrors(failed),
    median: findMedian(durations),
    timed: durations.length,
  };
};

/** Rounds neither to 0 % nor to 100 %. */
export const formatShare = (count: number, total: number): string => {
  const percent = Math.round((100 * count) / total);
  if (percent === 0 && count > 0) return '<1 %';
  return percent === 100 && count < total ? '>99 %' : `${percent || 0} %`;
};

/** `which`: the calls. `now` is in epoch milliseconds. */
export const formatSummary = (
  { ended, failed, errors, median, timed }: Summary,
  { which, now = Date.now() }: { which: string; now?: number },
): string =>
  [
    `Summary of ${which}`,
    `${formatDate(now)}, ${formatTime(now)} ${formatZone(now)}`,
    ...(ended === 0
      ? []
      : [`Failed: ${formatNumber(failed)} of ${formatNumber(ended)} ended, ${formatShare(failed, ended)}`]),
    ...errors.map(({ label, count }) => `  ${label}: ${formatNumber(count)}, ${formatShare(count, failed)}`),
    ...(median === undefined
      ? []
      : [`Median duration: ${formatClock(median)}, of ${formatCount(timed, 'ended call')}`]),
  ].join('\n');
