import { parseConfig, type Config } from '#src/config.ts';
import {
  type TokenSource,
  browserPlatform,
  type Platform,
  createService,
  type ServiceClient,
} from '#src/api/client.ts';
import type { Answer } from '#src/api/outcome.ts';
import { readJson } from '#src/lib/json.ts';

export const PAGE = 'https://console.example';

type Over = { api?: Record<string, unknown>; provider?: Record<string, unknown> };

export const createTestConfig = ({ api = {}, provider = {} }: Over = {}): Config => {
  const result = parseConfig({
    api: { baseUrl: 'https://service.example', maxRequestsPerSecond: 1000, ...api },
    oidc: { authority: 'https://issuer.example', clientId: 'console' },
    provider,
  });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.config;
};

/** Tokens `token-1`, `token-2` …, with one renewal for all, as the session does it. */
export const createTestTokens = (result: Awaited<ReturnType<TokenSource['renew']>> = 'renewed') => {
  let number = 1;
  let renewing: Promise<typeof result> | undefined;
  const renewals: string[] = [];
  const refused: string[] = [];
  const tokens: TokenSource = {
    accessToken: () => `token-${number}`,
    renewExpired: () => undefined,
    renew: (rejected) => {
      if (rejected !== `token-${number}`) return Promise.resolve('renewed');
      renewing ??= Promise.resolve().then(() => {
        renewals.push(rejected);
        if (result === 'renewed') number += 1;
        renewing = undefined;
        return result;
      });
      return renewing;
    },
    refused: (token) => refused.push(token) > 0,
    signal: () => new AbortController().signal,
  };
  return { tokens, renewals, refused };
};

export const createAnswer = (text: string, over: Partial<Answer> & { contentType?: string } = {}): Answer => {
  const { contentType = '', ...rest } = over;
  const body = { text, truncated: false, bytes: text.length, json: readJson(text), contentType };
  return { status: 200, body, durationMs: 318, at: 1_763_735_500_000, ...rest };
};

export type SentRequest = { url: string; init: RequestInit };

/** A service whose fetch is the given function. */
export const createTestService = (
  answer: (call: SentRequest, index: number) => Response | Promise<Response>,
  {
    tokens = createTestTokens().tokens,
    platform = {},
    ...over
  }: Over & { tokens?: TokenSource; platform?: Partial<Platform> } = {},
): { service: ServiceClient; calls: SentRequest[] } => {
  const calls: SentRequest[] = [];
  const config = createTestConfig(over);
  const service = createService(config, tokens, {
    pageOrigin: PAGE,
    platform: {
      ...browserPlatform,
      isOnline: () => true,
      fetch: async (url, init) => {
        calls.push({ url, init });
        return answer({ url, init }, calls.length - 1);
      },
      ...platform,
    },
  });
  return { service, calls };
};

export const PROVIDER = { accountSid: 'AP4c19', authToken: 's3cret', phoneNumber: '+44 20 7946 0018' };
export const PAIR = { campaignId: 'cmp-1', webhookId: 'wh-1' };

export const WRITES = {
  updateProvider: (service: ServiceClient, options = {}) => service.updateProvider(PROVIDER, options),
  deleteProvider: (service: ServiceClient, options = {}) => service.deleteProvider(options),
  addWebhook: (service: ServiceClient, options = {}) => service.addWebhook(PAIR, options),
  removeWebhook: (service: ServiceClient, options = {}) => service.removeWebhook(PAIR, options),
} as const;
