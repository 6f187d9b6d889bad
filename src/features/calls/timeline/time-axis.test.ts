import { assert, double, integer, property } from 'fast-check';
import { expect, test } from 'playwright/test';
import { panRange, rangeOf, ticksOf, zoomRange } from './time-axis.ts';

const NOON = Date.UTC(2025, 10, 21, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const offsetMs = -MINUTE * new Date(NOON).getTimezoneOffset();
const EXTENT = { from: NOON - 3 * HOUR, to: NOON };

test('fit shows all with a little room; the others end shortly after now', () => {
  const fit = rangeOf({ kind: 'fit' }, EXTENT, NOON);
  expect(fit.from).toBeLessThan(EXTENT.from);
  expect(fit.to).toBeGreaterThan(EXTENT.to);
  expect((fit.to - fit.from) / (3 * HOUR)).toBeCloseTo(1.04, 5);
  for (const [kind, span] of [
    ['hour', HOUR],
    ['quarter', HOUR / 4],
  ] as const) {
    const range = rangeOf({ kind }, EXTENT, NOON);
    expect(NOON - range.from).toBe(span);
    expect(range.to).toBeGreaterThan(NOON);
  }
});

test('a fit of nothing, or of one moment, is still a range', () => {
  for (const extent of [undefined, { from: NOON, to: NOON }]) {
    const { from, to } = rangeOf({ kind: 'fit' }, extent, NOON);
    expect(to - from).toBeGreaterThanOrEqual(MINUTE);
  }
});

test('labels stand at even times of the person and leave each other room, whatever the length', () => {
  assert(
    property(
      integer({ min: 0, max: NOON * 2 }),
      integer({ min: 10_000, max: 3 * 365 * 24 * HOUR }),
      integer({ min: 240, max: 3000 }),
      (from, span, width) => {
        const range = { from, to: from + span };
        const ticks = ticksOf(range, width, offsetMs);
        const steps = ticks.slice(1).map(({ at }, index) => at - (ticks[index]?.at ?? 0));
        return (
          new Set(steps).size <= 1 &&
          steps.every((step) => (step / span) * width >= 64) &&
          ticks.every(({ at }) => at >= range.from && at <= range.to)
        );
      },
    ),
  );
});

test('labels have seconds only where they are needed, and midnight names the day', () => {
  const day = NOON - offsetMs - 12 * HOUR;
  const short = ticksOf({ from: NOON, to: NOON + 2 * MINUTE }, 800, offsetMs);
  expect(short.every(({ text }) => /^\d\d:\d\d:\d\d$/.test(text))).toBe(true);
  const hours = ticksOf({ from: day - 4 * HOUR, to: day + 4 * HOUR }, 800, offsetMs).map(({ text }) => text);
  expect(hours).toContain('21 Nov');
  expect(hours).toContain('23:00');
  const days = ticksOf({ from: day - 240 * HOUR, to: day + 240 * HOUR }, 800, offsetMs);
  expect(days.every(({ text }) => /^\d{1,2} \w+$/.test(text))).toBe(true);
});

test('zooming keeps the moment under the pointer, within limits', () => {
  const range = { from: NOON - HOUR, to: NOON };
  const at = NOON - HOUR / 4;
  const nearer = zoomRange(range, 0.5, at, EXTENT);
  expect(nearer.to - nearer.from).toBe(HOUR / 2);
  expect((at - nearer.from) / (nearer.to - nearer.from)).toBeCloseTo(0.75, 9);
  const nearest = zoomRange(range, 1e-9, at, EXTENT);
  expect(nearest.to - nearest.from).toBe(10_000);
  const back = zoomRange(nearer, 2, at, EXTENT);
  expect(back.from).toBeCloseTo(range.from, 3);
});

test('nobody gets lost: some of what is shown stays in the range', () => {
  assert(
    property(
      integer({ min: -1e10, max: 1e10 }),
      double({ min: 0.01, max: 100, noNaN: true }),
      (by, factor) => {
        const moved = panRange(zoomRange(EXTENT, factor, NOON), by, EXTENT);
        return moved.to > EXTENT.from && moved.from < EXTENT.to;
      },
    ),
  );
});
