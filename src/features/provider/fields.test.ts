import { expect, test } from 'playwright/test';
import { FIELDS as FORM, findWarning, providerSchema, toUpdate } from './fields.ts';

const FIELDS = {
  accountSid: 'AP17e',
  authToken: 'secret',
  phoneNumber: '+44 20 7946 0018',
  voiceProvider: '',
};

/** The first message of each field. */
const readErrors = (fields: Partial<typeof FIELDS>): Record<string, string> => {
  const issues = providerSchema.safeParse({ ...FIELDS, ...fields }).error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]));
};

test('cleans each value', () => {
  const typed = {
    ...FIELDS,
    accountSid: ' 00123\u200b ',
    authToken: '\ufeffa b\t',
    phoneNumber: '\u202a0055\u202c ',
  };
  const cleaned = { ...FIELDS, accountSid: '00123', authToken: 'a b', phoneNumber: '0055' };
  expect(providerSchema.parse(typed)).toEqual(cleaned);
});

test('hints at credentials that look like something else', () => {
  const [sid, token] = FORM;
  for (const [value, hint] of [
    ['AC123', undefined],
    ['a@b', undefined],
    ['a b', 'Contains a space.'],
    ['a@b.com', 'Looks like an e-mail address.'],
    ['ann.b+x@mail.example.co.uk ', 'Looks like an e-mail address.'],
    ['https://console.example/a', 'Looks like a link.'],
  ] as const) {
    expect(sid.findWarning(value)).toBe(hint);
    expect(token.findWarning(value)).toBe(hint);
    expect(readErrors({ accountSid: value })).toEqual({});
  }
});

test('a value with an error has no hint', () => {
  const [sid, token, phone] = FORM;
  expect(findWarning(phone, '5550100')).toBe('Doesn’t start with +.');
  expect(findWarning(phone, '+49 (0)89 / 5550-1234')).toBe('Leave out (0) after a country code.');
  for (const typed of ['call me', '555 CALL', '+1 555 CALL', '']) {
    expect(findWarning(phone, typed)).toBeUndefined();
  }
  for (const field of [sid, token]) expect(findWarning(field, ' ')).toBeUndefined();
});

test('an error holds no value', () => {
  const { error } = providerSchema.safeParse({ ...FIELDS, authToken: ' ', phoneNumber: 'x' });
  expect(error?.issues.map(({ input }) => input)).toEqual([undefined, undefined]);
});

test('keeps only endings for the log', () => {
  expect(toUpdate({ ...FIELDS, voiceProvider: 'PROVIDER_A' }).logged).toEqual({
    sidEnding: '7e',
    phoneEnding: '0018',
    voiceProvider: 'PROVIDER_A',
  });
});

test('accepts phone numbers of every shape', () => {
  for (const phoneNumber of [
    '+1 555 0100',
    '5550100',
    '(020) 7946-0018',
    '+44.20.7946.0018',
    '*31#',
    '１２３',
  ]) {
    expect(readErrors({ phoneNumber })).toEqual({});
    expect(providerSchema.parse({ ...FIELDS, phoneNumber }).phoneNumber).toBe(phoneNumber);
  }
});

test('refuses a phone number with letters', () => {
  const said = {
    '+44 20 7946 OO18': '20 7946 OO18',
    '+442O': '+442O',
    ' 555 CALL ': '555 CALL',
    '+1': undefined,
  };
  for (const [phoneNumber, quoted] of Object.entries(said)) {
    const fault = `Use digits after the country code. “${quoted}” has letters in it.`;
    expect(readErrors({ phoneNumber })).toEqual(quoted === undefined ? {} : { phoneNumber: fault });
  }
});
