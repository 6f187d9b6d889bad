import * as z from 'zod/mini';
import type { ProviderUpdate } from '#src/api/hooks.ts';
import { getEnding } from '#src/lib/ids.ts';
import { phoneNote } from './phone-note.ts';

type LoggedValues = ProviderUpdate['logged'];

type ProviderField = {
  name: string;
  label: string;
  /** In the message about what was sent. */
  shortLabel: string;
  hint: string;
  required: boolean;
  /** Masked while it is typed. Never in a key, the log or a message. */
  secret: boolean;
  /** Part of the request. */
  sent: boolean;
  /** What the log stores of the value. */
  logged: (value: string) => Partial<LoggedValues>;
  /** An error, besides that a required value is missing. */
  fault?: (value: string) => string | undefined;
  /** A doubt, shown as the hint. "" if there is none. */
  note?: (value: string) => Promise<string>;
  type?: 'tel';
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
    sent: true,
    logged: (value) => ({ sidEnding: getEnding(value, 3) }),
  },
  {
    name: 'authToken',
    label: 'Auth token',
    shortLabel: 'token',
    hint: 'Sent once and never kept in this browser.',
    required: true,
    secret: true,
    sent: true,
    logged: () => ({}),
  },
  {
    name: 'phoneNumber',
    label: 'Phone number',
    shortLabel: 'phone',
    hint: 'With the country code, such as +44 20 7946 0018.',
    required: true,
    secret: false,
    sent: true,
    logged: (value) => ({ phoneEnding: getEnding(value.replace(/\D/g, ''), 4) }),
    fault: (value) =>
      /\p{L}/u.test(value)
        ? `Use digits after the country code. “${dropCountryCode(value)}” has letters in it.`
        : undefined,
    note: phoneNote,
    type: 'tel',
  },
  {
    name: 'voiceProvider',
    label: 'Voice provider',
    shortLabel: 'voice provider',
    hint: 'If not set, the field isn’t sent.',
    required: false,
    secret: false,
    sent: true,
    logged: (value) => ({ voiceProvider: value || undefined }),
  },
] as const satisfies readonly ProviderField[];

export type FieldName = (typeof FIELDS)[number]['name'];

/** The values as they were typed. "" means that an optional field isn't sent. */
export type ProviderFields = Record<FieldName, string>;

export type ValuesWithoutSecret = Omit<ProviderFields, 'authToken'>;

export type SentValues = Pick<
  ProviderFields,
  Extract<(typeof FIELDS)[number], { sent: true; secret: false }>['name']
>;

const rows: readonly (ProviderField & { name: FieldName })[] = FIELDS;

const perField = <Value>(make: (field: (typeof rows)[number]) => Value): Record<FieldName, Value> =>
  Object.fromEntries(rows.map((field) => [field.name, make(field)])) as Record<FieldName, Value>;

export const EMPTY: ProviderFields = perField(() => '');

export const lowerFirst = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1);

const findFault = ({ label, required, fault }: ProviderField, value: string): string | undefined =>
  required && value.trim() === '' ? `Enter the ${lowerFirst(label)}. It can’t be left out.` : fault?.(value);

export const providerSchema = z.object(
  perField((field) =>
    z.string().check(({ value, issues }) => {
      const message = findFault(field, value);
      if (message !== undefined) issues.push({ code: 'custom', message, input: value });
    }),
  ),
);

export const toRequest = ({ accountSid, phoneNumber, voiceProvider }: SentValues) => ({
  accountSid,
  phoneNumber,
  voiceProvider: voiceProvider || undefined,
});

/** A save without the secret, and what the log stores of it. */
export const toUpdate = (values: ValuesWithoutSecret): ProviderUpdate => {
  const logged = rows.map(({ name, logged: toLogged }) =>
    name === 'authToken' ? {} : toLogged(values[name]),
  );
  return { ...toRequest(values), logged: Object.assign({ sidEnding: '', phoneEnding: '' }, ...logged) };
};
