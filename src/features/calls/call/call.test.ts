import { expect, test } from 'playwright/test';
import type { CallRead } from '#src/api/call-record.ts';
import { durationAt, type CallView, type Group } from './call.ts';
import type { CallHistory } from './history.ts';
import { isRefused, nextCheck, nextDue } from './next-check.ts';
import {
  CHECK_RULES,
  failed,
  record,
  historyAfter,
  historySince,
  unrecognised,
  viewWith,
} from './testing/call-kit.ts';

const rules = { ...CHECK_RULES, now: 60_000 };
const live = record({ status: 'in-progress' });

const NEXT: readonly [name: string, reads: CallRead[], wait: number | false][] = [
  ['R5: a call that was never asked is asked at once', [], 0],
  ['R35: a running call goes on', [live], 5000],
  ['R20: an unknown status goes on', [record({ status: 'ringing' })], 5000],
  ['R35: completed ends it', [live, record({ status: 'completed' })], false],
  ['case, _ and - do not matter', [record({ status: 'COMPLETED' })], false],
  [
    'R16: an end time ends it, also with an unknown status',
    [record({ status: 'archived', endTime: 'x' })],
    false,
  ],
  [
    'R16: an end time ends it, also while in progress',
    [record({ status: 'in-progress', endTime: 1 })],
    false,
  ],
  ['R17: an error alone does not end it', [record({ status: 'in-progress', error: 'noise' })], 5000],
  ['R17: an error object alone does not end it', [record({ status: 'ringing', error: { code: 1 } })], 5000],
  ['404 stops', [failed('not-found', 404)], false],
  ['408 goes on, later', [failed('client-error', 408)], 5000],
  ['429 backs off', [failed('rate-limited', 429)], 5000],
  ['503 backs off', [failed('server', 503)], 5000],
  ['500 goes on, later', [failed('server', 500)], 5000],
  ['500 twice, later still', [failed('server', 500), failed('server', 500)], 10_000],
  ['no answer', [failed('timeout')], 5000],
  ['a refused sign-in backs off', [failed('unauthorized', 401)], 5000],
  ['no answer for long: once a minute', Array.from({ length: 9 }, () => failed('network')), 60_000],
  ['an answer after failures goes on as usual', [failed('network'), live], 5000],
  ['a redirect goes on, later', [failed('redirect', 302)], 5000],
  ['a web page goes on, later', [failed('web-page', 200)], 5000],
  ['an answer that is no record goes on slowly', [unrecognised], 15_000],
  [
    'an ended call stays ended where a look at it fails',
    [record({ status: 'completed' }), failed('server', 500)],
    false,
  ],
  ['a call that runs again after its end goes on', [record({ status: 'failed' }), live], 5000],
];

for (const [name, reads, wait] of NEXT) {
  test(`next check: ${name}`, () => {
    expect(nextCheck(reads.length === 0 ? undefined : historyAfter(...reads), rules)).toBe(wait);
  });
}

test('a first check stays due before a later one of the rest', () => {
  const asked = historyAfter(live);
  const mono = 90_000 + (asked.checked?.mono ?? 0);
  const now = { at: 1_000_000, mono };
  const due = (addedAt: number, history?: typeof asked) =>
    nextDue({ id: 'a', addedAt }, history, { ...rules, now });
  expect(due(now.at - 100_000)).toBeLessThan(due(now.at - 120_000, asked) ?? 0);
  // A clock that was set back delays no check.
  expect(due(now.at + 100_000)).toBe(mono);
});

test('next check: what was called off, offline or signed out is as if never asked', () => {
  for (const kind of ['aborted', 'offline', 'session-ended'] as const) {
    expect(nextCheck(historyAfter(failed(kind)), rules)).toBe(0);
  }
});

test('next check: "Keep trying" goes on with a refused ID, slowly', () => {
  const history = historyAfter(failed('not-found', 404));
  expect(nextCheck(history, { ...rules, keepTrying: true })).toBe(15_000);
  expect(nextCheck(history, { ...rules, keepTrying: true, intervalMs: 60_000 })).toBe(60_000);
});

