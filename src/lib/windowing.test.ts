import * as fc from 'fast-check';
import { expect, test } from 'playwright/test';
import { indexAt, rangeOf, shiftOf, topOf, topToReveal, type Layout } from './windowing.ts';

const even = (count: number): Layout => ({ count, rowPx: 32, errorPx: 0, withError: [] });
const mixed: Layout = { count: 6, rowPx: 61, errorPx: 22, withError: [1, 4] };

test('rows of one height, and of two', () => {
  expect(topOf(even(9), 3)).toBe(96);
  expect([0, 1, 2, 3, 4, 5, 6].map((index) => topOf(mixed, index))).toEqual([0, 61, 144, 205, 266, 349, 410]);
  expect([-5, 0, 60, 61, 143, 144, 409, 9999].map((px) => indexAt(mixed, px))).toEqual([
    0, 0, 0, 1, 1, 2, 5, 5,
  ]);
  expect(indexAt(even(0), 40)).toBe(0);
});

test('without height or rows nothing is drawn', () => {
  const none = { from: 0, to: 0, first: 0, last: 0 };
  expect(rangeOf(even(0), { topPx: 0, heightPx: 700, isUpwards: false })).toEqual(none);
  expect(rangeOf(even(50), { topPx: 0, heightPx: 0, isUpwards: false })).toEqual(none);
});

test('the spare rows lie where the scrolling goes', () => {
  const down = rangeOf(even(10_000), { topPx: 32_000, heightPx: 640, isUpwards: false });
  expect(down).toMatchObject({ first: 1000, last: 1020 });
  expect(down.to - down.last).toBeGreaterThan(down.first - down.from);
  const up = rangeOf(even(10_000), { topPx: 32_000, heightPx: 640, isUpwards: true });
  expect(up.to - up.last).toBeLessThan(up.first - up.from);
});

const layout = fc
  .record({
    count: fc.integer({ min: 1, max: 400 }),
    rowPx: fc.constantFrom(32, 61, 60.909),
    errorPx: fc.constantFrom(0, 22),
  })
  .chain(({ count, rowPx, errorPx }) =>
    fc.uniqueArray(fc.nat(count - 1)).map((withError): Layout => ({
      count,
      rowPx,
      errorPx,
      withError: withError.toSorted((a, b) => a - b),
    })),
  );

test('whatever is in sight is drawn, with spare rows, and not many more', () => {
  fc.assert(
    fc.property(
      layout,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: 40, max: 2000 }),
      fc.boolean(),
      (rows, share, heightPx, isUpwards) => {
        const total = topOf(rows, rows.count);
        const topPx = share * Math.max(0, total - heightPx);
        const { from, to, first, last } = rangeOf(rows, { topPx, heightPx, isUpwards });
        expect(from).toBeLessThanOrEqual(first);
        expect(to).toBeGreaterThanOrEqual(last);
        expect(topOf(rows, first)).toBeLessThanOrEqual(topPx);
        expect(topOf(rows, last)).toBeGreaterThanOrEqual(Math.min(total, topPx + heightPx - 0.5));
        expect(to - from).toBeLessThanOrEqual(last - first + 16);
      },
    ),
  );
});

test('the row at a height is the one that begins there or above and ends below', () => {
  fc.assert(
    fc.property(layout, fc.double({ min: 0, max: 1, noNaN: true }), (rows, share) => {
      const px = share * (topOf(rows, rows.count) - 1);
      const index = indexAt(rows, px);
      expect(topOf(rows, index)).toBeLessThanOrEqual(px);
      expect(topOf(rows, index + 1)).toBeGreaterThan(px);
    }),
  );
});

test('a row is scrolled to its nearer edge, and not at all where it is in sight', () => {
  const sight = { topPx: 320, heightPx: 320 };
  expect(topToReveal(even(100), 12, sight)).toBe(320);
  expect(topToReveal(even(100), 2, sight)).toBe(64);
  expect(topToReveal(even(100), 50, sight)).toBe(51 * 32 - 320);
});

test('what is looked at stays where it is when rows come and go above it', () => {
  const before = { layout: even(100), first: 10 };
  const shift = (...indexes: number[]) =>
    shiftOf(['a', 'b', 'c', 'd'], before, {
      layout: even(101),
      indexOf: (id) => indexes['abcd'.indexOf(id)] ?? -1,
    });
  expect(shift(11, 12, 13, 14)).toBe(32);
  expect(shift(9, 10, 11, 12)).toBe(-32);
  // One of them moved far away.
  expect(shift(10, 90, 12, 13)).toBe(0);
  expect(shift(90, 11, 12, 13)).toBe(0);
  expect(shift(-1, 10, 11, 12)).toBe(-32);
  expect(shift(-1, -1, -1, 3)).toBe(0);
});
