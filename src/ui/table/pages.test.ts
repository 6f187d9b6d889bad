import { expect, test } from 'playwright/test';
import { countPages, findPage, findPageRows, formatPageRange } from './pages.ts';

test('a page has a hundred rows', () => {
  expect([0, 1, 100, 101, 2340].map(countPages)).toEqual([1, 1, 1, 2, 24]);
});

test('finds the page of a row', () => {
  expect([-1, 0, 99, 100, 2339].map(findPage)).toEqual([0, 0, 0, 1, 23]);
});

test('the last page ends with the last row', () => {
  expect(findPageRows(23, 2340)).toEqual({ page: 23, start: 2300, end: 2340 });
});

test('a page that has gone is the last', () => {
  expect(findPageRows(24, 200)).toEqual({ page: 1, start: 100, end: 200 });
  expect(findPageRows(3, 0)).toEqual({ page: 0, start: 0, end: 0 });
});

test('says which rows are shown', () => {
  expect(formatPageRange(0, 2340)).toBe('1–100 of 2,340');
  expect(formatPageRange(23, 2340)).toBe('2,301–2,340 of 2,340');
  expect(formatPageRange(1, 101)).toBe('101 of 101');
});
