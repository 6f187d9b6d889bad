import { expect, test } from 'playwright/test';
import { listLines } from './describe-ids.ts';

test('lists at most twenty lines', () => {
  expect(listLines([4, 4])).toBe('line 4');
  expect(listLines([4, 1900])).toBe('lines 4 and 1,900');
  expect(listLines([...Array(332).keys()])).toMatch(/^lines 0, 1, .*, 19 and 312 more$/);
});
