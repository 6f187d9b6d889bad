import parse from 'libphonenumber-js/min';
import { expect, test } from 'playwright/test';
import { fieldNote, invisibleFields } from './field-notes.ts';
import type { FieldName } from './provider.ts';

const FIELDS = {
  accountSid: 'AP17e',
  authToken: 'secret',
  phoneNumber: '+44 20 7946 0018',
  voiceProvider: '',
};

const incomplete = 'This may not be a complete number. Will be sent as typed.';
const unseen = (characters: string) =>
  `It has characters that can’t be seen, which are sent too: ${characters}.`;

const NOTES: readonly [name: FieldName, value: string, note: string][] = [
  ['accountSid', 'AP17e', ''],
  ['accountSid', '\u200bAP\u200b17e\u00a0', unseen('2 × U+200B, 1 × U+00A0')],
  ['authToken', 'x y', ''],
  ['authToken', ' ', ''],
  ['authToken', 'x ', 'It has a blank at one end, which is sent too.'],
  ['authToken', 'se\u200bcr\u00adet', unseen('1 × U+200B, 1 × U+00AD')],
  ['phoneNumber', '+44 20 7946 0018', ''],
  ['phoneNumber', '+1 555 0100', incomplete],
  ['phoneNumber', '+999', incomplete],
  ['phoneNumber', '5550100', 'Doesn’t start with +. Will be sent as typed.'],
  ['phoneNumber', '0044 20 7946 0018', ''],
  ['phoneNumber', '  ', ''],
  // An error, once it is sent.
  ['phoneNumber', '+44 20 7946 OO18', ''],
];

for (const [name, value, note] of NOTES) {
  test(`R10, R11: at ${name}, of ${JSON.stringify(value)} it is said: ${note || 'nothing'}`, async () => {
    expect(await fieldNote(name, value, () => Promise.resolve(parse))).toBe(note);
  });
}

test('numbering plans that cannot be loaded raise no doubt', async () => {
  expect(await fieldNote('phoneNumber', '+1 555 0100', () => Promise.reject(new Error('offline')))).toBe('');
});

test('what can be seen is not asked about, plain blanks neither', () => {
  expect(invisibleFields({ ...FIELDS, accountSid: ' AP 17e ', authToken: ' a b ' })).toEqual([]);
});

test('R10: what cannot be seen is asked about in the order of the form; the value is marked, the token is not told', () => {
  const found = invisibleFields({
    ...FIELDS,
    accountSid: ' \u200bAP\u200b17e\u00a0',
    authToken: 'se\u200bcret',
    phoneNumber: '\u202a+44 20\u00ad7946',
  });
  expect(found).toEqual([
    { name: 'accountSid', characters: '2 × U+200B, 1 × U+00A0', marked: '⟨U+200B⟩AP⟨U+200B⟩17e⟨U+00A0⟩' },
    { name: 'authToken', characters: '1 × U+200B' },
    { name: 'phoneNumber', characters: '1 × U+202A, 1 × U+00AD', marked: '⟨U+202A⟩+44 20⟨U+00AD⟩7946' },
  ]);
});
