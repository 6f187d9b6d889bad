import * as z from 'zod/mini';
import type { ProviderUpdate } from '#src/api/hooks.ts';
import { ending } from '#src/lib/ids.ts';

type KeptSave = ProviderUpdate['kept'];

type ProviderField = {
  name: string;
  label: string;
  hint: string;
  required: boolean;
  /** Hidden while it is typed, and in no key, log or result. */
  secret: boolean;
  /** Part of the request. */
  sent: boolean;
  /** What the log keeps of it. */
  kept: (value: string) => Partial<KeptSave>;
  /** What is wrong with it, beside that it is missing. */
  fault?: (value: string) => string | undefined;
  type?: 'tel';
};

/** The number without its country code, as far as the person set that apart. */
const national = (phoneNumber: string): string => phoneNumber.trim().replace(/^\+\d{1,3}[\s().-]+/, '');

const lettersFault = (phoneNumber: string): string | undefined =>
  /\p{L}/u.test(phoneNumber)
    ? `Use digits after the country code. “${national(phoneNumber)}” has letters in it.`
    : undefined;

/** The fields of the form, in their order. */
export const FIELDS = [
  {
    name: 'accountSid',
    label: 'Account SID',
    hint: '',
    required: true,
    secret: false,
    sent: true,
    kept: (value) => ({ sidEnding: ending(value, 3) }),
  },
  {
    name: 'authToken',
    label: 'Auth token',
    hint: 'Sent once and never kept in this browser.',
    required: true,
    secret: true,
    sent: true,
    kept: () => ({}),
  },
  {
    name: 'phoneNumber',
    label: 'Phone number',
    hint: 'With the country code, such as +44 20 7946 0018.',
    required: true,
    secret: false,
    sent: true,
    kept: (value) => ({ phoneEnding: ending(value.replace(/\D/g, ''), 4) }),
    fault: lettersFault,
    type: 'tel',
  },
  {
    name: 'voiceProvider',
    label: 'Voice provider',
    hint: 'If not set, the field isn’t sent.',
    required: false,
    secret: false,
    sent: true,
    kept: (value) => ({ voiceProvider: value || undefined }),
  },
] as const satisfies readonly ProviderField[];

export type FieldName = (typeof FIELDS)[number]['name'];

/** What the form holds. All are strings and stay strings, as they were typed. "" is sent as no field. */
export type ProviderFields = Record<FieldName, string>;

/** All that is typed beside the secret. */
export type OpenFields = Omit<ProviderFields, 'authToken'>;

/** What is sent of it. */
export type SentValues = Pick<
  ProviderFields,
  Extract<(typeof FIELDS)[number], { sent: true; secret: false }>['name']
>;

const rows: readonly (ProviderField & { name: FieldName })[] = FIELDS;

const perField = <Value>(make: (field: (typeof rows)[number]) => Value): Record<FieldName, Value> =>
  Object.fromEntries(rows.map((field) => [field.name, make(field)])) as Record<FieldName, Value>;

export const EMPTY: ProviderFields = perField(() => '');

/** `account SID`, within a sentence. */
export const inSentence = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1);

const faultOf = ({ label, required, fault }: ProviderField, value: string): string | undefined =>
  required && value.trim() === '' ? `Enter the ${inSentence(label)}. It can’t be left out.` : fault?.(value);

export const providerSchema = z.object(
  perField((field) =>
    z.string().check(({ value, issues }) => {
      const message = faultOf(field, value);
      if (message !== undefined) issues.push({ code: 'custom', message, input: value });
    }),
  ),
);

/** The values of a request without the secret; what is not set is left out. */
export const toRequest = ({ accountSid, phoneNumber, voiceProvider }: SentValues) => ({
  accountSid,
  phoneNumber,
  voiceProvider: voiceProvider || undefined,
});

/** A save without the secret, and what the log keeps of it. */
export const toUpdate = (values: OpenFields): ProviderUpdate => {
  const kept = rows.map(({ name, kept: keep }) => (name === 'authToken' ? {} : keep(values[name])));
  return { ...toRequest(values), kept: Object.assign({ sidEnding: '', phoneEnding: '' }, ...kept) };
};

/** What to type before a deletion: the environment's name in small letters, `delete` where none is configured. */
export const confirmationWord = (environment: string | undefined): string =>
  (environment ?? 'delete').toLowerCase();

/** The word, typed in letters of either case. */
export const confirmationSchema = (word: string) =>
  z.object({
    word: z.string().check(z.refine((typed) => typed.trim().toLowerCase() === word, `Type ${word}.`)),
  });
