import { expect, test } from 'playwright/test';
import { callWith, historyAtMinutes, MINUTE, NOON, record } from './testing/call-kit.ts';
import {
  createTimeTest,
  formatTimeRange,
  labelTime,
  readTimeKey,
  readTimeRange,
  type TimeKey,
} from './time-filter.ts';

const startedBefore = (hours: number) =>
  callWith(
    historyAtMinutes([
      0,
      record({ status: 'x', startTime: new Date(NOON - hours * 60 * MINUTE).toISOString() }),
    ]),
  );

test('filters by the start', () => {
  const hourBefore = NOON - 60 * MINUTE;
  for (const [key, expected] of [
    ['', [0.5, 2, 30]],
    ['started-hour', [0.5]],
    ['started-today', [0.5, 2]],
    [formatTimeRange({ field: 'started', until: hourBefore }), [2, 30]],
    [formatTimeRange({ field: 'started', from: hourBefore }), [0.5]],
    [formatTimeRange({ field: 'started', from: hourBefore - 60 * MINUTE, until: hourBefore }), [2]],
  ] as const)
    expect(
      [0.5, 2, 30].filter((hours) => createTimeTest(key, NOON)(startedBefore(hours))),
      key,
    ).toEqual(expected);
});

test('a change is one of the status, an end or getting stuck', () => {
  const going = record({ status: 'in-progress' });
  const changedSince = (minutes: number, ...[history, rules]: Parameters<typeof callWith>) =>
    createTimeTest(
      formatTimeRange({ field: 'changed', from: NOON + minutes * MINUTE }),
      NOON,
    )(callWith(history, rules));
  expect(changedSince(0, undefined)).toBe(false);
  expect(changedSince(5, historyAtMinutes([0, going], [9, going]))).toBe(false);
  expect(changedSince(5, historyAtMinutes([0, going], [9, record({ status: 'failed' })]))).toBe(true);
  const ended = record({ status: 'x', endTime: new Date(NOON).toISOString() });
  expect(changedSince(5, historyAtMinutes([0, record({ status: 'x' })], [9, ended]))).toBe(true);
  const stuck = historyAtMinutes([0, going], [9, going]);
  expect(changedSince(5, stuck, { stuckMs: 6 * MINUTE })).toBe(true);
  expect(changedSince(5, stuck, { stuckMs: 4 * MINUTE })).toBe(false);
});

const since: TimeKey = 'changed-20260102T091200Z..';

test('reads only times that an address can have', () => {
  for (const key of [
    'started-hour',
    since,
    'started-20260102T091200Z..20260102T100000Z',
    'started-..20260102T100000Z',
  ])
    expect(readTimeKey(key)).toBe(key);
  for (const key of [
    '',
    'started',
    'started-..',
    'ended-20260102T091200Z..',
    'started-20260102T0912Z..',
    'started-20260230T091200Z..',
    'started-20260102T100000Z..20260102T091200Z',
    'started-x..',
  ])
    expect(readTimeKey(key), key).toBe('');
  expect(readTimeRange(since)).toEqual({
    field: 'changed',
    from: Date.UTC(2026, 0, 2, 9, 12),
    until: undefined,
  });
});

test('labels a time', () => {
  const now = new Date(2026, 0, 2, 12).getTime();
  const [from, until] = [new Date(2026, 0, 2, 9, 12).getTime(), new Date(2026, 0, 2, 10).getTime()];
  const DAY = 24 * 60 * MINUTE;
  for (const [key, label] of [
    ['', ''],
    ['changed-today', 'Changed today'],
    [formatTimeRange({ field: 'changed', from }), 'Changed since 09:12'],
    [formatTimeRange({ field: 'started', until }), 'Started until 10:00'],
    [formatTimeRange({ field: 'started', from: from - DAY, until }), 'Started 1 Jan, 09:12 to 2 Jan, 10:00'],
    [
      formatTimeRange({ field: 'started', from: from - DAY, until: until - DAY }),
      'Started 1 Jan, 09:12 to 10:00',
    ],
  ] as const)
    expect(labelTime(key, now)).toBe(label);
});
