import { expect, test } from 'playwright/test';
import { invisibleFields, invisibleNote } from './invisible-fields.ts';

const FIELDS = {
  accountSid: 'AP17e',
  authToken: 'secret',
  phoneNumber: '+44 20 7946 0018',
  voiceProvider: '',
};

test('what can be seen is not asked about, plain blanks neither', () => {
  expect(invisibleFields(FIELDS)).toEqual([]);
  expect(invisibleFields({ ...FIELDS, accountSid: ' AP 17e ', authToken: ' a b ' })).toEqual([]);
  expect(invisibleNote('accountSid', 'AP17e')).toBeUndefined();
});

test('each field names its characters, in the order of the form; the value is marked', () => {
  const found = invisibleFields({
    ...FIELDS,
    accountSid: ' \u200bAP\u200b17e\u00a0',
    phoneNumber: '\u202a+44 20\u00ad7946',
  });
  expect(found).toEqual([
    { name: 'accountSid', characters: '2 × U+200B, 1 × U+00A0', marked: '⟨U+200B⟩AP⟨U+200B⟩17e⟨U+00A0⟩' },
    { name: 'phoneNumber', characters: '1 × U+202A, 1 × U+00AD', marked: '⟨U+202A⟩+44 20⟨U+00AD⟩7946' },
  ]);
  expect(invisibleNote('phoneNumber', '\u202a+44')).toBe(
    'It has characters that can’t be seen, which are sent too: 1 × U+202A.',
  );
});

test('R10: of the token nothing is said but which characters it has, and how many', () => {
  const authToken = 'se\u200bcr\u00adet';
  expect(invisibleFields({ ...FIELDS, authToken })).toEqual([
    { name: 'authToken', characters: '1 × U+200B, 1 × U+00AD' },
  ]);
  expect(invisibleNote('authToken', authToken)).toBe(
    'It has characters that can’t be seen, which are sent too: 1 × U+200B, 1 × U+00AD.',
  );
});
