import { expect, test } from 'playwright/test';
import type { CallRead } from '#src/api/answer.ts';
import { parseTimestamp } from '#src/lib/timestamp.ts';
import { summarizeError } from './call.ts';
import { CALL_FIELDS, COLUMNS, formatShortTime, readPlainValue } from './call-fields.ts';
import {
  failed,
  record,
  historyAfter,
  historyAtMinutes,
  MINUTE,
  NOON,
  unrecognised,
  callWith,
} from './testing/call-kit.ts';

const live = record({ status: 'in-progress', duration: 3 });

const call = (reads: Parameters<typeof historyAfter>) => callWith(historyAfter(...reads));

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

test('quotes the error of a call', () => {
  const text = (...reads: Parameters<typeof historyAfter>) => call(reads).errorText;
  expect(text(live)).toBeUndefined();
  expect(text(record({ status: 'failed', error: 'busy' }))).toBe('busy');
});

const FAILED_CHECKS: readonly [read: CallRead, reason: string][] = [
  [failed('timeout'), 'timeout'],
  [failed('network'), 'connection failed'],
  [failed('web-page', 200), 'web page'],
  [failed('redirect', 302), 'redirected'],
  [failed('rate-limited', 429), 'error 429'],
  [failed('unauthorized', 401), 'sign-in refused (401)'],
  [failed('not-found', 404), 'not found (404)'],
  [failed('server', 502), 'error 502'],
  [unrecognised, 'answer not recognised'],
];

for (const [read, reason] of FAILED_CHECKS) {
  test(`a failed check is no status: ${reason}`, () => {
    for (const reads of [[read], [live, read]]) {
      const failing = call(reads);
      const shown = CALL_FIELDS.flatMap((field) => {
        const value = readPlainValue(field, failing);
        return String(value).includes(reason) ? `${field.key} ${value}` : [];
      });
      expect(shown).toEqual([`failedCheck ${reason}`, `error Check failed: ${reason}`]);
    }
  });
}

test('exports times as a spreadsheet reads them', () => {
  const csv = (startTime: string | number) => {
    const view = call([record({ status: 'failed', startTime })]);
    return ['Started (UTC)', 'Started, as received'].map((heading) => {
      const field = CALL_FIELDS.find((each) => each.csv === heading);
      return field && readPlainValue(field, view);
    });
  };
  expect(csv('2026-01-02T14:28:03+02:00')).toEqual(['2026-01-02 12:28:03', undefined]);
  expect(csv(NOON / 1000)).toEqual(['2026-01-02 12:00:00', undefined]);
  expect(csv('2026-01-02T14:28:03')).toEqual([undefined, '2026-01-02T14:28:03']);
  expect(csv('soon')).toEqual([undefined, 'soon']);
  expect(csv(0)).toEqual([undefined, undefined]);
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
  const format = (value: string | number | undefined) => formatShortTime(parseTimestamp(value, now), now);
  expect(format('2025-11-21T14:28:03Z')?.title).toMatch(
    /^21 Nov 2025, \d\d:\d\d:03 UTC[+−][\d:]+, as received: 2025-11-21T14:28:03Z$/,
  );
  expect(format('2025-11-21T14:28:03')).toEqual({
    text: '14:28:03',
    title: '2025-11-21T14:28:03, zone not stated',
  });
  expect(format('2025-11-20T14:28:03')?.text).toBe('2025-11-20 14:28:03');
  expect(format('2025-11-20T14:28:03Z')?.text).toMatch(/^2[01] Nov, \d\d:28:03$/);
  expect(format('soon')).toEqual({ text: 'soon', title: 'soon' });
  expect(format(1763735283)?.title).toMatch(/as received: 1763735283$/);
  expect(format(1763735283000)?.text).toBe(format('1763735283')?.text);
  expect(format(undefined)).toBeUndefined();
});
