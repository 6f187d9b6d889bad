import type { SessionControl } from '#src/auth/session.ts';
import type {
  Answer,
  Answered,
  Exchange,
  ProblemKind,
  RequestLine,
  ServiceOrigins,
  Outcome,
} from './outcome.ts';
import { type Lane, type Queue, type QueueOptions, createQueue } from './queue.ts';
import { readAnswer, toCallRead, toOutcome } from './answer.ts';
import { type Clock, browserClock } from '#src/lib/timing.ts';
import { BASE } from '#src/lib/base.ts';
import { API_PATH, type Config } from '#src/config.ts';
import { withholdSecret } from './secret.ts';

export type Platform = Clock & {
  /** Default: the browser's. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Epoch milliseconds. */
  epochNow: () => number;
  /** Only a hint: some browsers with a VPN say "offline" all the time. */
  isOnline: () => boolean;
  /** Whether the console's own server answers. */
  findsConnection: () => Promise<boolean>;
};

export const browserPlatform: Platform = {
  ...browserClock,
  epochNow: () => Date.now(),
  isOnline: () => navigator.onLine,
  findsConnection: () =>
    fetch(BASE, {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(5000),
    }).then(
      () => true,
      () => false,
    ),
};

/** A service that refuses every request for this long ends the session. */
const REFUSING_MS = 60_000;
const RECHECK_MS = 10_000;

type Sent = { token: string; sentAt: number };

/** These statuses may come from before the service looked at the token. */
const isTokenAccepted = (status: number): boolean => status < 500 && status !== 401 && status !== 429;

/** Whether the service accepts the tokens: a 401 may mean the session, or one address. */
const watchAcceptance = (tokens: Pick<SessionControl, 'refused'>, { after }: Clock) => {
  let lastAccepted: Sent = { token: '', sentAt: -Infinity };
  /** Since the last accepted request. */
  let refusals = 0;
  let refusedToken = '';
  let cancelEnd: (() => void) | undefined;

  const endSession = (): void => {
    cancelEnd = undefined;
    // One refused request alone doesn't end a session, and a new token may not have been refused yet.
    if (refusals > 1 && !tokens.refused(refusedToken)) cancelEnd = after(RECHECK_MS, endSession);
    else refusals = 0;
  };

  return {
    answered: (status: number, sent: Sent): void => {
      if (!isTokenAccepted(status)) return;
      if (sent.sentAt >= lastAccepted.sentAt) lastAccepted = sent;
      cancelEnd?.();
      cancelEnd = undefined;
      refusals = 0;
    },
    /** Whether a request that left later with the same token was accepted. */
    isLater: ({ token, sentAt }: Sent): boolean =>
      lastAccepted.token === token && lastAccepted.sentAt > sentAt,
    /** Refused with a token that a renewal can't better. */
    refused: ({ result, token }: Refused): void => {
      if (result.answer.isGate) return;
      refusals += 1;
      refusedToken = token;
      cancelEnd ??= after(REFUSING_MS, endSession);
    },
  };
};

export type TokenSource = Pick<
  SessionControl,
  'accessToken' | 'renewExpired' | 'renew' | 'refused' | 'signal'
>;

/** `signal` cancels the request at any time, `queueSignal` only before it is sent. */
export type SendOptions = QueueOptions & { signal?: AbortSignal | undefined };

type ServiceRequest = SendOptions & {
  line: RequestLine;
  lane: Lane;
  /** JSON text. */
  body?: string | undefined;
  /** From sending until the body is complete. */
  timeoutMs: number;
};

type ClientOptions = {
  /** Without a trailing slash. */
  baseUrl: string;
  requestIdHeader?: string | undefined;
  tokens: TokenSource;
  queue: Queue;
  platform: Platform;
};

const FETCH_OPTIONS = {
  // A redirect could take the token to another origin.
  redirect: 'manual',
  credentials: 'omit',
  cache: 'no-store',
  referrerPolicy: 'no-referrer',
} as const;

const combineSignals = (...signals: (AbortSignal | undefined)[]): AbortSignal =>
  AbortSignal.any(signals.filter((signal) => signal !== undefined));

