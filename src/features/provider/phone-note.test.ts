import parse from 'libphonenumber-js/min';
import { expect, test } from 'playwright/test';
import { phoneNote } from './phone-note.ts';

const incomplete = 'This may not be a complete number. Will be sent as typed.';

const NOTES: readonly [value: string, note: string][] = [
  ['+44 20 7946 0018', ''],
  ['+1 555 0100', incomplete],
  ['+999', incomplete],
  ['5550100', 'Doesn’t start with +. Will be sent as typed.'],
  ['0044 20 7946 0018', ''],
  ['  ', ''],
  // An error, not a doubt.
  ['+44 20 7946 OO18', ''],
];

for (const [value, note] of NOTES) {
  test(`notes of ${JSON.stringify(value)}: ${note.split('.')[0] || 'nothing'}`, async () => {
    expect(await phoneNote(value, () => Promise.resolve(parse))).toBe(note);
  });
}

test('notes nothing if the parser can’t be loaded', async () => {
  expect(await phoneNote('+1 555 0100', () => Promise.reject(new Error('offline')))).toBe('');
});
