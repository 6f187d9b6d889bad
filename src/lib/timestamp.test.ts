import { expect, test } from 'playwright/test';
import * as fc from 'fast-check';
import {
  formatDate,
  formatDay,
  formatMoment,
  formatTime,
  formatWhen,
  parseTimestamp,
  formatIsoDay,
  timeZone,
  formatZone,
  type Timestamp,
} from './timestamp.ts';

const TEN = Date.UTC(2026, 10, 21, 10, 0, 0);
const instant = (raw: string, epochMs = TEN): Timestamp => ({ kind: 'instant', epochMs, raw });
const local = (text: string): Timestamp => ({ kind: 'local', text });
const raw = (text: string): Timestamp => ({ kind: 'raw', text });
const ABSENT: Timestamp = { kind: 'absent' };

const TABLE: [value: string | number | null | undefined, expected: Timestamp][] = [
  ['2026-11-21T10:00:00Z', instant('2026-11-21T10:00:00Z')],
  ['2026-11-21t10:00:00z', instant('2026-11-21t10:00:00z')],
  ['2026-11-21T10:00Z', instant('2026-11-21T10:00Z')],
  ['2026-11-21 10:00:00 Z', instant('2026-11-21 10:00:00 Z')],
  ['2026-11-21T12:00:00+02:00', instant('2026-11-21T12:00:00+02:00')],
  ['2026-11-21T12:00:00+0200', instant('2026-11-21T12:00:00+0200')],
  ['2026-11-21T12:00:00+02', instant('2026-11-21T12:00:00+02')],
  ['2026-11-21T04:30:00-05:30', instant('2026-11-21T04:30:00-05:30')],
  ['2026-11-21T10:00:00.123456789Z', instant('2026-11-21T10:00:00.123456789Z', TEN + 123)],
  ['2026-11-21T10:00:00,5Z', instant('2026-11-21T10:00:00,5Z', TEN + 500)],
  ['2026-11-21T10:00:00', local('2026-11-21T10:00:00')],
  ['2026-11-21 10:00:00.25', local('2026-11-21 10:00:00.25')],
  ['2026-11-21', local('2026-11-21')],
  [TEN / 1000, instant('1795255200')],
  [TEN / 1000 + 0.5, instant('1795255200.5', TEN + 500)],
  ['1795255200', instant('1795255200')],
  [TEN, instant(String(TEN))],
  [String(TEN), instant(String(TEN))],
  [1e9, instant('1000000000', 1e12)],
  [1e11, instant('100000000000', 1e11)],
  [999_999_999, raw('999999999')],
  [0, raw('0')],
  [-1, raw('-1')],
  [12.5, raw('12.5')],
  [TEN * 1000, raw(String(TEN * 1000))],
  [Infinity, raw('Infinity')],
  ['soon', raw('soon')],
  ['2026-02-30T10:00:00Z', raw('2026-02-30T10:00:00Z')],
  ['2026-11-21T25:00:00Z', raw('2026-11-21T25:00:00Z')],
  ['2026-11-21T10:00:00 Europe/London', raw('2026-11-21T10:00:00 Europe/London')],
  ['21/11/2026 10:00', raw('21/11/2026 10:00')],
  ['Sat, 21 Nov 2026 10:00:00 GMT', raw('Sat, 21 Nov 2026 10:00:00 GMT')],
  [undefined, ABSENT],
  [null, ABSENT],
  ['', ABSENT],
  ['  ', ABSENT],
];

for (const [value, expected] of TABLE) {
  test(`${JSON.stringify(value) ?? 'undefined'} is ${expected.kind}`, () => {
    expect(parseTimestamp(value)).toEqual(expected);
  });
}

test('parses any text and any number', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double(), fc.integer(), fc.date().map(String)), (value) => {
      const read = parseTimestamp(value);
      if (read.kind === 'instant') expect(formatTime(read.epochMs)).toMatch(/^\d\d:\d\d:\d\d$/);
    }),
  );
});

test('parses every ISO moment', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }), (date) => {
      expect(parseTimestamp(date.toISOString())).toMatchObject({ kind: 'instant', epochMs: date.getTime() });
    }),
  );
});

const NOW = new Date(2025, 10, 21, 14, 31, 40).getTime();
const DAY = 86_400_000;

test('formats in the local zone with 24 hours', () => {
  expect(formatTime(NOW)).toBe('14:31:40');
  expect(formatTime(new Date(2025, 10, 21).getTime())).toBe('00:00:00');
  expect(formatDate(NOW)).toBe('21 Nov 2025');
});

test('a day and a narrow time say as much as is needed', () => {
  const days = [0, 3, 365].map((count) => NOW - count * DAY);
  expect(days.map((at) => formatDay(at, NOW))).toEqual(['Today', '18 November', '21 November 2024']);
  expect(days.map((at) => formatWhen(at, NOW))).toEqual(['14:31', '18 Nov', '21 Nov 2024']);
});

test.describe('in the zone that was chosen', () => {
  const before = process.env['TZ'];
  const choose = (zone: 'local' | 'utc', place: string) => {
    process.env['TZ'] = place;
    // Formats once in the other zone, so that a cached format has to be replaced.
    timeZone.setState(zone === 'utc' ? 'local' : 'utc', true);
    formatTime(0);
    timeZone.setState(zone, true);
  };
  test.afterEach(() => {
    process.env['TZ'] = before;
    if (before === undefined) delete process.env['TZ'];
    timeZone.setState('local', true);
  });

  const LATE = Date.UTC(2025, 11, 31, 20, 15, 7);
  const NEXT_DAY = Date.UTC(2026, 0, 1, 12);

  test('a moment, its day and its year are those of the zone', () => {
    choose('local', 'Asia/Kolkata');
    expect([formatTime(LATE), formatMoment(LATE, NEXT_DAY), formatZone(LATE)]).toEqual([
      '01:45:07',
      '01:45:07',
      'UTC+5:30',
    ]);
    expect(formatDay(LATE, NEXT_DAY)).toBe('Today');
    choose('utc', 'Asia/Kolkata');
    expect([formatTime(LATE), formatMoment(LATE, NEXT_DAY), formatZone(LATE)]).toEqual([
      '20:15:07',
      '31 Dec 2025, 20:15:07',
      'UTC',
    ]);
    expect(formatDay(LATE, NEXT_DAY)).toBe('31 December 2025');
  });

  test('the offset is that of the moment, west of Greenwich as well', () => {
    choose('local', 'America/St_Johns');
    expect([Date.UTC(2025, 0, 1), Date.UTC(2025, 6, 1)].map(formatZone)).toEqual(['UTC−3:30', 'UTC−2:30']);
  });

  test('a day ends at midnight, also if the clocks change', () => {
    choose('local', 'Europe/London');
    const hour = 3_600_000;
    const until = Date.UTC(2026, 2, 29, 23);
    expect([until - 23 * hour - 1, until - 23 * hour, until - 1, until].map(formatIsoDay)).toEqual([
      '2026-03-28',
      '2026-03-29',
      '2026-03-29',
      '2026-03-30',
    ]);
    choose('utc', 'Europe/London');
    expect(formatIsoDay(until)).toBe('2026-03-29');
  });
});
