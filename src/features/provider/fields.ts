import * as z from 'zod/mini';
import type { ProviderUpdate } from '#src/api/hooks.ts';
import { cleanInvisible, describeCleaning } from '#src/lib/invisible.ts';
import { listWords } from '#src/lib/count.ts';
import { getEnding } from '#src/lib/ids.ts';
import { normalizeHeader } from '#src/lists/words.ts';
import { LABELED_VALUE } from '#src/lists/marks.ts';
import type { Warning } from '#src/ui/forms/warnings.ts';

type ProviderField = {
  name: string;
  label: string;
  /** In the message about what was sent. */
  shortLabel: string;
  hint: string;
  required: boolean;
  /** Masked while it is typed. Never in a key, the log or a message. */
  secret: boolean;
  /** How a label of this value ends, as `normalizeHeader` writes it. */
  labels?: RegExp;
  /** An error of a value that is not blank. */
  findError?: (value: string) => string | undefined;
  /** Warnings of a value that is sent all the same. None quotes the value. */
  odd?: Odd;
  type?: 'tel';
};

/** The engine keeps the last text that a regular expression matched: replace the secret by "". */
const forgetMatch = (): void => void /^/.exec('');

/** `Account SID AC…`: a label above or beside its value, copied from a page. */
const LABEL_BESIDE = /^([^\d:=]{1,40})\s([^\s\d]*\d.*)$/u;

