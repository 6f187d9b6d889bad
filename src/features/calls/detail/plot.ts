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
  /** Now, or the last check of an ended call. */
  until: number;
  /** As the service reports them. */
  started?: number | undefined;
  ended?: number | undefined;
  hasEnded: boolean;
  /** Checks succeed: the last status counts as seen until now. */
  isFresh: boolean;
};

/** Possible times between two labels. */
const LABEL_STEPS_MS = [
  2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600, 43_200, 86_400, 604_800,
].map((seconds) => seconds * 1000);
const MIN_PLOT_MS = 10_000;
/** Labels with seconds are wider. */
const getMaxLabels = (step: number): number => (step < 60_000 ? 3 : 5);
/** Room to the right of the last check, as a factor. */
const MARGIN = 1.075;
const MIN_BAR_WIDTH = 1;
/** A label nearer to the first one would overlap it. */
const SECOND_LABEL_X = 26;

type Span = { from: number; until: number };
/** `drawnUntil`: the reported end, if it is earlier than the check that saw it. Else `until`. */
type SeenSpan = Span & { status: string; drawnUntil: number };

const listSpans = ({ intervals, until, ended, hasEnded, isFresh }: PlotInput): SeenSpan[] =>
  intervals.flatMap((interval, at) => {
    if (interval.kind !== 'status') return [];
    const { status, from } = interval;
    const next = intervals[at + 1];
    if (next?.kind !== 'status') {
      const seenUntil = !next && isFresh ? until : interval.until;
      return [{ status, from, until: seenUntil, drawnUntil: seenUntil }];
    }
    const isEndReported =
      hasEnded && at + 2 === intervals.length && ended !== undefined && ended > interval.until;
    return [
      { status, from, until: next.from, drawnUntil: isEndReported ? Math.min(ended, next.from) : next.from },
    ];
  });

const findUnseen = (spans: readonly Span[], from: number, until: number, hasEnded: boolean): Span[] => {
  const unseen: Span[] = [];
  let at = from;
  for (const span of spans) {
    if (span.from > at) unseen.push({ from: at, until: span.from });
    at = Math.max(at, span.until);
  }
  if (!hasEnded && until > at) unseen.push({ from: at, until });
  return unseen;
};

const formatLabel = (epochMs: number): string => {
  const text = formatTime(epochMs);
  return text.endsWith(':00') ? text.slice(0, 5) : text;
};

export const layOutPlot = (input: PlotInput): Plot => {
  const { intervals, until, started, hasEnded } = input;
  const first = intervals[0]?.from ?? until;
  const seenMs = Math.max(MIN_PLOT_MS, until - first);
  // At most a third of the width is for the time before the first check.
  const leadMs = started === undefined ? 0 : Math.min(Math.max(0, first - started), seenMs / 2);
  const plotMs = (seenMs + leadMs) * MARGIN;
  const fitting = LABEL_STEPS_MS.findIndex((each) => plotMs / each <= getMaxLabels(each));
  const stepIndex = fitting === -1 ? LABEL_STEPS_MS.length - 1 : fitting;
  const step = LABEL_STEPS_MS[stepIndex] ?? 1000;
  const finerStep = LABEL_STEPS_MS[stepIndex - 1] ?? 1000;
  const from = Math.floor((first - leadMs) / finerStep) * finerStep;
  const untilLastCheckMs = Math.max(until, first + MIN_PLOT_MS) - from;
  const to = from + untilLastCheckMs * MARGIN;
  const x = (time: number): number => Number((((time - from) / (to - from)) * 100).toFixed(4));
  const width = (a: number, b: number): number => Number((x(b) - x(a)).toFixed(4));

  const spans = listSpans(input);
  const lanes = [...new Set(spans.map(({ status }) => status))];
  const last = spans.at(-1);
  const dot = hasEnded && last ? { lane: lanes.indexOf(last.status), x: x(last.from) } : undefined;
  const barred = dot ? spans.slice(0, -1) : spans;
  const labels: Plot['labels'] = [{ x: 0, text: formatLabel(from), anchor: 'start' }];
  for (let time = Math.ceil(from / step) * step; time <= to; time += step) {
    if (x(time) > SECOND_LABEL_X)
      labels.push({ x: x(time), text: formatLabel(time), anchor: x(time) > 92 ? 'end' : 'middle' });
  }
  return {
    lanes,
    bars: barred.map((each) => ({
      lane: lanes.indexOf(each.status),
      x: x(each.from),
      width: Math.max(MIN_BAR_WIDTH, width(each.from, each.drawnUntil)),
    })),
    ...(dot && { dot }),
    hatched: findUnseen(spans, from, until, hasEnded).map((each) => ({
      x: x(each.from),
      width: width(each.from, each.until),
    })),
    labels,
    ...(!hasEnded && { now: x(until) }),
  };
};
