import { expect, test } from 'playwright/test';
import { addCheck, getWatchedMs, listStatusChanges, type StatusInterval } from './history.ts';
import { failed, NOON, record, RULES, historyAfter, unrecognised } from './testing/call-kit.ts';

const live = record({ status: 'in-progress', duration: 3 });

const summarize = (intervals: readonly StatusInterval[]) =>
  intervals.map((interval) => [
    interval.kind === 'status' ? interval.status : interval.kind === 'failure' ? interval.word : 'gap',
    interval.from - NOON,
    interval.until - NOON,
  ]);

test('keeps each status from its first to its last check', () => {
  const history = historyAfter(
    record({ status: 'queued' }),
    record({ status: 'queued' }),
    live,
    record({ status: 'queued' }),
  );
  expect(summarize(history.intervals)).toEqual([
    ['queued', 10_000, 15_000],
    ['in-progress', 20_000, 20_000],
    ['queued', 25_000, 25_000],
  ]);
  expect(history.checks).toBe(4);
});

test('a failed check keeps the last record', () => {
  const history = historyAfter(live, failed('timeout'), failed('server', 500));
  expect(history.last).toMatchObject({ record: { status: 'in-progress', duration: 3 }, at: NOON + 10_000 });
  expect(history.failure).toMatchObject({
    since: NOON + 15_000,
    count: 2,
    problem: { kind: 'server', status: 500 },
  });
  expect(history.checked).toMatchObject({ at: NOON + 20_000, status: 500 });
  expect(summarize(history.intervals)).toEqual([
    ['in-progress', 10_000, 10_000],
    ['timeout', 15_000, 15_000],
    ['error 500', 20_000, 20_000],
  ]);
});

test('keeps an unrecognised answer as it came', () => {
  const history = historyAfter(live, unrecognised);
  expect(history.answer?.body.text).toBe('[]');
  expect(history.failure).toEqual({ since: NOON + 15_000, count: 1 });
  expect(history.last?.record.status).toBe('in-progress');
});

for (const kind of ['aborted', 'offline', 'session-ended'] as const) {
  test(`${kind} changes nothing`, () => {
    const before = historyAfter(live);
    expect(addCheck(before, { read: failed(kind), at: 99_000, mono: 99_000 }, RULES)).toBe(before);
  });
}

test('a long time without a check is a gap', () => {
  const before = historyAfter(live);
  const history = addCheck(before, { read: live, at: NOON + 60_000, mono: 60_000 }, RULES);
  expect(summarize(history.intervals)).toEqual([
    ['in-progress', 10_000, 10_000],
    ['gap', 10_000, 60_000],
    ['in-progress', 60_000, 60_000],
  ]);
});

test('the longer pauses of a failing call are no gaps', () => {
  const before = historyAfter(failed('timeout'));
  const history = addCheck(before, { read: failed('timeout'), at: NOON + 70_000, mono: 70_000 }, RULES);
  expect(summarize(history.intervals)).toEqual([['timeout', 10_000, 70_000]]);
});

test('a history is bounded', () => {
  const reads = Array.from({ length: 1000 }, (_, at) => record({ status: at % 2 ? 'a' : 'b' }));
  const history = historyAfter(...reads);
  expect(history.intervals.length).toBeLessThanOrEqual(100);
  expect(history.checks).toBe(1000);
});

const DAY = 86_400_000;
for (const setBy of [DAY / 24, -DAY / 24, DAY, -2 * DAY]) {
  test(`a clock that is set by ${setBy / 3_600_000} h leaves no gap`, () => {
    const before = historyAfter(live, live);
    const history = addCheck(before, { read: live, at: NOON + 20_000 + setBy, mono: 20_000 }, RULES);
    expect(history.intervals).toHaveLength(1);
    const [only] = history.intervals;
    expect(only && only.until - only.from).toBeGreaterThanOrEqual(5000);
    expect(getWatchedMs(history)).toBe(10_000);
  });
}

test('lists changes of status only', () => {
  const status = (name: string, from: number) =>
    ({ kind: 'status', status: name, from, until: from }) as const;
  const intervals: StatusInterval[] = [
    status('queued', 1),
    { kind: 'gap', from: 1, until: 5 },
    status('queued', 5),
    { kind: 'failure', word: 'timeout', from: 6, until: 7 },
    status('queued', 8),
    status('completed', 9),
  ];
  expect(listStatusChanges({ intervals })).toEqual([status('queued', 1), status('completed', 9)]);
});
