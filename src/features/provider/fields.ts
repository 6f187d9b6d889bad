import * as z from 'zod/mini';
import type { ProviderUpdate } from '#src/api/hooks.ts';
import { cleanInvisible } from '#src/lib/invisible.ts';
import { listWords } from '#src/lib/count.ts';
import { getEnding } from '#src/lib/ids.ts';

type ProviderField = {
  name: string;
  label: string;
  /** In the message about what was sent. */
  shortLabel: string;
  /** "" keeps the line for a note. */
  hint: string;
  required: boolean;
  /** Masked while it is typed. Never in a key, the log or a message. */
  secret: boolean;
  /** An error of a value that is not blank. */
  findError?: (value: string) => string | undefined;
  /** Of a value that is sent all the same. */
  findWarning?: (value: string) => string | undefined;
  type?: 'tel';
};

const ODD_CREDENTIALS: readonly [pattern: RegExp, what: string][] = [
  [/ /, 'Contains a space'],
  [/^[^\s@]+@[^\s@]+\.[^\s@.]+$/, 'Looks like an e-mail address'],
  [/^https?:\/\//i, 'Looks like a link'],
];

const findOdd = (value: string): string | undefined => {
  const what = ODD_CREDENTIALS.find(([pattern]) => pattern.test(value.trim()))?.[1];
  return what && `${what}.`;
};

const dropCountryCode = (phone: string): string => phone.trim().replace(/^\+\d{1,3}[\s().-]+/, '');

export const FIELDS = [
  {
    name: 'accountSid',
    label: 'Account SID',
    shortLabel: 'SID',
    hint: '',
    required: true,
    secret: false,
    findWarning: findOdd,
  },
  {
    name: 'authToken',
    label: 'Auth token',
    shortLabel: 'token',
    hint: 'Never kept in this browser.',
    required: true,
    secret: true,
    findWarning: findOdd,
  },
  {
    name: 'phoneNumber',
    label: 'Phone number',
    shortLabel: 'phone',
    hint: 'With the country code, such as +44 20 7946 0018.',
    required: true,
    secret: false,
    findError: (value) =>
      /\p{L}/u.test(value)
        ? `Use digits after the country code. “${dropCountryCode(value)}” has letters in it.`
        : undefined,
    findWarning: (value) => {
      if (!value.startsWith('+')) return 'Doesn’t start with +.';
      return value.includes('(0)') ? 'Leave out (0) after a country code.' : undefined;
    },
    type: 'tel',
  },
  {
    name: 'voiceProvider',
    label: 'Voice provider',
    shortLabel: 'voice provider',
    hint: 'If not set, it isn’t sent. The effect isn’t documented.',
    required: false,
    secret: false,
  },
] as const satisfies readonly ProviderField[];

export type FieldName = (typeof FIELDS)[number]['name'];

/** "" means that an optional field isn't sent. */
export type ProviderFields = Record<FieldName, string>;

export type ValuesWithoutSecret = Omit<ProviderFields, 'authToken'>;

const perField = <Value>(make: (field: ProviderField) => Value): Record<FieldName, Value> =>
  Object.fromEntries(FIELDS.map((field) => [field.name, make(field)])) as Record<FieldName, Value>;

export const EMPTY: ProviderFields = perField(() => '');

export const lowerFirst = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1);

/** `account SID, auth token and phone number` */
export const REQUIRED_FIELDS = listWords(
  FIELDS.filter(({ required }) => required).map(({ label }) => lowerFirst(label)),
);

const validate = ({ label, required, findError }: ProviderField, value: string): string | undefined =>
  required && value === '' ? `Enter the ${lowerFirst(label)}.` : findError?.(value);

/** None for a value that has an error: it isn't sent as typed. */
export const findWarning = (field: ProviderField, typed: string): string | undefined =>
  validate(field, cleanInvisible(typed)) === undefined ? field.findWarning?.(typed) : undefined;

export const providerSchema = z.object(
  perField((field) =>
    z.pipe(
      z.string(),
      z.transform((typed: string, { issues }) => {
        const value = cleanInvisible(typed);
        const message = validate(field, value);
        // Without the input, which may be the secret.
        if (message !== undefined) issues.push({ code: 'custom', message, input: undefined });
        return value;
      }),
    ),
  ),
);

export const toUpdate = (values: ValuesWithoutSecret): ProviderUpdate => ({
  ...values,
  logged: {
    sidEnding: getEnding(values.accountSid, 3),
    phoneEnding: getEnding(values.phoneNumber.replace(/\D/g, ''), 4),
    voiceProvider: values.voiceProvider || undefined,
  },
});
