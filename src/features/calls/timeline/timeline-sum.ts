import { isRunning, spanOf, type LaneView } from './timeline-lane.ts';
import type { Range } from './timeline-plot.ts';

/** What all shown calls have in common. `goesOn`: some bars grow with the time. */
export type Sum = { count: number; running: number; extent: Range | undefined; goesOn: boolean };

type Call = (id: string) => LaneView | undefined;

/** Goes once through all shown calls. */
export const sumOf = (ids: readonly string[], call: Call, now: number): Sum => {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  let running = 0;
  let goesOn = false;
  for (const id of ids) {
    const view = call(id);
    const span = view && spanOf(view, now);
    if (!span) continue;
    if (isRunning(view)) running += 1;
    goesOn ||= span.to === now;
    // Nothing is known of what is to come: a time ahead of this clock, or without its zone, is no reason to show hours of it.
    from = Math.min(from, span.from, now);
    to = Math.max(to, Math.min(span.to, now));
  }
  return { count: ids.length, running, goesOn, extent: to < from ? undefined : { from, to } };
};

const STEADY_MS = 1000;
/** So many calls are gone through at most once in that time, twice as many half as often. */
const STEADY_CALLS = 2000;

const isOther = (a: number, b: number): boolean => Math.abs(a - b) > Math.min(a, b) / 10;

/** Keeps the sum of all shown calls at a cost that does not grow with their number. Times are in epoch milliseconds. */
export const createSum = (rows: { count: () => number; all: () => readonly string[] }, call: Call) => {
  let sum: Sum = { count: 0, running: 0, extent: undefined, goesOn: false };
  let madeAt = Number.NEGATIVE_INFINITY;
  let isOld = true;
  return {
    /** Something of a call that counts, or which calls are shown, has changed. */
    age: (): void => {
      isOld = true;
    },
    at: (now: number): Sum => {
      const steadyMs = STEADY_MS * Math.max(1, sum.count / STEADY_CALLS);
      if (isOld && (now - madeAt >= steadyMs || isOther(sum.count, rows.count()))) {
        sum = sumOf(rows.all(), call, now);
        madeAt = now;
        isOld = false;
      }
      const { extent } = sum;
      return extent && sum.goesOn ? { ...sum, extent: { ...extent, to: Math.max(extent.to, now) } } : sum;
    },
  };
};