test('next check: backing off never asks sooner than the chosen time', () => {
  expect(nextCheck(historyAfter(failed('timeout')), { ...rules, intervalMs: 120_000 })).toBe(120_000);
});

test('next check: the usual interval differs by a twentieth either way, so that calls spread', () => {
  for (const [random, wait] of [
    [0, 4750],
    [0.5, 5000],
    [1, 5250],
  ] as const) {
    expect(nextCheck(historyAfter(live), { ...rules, random })).toBe(wait);
    expect(nextCheck(historyAfter(failed('server', 500)), { ...rules, random })).toBe(5000);
    expect(nextCheck(historyAfter(record({ status: 'completed' })), { ...rules, random })).toBe(false);
  }
});

const MINUTE = 60_000;
/** The clock of the page started with it; the clock of the wall did not. */
const NOON = Date.UTC(2026, 0, 2, 12);

type Look = readonly [minutes: number, read: CallRead];
/** Looked at so many minutes after noon. */
const seenAt = (...looks: readonly Look[]) =>
  historySince(NOON, ...looks.map(([minutes, read]) => [minutes * MINUTE, read] as const));

const ringing = record({ status: 'ringing' });

const QUIET: readonly [name: string, history: CallHistory, wait: number | false][] = [
  ['for 29 minutes', seenAt([1, live], [30, live]), 5000],
  ['for 30 minutes', seenAt([0, live], [30, live]), MINUTE],
  ['since a change a minute ago', seenAt([0, live], [29, ringing], [30, ringing]), 5000],
  ['since a change long ago', seenAt([-1, ringing], [0, live], [30, live]), MINUTE],
  ['first seen after failures for long', seenAt([0, failed('timeout')], [30, live]), 5000],
  ['with a failure between', seenAt([0, live], [1, failed('timeout')], [30, live]), MINUTE],
  ['at an end', seenAt([0, record({ status: 'completed' })], [1, record({ status: 'failed' })]), false],
];

for (const [name, history, wait] of QUIET) {
  test(`next check: the same status ${name}`, () => {
    expect(nextCheck(history, { ...rules, now: 30 * MINUTE })).toBe(wait);
  });
}

test('next check: the same status for long never asks more often than chosen', () => {
  const history = seenAt([0, live], [30, live]);
  const now = 30 * MINUTE;
  expect(nextCheck(history, { ...rules, now, intervalMs: 2 * MINUTE })).toBe(2 * MINUTE);
  expect(nextCheck(history, { ...rules, now, random: 0 })).toBe(MINUTE);
});

test('a refused ID is a 4xx but 401, 408 and 429', () => {
  const refused = [400, 401, 403, 404, 408, 410, 422, 429, 451, 500, 503, undefined].filter((status) =>
    isRefused({ kind: 'client-error', durationMs: 0, at: 0, ...(status !== undefined && { status }) }),
  );
  expect(refused).toEqual([400, 403, 404, 410, 422, 451]);
});

const view = (...reads: CallRead[]) => viewWith(historyAfter(...reads));

const SHOWN: readonly [reads: CallRead[], group: Group, badge: CallView['statusBadge']][] = [
  [[], 'first', { tone: 'wait', word: 'First check' }],
  [[live], 'live', { tone: 'live', word: 'In progress' }],
  [[record({ status: 'completed' })], 'ok', { tone: 'ok', word: 'Completed' }],
  [[record({ status: 'Failed' })], 'bad', { tone: 'bad', word: 'Failed' }],
  [[record({ status: 'busy', endTime: 'x' })], 'other', { tone: 'other', word: 'busy', verbatim: true }],
  [[record({ status: ' on_Hold <b>' })], 'other', { tone: 'other', word: ' on_Hold <b>', verbatim: true }],
  [[failed('not-found', 404)], 'not-found', { tone: 'none', word: 'Not found' }],
  [[failed('timeout')], 'problems', { tone: 'warn', word: 'No answer' }],
  [[live, failed('server', 502)], 'problems', { tone: 'warn', word: 'Error 502' }],
  [[unrecognised], 'problems', { tone: 'warn', word: 'Unreadable' }],
];

