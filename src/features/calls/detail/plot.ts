import { formatTime } from '#src/lib/timestamp.ts';
import type { StatusInterval } from '#src/features/calls/call/history.ts';

/** Positions are in percent of the width, times in epoch milliseconds. */
export type Plot = {
  lanes: string[];
  bars: { lane: number; x: number; width: number }[];
  /** The check that saw the end. */
  dot?: { lane: number; x: number };
  hatched: { x: number; width: number }[];
  labels: { x: number; text: string; anchor: 'start' | 'end' }[];
  now?: number;
};

export type PlotInput = {
  intervals: readonly StatusInterval[];
  /** Now, or the last check of an ended call. */
  until: number;
  /** As the service reports it. */
  started?: number | undefined;
  hasEnded: boolean;
  /** Checks succeed: the last status counts as seen until now. */
  isFresh: boolean;
};

const MIN_PLOT_MS = 10_000;
/** Room to the right of the last check, as a factor. */
const MARGIN = 1.075;
const MIN_BAR_WIDTH = 1;

type Span = { from: number; until: number };

/** A status lasts until the next check, unless that failed or was late. */
const listSpans = ({ intervals, until, isFresh }: PlotInput): (Span & { status: string })[] =>
  intervals.flatMap((interval, at) => {
    if (interval.kind !== 'status') return [];
    const { status, from } = interval;
    const next = intervals[at + 1];
    if (next?.kind === 'status') return [{ status, from, until: next.from }];
    return [{ status, from, until: !next && isFresh ? until : interval.until }];
  });

const findUnseen = (spans: readonly Span[], from: number, until: number): Span[] => {
  const unseen: Span[] = [];
  let at = from;
  for (const span of spans) {
    if (span.from > at) unseen.push({ from: at, until: span.from });
    at = span.until;
  }
  return until > at ? [...unseen, { from: at, until }] : unseen;
};

export const layOutPlot = (input: PlotInput): Plot => {
  const { intervals, until, started, hasEnded } = input;
  const first = intervals[0]?.from ?? until;
  const seenMs = Math.max(MIN_PLOT_MS, until - first);
  // At most a third of the width is for the time before the first check.
  const leadMs = started === undefined ? 0 : Math.min(Math.max(0, first - started), seenMs / 2);
  const from = first - leadMs;
  const plotMs = (seenMs + leadMs) * MARGIN;
  const x = (time: number): number => Number(((100 * (time - from)) / plotMs).toFixed(4));
  const place = (span: Span) => ({ x: x(span.from), width: x(span.until) - x(span.from) });

  const spans = listSpans(input);
  const lanes = [...new Set(spans.map(({ status }) => status))];
  const last = spans.at(-1);
  const dot = hasEnded && last ? { lane: lanes.indexOf(last.status), x: x(last.from) } : undefined;
  const bars = (dot ? spans.slice(0, -1) : spans).map((span) => {
    const { x: start, width } = place(span);
    return { lane: lanes.indexOf(span.status), x: start, width: Math.max(MIN_BAR_WIDTH, width) };
  });
  return {
    lanes,
    bars,
    ...(dot && { dot }),
    hatched: findUnseen(spans, from, hasEnded ? from : until).map(place),
    labels: [
      { x: 0, text: formatTime(from), anchor: 'start' },
      { x: x(first + seenMs), text: formatTime(first + seenMs), anchor: 'end' },
    ],
    ...(!hasEnded && { now: x(until) }),
  };
};
