import { expect, test } from 'playwright/test';
import { expectRows } from '#src/lib/testing/rows.ts';
import type { CallRead } from '#src/api/answer.ts';
import { isRefused, computeCheckDelay, computeDue } from './call.ts';
import { addCheck, createHistory } from './history.ts';
import {
  CHECK_RULES,
  failed,
  record,
  historyAfter,
  MINUTE,
  NOON,
  RULES,
  unrecognised,
} from './testing/call-kit.ts';

const rules = CHECK_RULES;
const live = record({ status: 'in-progress' });

const NEXT: readonly [name: string, reads: CallRead[], wait: number | false][] = [
  ['no check', [], 0],
  ['in progress', [live], 5000],
  ['an unknown status', [record({ status: 'ringing' })], 5000],
  ['completed', [live, record({ status: 'completed' })], false],
  ['a status in capitals', [record({ status: 'COMPLETED' })], false],
  ['an end time and unknown status', [record({ status: 'archived', endTime: 'x' })], false],
  ['an end time while in progress', [record({ status: 'in-progress', endTime: NOON })], false],
  ['a placeholder for the end', [record({ status: 'archived', endTime: '0000-00-00 00:00:00' })], 5000],
  ['an unreadable end of a running call', [record({ status: 'in-progress', endTime: 'x' })], 5000],
  ['an end in two days', [record({ status: 'archived', endTime: NOON + 48 * 60 * MINUTE })], 5000],
  ['an error alone', [record({ status: 'in-progress', error: 'noise' })], 5000],
  ['an error object alone', [record({ status: 'ringing', error: { code: 1 } })], 5000],
  ['a 404', [failed('not-found', 404)], false],
  ['a 408', [failed('client-error', 408)], 5000],
  ['a 429', [failed('rate-limited', 429)], 5000],
  ['a 503', [failed('server', 503)], 5000],
  ['a 500', [failed('server', 500)], 5000],
  ['two 500s', [failed('server', 500), failed('server', 500)], 10_000],
  ['a timeout', [failed('timeout')], 5000],
  ['a 401', [failed('unauthorized', 401)], 5000],
  ['nine network errors', Array.from({ length: 9 }, () => failed('network')), 60_000],
  ['an answer after a failure', [failed('network'), live], 5000],
  ['a redirect', [failed('redirect', 302)], 5000],
  ['a web page', [failed('web-page', 200)], 5000],
  ['a web page with 404', [failed('web-page', 404)], 5000],
  ['an unrecognised answer', [unrecognised], 15_000],
  ['a failed check after the end', [record({ status: 'completed' }), failed('server', 500)], false],
  ['in progress again after the end', [record({ status: 'failed' }), live], 5000],
];

test('plans the next check', () =>
  expectRows(NEXT, ([, reads]) =>
    computeCheckDelay(reads.length === 0 ? undefined : historyAfter(...reads), rules),
  ));

test('a first check comes before a later check of another call', () => {
  const asked = historyAfter(live);
  const mono = 90_000 + (asked.checked?.mono ?? 0);
  const now = { at: 1_000_000, mono };
  const due = (addedAt: number, history?: typeof asked) =>
    computeDue({ id: 'a', addedAt }, history, { ...rules, now });
  expect(due(now.at - 100_000)).toBeLessThan(due(now.at - 120_000, asked) ?? 0);
  // The clock was set back.
  expect(due(now.at + 100_000)).toBe(mono);
});

test('waits as long as a 503 asks for its call', () => {
  const read = failed('server', 503);
  if (read.kind === 'failed' && read.problem.answer) read.problem.answer.retryAfterMs = 120_000;
  expect(computeCheckDelay(historyAfter(read), rules)).toBe(120_000);
});

test('a request that was not sent counts as no check', () => {
  for (const kind of ['aborted', 'offline', 'session-ended'] as const) {
    expect(computeCheckDelay(historyAfter(failed(kind)), rules)).toBe(0);
  }
});

test('"Keep trying" checks a refused ID slowly', () => {
  const history = historyAfter(failed('not-found', 404));
  expect(computeCheckDelay(history, { ...rules, keepTrying: true })).toBe(15_000);
  expect(computeCheckDelay(history, { ...rules, keepTrying: true, intervalMs: 60_000 })).toBe(60_000);
});

test('backing off is never faster than the chosen interval', () => {
  expect(computeCheckDelay(historyAfter(failed('timeout')), { ...rules, intervalMs: 120_000 })).toBe(120_000);
});

test('the usual interval varies by 5 %', () => {
  const at = { at: NOON, mono: 0 };
  const delayAfter = (read: CallRead, jitter: number) =>
    computeCheckDelay(addCheck(createHistory('a'), { ...at, read, jitter }, RULES), rules);
  for (const [jitter, wait] of [
    [0, 4750],
    [0.5, 5000],
    [1, 5250],
  ] as const) {
    expect(delayAfter(live, jitter)).toBe(wait);
    expect(delayAfter(failed('server', 500), jitter)).toBe(5000);
    expect(delayAfter(record({ status: 'completed' }), jitter)).toBe(false);
  }
});

test('refused is a 4xx other than 401, 408 and 429', () => {
  const refused = [400, 401, 403, 404, 408, 410, 422, 429, 451, 500, 503, undefined].filter((status) =>
    isRefused({ kind: 'client-error', durationMs: 0, at: 0, ...(status !== undefined && { status }) }),
  );
  expect(refused).toEqual([400, 403, 404, 410, 422, 451]);
});
