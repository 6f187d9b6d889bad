import { formatTime } from '#src/lib/timestamp.ts';
import type { StatusInterval } from '#src/features/calls/call/history.ts';

/** Positions are in percent of the width, times in epoch milliseconds. */
export type Plot = {
  lanes: string[];
  bars: { lane: number; x: number; width: number }[];
  /** The check that saw the end. */
  dot?: { lane: number; x: number };
  hatched: { x: number; width: number }[];
  labels: { x: number; text: string; anchor: 'start' | 'middle' | 'end' }[];
  now?: number;
};

export type PlotInput = {
  intervals: readonly StatusInterval[];
  /** Up to when the picture goes: now, or the last check of a call that has ended. */
  until: number;
  /** The service's own times, where they are moments. */
  started?: number | undefined;
  ended?: number | undefined;
  hasEnded: boolean;
  /** Checks succeed: the last status counts as seen until now. */
  isFresh: boolean;
};

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const STEPS = [2, 5, 10, 15, 30].map((n) => n * SECOND);
STEPS.push(...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE), ...[1, 2, 6, 12, 24, 168].map((n) => n * HOUR));

const SHORTEST_MS = 10 * SECOND;
/** Labels with seconds are wider. */
const mostLabels = (step: number): number => (step < MINUTE ? 3 : 5);
/** Room to the right of the last check. */
const ROOM = 1.075;
const NARROWEST = 1;
/** A label nearer to the first one would interval into it. */
const NEAREST_LABEL = 26;

type Span = { from: number; until: number };
/** `drawnUntil` is earlier where the service named the end, which the next check then saw. */
type Seen = Span & { status: string; drawnUntil: number };

const spansOf = ({ intervals, until, ended, hasEnded, isFresh }: PlotInput): Seen[] =>
  intervals.flatMap((interval, at) => {
    if (interval.kind !== 'status') return [];
    const { status, from } = interval;
    const next = intervals[at + 1];
    if (next?.kind !== 'status') {
      const seenUntil = !next && isFresh ? until : interval.until;
      return [{ status, from, until: seenUntil, drawnUntil: seenUntil }];
    }
    const isNamed = hasEnded && at + 2 === intervals.length && ended !== undefined && ended > interval.until;
    return [{ status, from, until: next.from, drawnUntil: isNamed ? Math.min(ended, next.from) : next.from }];
  });

const holesIn = (spans: readonly Span[], from: number, until: number, hasEnded: boolean): Span[] => {
  const holes: Span[] = [];
  let at = from;
  for (const span of spans) {
    if (span.from > at) holes.push({ from: at, until: span.from });
    at = Math.max(at, span.until);
  }
  if (!hasEnded && until > at) holes.push({ from: at, until });
  return holes;
};

const labelOf = (epochMs: number): string => {
  const text = formatTime(epochMs);
  return text.endsWith(':00') ? text.slice(0, 5) : text;
};

/** Lays out what was seen of a call on a time axis: a lane a status, hatched where nothing was seen. */
export const layOutPlot = (input: PlotInput): Plot => {
  const { intervals, until, started, hasEnded } = input;
  const first = intervals[0]?.from ?? until;
  const seenMs = Math.max(SHORTEST_MS, until - first);
  // A call that ran for hours before would press what was seen into a corner.
  const lead = started === undefined ? 0 : Math.min(Math.max(0, first - started), seenMs / 2);
  const span = (seenMs + lead) * ROOM;
  const found = STEPS.findIndex((each) => span / each <= mostLabels(each));
  const at = found === -1 ? STEPS.length - 1 : found;
  const step = STEPS[at] ?? SECOND;
  const fine = STEPS[at - 1] ?? SECOND;
  const from = Math.floor((first - lead) / fine) * fine;
  const whole = Math.max(until, first + SHORTEST_MS) - from;
  const to = from + whole * ROOM;
  const x = (time: number): number => Number((((time - from) / (to - from)) * 100).toFixed(4));
  const width = (a: number, b: number): number => Number((x(b) - x(a)).toFixed(4));

  const spans = spansOf(input);
  const lanes = [...new Set(spans.map(({ status }) => status))];
  const last = spans.at(-1);
  const dot = hasEnded && last ? { lane: lanes.indexOf(last.status), x: x(last.from) } : undefined;
  const barred = dot ? spans.slice(0, -1) : spans;
  const labels: Plot['labels'] = [{ x: 0, text: labelOf(from), anchor: 'start' }];
  for (let time = Math.ceil(from / step) * step; time <= to; time += step) {
    if (x(time) > NEAREST_LABEL)
      labels.push({ x: x(time), text: labelOf(time), anchor: x(time) > 92 ? 'end' : 'middle' });
  }
  return {
    lanes,
    bars: barred.map((each) => ({
      lane: lanes.indexOf(each.status),
      x: x(each.from),
      width: Math.max(NARROWEST, width(each.from, each.drawnUntil)),
    })),
    ...(dot && { dot }),
    hatched: holesIn(spans, from, until, hasEnded).map((hole) => ({
      x: x(hole.from),
      width: width(hole.from, hole.until),
    })),
    labels,
    ...(!hasEnded && { now: x(until) }),
  };
};
