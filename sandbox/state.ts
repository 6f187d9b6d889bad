import { createHash } from 'node:crypto';
import { isRecord } from '../src/lib/is-record.ts';
import { capOf, createCounter } from './cap.ts';

/** Never holds a token or the secret. */
export type LogEntry = {
  at: number;
  method: string;
  path: string;
  query: [string, string][];
  accept: string | null;
  contentType: string | null;
  tokenId: string;
  tokenExpired: boolean;
  body: unknown;
  did: 'read' | 'saved' | 'deleted' | 'attached' | 'detached' | null;
  answer: number | 'dropped' | null;
};

export type PersonState = {
  provider: Record<string, string> | null;
  /** The account SID saved last. Kept after a deletion, which reads it as a sentinel. */
  lastAccountSid: string;
  attached: Map<string, { webhookId: string; campaignId: string }>;
  firstAsked: Map<string, number>;
  requests: Map<string, number>;
  refusedTokens: Map<string, string>;
  log: LogEntry[];
  /** The rate limit in the person's name, if there is one. */
  count?: (now: number) => boolean;
};

const LOG_LENGTH = 20_000;

const emptyState = (sub: string): PersonState => {
  const cap = capOf(sub);
  return {
    provider: null,
    lastAccountSid: '',
    attached: new Map(),
    firstAsked: new Map(),
    requests: new Map(),
    refusedTokens: new Map(),
    log: [],
    ...(cap !== undefined && { count: createCounter(cap) }),
  };
};

export const createStates = () => {
  const states = new Map<string, PersonState>();
  return {
    of: (sub: string): PersonState => {
      const state = states.get(sub) ?? emptyState(sub);
      states.set(sub, state);
      return state;
    },
    forget: (sub: string) => states.delete(sub),
  };
};

export const addToLog = (state: PersonState, entry: LogEntry) => {
  state.log.push(entry);
  if (state.log.length > LOG_LENGTH) state.log.splice(0, state.log.length - LOG_LENGTH);
};

export const countRequest = (state: PersonState, key: string): number => {
  const count = (state.requests.get(key) ?? 0) + 1;
  state.requests.set(key, count);
  return count;
};

export const digestOf = (secret: string): string =>
  `sha256:${createHash('sha256').update(secret).digest('hex')}`;

/** The auth token only as a digest, and nothing of a body that is no object. */
export const withoutSecret = (body: unknown): unknown => {
  if (!isRecord(body)) return '(not shown)';
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => {
      if (typeof value !== 'string') return [key, value === null ? null : `(${typeof value})`];
      return [key, /token|secret/i.test(key) ? digestOf(value) : value];
    }),
  );
};
