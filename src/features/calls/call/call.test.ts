import { expect, test } from 'playwright/test';
import type { CallRead } from '#src/api/answer.ts';
import {
  computeDuration,
  createCallView,
  isEnded,
  readStatuses,
  type CallView,
  type CallGroup,
} from './call.ts';
import { addCheck } from './history.ts';
import {
  failed,
  historyAfter,
  historyAtMinutes,
  MINUTE,
  NOON,
  RULES,
  record,
  unrecognised,
  callWith,
} from './testing/call-kit.ts';

const live = record({ status: 'in-progress' });

const call = (...reads: CallRead[]) => callWith(historyAfter(...reads));

const SHOWN: readonly [reads: CallRead[], group: CallGroup, badge: CallView['statusBadge']][] = [
  [[], 'first', { tone: 'wait', word: 'First check' }],
  [[live], 'live', { tone: 'live', word: 'In progress' }],
  [[record({ status: 'completed' })], 'ok', { tone: 'ok', word: 'Completed' }],
  [[record({ status: 'Failed' })], 'bad', { tone: 'bad', word: 'Failed' }],
  [[record({ status: 'busy', endTime: 'x' })], 'other', { tone: 'other', word: 'busy', verbatim: true }],
  [[record({ status: ' on_Hold <b>' })], 'other', { tone: 'other', word: ' on_Hold <b>', verbatim: true }],
  [[failed('not-found', 404)], 'not-found', { tone: 'none', word: 'Not found' }],
  [[failed('timeout')], 'problems', { tone: 'warn', word: 'Check failed' }],
];

for (const [reads, group, statusBadge] of SHOWN) {
  test(`shows and groups "${statusBadge.word}"`, () => {
    expect(call(...reads)).toMatchObject({ group, statusBadge });
  });
}

for (const failure of [failed('timeout'), failed('server', 502), failed('not-found', 404), unrecognised]) {
  const kind = failure.kind === 'failed' ? failure.problem.kind : failure.kind;
  test(`keeps the last known status after ${kind}`, () => {
    expect(call(live, failure).statusBadge.word).toBe('In progress');
  });
}

test('counts a status with the status that has its label', () => {
  const statuses = readStatuses({
    completed: { label: 'Completed', tone: 'ok', final: true },
    done: { label: 'Completed', tone: 'ok', final: true },
    'no-answer': { label: 'No answer', tone: 'bad', final: true },
  });
  const groups = ['DONE', 'no_answer'].map((status) => {
    const history = historyAfter(record({ status }));
    return createCallView({ id: 'a', addedAt: 0 }, { history, due: undefined, statuses, stuckMs: Infinity })
      .group;
  });
  expect(groups).toEqual(['ok', 'other']);
});

const stuckAfter = (minutes: number, ...checks: Parameters<typeof historyAtMinutes>) =>
  callWith(historyAtMinutes(...checks), { stuckMs: minutes * MINUTE }).stuckAt !== undefined;

const started = (startTime: string, status = 'in-progress') => record({ status, startTime });
const hourAgo = started('2026-01-02T11:00:00Z');

test('a call is stuck when its reported start is too long ago', () => {
  expect([60, 61].map((minutes) => stuckAfter(minutes, [0, hourAgo]))).toEqual([true, false]);
  expect(stuckAfter(60, [0, started('2026-01-02T11:00:00Z', 'queued')])).toBe(true);
  const later = started('2026-01-02T13:00:00Z');
  expect(stuckAfter(30, [0, later], [40, later])).toBe(false);
  expect(stuckAfter(0)).toBe(false);
});

for (const startTime of ['soon', '2026-01-02T11:00:00', '0001-01-01T00:00:00Z']) {
  test(`ignores the unusable start ${startTime}`, () => {
    expect(stuckAfter(30, [0, started(startTime)])).toBe(false);
    expect(stuckAfter(30, [0, live], [29, live], [30, started(startTime)])).toBe(true);
  });
}

test('no call gets stuck by a clock that is set', () => {
  const begun = started(new Date(NOON - MINUTE).toISOString());
  const history = addCheck(historyAfter(begun), { read: begun, at: NOON + 86_400_000, mono: 15_000 }, RULES);
  expect(callWith(history, { stuckMs: 30 * MINUTE }).stuckAt).toBe(undefined);
  const ended = record({ status: 'archived', endTime: NOON + 20_000 });
  const back = addCheck(historyAfter(begun), { read: ended, at: NOON - 2 * 86_400_000, mono: 20_000 }, RULES);
  expect(isEnded(callWith(back))).toBe(true);
});

test('stuck goes by the duration rather than the start', () => {
  const talking = record({ status: 'in-progress', startTime: '2026-01-02T06:00:00Z', duration: 60 });
  expect(stuckAfter(30, [0, talking])).toBe(false);
  expect(stuckAfter(1, [0, talking])).toBe(true);
  expect(stuckAfter(30, [0, talking], [30, talking])).toBe(true);
});

test('time without a record does not count for stuck', () => {
  expect(stuckAfter(30, [0, live], [29, live])).toBe(false);
  expect(stuckAfter(30, [0, live], [40, failed('network')])).toBe(false);
  expect(stuckAfter(30, [0, hourAgo], [1, failed('server', 500)])).toBe(true);
});

test('an ended or missing call is not stuck', () => {
  expect(stuckAfter(30, [0, hourAgo], [1, failed('not-found', 404)])).toBe(false);
  expect(stuckAfter(30, [0, hourAgo], [1, record({ status: 'completed' })])).toBe(false);
  expect(stuckAfter(30, [0, hourAgo], [1, record({ status: 'busy', endTime: 'x' })])).toBe(false);
});

const durationAt = (fields: Parameters<typeof record>[0], now: number, ticking = true) =>
  computeDuration(call(record(fields)), now, ticking);

test('a running duration counts on from the last check', () => {
  expect(durationAt({ status: 'in-progress', duration: 125 }, 13_400)).toBeCloseTo(128.4);
  expect(durationAt({ status: 'in-progress', duration: 12.5 }, 10_600)).toBeCloseTo(13.1);
  expect(durationAt({ status: 'in-progress', duration: 12.5 }, 9000)).toBe(12.5);
  expect(durationAt({ status: 'in-progress', duration: 0 }, 12_000)).toBe(2);
  expect(durationAt({ status: 'ringing', duration: 3 }, 12_000)).toBe(3);
});

test('a duration that is over, stale or impossible stays', () => {
  expect(durationAt({ status: 'in-progress', duration: 125 }, 99_000, false)).toBe(125);
  expect(durationAt({ status: 'queued', duration: 0 }, 99_000)).toBe(0);
  expect(durationAt({ status: 'completed', duration: 12.5 }, 99_000)).toBe(12.5);
  expect(durationAt({ status: 'in-progress', duration: -3 }, 99_000)).toBe(-3);
  expect(durationAt({ status: 'in-progress', duration: 1e15 }, 99_000)).toBe(1e15);
  expect(durationAt({ status: 'in-progress' }, 99_000)).toBeUndefined();
  expect(computeDuration(call(), 0, true)).toBeUndefined();
});
