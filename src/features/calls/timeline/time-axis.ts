import { formatDate, formatTime } from '#src/lib/timestamp.ts';

/** A stretch of the time axis, in epoch milliseconds. */
export type Range = { from: number; to: number };

/** What part of the time is shown. All but `free` move on with the time. */
export type Zoom = { kind: 'fit' } | { kind: 'hour' } | { kind: 'quarter' } | { kind: 'free'; range: Range };

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = [1, 2, 5, 10, 15, 30].map((n) => n * SECOND);
STEPS.push(...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE), ...[1, 2, 3, 6, 12].map((n) => n * HOUR));
STEPS.push(...[1, 2, 7, 14, 30, 90, 365].map((n) => n * DAY));

const SHORTEST_MS = 10 * SECOND;
const LONGEST_MS = 3650 * DAY;
/** A range that is fitted to a few seconds of calls would show nothing but one bar's growth. */
const SHORTEST_FIT_MS = MINUTE;
/** Room before the first start and after the last end. */
const ROOM = 0.02;

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** The stretch to show at `now`; `extent` is that of all calls shown. */
export const rangeOf = (zoom: Zoom, extent: Range | undefined, now: number): Range => {
  const last = (span: number): Range => ({ from: now - span, to: now + span * ROOM });
  switch (zoom.kind) {
    case 'free':
      return zoom.range;
    case 'hour':
      return last(HOUR);
    case 'quarter':
      return last(HOUR / 4);
    case 'fit': {
      if (!extent) return last(HOUR / 4);
      const span = clamp(extent.to - extent.from, SHORTEST_FIT_MS, LONGEST_MS);
      return { from: extent.from - span * ROOM, to: extent.from + span * (1 + ROOM) };
    }
  }
};

/** A range moved so far that it still touches `extent`: nobody gets lost in empty time. */
const touching = ({ from, to }: Range, extent: Range | undefined): Range => {
  if (!extent) return { from, to };
  const span = to - from;
  const start = clamp(from, extent.from - 0.9 * span, Math.max(extent.from, extent.to - 0.1 * span));
  return { from: start, to: start + span };
};

/** Shows `factor` times as much time; the moment `at` stays where it is. */
export const zoomRange = (range: Range, factor: number, at: number, extent?: Range): Range => {
  const before = range.to - range.from;
  const span = clamp(before * factor, SHORTEST_MS, LONGEST_MS);
  const from = at - ((at - range.from) / before) * span;
  return touching({ from, to: from + span }, extent);
};

/** Moves a range by milliseconds; later where positive. */
export const panRange = ({ from, to }: Range, byMs: number, extent?: Range): Range =>
  touching({ from: from + byMs, to: to + byMs }, extent);

export type Tick = { at: number; text: string };

const labelOf = (at: number, step: number): string => {
  const time = formatTime(at);
  // The first label of a day names the day.
  if (step >= DAY || time === '00:00:00') return formatDate(at).slice(0, -5);
  return step < MINUTE ? time : time.slice(0, 5);
};

/**
 * Few labels at even times, as many as have room. `offsetMs` is how far local time is ahead of UTC, so that hours and
 * days begin where the person's own do.
 */
export const ticksOf = ({ from, to }: Range, widthPx: number, offsetMs = 0): Tick[] => {
  const fitting = STEPS.find((step) => ((to - from) / step) * (step < MINUTE ? 76 : 64) <= widthPx);
  const step = fitting ?? STEPS.at(-1) ?? DAY;
  const ticks: Tick[] = [];
  for (let at = Math.ceil((from + offsetMs) / step) * step - offsetMs; at <= to; at += step) {
    ticks.push({ at, text: labelOf(at, step) });
  }
  return ticks;
};

/**
 * What a timeline opens with at `now`: everything, or of a longer time the last quarter of an hour, where something happened
 * in it; old calls would press all others into a few pixels.
 */
const openingZoom = (extent: Range | undefined, now: number): Zoom => {
  const isLong = extent !== undefined && extent.to - extent.from > HOUR / 4;
  return isLong && extent.to > now - HOUR / 4 ? { kind: 'quarter' } : { kind: 'fit' };
};

/** What part of the time is shown, and how it changes; `extent` is that of all calls shown. */
export const createTimeAxis = (extent: () => Range | undefined, onChange: (kind: Zoom['kind']) => void) => {
  let zoom = openingZoom(extent(), Date.now());
  const range = (): Range => rangeOf(zoom, extent(), Date.now());
  const setZoom = (next: Zoom): void => {
    zoom = next;
    onChange(zoom.kind);
  };
  return {
    range,
    kind: (): Zoom['kind'] => zoom.kind,
    setZoom,
    /** Shows `factor` times as much time; what stands at `share` of the width (0 to 1) stays there. */
    zoomBy: (factor: number, share = 0.5): void => {
      const { from, to } = range();
      const at = from + share * (to - from);
      setZoom({ kind: 'free', range: zoomRange({ from, to }, factor, at, extent()) });
    },
    /** Moves the time by a share of what is shown; later where positive. */
    panBy: (share: number): void => {
      const { from, to } = range();
      setZoom({ kind: 'free', range: panRange({ from, to }, share * (to - from), extent()) });
    },
  };
};
