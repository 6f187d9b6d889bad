import { expect, test } from 'playwright/test';
import { summarizeError } from './call.ts';
import { COLUMNS, formatShortTime } from './fields.ts';
import {
  failed,
  record,
  historyAfter,
  historyAtMinutes,
  MINUTE,
  unrecognised,
  callWith,
} from './testing/call-kit.ts';

const live = record({ status: 'in-progress', duration: 3 });

const call = (reads: Parameters<typeof historyAfter>, entry?: { paused: true }) =>
  callWith(historyAfter(...reads), entry);

test('summarizes an error in one line', () => {
  const carrier = { route: null, attempts: 2 };
  expect(summarizeError('busy')).toBe('busy');
  expect(summarizeError({ code: 'SIP_480', message: 'Temporarily unavailable', carrier })).toBe(
    'SIP_480 · Temporarily unavailable · 2',
  );
  expect(summarizeError({})).toBe('{}');
  expect(summarizeError({ route: null })).toBe('{"route":null}');
  expect(summarizeError(['a', { b: [1] }])).toBe('a · 1');
});

test('explains a missing record or quotes the error', () => {
  const text = (...reads: Parameters<typeof historyAfter>) => call(reads).errorText;
  expect(text(live)).toBeUndefined();
  expect(text(record({ status: 'failed', error: 'busy' }))).toBe('busy');
  expect(text(failed('not-found', 404))).toBe('Service answered 404 for this ID');
  expect(text(failed('timeout'))).toBe('No answer from the service');
  expect(text(failed('server', 502))).toBe('Service answered 502');
  expect(text(unrecognised)).toBe('Unexpected answer');
});

test('of calls that show no duration, only stuck ones rank high', () => {
  const queued = record({ status: 'queued', duration: 0 });
  const history = historyAtMinutes([0, queued], [10, queued]);
  const column = COLUMNS.find(({ key }) => key === 'duration')?.column;
  const rank = (stuckMs: number) => column?.sortKey(callWith(history, { stuckMs }), 0);
  expect(rank(5 * MINUTE)).toBe(600);
  expect(rank(20 * MINUTE)).toBeLessThan(1);
});

test('shortens timestamps and keeps the value as received', () => {
  const now = Date.UTC(2025, 10, 21, 15);
  expect(formatShortTime('2025-11-21T14:28:03Z', now)?.title).toBe('2025-11-21T14:28:03Z');
  expect(formatShortTime('2025-11-21T14:28:03', now)).toEqual({
    text: '14:28:03',
    title: '2025-11-21T14:28:03, zone not stated',
  });
  expect(formatShortTime('2025-11-20T14:28:03', now)?.text).toBe('2025-11-20 14:28:03');
  expect(formatShortTime('2025-11-20T14:28:03Z', now)?.text).toMatch(/^2[01] Nov, \d\d:28:03$/);
  expect(formatShortTime('soon', now)).toEqual({ text: 'soon', title: 'soon' });
  expect(formatShortTime(1763735283, now)?.title).toBe('1763735283');
  expect(formatShortTime(1763735283000, now)?.text).toBe(formatShortTime('1763735283', now)?.text);
  expect(formatShortTime(undefined, now)).toBeUndefined();
});
