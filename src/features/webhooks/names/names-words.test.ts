import { expect, test } from 'playwright/test';
import { badInWords, namesakeWords, readInWords } from './names-words.ts';

const read = { given: [], bad: [], fresh: 0, changed: 0, same: 0 };

test('what a file comes to', () => {
  expect(readInWords({ ...read, fresh: 300, changed: 12 })).toBe('312 names: 300 new, 12 changed');
  expect(readInWords({ ...read, same: 1 })).toBe('1 name: 1 as they are');
  expect(readInWords({ ...read, fresh: 5000 })).toBe('5,000 names: 5,000 new');
  expect(readInWords(read)).toBe('0 names');
});

test('why a line is left out', () => {
  expect(badInWords({ line: 1200, why: 'long' })).toBe('Line 1,200: name longer than 80 characters');
});

test('whose name it is', () => {
  expect(namesakeWords('campaign', 'Renewals', ['cmp-1'])).toBe('‘Renewals’ is the name of cmp-1.');
  expect(namesakeWords('webhook', 'Sync', ['1', '2'])).toBe('‘Sync’ is the name of 2 webhooks. Use');
});
