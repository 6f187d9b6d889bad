import { assert, integer, property } from 'fast-check';
import { expect, test } from 'playwright/test';
import type { Run } from '#src/features/calls/call/history.ts';
import { noHistory } from '#src/features/calls/call/history.ts';
import {
  AXIS,
  endSeenAt,
  isRunning,
  LANE,
  laneAtY,
  laneOf,
  lanesInView,
  scrollToLane,
  spanOf,
  type LaneView,
  type Part,
} from './lanes.ts';

const status = (name: string, from: number, until: number): Run => ({
  kind: 'status',
  status: name,
  from,
  until,
});
const gap = (from: number, until: number): Run => ({ kind: 'gap', from, until });
const failure = (from: number, until: number): Run => ({ kind: 'failure', word: 'No answer', from, until });

const viewWith = (runs: readonly Run[], rest: Partial<LaneView> = {}): LaneView => ({
  entry: { id: 'a', addedAt: 0 },
  seen: { ...noHistory('a'), runs },
  state: { kind: 'reported', status: 'in-progress', ended: false },
  due: 1,
  started: undefined,
  ended: undefined,
  endedSeenAt: undefined,
  ...rest,
});
const ENDED = { kind: 'reported', status: 'completed', ended: true } as const;
const part = (kind: Part['kind'], from: number, until: number): Part => ({ kind, from, until });
const parts = (view: LaneView, now: number, isFresh = false) => laneOf(view, { now, isFresh }).parts;

test('nothing seen, no times: no bar', () => {
  const view = viewWith([], { state: { kind: 'first' } });
  expect(spanOf(view, 100)).toBeUndefined();
  expect(parts(view, 100)).toEqual([]);
});

test('a running call: reported before the first check, seen since then, up to now while checks succeed', () => {
  const view = viewWith([status('in-progress', 20, 90)], { started: 10 });
  expect(parts(view, 100, true)).toEqual([part('told', 10, 20), part('seen', 20, 100)]);
  expect(parts(view, 100, false)).toEqual([
    part('told', 10, 20),
    part('seen', 20, 90),
    part('unseen', 90, 100),
  ]);
  expect(isRunning(view)).toBe(true);
});

test('a paused call is not observed since its last check; one that is asked no more ends there', () => {
  const runs = [status('in-progress', 20, 50)];
  const paused = viewWith(runs, { due: undefined, entry: { id: 'a', addedAt: 0, paused: true } });
  expect(parts(paused, 100)).toEqual([part('seen', 20, 50), part('unseen', 50, 100)]);
  expect(parts(viewWith(runs, { due: undefined }), 100)).toEqual([part('seen', 20, 50)]);
});

test('gaps and failures are not observed', () => {
  const runs = [
    status('ringing', 0, 10),
    gap(10, 40),
    status('in-progress', 40, 50),
    failure(55, 60),
    status('in-progress', 65, 70),
  ];
  expect(parts(viewWith(runs), 70, true)).toEqual([
    part('seen', 0, 10),
    part('unseen', 10, 40),
    part('seen', 40, 50),
    part('unseen', 50, 65),
    part('seen', 65, 70),
  ]);
});

test('two statuses follow each other without a hole', () => {
  const runs = [status('ringing', 0, 10), status('in-progress', 15, 20)];
  expect(parts(viewWith(runs), 20, true)).toEqual([part('seen', 0, 20)]);
});

test('an ended call ends where the service says; the dot is the check that saw it', () => {
  const runs = [status('in-progress', 0, 55), status('completed', 60, 60)];
  const view = viewWith(runs, { state: ENDED, ended: 57, due: undefined });
  const lane = laneOf(view, { now: 500, isFresh: false });
  expect(lane.parts).toEqual([part('seen', 0, 57)]);
  expect(lane.dot).toBe(60);
  expect(isRunning(view)).toBe(false);
  expect(endSeenAt({ ...view, endedSeenAt: 61 })).toBe(61);
});

test('where no end is named, the bar ends at the check that saw it', () => {
  const runs = [status('in-progress', 0, 55), status('completed', 60, 60)];
  expect(spanOf(viewWith(runs, { state: ENDED }), 500)).toEqual({ from: 0, to: 60 });
});

test('a call that was first looked at after its end is only reported', () => {
  const view = viewWith([status('completed', 300, 300)], { state: ENDED, started: 10, ended: 40 });
  expect(laneOf(view, { now: 500, isFresh: false })).toEqual({
    parts: [part('told', 10, 40)],
    isStartKnown: true,
    dot: 300,
  });
});

test('without a start the bar begins where the call was first seen, and says so', () => {
  const lane = laneOf(viewWith([status('in-progress', 20, 90)]), { now: 100, isFresh: true });
  expect(lane.isStartKnown).toBe(false);
  expect(lane.parts).toEqual([part('seen', 20, 100)]);
});

test('clocks that disagree make no bar that runs backwards', () => {
  const view = viewWith([status('completed', 60, 60)], { state: ENDED, started: 50, ended: 40 });
  expect(spanOf(view, 500)).toEqual({ from: 50, to: 50 });
  expect(parts(view, 500)).toEqual([part('seen', 50, 50)]);
  const ahead = viewWith([status('completed', 60, 60)], { state: ENDED, started: 700, ended: 800 });
  expect(parts(ahead, 500)).toEqual([part('told', 700, 800)]);
});

test('only the lanes in view are drawn: all of them, and hardly more', () => {
  assert(
    property(
      integer({ min: 0, max: 20_000 }),
      integer({ min: 0, max: 400_000 }),
      integer({ min: 0, max: 2000 }),
      (count, scrollTop, height) => {
        const { first, end } = lanesInView({ scrollTop, height }, count);
        const isRight = (y: number): boolean => {
          const lane = laneAtY(y, scrollTop, count);
          return lane === undefined ? scrollTop + y >= AXIS + count * LANE : lane >= first && lane < end;
        };
        const ys = Array.from({ length: Math.max(0, height - AXIS) }, (_, index) => AXIS + index);
        const most = Math.max(0, height - AXIS) / LANE + 2;
        return first >= 0 && end <= count && end - first <= most && ys.every(isRight);
      },
    ),
  );
});

test('over the axis there is no lane', () => {
  expect(laneAtY(AXIS - 1, 500, 100)).toBeUndefined();
  expect(laneAtY(AXIS, 0, 100)).toBe(0);
  expect(laneAtY(AXIS, 0, 0)).toBeUndefined();
});

test('scrolling to a lane moves no further than needed', () => {
  const height = AXIS + 10 * LANE;
  expect(scrollToLane(5, { scrollTop: 0, height })).toBe(0);
  expect(scrollToLane(10, { scrollTop: 0, height })).toBe(LANE);
  expect(scrollToLane(3, { scrollTop: 10 * LANE, height })).toBe(3 * LANE);
  expect(scrollToLane(12, { scrollTop: 10 * LANE, height })).toBe(10 * LANE);
});
