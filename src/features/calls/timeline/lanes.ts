import type { Range } from './time-axis.ts';
import { isEnded, type CallView } from '#src/features/calls/call/call.ts';

/**
 * A stretch of a call's bar, in epoch milliseconds. `seen`: checks from here saw it; `told`: the service named the
 * start, nobody looked yet; `unseen`: nothing was asked or no answer came.
 */
export type Part = { kind: 'seen' | 'told' | 'unseen'; from: number; until: number };

export type Lane = {
  parts: readonly Part[];
  /** The service named no start: the bar begins where the call was first seen. */
  isStartKnown: boolean;
  /** The check that saw the end. */
  dot?: number;
};

export type LaneView = Pick<
  CallView,
  'entry' | 'seen' | 'state' | 'due' | 'started' | 'ended' | 'endedSeenAt'
>;

/** Whether the last answer said that the call goes on. */
export const isRunning = ({ state }: LaneView): boolean => state.kind === 'reported' && !state.ended;

/** When the check came that saw the end; undefined while the call has not ended. */
export const endSeenAt = (view: LaneView): number | undefined => {
  if (!isEnded(view)) return undefined;
  return view.endedSeenAt ?? view.seen?.runs.findLast((run) => run.kind === 'status')?.from;
};

/** From when to when a call's bar goes at `now`, in epoch milliseconds; undefined where no time is known yet. */
export const spanOf = (view: LaneView, now: number): Range | undefined => {
  const runs = view.seen?.runs ?? [];
  const from = view.started ?? runs[0]?.from;
  if (from === undefined) return undefined;
  const isAsked = view.due !== undefined || view.entry.paused === true;
  const last = runs.at(-1)?.until ?? from;
  const to = isEnded(view) ? (view.ended ?? endSeenAt(view) ?? last) : isAsked ? now : last;
  return { from, to: Math.max(from, to) };
};

/** Lays out one call's bar. `isFresh`: checks succeed, so that the last status counts as seen until now. */
export const laneOf = (view: LaneView, { now, isFresh }: { now: number; isFresh: boolean }): Lane => {
  const isStartKnown = view.started !== undefined;
  const span = spanOf(view, now);
  if (!span) return { parts: [], isStartKnown };
  const runs = view.seen?.runs ?? [];
  const parts: Part[] = [];
  let at = span.from;
  const add = (kind: Part['kind'], upTo: number): void => {
    const until = Math.min(upTo, span.to);
    if (until <= at) return;
    const last = parts.at(-1);
    if (last?.kind === kind) last.until = until;
    else parts.push({ kind, from: at, until });
    at = until;
  };
  const firstSeen = runs.find((run) => run.kind === 'status')?.from ?? Number.POSITIVE_INFINITY;
  runs.forEach((run, index) => {
    if (run.kind !== 'status') return;
    add(isStartKnown && run.from === firstSeen ? 'told' : 'unseen', run.from);
    const next = runs[index + 1];
    if (next) add('seen', next.kind === 'status' ? next.from : run.until);
    else add('seen', isFresh && !isEnded(view) ? span.to : run.until);
  });
  // Looked at only after its end, or by clocks that disagree: the service alone says when it was.
  add(isStartKnown && !parts.some(({ kind }) => kind === 'seen') ? 'told' : 'unseen', span.to);
  const dot = endSeenAt(view);
  // A call of no length is still to be seen.
  if (parts.length === 0) parts.push({ kind: 'seen', from: span.from, until: span.to });
  return { parts, isStartKnown, ...(dot !== undefined && { dot }) };
};

/** What all shown calls have in common. */
export type Sum = { count: number; running: number; extent: Range | undefined };

type Call = (id: string) => LaneView | undefined;

/** Goes once through all shown calls. */
export const sumOf = (ids: readonly string[], call: Call, now: number): Sum => {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  let running = 0;
  for (const id of ids) {
    const view = call(id);
    const span = view && spanOf(view, now);
    if (!span) continue;
    if (isRunning(view)) running += 1;
    // Nothing is known of what is to come: a time ahead of this clock, or without its zone, is no reason to show hours of it.
    from = Math.min(from, span.from, now);
    to = Math.max(to, Math.min(span.to, now));
  }
  return { count: ids.length, running, extent: to < from ? undefined : { from, to } };
};

const STEADY_MS = 1000;

/** Keeps the sum of all shown calls, gone through anew for other rows and else once a second. Times are in epoch milliseconds. */
export const createSum = (rows: { all: () => readonly string[] }, call: Call) => {
  let sum: Sum = { count: 0, running: 0, extent: undefined };
  let ids: readonly string[] | undefined;
  let madeAt = 0;
  return (now: number): Sum => {
    const all = rows.all();
    if (ids !== all || now - madeAt >= STEADY_MS) {
      ids = all;
      madeAt = now;
      sum = sumOf(all, call, now);
    }
    return sum;
  };
};

/** The height of one call's lane and of the time axis above the lanes, in CSS pixels. */
export const LANE = 16;
export const AXIS = 28;

/** The lanes that are at least partly in view, from `first` up to and without `end`. */
export const lanesInView = (
  { scrollTop, height }: { scrollTop: number; height: number },
  count: number,
): { first: number; end: number } => {
  const first = Math.min(Math.max(0, Math.floor(scrollTop / LANE)), count);
  return { first, end: Math.max(first, Math.min(Math.ceil((scrollTop + height - AXIS) / LANE), count)) };
};

/** The lane at `y` below the upper edge of the picture; undefined over the axis and below the last lane. */
export const laneAtY = (y: number, scrollTop: number, count: number): number | undefined => {
  if (y < AXIS) return undefined;
  const lane = Math.floor((y - AXIS + scrollTop) / LANE);
  return lane < count ? lane : undefined;
};

/** Where to scroll so that a lane is fully in view; as it is where it is already. */
export const scrollToLane = (
  lane: number,
  { scrollTop, height }: { scrollTop: number; height: number },
): number => Math.max((lane + 1) * LANE - (height - AXIS), Math.min(scrollTop, lane * LANE));
