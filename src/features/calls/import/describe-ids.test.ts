import { expect, test } from 'playwright/test';
import type { IdSummary } from './read-ids.ts';
import { describeIds, listLines } from './describe-ids.ts';

const summary = (part: Partial<IdSummary>): IdSummary => ({
  found: 0,
  fresh: [],
  already: [],
  repeated: 0,
  unusable: [],
  invisible: [],
  empty: 0,
  broken: [],
  extras: new Map(),
  ...part,
});

test('lists at most twenty lines', () => {
  expect(listLines([4, 4])).toBe('line 4');
  expect(listLines([4, 1900])).toBe('lines 4 and 1,900');
  expect(listLines([...Array(332).keys()])).toMatch(/^lines 0, 1, .*, 19 and 312 more$/);
});

test('describes a summary', () => {
  expect(describeIds(summary({ found: 1, fresh: ['a'] }))).toBe('1 ID found, 1 new');
  const parts = {
    fresh: ['a'],
    already: ['b', 'c'],
    repeated: 3,
    unusable: [4],
  };
  expect(describeIds(summary({ found: 7, ...parts }))).toBe(
    '7 IDs found, 1 new, 2 already watched, 3 repeated, 1 not usable',
  );
});
