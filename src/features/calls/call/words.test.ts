import { expect, test } from 'playwright/test';
import { freshnessOf } from '#src/features/calls/board/freshness.ts';
import { setOutJson } from './json-text.ts';
import { viewOf } from '#src/features/calls/call/testing/call-kit.ts';
import type { Overview } from '#src/features/calls/board/overview.ts';
import { failed, record, seenAfter, STATUSES, unrecognised } from './testing/call-kit.ts';
import { checksWords, exactAge, lengthHint } from '#src/features/calls/detail/words.ts';
import { errorSummary } from './summaries.ts';
import { noNextCheck, shortTime, sumUp } from './words.ts';
import { problemSummary } from './summaries.ts';
import { footerWords } from '#src/features/calls/board/overview.ts';

const overview: Overview = {
  total: 128,
  loading: false,
  ended: 0,
  endedSince: 0,
  lastVisitedAt: undefined,
  isBackingOff: false,
  isKept: true,
  call: () => undefined,
  counts: { live: 0, ok: 0, bad: 0, 'no-answer': 0, other: 0, 'not-found': 0 },
  checking: 46,
  paused: 1,
  checkSeconds: 5,
  periodMs: 5000,
  crowded: false,
  blocker: undefined,
  waitStatus: undefined,
};

test('the foot of the board', () => {
  expect(footerWords(overview)).toBe('46 of 128 being checked, about 9 checks a second, 1 paused');
  expect(footerWords({ ...overview, checking: 1, paused: 0 })).toBe(
    '1 of 128 being checked, about 12 checks a minute',
  );
  expect(footerWords({ ...overview, checking: 0, paused: 0 })).toBe('0 of 128 being checked');
  const many = { ...overview, total: 5000, checking: 5000, paused: 0, periodMs: 250_000, crowded: true };
  expect(footerWords(many)).toBe('5,000 calls, each about every 250 s');
  expect(footerWords({ ...many, total: 6000, paused: 2 })).toBe(
    '5,000 of 6,000 being checked, each about every 250 s, 2 paused',
  );
  expect(footerWords({ ...overview, isBackingOff: true, periodMs: 20_000, paused: 0 })).toBe(
    '46 of 128 being checked, each about every 20 s, less often since most checks fail',
  );
  expect(footerWords({ ...overview, loading: true })).toBe('Reading what this browser kept…');
  const why = (each: 'offline' | 'session' | 'asked-to-wait' | 'hidden') =>
    footerWords({ ...overview, blocker: { why: each, since: 0 } });
  expect(why('offline')).toBe('Checks paused, waiting for a connection');
  expect(why('session')).toBe('Checks paused');
  expect(why('asked-to-wait')).toBe('Checks paused');
  expect(why('hidden')).toContain('46 of 128');
});

const view = (seen: ReturnType<typeof seenAfter> | undefined, extra: { paused?: true; due?: number } = {}) =>
  viewOf(
    { id: 'a', addedAt: 0, ...(extra.paused && { paused: true }) },
    { seen, due: extra.due, statuses: STATUSES },
  );
const live = record({ status: 'in-progress', duration: 3 });

test('how far what is shown can be trusted', () => {
  const at = (shown: ReturnType<typeof view>, now: number, why?: 'offline' | 'session' | 'hidden') =>
    freshnessOf(shown, { periodMs: 5000, blocker: why && { why, since: 0 } }, now);
  const running = view(seenAfter(live), { due: 15_000 });
  expect(at(running, 11_000)).toBe('fresh');
  expect(at(running, 22_001)).toBe('stale');
  expect(at(running, 11_000, 'offline')).toBe('stale');
  expect(at(running, 11_000, 'session')).toBe('stale');
  expect(at(running, 11_000, 'hidden')).toBe('fresh');
  expect(at(view(seenAfter(live), { paused: true }), 99_000)).toBe('paused');
  expect(at(view(seenAfter(live, failed('timeout')), { due: 25_000 }), 15_500)).toBe('stale');
  expect(at(view(seenAfter(failed('not-found', 404))), 99_000)).toBe('done');
  expect(at(view(seenAfter(record({ status: 'completed' })), { paused: true }), 99_000, 'offline')).toBe(
    'done',
  );
  expect(at(view(undefined), 99_000, 'offline')).toBe('done');
});