/** `token` is undefined if the request was not sent. */
type Attempt = { result: Exchange; token?: string; sentAt?: number };
type Refused = Sent & { result: Answered };

const isUnauthorized = (attempt: Attempt): attempt is Refused =>
  attempt.result.kind === 'answered' && attempt.result.answer.status === 401;

/** Never rejects. Repeats a request once after a 401, since it was not executed (RFC 9110, section 15.5.2). */
const createClient = ({ baseUrl, requestIdHeader, tokens, queue, platform }: ClientOptions) => {
  const { now, epochNow, isOnline } = platform;
  const acceptance = watchAcceptance(tokens, platform);

  const notSent = (kind: ProblemKind): Attempt => ({
    result: { kind: 'unanswered', sent: false, problem: { kind, durationMs: 0, at: epochNow() } },
  });

  const exchange = async (request: ServiceRequest, token: string, sentAt: number): Promise<Exchange> => {
    const { line, body, timeoutMs, signal } = request;
    const deadline = new AbortController();
    const cancelDeadline = platform.after(timeoutMs, () => deadline.abort());
    const readTimes = () => ({ durationMs: Math.round(now() - sentAt), at: epochNow() });
    const unanswered = (kind: ProblemKind, answer?: Answer): Exchange => ({
      kind: 'unanswered',
      sent: true,
      problem: { kind, status: answer?.status, answer, ...readTimes() },
    });
    const classifyFailure = (): ProblemKind => {
      if (deadline.signal.aborted) return 'timeout';
      if (signal?.aborted) return 'aborted';
      return isOnline() ? 'network' : 'offline';
    };
    const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` };
    try {
      const response = await (platform.fetch ?? fetch)(baseUrl + line.target, {
        ...FETCH_OPTIONS,
        method: line.method,
        headers: body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
        body: body ?? null,
        signal: combineSignals(signal, deadline.signal),
      });
      const isRedirect = response.status >= 300 && response.status < 400;
      if (isRedirect || response.type === 'opaqueredirect') return unanswered('redirect');
      const { answer, brokeOff } = await readAnswer(response, readTimes, requestIdHeader);
      const { status } = answer;
      // An error status counts even if the body broke off.
      if (brokeOff && status < 400) return unanswered(classifyFailure(), answer);
      if (status === 429) queue.reportRefusal(answer.retryAfterMs, sentAt);
      acceptance.answered(status, { token, sentAt });
      return { kind: 'answered', answer };
    } catch {
      return unanswered(classifyFailure());
    } finally {
      cancelDeadline();
    }
  };

  const sendQueued = async (request: ServiceRequest): Promise<Attempt> => {
    // Renew before queueing: a renewal inside a slot would block it.
    const renewal = tokens.renewExpired();
    if (renewal) await renewal;
    const queueSignal = combineSignals(request.signal, request.queueSignal);
    const send = async (): Promise<Attempt> => {
      const lateRenewal = tokens.renewExpired();
      if (lateRenewal) await lateRenewal;
      // A read does no harm; a write into nowhere would be unknown.
      const isLost = request.lane === 'write' && !isOnline() && !(await platform.findsConnection());
      if (queueSignal.aborted) return notSent('aborted');
      if (isLost) return notSent('offline');
      const token = tokens.accessToken();
      if (token === undefined) return notSent('session-ended');
      const sentAt = now();
      return { result: await exchange(request, token, sentAt), token, sentAt };
    };
    return queue.run(request.lane, send, { ...request, queueSignal }).catch(() => notSent('aborted'));
  };

  return async (unsent: ServiceRequest): Promise<Exchange> => {
    const request = { ...unsent, signal: combineSignals(unsent.signal, tokens.signal()) };
    const first = await sendQueued(request);
    if (!isUnauthorized(first)) return first.result;
    // The service accepts this token: a renewal would not help.
    if (acceptance.isLater(first)) return first.result;
    const renewal = await tokens.renew(first.token);
    if (renewal === 'too-young') {
      acceptance.refused(first);
      return first.result;
    }
    if (renewal === 'unreachable') return { ...first.result, refusedAs: 'renewal-failed' };
    if (renewal === 'ended') return { ...first.result, refusedAs: 'session-ended' };
    const second = await sendQueued(request);
    const { result } = second;
    // The 401 explains why there was a second try.
    if (result.kind === 'unanswered' && !result.sent) {
      return { ...result, problem: { ...result.problem, status: 401 } };
    }
    if (isUnauthorized(second)) acceptance.refused(second);
    return result;
  };
};

export type WebhookPair = { campaignId: string; webhookId: string };

export type ProviderValues = {
  accountSid: string;
  /** The secret. */
  authToken: string;
  phoneNumber: string;
  /** Not sent if blank. */
  voiceProvider?: string | undefined;
};

/** Throws if a query value contains a lone half of a surrogate pair. */
export const requestLine = (
  method: RequestLine['method'],
  name: string,
  query: Readonly<Record<string, string>> = {},
): RequestLine => {
  const pairs = Object.entries(query).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  return { method, target: `${API_PATH}/${name}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}` };
};

/** "campaingn" is the service's own spelling. */
export const pairLine = (
  operation: 'attach' | 'detach',
  { campaignId, webhookId }: WebhookPair,
): RequestLine =>
  requestLine('POST', operation === 'attach' ? 'add_webhook_campaingn' : 'remove_webhook_campaingn', {
    webhookId,
    campaignId,
  });

const providerBody = (
  { identifier, voiceProviderField }: Config['provider'],
  { accountSid, authToken, phoneNumber, voiceProvider }: ProviderValues,
) => ({
  [`${identifier}AccountSid`]: accountSid,
  [`${identifier}AuthToken`]: authToken,
  [`${identifier}PhoneNumber`]: phoneNumber,
  [voiceProviderField]: voiceProvider || undefined,
});

export const createService = (
  config: Config,
  tokens: TokenSource,
  forTests: { pageOrigin?: string; queue?: Queue; platform?: Platform } = {},
) => {
  const { api, provider } = config;
  const { pageOrigin = location.origin, queue = createQueue(api), platform = browserPlatform } = forTests;
  // An empty address means the origin of the page.
  const baseUrl = (api.baseUrl || pageOrigin).replace(/\/+$/, '');
  const request = createClient({ ...api, baseUrl, tokens, queue, platform });

  const write = async (
    line: RequestLine,
    options: SendOptions,
    { body, expects200 = false }: { body?: string; expects200?: boolean } = {},
  ): Promise<Outcome> => {
    const timeoutMs = api.writeTimeoutSeconds * 1000;
    const exchange = await request({ ...options, line, lane: 'write', body, timeoutMs });
    return toOutcome(line, exchange, { expects200 });
  };

  return {
    updateProvider: async (values: ProviderValues, options: SendOptions = {}) => {
      const body = JSON.stringify(providerBody(provider, values));
      const outcome = await write(requestLine('POST', `update_${provider.identifier}`), options, { body });
      return withholdSecret(outcome, values.authToken);
    },

    deleteProvider: (options: SendOptions = {}) =>
      write(requestLine('DELETE', `delete_${provider.identifier}`), options, { expects200: true }),

    addWebhook: async (pair: WebhookPair, options: SendOptions = {}) =>
      write(pairLine('attach', pair), options),

    removeWebhook: async (pair: WebhookPair, options: SendOptions = {}) =>
      write(pairLine('detach', pair), options),

    readCall: async (callId: string, options: SendOptions = {}) => {
      const line = requestLine('GET', 'call_status', { callId });
      const timeoutMs = api.readTimeoutSeconds * 1000;
      return toCallRead(line, await request({ ...options, line, lane: 'read', timeoutMs }));
    },

    queue,
    origins: { serviceOrigin: new URL(baseUrl).origin, pageOrigin } satisfies ServiceOrigins,
    /** Without a trailing slash. */
    baseUrl,
  };
};

export type ServiceClient = ReturnType<typeof createService>;
