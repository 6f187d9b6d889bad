import { expect, test } from 'playwright/test';
import type { Found } from './read.ts';
import { foundInWords, placesInWords, roundInWords, whyNothing } from './words.ts';

const none = { count: 0, lines: 0, first: [] };
const found = (part: Partial<Found>): Found => ({
  found: 0,
  fresh: 0,
  ids: [],
  already: 0,
  repeated: none,
  unusable: none,
  invisible: none,
  lines: 0,
  blank: 0,
  empty: none,
  header: false,
  broken: none,
  ...part,
});

test('lines by their numbers', () => {
  expect(placesInWords({ count: 3, lines: 1, first: [4] }, 'line')).toBe('line 4');
  expect(placesInWords({ count: 2, lines: 2, first: [4, 1900] }, 'line')).toBe('lines 4 and 1,900');
  expect(placesInWords({ count: 3, lines: 3, first: [4, 5, 6] }, 'ID')).toBe('IDs 4, 5 and 6');
  expect(placesInWords({ count: 400, lines: 314, first: [1, 2] }, 'line')).toBe('lines 1, 2 and 312 more');
});

const ROUNDS: [count: number, perSecond: number, words: string][] = [
  [1, 20, 'it takes about 1 s, at 20 a second'],
  [5000, 20, 'these 5,000 calls takes about 250 s, at 20 a second'],
  [9950, 20, 'these 9,950 calls takes about 8 min, at 20 a second'],
  [20_000, 0.5, 'these 20,000 calls takes about 11 h, at 0.5 a second'],
];
for (const [count, perSecond, words] of ROUNDS) {
  test(`one round over ${count} calls at ${perSecond} a second`, () => {
    expect(roundInWords(count, perSecond)).toBe(`One round of checks over ${words}`);
  });
}

test('why nothing can be watched', () => {
  expect(whyNothing(found({}), 5)).toBe('No call IDs found');
  expect(whyNothing(found({ found: 2, already: 2 }), 0)).toBe('All of them are watched already');
  expect(whyNothing(found({ found: 1, unusable: { count: 1, lines: 1, first: [1] } }), 5)).toBe(
    'None can be sent as a call ID',
  );
  expect(whyNothing(found({ found: 1, fresh: 1 }), 0)).toBe('The board is full');
  expect(whyNothing(found({ found: 1, fresh: 1 }), 1)).toBeUndefined();
});

test('all that was found, in one sentence', () => {
  expect(foundInWords(found({ found: 1, fresh: 1 }))).toBe('1 ID found, 1 new');
  const parts = { already: 2, repeated: { ...none, count: 3 }, unusable: { ...none, count: 4 }, blank: 5 };
  expect(foundInWords(found({ found: 1234, fresh: 1225, ...parts }))).toBe(
    '1,234 IDs found, 1,225 new, 2 already watched, 3 repeated, 4 not usable, 5 blank lines',
  );
});
