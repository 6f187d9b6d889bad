import { expect, test } from 'playwright/test';
import { expectRows } from '#src/lib/testing/rows.ts';
import * as fc from 'fast-check';
import {
  formatDate,
  formatDay,
  formatMinute,
  formatMoment,
  formatTime,
  formatTimeTitle,
  parseTimestamp,
  formatIsoDay,
  formatZone,
  type Timestamp,
} from './timestamp.ts';

const TEN = Date.UTC(2026, 10, 21, 10, 0, 0);
const instant = (raw: string, epochMs = TEN): Timestamp => ({ kind: 'instant', epochMs, raw });
const local = (text: string): Timestamp => ({ kind: 'local', text });
const NOW_2026 = TEN + 2 * 3_600_000;
const DAY = 86_400_000;
const raw = (text: string): Timestamp => ({ kind: 'raw', text });

const TABLE: [value: string | number, expected: Timestamp][] = [
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
  [TEN * 1000, raw(String(TEN * 1000))],
  ['20261121100000', raw('20261121100000')],
  [20_261_121, raw('20261121')],
  [46_347.4, raw('46347.4')],
  ['639307872000000000', raw('639307872000000000')],
  ['/Date(1795255200000)/', raw('/Date(1795255200000)/')],
  ['soon', raw('soon')],
  ['10:00:00', raw('10:00:00')],
  ['2026-02-30T10:00:00Z', raw('2026-02-30T10:00:00Z')],
  ['2026-11-21T25:00:00Z', raw('2026-11-21T25:00:00Z')],
  ['2026-11-21T10:00:00 Europe/London', raw('2026-11-21T10:00:00 Europe/London')],
  ['21/11/2026 10:00', raw('21/11/2026 10:00')],
  ['Sat, 21 Nov 2026 10:00:00 GMT', raw('Sat, 21 Nov 2026 10:00:00 GMT')],
  ['Sat, 21 Nov 2026 10:00:00 +0000', raw('Sat, 21 Nov 2026 10:00:00 +0000')],
  ['Sat Nov 21 2026 10:00:00 GMT+0000', raw('Sat Nov 21 2026 10:00:00 GMT+0000')],
  ['Nov 21, 2026 10:00 AM', raw('Nov 21, 2026 10:00 AM')],
];

test('reads times and tells raw ones', () => expectRows(TABLE, ([value]) => parseTimestamp(value, NOW_2026)));

const PLACEHOLDERS = [
  [undefined, null, '', '  ', 0, '0', -1, '-1', 1, '0.0', 999_999_999, 1e11, Infinity, Number.NaN],
  [
    '-',
    '--',
    '—',
    '?',
    '.',
    '…',
    '/',
    'null',
    'NULL',
    '<null>',
    '(null)',
    '\\N',
    'None',
    'nil',
    'undefined',
    'NaN',
  ],
  [
    'N/A',
    'n/a',
    'n.a.',
    '#N/A',
    'NaT',
    'unknown',
    'Not set',
    'never',
    'Invalid Date',
    'infinity',
    '-infinity',
  ],
  ['0000-00-00 00:00:00', '0000-00-00', '0000-00-00T00:00:00Z', '0000-00-00T00:00:00+02:00', '00:00:00'],
  [
    '00/00/0000',
    '00000000000000',
    '-0001-11-30T00:00:00+00:00',
    '0001-01-01T00:00:00Z',
    '0001-01-01T00:00:00',
  ],
  [
    '0001-01-01 00:00:00.0000000 +00:00',
    '01/01/0001 00:00:00',
    '1/1/0001 12:00:00 AM',
    '1601-01-01T00:00:00Z',
  ],
  ['1753-01-01', '1899-12-30T00:00:00', '30.12.1899', 'Dec 30, 1899', '1900-01-01', '1900-01-01T00:00:00Z'],
  ['1904-01-01', '1969-12-31T19:00:00-05:00', '1970-01-01', '1970-01-01T00:00:00.000+0000', '1/1/1970'],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 'Thu Jan 01 1970 01:00:00 GMT+0100', '1970-01-01T00:00:00Z[UTC]'],
  [
    '1980-01-01',
    '1980-01-06T00:00:00Z',
    '2000-01-01T00:00:00Z',
    '2001-01-01T00:00:00Z',
    '/Date(-62135596800000)/',
  ],
  [-62_135_596_800, '-62135596800000', 2_147_483_647, 4_294_967_295, 253_402_300_799, 253_402_300_799_999],
  ['9223372036854775807', 9_007_199_254_740_991, '621355968000000000', '116444736000000000'],
  ['9999-12-31', '9999-12-31T23:59:59.9999999', '9999-12-31T23:59:59Z', '12/31/9999', '31.12.9999 23:59:59'],
  [
    '+275760-09-13T00:00:00.000Z',
    '2038-01-19T03:14:07Z',
    '2026-11-22T12:00:01Z',
    (NOW_2026 + DAY) / 1000 + 1,
  ],
].flat();

