import { expect, test } from 'playwright/test';
import { formatAge, formatLongSpan, formatTimeUntil, formatClock, formatDuration } from './duration.ts';

const DURATIONS: [seconds: number | undefined, detail: string, clock: string][] = [
  [125, '2m 05s', '2:05'],
  [0, '0 s', '0:00'],
  [3, '3 s', '0:03'],
  [12.5, '12.5 s', '0:12'],
  [59.9996, '60 s', '0:59'],
  [60, '1m 00s', '1:00'],
  [61.9, '1m 01s', '1:01'],
  [3599, '59m 59s', '59:59'],
  [3725, '1h 02m 05s', '1:02:05'],
  [360_000, '100h 00m 00s', '100:00:00'],
  [undefined, '–', '–'],
  [NaN, '–', '–'],
  [Infinity, '–', '–'],
  [-5, '-5 s', '–'],
  [366 * 86_400, '8784h 00m 00s', '8784:00:00'],
  [366 * 86_400 + 1, '31622401 s', '31622401 s'],
  [1e15, '1000000000000000 s', '1000000000000000 s'],
];

for (const [seconds, detail, clock] of DURATIONS) {
  test(`formats ${seconds} s as ${detail}`, () => {
    expect(formatDuration(seconds)).toBe(detail);
    expect(formatClock(seconds)).toBe(clock);
  });
}

const AGES: [ms: number, text: string][] = [
  [-5, '0 s ago'],
  [0, '0 s ago'],
  [3999, '3 s ago'],
  [46_000, '46 s ago'],
  [59_999, '59 s ago'],
  [120_000, '2 min ago'],
  [3_599_999, '59 min ago'],
  [3_600_000, '1 h ago'],
  [86_400_000 * 3, '3 d ago'],
];

for (const [ms, text] of AGES) {
  test(`an age of ${ms} ms is "${text}"`, () => {
    expect(formatAge(ms)).toBe(text);
  });
}

test('a long span has two units', () => {
  const minutes = [45, 60, 110, 24 * 60, 51 * 60 + 59];
  const texts = ['45 min', '1 h 0 min', '1 h 50 min', '1 d 0 h', '2 d 3 h'];
  expect(minutes.map((each) => formatLongSpan(each * 60_000))).toEqual(texts);
});

test('rounds up what is to come', () => {
  expect(formatTimeUntil(2000)).toBe('in 2 s');
  expect(formatTimeUntil(1)).toBe('in 1 s');
  expect(formatTimeUntil(59_001)).toBe('in 1 min');
  expect(formatTimeUntil(-1)).toBe('in 0 s');
});
