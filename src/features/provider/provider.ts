import * as z from 'zod/mini';

const missing = (what: string) => `Enter the ${what}. It can’t be left out.`;

/** The number without its country code, as far as the person set that apart. */
const national = (phoneNumber: string): string => phoneNumber.replace(/^\+\d{1,3}[\s().-]+/, '');

const lettersError = (phoneNumber: string): string =>
  `Use digits after the country code. “${national(phoneNumber)}” has letters in it.`;

/** Without the plain blanks around it. Other white space looks like them and is not: it stays, and is asked about. */
export const withoutBlanks = (text: string): string => text.replace(/^ +| +$/g, '');

const required = (what: string) => z.refine<string>((value) => value.trim() !== '', missing(what));

/**
 * What the form holds (interface 2.1). All are strings and stay strings; plain blanks around the SID and the number are
 * dropped. The token is taken as it is, since nobody can see what would be altered. "" as voice provider: not sent.
 */
export const providerSchema = z.object({
  accountSid: z.string().check(z.overwrite(withoutBlanks), required('account SID')),
  authToken: z.string().check(required('auth token')),
  phoneNumber: z.string().check(
    z.overwrite(withoutBlanks),
    required('phone number'),
    z.refine((value) => !/\p{L}/u.test(value), { error: ({ input }) => lettersError(String(input)) }),
  ),
  voiceProvider: z.string(),
});

export type ProviderFields = z.infer<typeof providerSchema>;

/** The fields that can be faulty. */
export type FieldName = 'accountSid' | 'authToken' | 'phoneNumber';

export const FIELD_LABELS: Record<FieldName, string> = {
  accountSid: 'Account SID',
  authToken: 'Auth token',
  phoneNumber: 'Phone number',
};

/** In the order of the form. */
export const FIELD_NAMES: readonly FieldName[] = ['accountSid', 'authToken', 'phoneNumber'];

/** What a save sends beside the secret. `voiceProvider` is undefined where it is left out of the request. */
export type SentValues = { accountSid: string; phoneNumber: string; voiceProvider: string | undefined };

/** The checked fields as they are sent, without the secret, which is taken from the form at the moment of sending. */
export const toRequest = (fields: Omit<ProviderFields, 'authToken'>): SentValues => ({
  accountSid: fields.accountSid,
  phoneNumber: fields.phoneNumber,
  voiceProvider: fields.voiceProvider || undefined,
});

/** What to type before a deletion: the environment's name in small letters, `delete` where none is configured. */
export const confirmationWord = (environment: string | undefined): string =>
  (environment ?? 'delete').toLowerCase();

/** The word, typed in letters of either case. */
export const confirmationSchema = (word: string) =>
  z.object({
    word: z.string().check(z.refine((typed) => typed.trim().toLowerCase() === word, `Type ${word}.`)),
  });
