import type { StatusInterval } from '#src/features/calls/call/history.ts';

/** `x` and `width` are in percent of the plot's width. `lane`: of its status. */
export type Bar = { lane: number; x: number; width: number };
export type Plot = { lanes: string[]; bars: Bar[]; from: number; until: number };

const MIN_PLOT_MS = 1000;
const MIN_BAR_WIDTH = 1;

/**
 * A bar for each time with a known status. It lasts until the next check, unless that failed or was late; the last one lasts
 * until `until` if checks succeed. In epoch milliseconds.
 */
export const layOutPlot = (intervals: readonly StatusInterval[], until: number, isFresh: boolean): Plot => {
  const from = intervals[0]?.from ?? until;
  const end = Math.max(until, from + MIN_PLOT_MS);
  const spans = intervals.flatMap((interval, at) => {
    if (interval.kind !== 'status') return [];
    const next = intervals[at + 1] ?? (isFresh ? { kind: 'status', from: until } : undefined);
    return { ...interval, until: next?.kind === 'status' ? next.from : interval.until };
  });
  const lanes = [...new Set(spans.map(({ status }) => status))];
  const toPercent = (ms: number): number => Number(((100 * ms) / (end - from)).toFixed(4));
  const bars = spans.map((span) => ({
    lane: lanes.indexOf(span.status),
    x: Math.min(toPercent(span.from - from), 100 - MIN_BAR_WIDTH),
    width: Math.max(MIN_BAR_WIDTH, toPercent(span.until - span.from)),
  }));
  return { lanes, bars, from, until: end };
};
