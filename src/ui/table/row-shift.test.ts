import { expect, test } from 'playwright/test';
import { findRowShift } from './row-shift.ts';

const inView = ['a', 'b', 'c', 'd'].map((key, at) => ({ key, startPx: 320 + 32 * at }));

/** The shift if the rows start here now; undefined: the row is gone. */
const shiftTo = (...starts: (number | undefined)[]) =>
  findRowShift(inView, (key) => starts['abcd'.indexOf(key)]);

test('follows the rows in view when rows above come and go', () => {
  expect(shiftTo(352, 384, 416, 448)).toBe(32);
  expect(shiftTo(288, 320, 352, 384)).toBe(-32);
  expect(shiftTo(undefined, 320, 352, 384)).toBe(-32);
  expect(shiftTo(undefined, undefined, undefined, 96)).toBe(0);
});

test('does not follow a single row that moves far away', () => {
  expect(shiftTo(320, 2880, 384, 416)).toBe(0);
  expect(shiftTo(2880, 352, 384, 416)).toBe(0);
});
