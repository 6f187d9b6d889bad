import parse from 'libphonenumber-js/min';
import { expect, test } from 'playwright/test';
import { findPhoneWarning } from './phone-warning.ts';

const incomplete = 'This may not be a complete number. Will be sent as typed.';

const WARNINGS: readonly [value: string, warning: string][] = [
  ['+44 20 7946 0018', ''],
  ['+1 555 0100', incomplete],
  ['+999', incomplete],
  ['5550100', 'Doesn’t start with +. Will be sent as typed.'],
  ['0044 20 7946 0018', 'Doesn’t start with +. Will be sent as typed.'],
  ['  ', ''],
  // An error, not a warning.
  ['+44 20 7946 OO18', ''],
];

for (const [value, warning] of WARNINGS) {
  test(`${warning === '' ? 'accepts' : 'warns of'} ${JSON.stringify(value)}`, async () => {
    expect(await findPhoneWarning(value, () => Promise.resolve(parse))).toBe(warning);
  });
}

test('warns of nothing if the parser can’t be loaded', async () => {
  expect(await findPhoneWarning('+1 555 0100', () => Promise.reject(new Error('offline')))).toBe('');
});
