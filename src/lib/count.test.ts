import { expect, test } from 'playwright/test';
import { formatBytes, formatNumber, formatRate } from './count.ts';

const SIZES: [bytes: number, text: string][] = [
  [0, '0 B'],
  [96, '96 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [1234, '1.2 kB'],
  [999_949, '999.9 kB'],
  [999_950, '1.0 MB'],
  [3_400_000, '3.4 MB'],
];

for (const [bytes, text] of SIZES) {
  test(`${bytes} bytes are ${text}`, () => {
    expect(formatBytes(bytes)).toBe(text);
  });
}

test('groups the digits of a number in threes', () => {
  expect([0, 999, 1000, 98_765, 1_234_567, -9950, 1234.5678].map(formatNumber)).toEqual([
    '0',
    '999',
    '1,000',
    '98,765',
    '1,234,567',
    '-9,950',
    '1,234.5678',
  ]);
});

test('rounds a rate to three digits', () => {
  expect([0.016_67, 4.999, 5, 19.96, 1234].map(formatRate)).toEqual(['0.0167', '5', '5', '20', '1,230']);
});
