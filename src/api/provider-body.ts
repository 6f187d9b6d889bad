import type { Config } from '#src/config.ts';

/** What an update sends (interface 4.1). `authToken` is the secret; `voiceProvider` is left out where undefined. */
export type ProviderValues = {
  accountSid: string;
  authToken: string;
  phoneNumber: string;
  voiceProvider?: string | undefined;
};

/** The fields of an update by their names in the interface (4.1); what is undefined is left out of the JSON. */
export const providerBody = (
  { identifier, voiceProviderField }: Config['provider'],
  { accountSid, authToken, phoneNumber, voiceProvider }: ProviderValues,
) => ({
  [`${identifier}AccountSid`]: accountSid,
  [`${identifier}AuthToken`]: authToken,
  [`${identifier}PhoneNumber`]: phoneNumber,
  [voiceProviderField]: voiceProvider,
});
