import { expect, test } from 'playwright/test';
import { layOutPlot, type PlotInput } from './plot.ts';
import type { StatusInterval } from '#src/features/calls/call/history.ts';

const NOON = Date.UTC(2025, 10, 21, 12);
const at = (seconds: number) => NOON + seconds * 1000;
const status = (name: string, from: number, until: number): StatusInterval => ({
  kind: 'status',
  status: name,
  from: at(from),
  until: at(until),
});
const plot = (input: Partial<PlotInput> & { intervals: readonly StatusInterval[] }) =>
  layOutPlot({ until: at(100), hasEnded: false, isFresh: true, ...input });

test('draws a lane for each status, up to now', () => {
  const drawn = plot({
    intervals: [status('queued', 0, 5), status('ringing', 10, 15), status('queued', 20, 95)],
  });
  expect(drawn.lanes).toEqual(['queued', 'ringing']);
  expect(drawn.bars.map((bar) => bar.lane)).toEqual([0, 1, 0]);
  const [queued, ringing, again] = drawn.bars;
  expect((queued?.x ?? 0) + (queued?.width ?? 0)).toBeCloseTo(ringing?.x ?? -1, 1);
  expect((again?.x ?? 0) + (again?.width ?? 0)).toBeCloseTo(drawn.now ?? -1, 1);
  expect(drawn.hatched).toEqual([]);
});

test('hatches the time without an answer', () => {
  const drawn = plot({
    started: at(-20),
    isFresh: false,
    intervals: [
      status('in-progress', 0, 10),
      { kind: 'gap', from: at(10), until: at(50) },
      status('in-progress', 50, 60),
      { kind: 'failure', word: 'No answer', from: at(65), until: at(80) },
    ],
  });
  expect(drawn.hatched).toHaveLength(3);
  expect(drawn.hatched[0]?.x).toBe(0);
  expect(drawn.bars).toHaveLength(2);
});

test('draws an end as a dot at the check that saw it', () => {
  const drawn = plot({
    intervals: [status('in-progress', 0, 55), status('completed', 60, 60)],
    until: at(60),
    hasEnded: true,
    isFresh: false,
  });
  expect(drawn.bars).toHaveLength(1);
  expect(drawn.dot?.lane).toBe(1);
  const end = (drawn.bars[0]?.x ?? 0) + (drawn.bars[0]?.width ?? 0);
  expect(end).toBeCloseTo(drawn.dot?.x ?? -1, 1);
  expect(drawn.now).toBeUndefined();
  expect(drawn.hatched).toEqual([]);
});

test('limits the time before the first check', () => {
  const drawn = plot({ intervals: [status('in-progress', 0, 95)], started: at(-36_000) });
  expect(drawn.bars[0]?.x).toBeLessThan(50);
});