test('R13: the known statuses have a label and a tone, any other text is shown as it came; each call counts in one group', () => {
  for (const [reads, group, statusBadge] of SHOWN) {
    const shown = view(...reads);
    expect([shown.group, shown.statusBadge]).toEqual([group, statusBadge]);
  }
});

const stuckAfter = (minutes: number, ...looks: readonly Look[]) =>
  viewWith(seenAt(...looks), { stuckMs: minutes * MINUTE }).stuck;

test('stuck is a call that has not ended for so long, by its reported duration or start, else from the first answer, to the last', () => {
  const started = (startTime: string, status = 'in-progress') => record({ status, startTime });
  const hourAgo = started('2026-01-02T11:00:00Z');
  expect([60, 61].map((minutes) => stuckAfter(minutes, [0, hourAgo]))).toEqual([true, false]);
  expect(stuckAfter(60, [0, started('2026-01-02T11:00:00Z', 'queued')])).toBe(true);
  // No moment that this browser could count from, and none that is a call's: the first answer counts.
  for (const startTime of ['soon', '2026-01-02T11:00:00', '0001-01-01T00:00:00Z']) {
    expect(stuckAfter(30, [0, started(startTime)]), startTime).toBe(false);
    expect(stuckAfter(30, [0, live], [29, live], [30, started(startTime)]), startTime).toBe(true);
  }
  expect(stuckAfter(30, [0, live], [29, live])).toBe(false);
  expect(stuckAfter(30, [0, started('2026-01-02T13:00:00Z')], [40, started('2026-01-02T13:00:00Z')])).toBe(
    false,
  );
  // The service's own count goes before what its clock says, which may not be this browser's.
  const talking = record({ status: 'in-progress', startTime: '2026-01-02T06:00:00Z', duration: 60 });
  expect(stuckAfter(30, [0, talking])).toBe(false);
  expect(stuckAfter(1, [0, talking])).toBe(true);
  expect(stuckAfter(30, [0, talking], [30, talking])).toBe(true);
  // What was not seen is not counted, and a check that failed takes nothing back.
  expect(stuckAfter(30, [0, live], [40, failed('network')])).toBe(false);
  expect(stuckAfter(30, [0, hourAgo], [1, failed('server', 500)])).toBe(true);
  expect(stuckAfter(30, [0, hourAgo], [1, failed('not-found', 404)])).toBe(false);
  expect(stuckAfter(30, [0, hourAgo], [1, record({ status: 'completed' })])).toBe(false);
  expect(stuckAfter(30, [0, hourAgo], [1, record({ status: 'busy', endTime: 'x' })])).toBe(false);
  expect(stuckAfter(0)).toBe(false);
});

const durationSeen = (fields: Parameters<typeof record>[0], now: number, ticking = true) =>
  durationAt(view(record(fields)), now, ticking);

test('R14: the running duration goes on from what was reported, and stands still where nothing is known', () => {
  expect(durationSeen({ status: 'in-progress', duration: 125 }, 13_400)).toBe(128);
  expect(durationSeen({ status: 'in-progress', duration: 12.5 }, 10_600)).toBe(13);
  expect(durationSeen({ status: 'in-progress', duration: 12.5 }, 9000)).toBe(12);
  expect(durationSeen({ status: 'in-progress', duration: 125 }, 99_000, false)).toBe(125);
  expect(durationSeen({ status: 'in-progress', duration: 0 }, 12_000)).toBe(2);
  expect(durationSeen({ status: 'queued', duration: 0 }, 99_000)).toBe(0);
  expect(durationSeen({ status: 'ringing', duration: 3 }, 12_000)).toBe(5);
  expect(durationSeen({ status: 'completed', duration: 12.5 }, 99_000)).toBe(12.5);
  expect(durationSeen({ status: 'in-progress' }, 99_000)).toBeUndefined();
  expect(durationAt(view(), 0, true)).toBeUndefined();
});