test('why there is no next check', () => {
  expect(noNextCheck(view(seenAfter(record({ status: 'completed' })), { paused: true }))).toBe('–');
  expect(noNextCheck(view(seenAfter(live), { paused: true }))).toBe('Paused');
  expect(noNextCheck(view(seenAfter(failed('not-found', 404))))).toBe('Stopped');
});

test('R17: an error in one line, never [object Object]', () => {
  expect(errorSummary('busy')).toBe('busy');
  expect(
    errorSummary({
      code: 'SIP_480',
      message: 'Temporarily unavailable',
      carrier: { route: null, attempts: 2 },
    }),
  ).toBe('SIP_480 · Temporarily unavailable · 2');
  expect(errorSummary({})).toBe('{}');
  expect(errorSummary({ route: null })).toBe('{"route":null}');
  expect(errorSummary(['a', { b: [1] }])).toBe('a · 1');
});

test('what stands in the column "Error"', () => {
  const words = (...reads: Parameters<typeof seenAfter>) => problemSummary(view(seenAfter(...reads)))?.text;
  expect(words(live)).toBeUndefined();
  expect(words(record({ status: 'failed', error: 'busy' }))).toBe('busy');
  expect(words(failed('not-found', 404))).toBe('Service answered 404 for this ID');
  expect(words(failed('timeout'))).toBe('No answer from the service');
  expect(words(live, failed('timeout'), failed('timeout'))).toBe('No answer from the service, tried 2 times');
  expect(words(failed('server', 502))).toBe('Service answered 502');
  expect(words(unrecognised)).toBe('Answer not recognised');
});

test('R15: timestamps in short, the value as it came at hand', () => {
  const now = Date.UTC(2025, 10, 21, 15);
  expect(shortTime('2025-11-21T14:28:03Z', now)?.title).toBe('2025-11-21T14:28:03Z');
  expect(shortTime('2025-11-21T14:28:03', now)).toEqual({
    text: '14:28:03',
    title: '2025-11-21T14:28:03, zone not stated',
  });
  expect(shortTime('soon', now)).toEqual({ text: 'soon', title: 'soon' });
  expect(shortTime(1763735283, now)?.title).toBe('1763735283');
  expect(shortTime(1763735283000, now)?.text).toBe(shortTime('1763735283', now)?.text);
  expect(shortTime(undefined, now)).toBeUndefined();
});

test('how the checks of a refused ID went', () => {
  expect(checksWords(1, 1, '404')).toBe('1, answered 404');
  expect(checksWords(2, 2, '404')).toBe('2, both answered 404');
  expect(checksWords(7, 7, '404')).toBe('7, all answered 404');
  expect(checksWords(7, 1, '404')).toBe('7, the last answered 404');
  expect(checksWords(7, 3, '404')).toBe('7, the last 3 answered 404');
});

test('an ID of another length than the others is pointed out', () => {
  expect(lengthHint('abc', ['abcd', 'efgh'])).toBe(
    ' This one is 3 characters; your other watched IDs are 4.',
  );
  expect(lengthHint('abc', ['abcd'])).toBe(' This one is 3 characters; your other watched ID is 4.');
  expect(lengthHint('abc', ['abd'])).toBe('');
  expect(lengthHint('abc', ['a', 'bb'])).toBe('');
  expect(lengthHint('abc', [])).toBe('');
});

test('ages are exact up to an hour', () => {
  expect(exactAge(3999)).toBe('3 s ago');
  expect(exactAge(156_000)).toBe('2 min 36 s ago');
  expect(exactAge(3_700_000)).toBe('1 h ago');
});

test('changes are spoken in sum', () => {
  expect(sumUp(['completed', 'failed', 'completed', 'completed'])).toBe('3 calls completed, 1 call failed');
});

test('JSON is set out with every value as it came', () => {
  const text = '{"a":1.0,"big":12345678901234567890,"s":"x{\\"y\\"}, [z]","n":{"e":{},"l":[1,null]},"l":[]}';
  const out = setOutJson(text);
  expect(out).toContain('"big": 12345678901234567890');
  expect(out).toContain('"a": 1.0');
  expect(JSON.parse(out)).toEqual(JSON.parse(text));
  expect(setOutJson('{"b":[1,{"c":true}]}')).toBe(JSON.stringify({ b: [1, { c: true }] }, null, 2));
  expect(setOutJson(' "x" ')).toBe('"x"');
});
