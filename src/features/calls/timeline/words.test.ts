import { expect, test } from 'playwright/test';
import { formatTime } from '#src/lib/timestamp.ts';
import { failed, record, seenAfter, viewSeen } from '#src/features/calls/call/testing/call-kit.ts';
import { createSum, sumOf } from './lanes.ts';
import { laneFacts, spokenLane, sumWords } from './words.ts';
import type { CallView } from '#src/features/calls/call/call.ts';

const viewAfter = (...reads: Parameters<typeof seenAfter>): CallView =>
  viewSeen(seenAfter(...reads), { due: 20_000 });

const RUNNING = viewAfter(record({ status: 'in-progress', startTime: 1_700_000_000, duration: 5 }));
const ENDED = viewAfter(record({ status: 'completed', startTime: 1_700_000_100, endTime: 1_700_000_160 }));
const UNTIMED = viewAfter(record({ status: 'in-progress' }));
const NOW = 1_700_001_000_000;

const known = {
  overview: { periodMs: 5000, blocker: undefined },
  now: 1_700_000_000_000,
  mono: 12_000,
};

test('the sum of all shown calls: from the first start to the last end or now, and how many run', () => {
  const calls = new Map([
    ['a', RUNNING],
    ['b', ENDED],
  ]);
  const sum = sumOf(['a', 'b', 'gone'], (id) => calls.get(id), NOW);
  expect(sum).toEqual({
    count: 3,
    running: 1,
    extent: { from: 1_700_000_000_000, to: NOW },
  });
  expect(sumOf(['b'], (id) => calls.get(id), NOW)).toMatchObject({
    running: 0,
    extent: { to: 1_700_000_160_000 },
  });
  expect(sumOf([], () => undefined, NOW).extent).toBeUndefined();
  const before = 1_690_000_000_000;
  expect(sumOf(['b'], (id) => calls.get(id), before).extent).toEqual({ from: before, to: before });
});

test('the sum is gone through once a second, and at once for other rows', () => {
  let looks = 0;
  let ids = Array.from({ length: 1000 }, (_, index) => String(index));
  const sumAt = createSum({ all: () => ids }, () => {
    looks += 1;
    return RUNNING;
  });
  for (let ms = 0; ms < 1000; ms += 100) expect(sumAt(NOW + ms).count).toBe(1000);
  expect(looks).toBe(1000);
  expect(sumAt(NOW + 1000).extent?.to).toBe(NOW + 1000);
  expect(looks).toBe(2000);
  ids = ids.slice(0, 100);
  expect(sumAt(NOW + 1001).count).toBe(100);
  expect(looks).toBe(2100);
});

test('the picture in a sentence', () => {
  const sum = { count: 1204, running: 38, extent: { from: NOW - 3_600_000, to: NOW } };
  expect(sumWords(sum, NOW)).toMatch(/^1,204 calls from \d\d:\d\d to \d\d:\d\d, 38 running$/);
  expect(sumWords({ ...sum, extent: { from: NOW - 86_400_000, to: NOW } }, NOW)).toMatch(
    /from \d+ Nov 2023 \d\d:\d\d to \d\d:\d\d,/,
  );
  expect(sumWords({ count: 1, running: 0, extent: undefined }, NOW)).toBe('1 call, no times yet');
});

test('what is said of a call', () => {
  expect(laneFacts(RUNNING, known)).toMatchObject({ ended: 'Running', duration: '0:07' });
  expect(laneFacts(RUNNING, known).started).toBe(formatTime(1_700_000_000_000));
  expect(laneFacts(ENDED, { ...known, now: NOW + 1e9 }).ended).toMatch(/^1[45] Nov 2023 \d\d:\d\d:\d\d$/);
  expect(laneFacts(UNTIMED, known).started).toBe(`Start not reported, first seen ${formatTime(10_000)}`);
  const unended = viewAfter(record({ status: 'in-progress' }), record({ status: 'completed' }));
  expect(laneFacts(unended, known).ended).toBe(`End not reported, seen ${formatTime(15_000)}`);
  const failing = viewAfter(failed('timeout'));
  expect(laneFacts(failing, known).ended).toBe('–');
});

test('what is spoken leaves out what is not known', () => {
  const facts = { started: '14:31:24', ended: 'Running', duration: '0:46' };
  expect(spokenLane(RUNNING, facts)).toBe('a, In progress, started 14:31:24, Running, 0:46');
  expect(spokenLane(RUNNING, { started: '–', ended: '–', duration: '—' })).toBe('a, In progress');
});