/** With what may follow in a file: a comma and a comment. */
const QUOTED = /^(?:(["'`])((?:(?!\1).)+)\1|[“”„‘’«](.+)[“”‘’»])\s*[,;]?\s*(?:(?:#|\/\/).*)?$/u;

const cleanText = ({ type }: ProviderField, typed: string): string =>
  cleanInvisible(type === 'tel' ? typed.normalize('NFKC').replace(/^([^\d+]*)\((\+\d+)\)/, '$1$2') : typed);

/** What each value passes on its way in. Takes it out of `TWILIO_ACCOUNT_SID="AC…" # live`, `"authToken": "…",` or `tel:+1…`. */
export const cleanValue = (field: ProviderField, typed: string): string => {
  const { labels } = field;
  const text = cleanText(field, typed);
  if (!labels) return text;
  const [, label = '', labeled = ''] = LABELED_VALUE.exec(text) ?? LABEL_BESIDE.exec(text) ?? [];
  const isLabeled = labels.test(normalizeHeader(label));
  const value = isLabeled ? labeled : text;
  const [, , straight, curly = straight] = QUOTED.exec(value) ?? [];
  const inner = curly ?? (isLabeled ? value.replace(/\s#.*/, '').replace(/\s*[,;]$/, '') : value);
  forgetMatch();
  return cleanInvisible(inner);
};

/** For the note at a field; "" if nothing was removed that a user would miss. */
export const describeCleanedValue = (field: ProviderField, typed: string): string => {
  const value = cleanValue(field, typed);
  if (value === cleanInvisible(typed)) return describeCleaning(typed);
  return value === cleanText(field, typed) ? 'Written in the usual form.' : 'Only the value was kept.';
};

type Odd = readonly (readonly [pattern: RegExp, what: string, isMistake?: true])[];

const findOdd = (odd: Odd, value: string): Warning | undefined => {
  const [, what, isMistake = false] = odd.find(([pattern]) => pattern.test(value)) ?? [];
  forgetMatch();
  return what === undefined ? undefined : { text: `${what}.`, isMistake };
};

const ENDS_WITH_MARK = [/[.,:;%]$/, 'Ends with a punctuation mark', true] as const;

const ODD_CREDENTIALS: Odd = [
  [/^(?:https?:\/\/)?AC[\da-f]{32}:./i, 'Looks like an account SID with its token', true],
  [/[•●∙⋅·*＊]{4}/u, 'Looks masked', true],
  [/([^\s-])\1{7}/u, 'Looks masked'],
  [/^\$?[<{[(].+[>}\])]$|^[$%]\w+%?$|(?<![a-z\d])your|(?:…|\.{3})$|^op:\/\//i, 'Looks like a placeholder'],
  [/(?:token|secret|sid|value)\b.* /i, 'Holds more than the value'],
  [/ /, 'Contains a space'],
  [/^https?:\/\//i, 'Looks like a link'],
  [/^[^\s@]+@[^\s@]+\.[^\s@.]+$/, 'Looks like an e-mail address', true],
  [/^["'`“”„‘’«]|["'`“”‘’»]$/u, 'Contains a quote'],
  [/=[^=]/, 'Looks like a name and a value'],
  ENDS_WITH_MARK,
  // Of "AC" and hexadecimal digits, as in a Secret of Kubernetes.
  [/^(?:QU[MN].)?(?:[MNOYZ][2DGTWjmz]..){10}/, 'Looks like base64'],
];

const ODD_SIDS: Odd = [
  [/^(?!AC)[\da-f]{32}$|(?:token|secret|password)\b["']?\s*[:= ].*\d/i, 'Looks like an auth token', true],
  ...ODD_CREDENTIALS,
  [/^AC(?=[\da-f]{24})(?![\da-f]{32}$)/i, 'Looks like a mistyped account SID', true],
];

const ODD_TOKENS: Odd = [...ODD_CREDENTIALS, [/^AC[\da-f]{32}$/i, 'Looks like an account SID', true]];

const ODD_PHONES: Odd = [
  ENDS_WITH_MARK,
  [/[,;]|\d.*\+/, 'Looks like more than one number'],
  [/^(?!\+)/, 'Doesn’t start with +'],
  // Not in Italy and other countries that dial it from abroad, too.
  [/^\+(?!39|225|24[12]|37[89])\d{1,3}[ (]+0/, 'Leave out the 0 after a country code'],
  [/^(?:\D*\d){0,6}\D*$/, 'Looks too short'],
];

export const FIELDS = [
  {
    name: 'accountSid',
    label: 'Account SID',
    shortLabel: 'SID',
    hint: 'Of your account at the provider.',
    required: true,
    secret: false,
    labels: /sid$/,
    odd: ODD_SIDS,
  },
  {
    name: 'authToken',
    label: 'Auth token',
    shortLabel: 'token',
    hint: 'Never kept in this browser.',
    required: true,
    secret: true,
    labels: /(?:token|secret)$/,
    odd: ODD_TOKENS,
  },
  {
    name: 'phoneNumber',
    label: 'Phone number',
    shortLabel: 'phone',
    hint: 'With the country code, such as +44 20 7946 0018.',
    required: true,
    secret: false,
    labels: /(?:number|phone|tel|whatsapp)$/,
    findError: (value) =>
      // No more of it: it may be the token.
      /\p{L}/u.test(value) ? `Use digits only: “${/\p{L}/u.exec(value)?.[0]}” is a letter.` : undefined,
    odd: ODD_PHONES,
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

export const findWarning = (field: ProviderField, typed: string): Warning | undefined => {
  const value = cleanValue(field, typed);
  if (!field.odd || value === '') return undefined;
  const error = field.findError?.(value);
  return error === undefined ? findOdd(field.odd, value) : { text: error, isError: true };
};

/** In characters. A shorter token may be in another value by chance. */
const MIN_COMPARED_TOKEN = 8;

export const providerSchema = z
  .object(
    perField((field) =>
      z.pipe(
        z.string(),
        z.transform((typed: string, { issues }) => {
          const value = cleanValue(field, typed);
          const message = validate(field, value);
          // Without the input, which may be the secret.
          if (message !== undefined) issues.push({ code: 'custom', message, input: undefined });
          return value;
        }),
      ),
    ),
  )
  .check(({ value: values, issues }) => {
    const { authToken } = values;
    if (authToken.length < MIN_COMPARED_TOKEN) return;
    for (const { name, secret } of FIELDS) {
      if (secret || !values[name].includes(authToken)) continue;
      issues.push({ code: 'custom', path: [name], message: 'Contains the auth token.', input: undefined });
    }
  });

export const toUpdate = (values: Omit<ProviderFields, 'authToken'>): ProviderUpdate => ({
  ...values,
  logged: {
    sidEnding: getEnding(values.accountSid, 3),
    phoneEnding: getEnding(values.phoneNumber.replace(/\D/g, ''), 4),
    voiceProvider: values.voiceProvider || undefined,
  },
});
