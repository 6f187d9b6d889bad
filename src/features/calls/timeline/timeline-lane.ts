import type { CallView } from '#src/features/calls/call/call.ts';
import type { Range } from './timeline-plot.ts';

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

const isEnded = ({ state }: LaneView): boolean => state.kind === 'reported' && state.ended;

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
