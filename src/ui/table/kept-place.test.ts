import { expect, test } from 'playwright/test';
import { shiftOf } from './kept-place.ts';

const inSight = ['a', 'b', 'c', 'd'].map((key, at) => ({ key, startPx: 320 + 32 * at }));

/** The rows in sight begin so far from the top now; undefined: gone. */
const shift = (...starts: (number | undefined)[]) => shiftOf(inSight, (key) => starts['abcd'.indexOf(key)]);

test('what is looked at stays where it is when rows come and go above it', () => {
  expect(shift(352, 384, 416, 448)).toBe(32);
  expect(shift(288, 320, 352, 384)).toBe(-32);
  expect(shift(undefined, 320, 352, 384)).toBe(-32);
  expect(shift(undefined, undefined, undefined, 96)).toBe(0);
});

test('one that moves far away does not take the others along', () => {
  expect(shift(320, 2880, 384, 416)).toBe(0);
  expect(shift(2880, 352, 384, 416)).toBe(0);
});
