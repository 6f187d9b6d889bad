import { expect, test } from 'playwright/test';
import { expectRows } from '#src/lib/testing/rows.ts';
import {
  cleanValue,
  describeCleanedValue,
  FIELDS as FORM,
  findWarning,
  providerSchema,
  toUpdate,
} from './fields.ts';

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

const HEX = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';

const ODD: readonly (readonly [value: string, sidHint: string | undefined, tokenHint: string | undefined])[] =
  [
    [`AC${HEX}`, undefined, 'Looks like an account SID.'],
    [HEX, 'Looks like an auth token.', undefined],
    ...[`AUTH_TOKEN=${HEX}`, `Auth token: ${HEX}`, `token="${HEX}"`].map(
      (value) => [value, 'Looks like an auth token.', undefined] as const,
    ),
    ...[`Key   Value ---   ------------- auth_token   ${HEX}`, `- name: TWILIO_AUTH_TOKEN value: ${HEX}`].map(
      (value) => [value, 'Looks like an auth token.', 'Holds more than the value.'] as const,
    ),
    ...(
      [
        ['AC123', undefined],
        ['a@b', undefined],
        ['a b', 'Contains a space.'],
        ['${AUTH_TOKEN}', 'Looks like a placeholder.'],
        ['$AUTH_TOKEN', 'Looks like a placeholder.'],
        ['<your token>', 'Looks like a placeholder.'],
        ['{{ token }}', 'Looks like a placeholder.'],
        ['your_auth_token', 'Looks like a placeholder.'],
        ['AC_YOUR_SID', 'Looks like a placeholder.'],
        ['AC3f09…', 'Looks like a placeholder.'],
        ['9f86...', 'Looks like a placeholder.'],
        ['op://vault/item/token', 'Looks like a placeholder.'],
        ['a@b.com', 'Looks like an e-mail address.'],
        ['ann.b+x@mail.example.co.uk ', 'Looks like an e-mail address.'],
        ['https://console.example/a', 'Looks like a link.'],
        ['••••••••••', 'Looks masked.'],
        ['********', 'Looks masked.'],
        ['AC12****f9', 'Looks masked.'],
        ['xxxxxxxx', 'Looks masked.'],
        ['"AC123', 'Contains a quote.'],
        ['PORT=8080', 'Looks like a name and a value.'],
        ['c2VjcmV0IQ==', undefined],
        [`AC${HEX}:${HEX}`, 'Looks like an account SID with its token.'],
        [`https://AC${HEX}:${HEX}@api.example.com`, 'Looks like an account SID with its token.'],
        [`${HEX}%`, 'Ends with a punctuation mark.'],
        [btoa(HEX), 'Looks like base64.'],
        [btoa(`${HEX}\n`), 'Looks like base64.'],
        [btoa(`AC${HEX}`), 'Looks like base64.'],
      ] as const
    ).map(([value, hint]) => [value, hint, hint] as const),
  ];

test('hints at odd credentials', () =>
  expectRows(
    ODD,
    ([value]) => [
      findWarning(FORM[0], value)?.text,
      findWarning(FORM[1], value)?.text,
      readErrors({ accountSid: value }),
    ],
    ([, sidHint, tokenHint]) => [sidHint, tokenHint, {}],
  ));

test('holds a value that ends in the mark of a sentence', () => {
  const held = { text: 'Ends with a punctuation mark.', isMistake: true };
  for (const mark of '.,;:') {
    for (const value of [`AC${HEX}`, 'AP17e']) expect(findWarning(FORM[0], value + mark)).toEqual(held);
    expect(findWarning(FORM[1], HEX + mark)).toEqual(held);
    expect(findWarning(FORM[2], `+45 33 12 34 56${mark}`)).toEqual(held);
  }
});

test('holds a SID that is almost one', () => {
  const held = { text: 'Looks like a mistyped account SID.', isMistake: true };
  const damaged = [`AC${HEX}0`, `AC${HEX.slice(1)}`, `AC${HEX.slice(2)}`, `AC${HEX.slice(1)}g`, `AC${HEX}/`];
  for (const value of damaged) expect(findWarning(FORM[0], value)).toEqual(held);
});

