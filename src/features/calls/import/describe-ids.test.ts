import { expect, test } from 'playwright/test';
import type { IdSummary } from './read-ids.ts';
import { describeRound, describeIds, explainNothingToWatch, listLines } from './describe-ids.ts';

const none = { count: 0, lines: [] };
const summary = (part: Partial<IdSummary>): IdSummary => ({
  found: 0,
  fresh: [],
  already: [],
  repeated: none,
  unusable: none,
  invisible: none,
  firstInvisible: undefined,
  empty: none,
  broken: none,
  extras: new Map(),
  ...part,
});
const occurrences = (...lines: number[]) => ({ count: lines.length, lines });

test('lists at most twenty lines', () => {
  expect(listLines(occurrences(4), 'line')).toBe('line 4');
  expect(listLines(occurrences(4, 1900), 'line')).toBe('lines 4 and 1,900');
  expect(listLines(occurrences(4, 5, 6), 'ID')).toBe('IDs 4, 5 and 6');
  expect(listLines(occurrences(...Array(332).keys()), 'line')).toMatch(/^lines 0, 1, .*, 19 and 312 more$/);
});

test('says how long a round of checks takes', () => {
  expect(describeRound(1, 20)).toBe('Checking it once takes about 1 s, at 20 a second');
  expect(describeRound(9950, 20)).toBe('Checking these 9,950 calls once takes about 8 min, at 20 a second');
});

test('explains why nothing can be watched', () => {
  expect(explainNothingToWatch(summary({}), 5)).toBe('No call IDs found');
  expect(explainNothingToWatch(summary({ found: 2, already: ['a', 'b'] }), 0)).toBe(
    'All of them are watched already',
  );
  expect(explainNothingToWatch(summary({ found: 1, unusable: occurrences(1) }), 5)).toBe(
    'None can be sent as a call ID',
  );
  expect(explainNothingToWatch(summary({ found: 1, fresh: ['a'] }), 0)).toBe('The board is full');
  expect(explainNothingToWatch(summary({ found: 1, fresh: ['a'] }), 1)).toBeUndefined();
});

test('describes a summary', () => {
  expect(describeIds(summary({ found: 1, fresh: ['a'] }))).toBe('1 ID found, 1 new');
  const parts = {
    fresh: ['a'],
    already: ['b', 'c'],
    repeated: occurrences(1, 2, 3),
    unusable: occurrences(4),
  };
  expect(describeIds(summary({ found: 7, ...parts }))).toBe(
    '7 IDs found, 1 new, 2 already watched, 3 repeated, 1 not usable',
  );
});