test('takes a placeholder for no time', () => {
  expect(PLACEHOLDERS.filter((value) => parseTimestamp(value, NOW_2026).kind !== 'absent')).toEqual([]);
});

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
    fc.property(
      fc.date({ min: new Date('2001-01-02'), max: new Date(NOW_2026), noInvalidDate: true }),
      (date) => {
        expect(parseTimestamp(date.toISOString(), NOW_2026)).toMatchObject({
          kind: 'instant',
          epochMs: date.getTime(),
        });
      },
    ),
  );
});

const NOW = new Date(2025, 10, 21, 14, 31, 40).getTime();

test('formats in the local zone with 24 hours', () => {
  expect(formatTime(NOW)).toBe('14:31:40');
  expect(formatTime(new Date(2025, 10, 21).getTime())).toBe('00:00:00');
  expect(formatDate(NOW)).toBe('21 Nov 2025');
});

test('a day and a narrow time say as much as is needed', () => {
  const days = [0, 3, 365].map((count) => NOW - count * DAY);
  expect(days.map((at) => formatDay(at, NOW))).toEqual(['Today', '18 November', '21 November 2024']);
  expect(days.map((at) => formatMinute(at, NOW))).toEqual(['14:31', '18 Nov, 14:31', '21 Nov 2024, 14:31']);
});

test.describe('in the zone of the browser', () => {
  const before = process.env['TZ'];
  test.afterEach(() => {
    process.env['TZ'] = before;
    if (before === undefined) delete process.env['TZ'];
  });

  const LATE = Date.UTC(2025, 11, 31, 20, 15, 7);
  const NEXT_DAY = Date.UTC(2026, 0, 1, 12);

  test('a moment, its day and its year are those of the zone', () => {
    process.env['TZ'] = 'Asia/Kolkata';
    expect([formatTime(LATE), formatMoment(LATE, NEXT_DAY), formatTimeTitle(LATE)]).toEqual([
      '01:45:07',
      '01:45:07',
      '1 Jan 2026, 01:45:07 UTC+5:30',
    ]);
    expect(formatDay(LATE, NEXT_DAY)).toBe('Today');
  });

  test('the offset is that of the moment, west of Greenwich as well', () => {
    process.env['TZ'] = 'America/St_Johns';
    expect([Date.UTC(2025, 0, 1), Date.UTC(2025, 6, 1)].map(formatZone)).toEqual(['UTC−3:30', 'UTC−2:30']);
  });

  test('a day ends at midnight, also if the clocks change', () => {
    process.env['TZ'] = 'Europe/London';
    const hour = 3_600_000;
    const until = Date.UTC(2026, 2, 29, 23);
    expect([until - 23 * hour - 1, until - 23 * hour, until - 1, until].map(formatIsoDay)).toEqual([
      '2026-03-28',
      '2026-03-29',
      '2026-03-29',
      '2026-03-30',
    ]);
  });
});