const LABELED: readonly [field: (typeof FORM)[number], typed: string, value: string][] = [
  [FORM[0], `TWILIO_ACCOUNT_SID=AC${HEX}`, `AC${HEX}`],
  [FORM[0], `export TWILIO_ACCOUNT_SID="AC${HEX}"`, `AC${HEX}`],
  [FORM[0], `"accountSid": "AC${HEX}",`, `AC${HEX}`],
  [FORM[0], `Account SID: AC${HEX}`, `AC${HEX}`],
  [FORM[0], `Account SID\nAC${HEX}`, `AC${HEX}`],
  [FORM[0], `Account SID\tAC${HEX}`, `AC${HEX}`],
  [FORM[0], `“AC${HEX}”`, `AC${HEX}`],
  [FORM[0], `sid: 'AC1', // it's live`, 'AC1'],
  [FORM[1], `TWILIO_AUTH_TOKEN='${HEX}' # it's live`, HEX],
  [FORM[1], `export AUTH_TOKEN=${HEX} # rotated 2026-11-28`, HEX],
  [FORM[1], 'AUTH_TOKEN="a #b"#c', 'a #b'],
  [FORM[1], 'AUTH_TOKEN=a#b', 'a#b'],
  [FORM[1], `AUTH_TOKEN='${HEX}'`, HEX],
  [FORM[1], 'AUTH_TOKEN=a:b=,', 'a:b='],
  [FORM[1], `authToken: ${HEX};`, HEX],
  [FORM[1], 'AUTH_TOKEN="a,"', 'a,'],
  [FORM[2], 'tel:+41446681800', '+41446681800'],
  [FORM[2], 'PHONE_NUMBER=+41446681800', '+41446681800'],
  [FORM[2], 'PHONE_NUMBER=+41446681800 # main', '+41446681800'],
  [FORM[2], 'Phone number +44 20 7946 0018', '+44 20 7946 0018'],
  [FORM[2], 'whatsapp:+41446681800', '+41446681800'],
  // Of another field, or no label.
  [FORM[0], `AUTH_TOKEN=${HEX}`, `AUTH_TOKEN=${HEX}`],
  [FORM[1], '0x "quoted"', '0x "quoted"'],
  [FORM[1], 'a #b', 'a #b'],
  [FORM[3], '"PROVIDER_A"', '"PROVIDER_A"'],
];

test('takes a value out of its label', () =>
  expectRows(
    LABELED,
    ([field, typed]) => [typed, cleanValue(field, typed), describeCleanedValue(field, typed)],
    ([, typed, value]) => [typed, value, value === typed ? '' : 'Only the value was kept.'],
  ));

test('refuses a value that contains the token', () => {
  const fault = 'Contains the auth token.';
  const swapped = { accountSid: `AC1 ${HEX}`, authToken: HEX, phoneNumber: '+1 12345678' };
  expect(readErrors(swapped)).toEqual({ accountSid: fault });
  expect(readErrors({ accountSid: HEX, authToken: ` ${HEX}` })).toEqual({ accountSid: fault });
  expect(readErrors({ ...swapped, authToken: '12345678' })).toEqual({ phoneNumber: fault });
  expect(readErrors({ ...swapped, authToken: '1234567' })).toEqual({});
});

test('hints at phone numbers', () => {
  const [sid, token, phone] = FORM;
  expect(findWarning(phone, '5550100')).toEqual({ text: 'Doesn’t start with +.', isMistake: false });
  for (const trunk of ['+49 (0)89 / 5550-1234', '+44 020 7946 0018', '+61 (02) 5550 1234'])
    expect(findWarning(phone, trunk)?.text).toBe('Leave out the 0 after a country code.');
  for (const right of ['+39 06 5550 1234', '+44 20 0946 0018'])
    expect(findWarning(phone, right)).toBeUndefined();
  for (const two of ['+41446681800, +41446681801', '+41446681800 / +41446681801', '5550100;5550101'])
    expect(findWarning(phone, two)?.text).toBe('Looks like more than one number.');
  expect(findWarning(phone, '+1')?.text).toBe('Looks too short.');
  expect(findWarning(phone, '+1 555 0100')).toBeUndefined();
  const error = { text: 'Use digits only: “C” is a letter.', isError: true };
  for (const typed of ['Call me', '+1 555 CALL']) expect(findWarning(phone, typed)).toEqual(error);
  for (const field of [sid, token, phone]) expect(findWarning(field, ' ')).toBeUndefined();
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
  for (const phoneNumber of ['+1 555 0100', '5550100', '(020) 7946-0018', '+44.20.7946.0018', '*31#']) {
    expect(readErrors({ phoneNumber })).toEqual({});
    expect(providerSchema.parse({ ...FIELDS, phoneNumber }).phoneNumber).toBe(phoneNumber);
  }
});

test('writes a phone number in the usual form', () => {
  for (const typed of ['＋４４ 20 7946 0018', '(+44) 20 7946 0018', 'tel:(+44) 20 7946 0018']) {
    expect(cleanValue(FORM[2], typed)).toBe('+44 20 7946 0018');
  }
  expect(describeCleanedValue(FORM[2], '(+44) 20')).toBe('Written in the usual form.');
});

test('refuses a phone number with letters', () => {
  const said = { '+44 20 7946 OO18': 'O', ' 555 CALL ': 'C', [HEX]: 'a', '+1': undefined };
  for (const [phoneNumber, letter] of Object.entries(said)) {
    const fault = `Use digits only: “${letter}” is a letter.`;
    expect(readErrors({ phoneNumber })).toEqual(letter === undefined ? {} : { phoneNumber: fault });
  }
});
