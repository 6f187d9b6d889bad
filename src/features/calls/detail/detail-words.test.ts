import { expect, test } from 'playwright/test';
import { exactAge, lengthHint } from './words.ts';

test('an ID of another length than the others is pointed out', () => {
  expect(lengthHint('abc', ['abcd', 'efgh'])).toBe(
    ' This one is 3 characters; your other watched IDs are 4.',
  );
  expect(lengthHint('abc', ['abcd'])).toBe(' This one is 3 characters; your other watched ID is 4.');
  for (const others of [['abd'], ['a', 'bb'], []]) expect(lengthHint('abc', others)).toBe('');
});

test('ages are exact up to an hour', () => {
  expect([3999, 156_000, 3_700_000].map(exactAge)).toEqual(['3 s ago', '2 min 36 s ago', '1 h ago']);
});
