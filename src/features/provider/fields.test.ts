import { expect, test } from 'playwright/test';
import { confirmationSchema, confirmationWord, providerSchema, toUpdate } from './fields.ts';

const FIELDS = {
  accountSid: 'AP17e',
  authToken: 'secret',
  phoneNumber: '+44 20 7946 0018',
  voiceProvider: '',
};

/** What is said first of each faulty field. */
const errorsOf = (fields: Partial<typeof FIELDS>): Record<string, string> => {
  const issues = providerSchema.safeParse({ ...FIELDS, ...fields }).error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]));
};

test('R9, R10, R11: each of the three required fields says that it is missing, blank or empty', () => {
  const empty = { accountSid: '', authToken: '', phoneNumber: '' };
  expect(Object.keys(errorsOf(empty)).toSorted()).toEqual(['accountSid', 'authToken', 'phoneNumber']);
  for (const blank of ['', ' ', '\t ', '\u00a0']) {
    for (const [name, what] of [
      ['accountSid', 'account SID'],
      ['authToken', 'auth token'],
      ['phoneNumber', 'phone number'],
    ] as const) {
      expect(errorsOf({ [name]: blank })).toEqual({ [name]: `Enter the ${what}. It can’t be left out.` });
    }
  }
});

test('what is typed stays the string that it is', () => {
  const typed = { ...FIELDS, accountSid: ' 00123 ', authToken: ' a b\t', phoneNumber: ' 0055 ' };
  expect(providerSchema.parse(typed)).toEqual(typed);
});

test('the log keeps endings, and nothing of the token', () => {
  expect(toUpdate({ ...FIELDS, voiceProvider: 'PROVIDER_A' }).kept).toEqual({
    sidEnding: '7e',
    phoneEnding: '0018',
    voiceProvider: 'PROVIDER_A',
  });
});

test('R11: numbers of every shape are accepted', () => {
  for (const phoneNumber of [
    '+1 555 0100',
    '5550100',
    '(020) 7946-0018',
    '+44.20.7946.0018',
    '*31#',
    '１２３',
  ]) {
    expect(errorsOf({ phoneNumber })).toEqual({});
    expect(providerSchema.parse({ ...FIELDS, phoneNumber }).phoneNumber).toBe(phoneNumber);
  }
});

test('R11: a number with letters in it is refused, quoted without its country code', () => {
  const said = {
    '+44 20 7946 OO18': '20 7946 OO18',
    '+442O': '+442O',
    ' 555 CALL ': '555 CALL',
    '+1': undefined,
  };
  for (const [phoneNumber, quoted] of Object.entries(said)) {
    const fault = `Use digits after the country code. “${quoted}” has letters in it.`;
    expect(errorsOf({ phoneNumber })).toEqual(quoted === undefined ? {} : { phoneNumber: fault });
  }
});

test('R12: the voice provider is left out where it is not set, never blank or null', () => {
  expect(toUpdate(FIELDS)).toMatchObject({ accountSid: 'AP17e', phoneNumber: '+44 20 7946 0018' });
  expect(toUpdate({ ...FIELDS, voiceProvider: 'PROVIDER_B' })).toMatchObject({
    accountSid: 'AP17e',
    phoneNumber: '+44 20 7946 0018',
    voiceProvider: 'PROVIDER_B',
  });
});

test('the deletion is confirmed by the environment’s name, else by the word delete', () => {
  expect(confirmationWord('Sandbox')).toBe('sandbox');
  expect(confirmationWord(undefined)).toBe('delete');
  const accepts = (word: string) => confirmationSchema('sandbox').safeParse({ word }).success;
  expect(accepts(' SandBox ')).toBe(true);
  expect(accepts('sandb')).toBe(false);
  expect(accepts('')).toBe(false);
});
