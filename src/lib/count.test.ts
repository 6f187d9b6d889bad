import { expect, test } from 'playwright/test';
import { formatBytes } from './count.ts';

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
