import * as z from 'zod/mini';
import type { Config } from '#src/config.ts';
import { randomHex } from '#src/lib/hex.ts';
import { BASE } from '#src/lib/base.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { parseJson, readLocal } from '#src/storage/local.ts';
import { getIssuer } from './server.ts';
import { decodeJwt, isBearerToken, type Tokens } from './id-token.ts';
import type { KeyValueStore } from './platform.ts';
import type { Failure } from './problems.ts';

// In the tab's session storage.
const TOKENS = 'auth.tokens';
const REQUEST = 'auth.request';
const SILENT_REDIRECT = 'auth.silent-redirect';
const UNNAMED = 'auth.unnamed';
const SIGNED_OUT = 'auth.signed-out';
const FAILURE = 'auth.failure';
// In the browser's local storage, shared by all tabs.
const SESSION = 'auth.session';
const SIGNED_IN = 'auth.signed-in';
const SIGNED_IN_AT = 'auth.signed-in-at';

const ORIGIN = 'https://page.invalid';

/**
 * The path, query and hash to return to after a sign-in; the start page for anything that isn't a plain path of this
 * console: other origins, `//host`, `/\host`, schemes, control characters, the sign-in pages themselves (CWE-601).
 */
export const checkReturnPath = (wanted: unknown): string => {
  // Browsers drop tabs and line ends from an address and read `\` as `/`; our own paths contain none of them.
  if (typeof wanted !== 'string' || !/^\/(?!\/)[^\\\s\p{Cc}]*$/u.test(wanted)) return BASE;
  if (!URL.canParse(wanted, ORIGIN)) return BASE;
  const { origin, pathname, search, hash } = new URL(wanted, ORIGIN);
  // `/.//host` turns into `//host` only when it is parsed.
  if (origin !== ORIGIN || pathname.startsWith('//') || !pathname.startsWith(BASE)) return BASE;
  if (/^auth(\/|$)/.test(pathname.slice(BASE.length))) return BASE;
  return `${pathname}${search}${hash}`;
};

/** A sign-in by redirect that waits for its answer. */
const requestSchema = z.object({
  kind: z.enum(['sign-in', 'silent']),
  state: z.string(),
  nonce: z.string(),
  /** What the library needs again. */
  saved: z.string(),
  returnTo: z.pipe(z.unknown(), z.transform(checkReturnPath)),
  /** The session that made the address `returnTo`. */
  session: z.optional(z.string()),
});

type RedirectRequest = z.infer<typeof requestSchema>;

const signedOutSchema = z.object({
  reason: z.enum(['signed-out', 'elsewhere']),
  note: z.optional(z.string()),
});

type SignedOut = z.infer<typeof signedOutSchema>;

/** Someone signed in with this browser, or comes back from the issuer. */
export const expectsUser = (): boolean =>
  location.pathname === `${BASE}auth/callback` || readLocal(SIGNED_IN) !== null;

export const createSessionStorage = (config: Config, tab: KeyValueStore, browser: KeyValueStore) => {
  const owner = JSON.stringify([getIssuer(config), config.oidc.clientId]);
  const tokensSchema = z.object({
    owner: z.literal(owner),
    session: z.string(),
    /** Epoch milliseconds. */
    receivedAt: z.number(),
    tokens: z.object({
      accessToken: z.string().check(z.refine(isBearerToken)),
      refreshToken: z.optional(z.string()),
      idToken: z.optional(z.string()),
      scope: z.string(),
      nonce: z.string(),
      lifetimeSeconds: z.optional(z.number()),
    }),
  });

  /** This page's session: the person's fingerprint and a random number that changes with each sign-out. */
  let session = browser.get(SESSION);
  let lastSignIn = browser.get(SIGNED_IN_AT);

  const read = <Schema extends z.ZodMiniType>(key: string, schema: Schema): z.output<Schema> | undefined =>
    schema.safeParse(parseJson(tab.get(key))).data;
  const take = <Schema extends z.ZodMiniType>(key: string, schema: Schema) => {
    const value = read(key, schema);
    tab.remove(key);
    return value;
  };
  const write = (key: string, value: unknown): boolean => tab.set(key, JSON.stringify(value));

  return {
    /** False if the request won't survive the redirect. */
    saveRequest: (request: RedirectRequest): boolean => write(REQUEST, request),
    /** `undefined` if the answer belongs to another tab, was used before, or is made up. */
    request: (state: string | null): RedirectRequest | undefined => {
      const request = read(REQUEST, requestSchema);
      return request?.state === state ? request : undefined;
    },
    hasRequest: (): boolean => tab.get(REQUEST) !== null,
    forgetRequest: (): void => tab.remove(REQUEST),

    /** A user signed in with this browser, so the next page tries a silent sign-in. */
    isUserExpected: (): boolean => browser.get(SIGNED_IN) === owner,
    expectUser: (): void => void browser.set(SIGNED_IN, owner),
    expectNoUser: (): void => browser.remove(SIGNED_IN),

    /** Notifies the other tabs that the user signed in with a click. */
    noteSignIn: (now: number): void => {
      lastSignIn = String(now);
      browser.set(SIGNED_IN_AT, lastSignIn);
    },
    /** Whether another tab has noted one since the last call. */
    hasNewSignIn: (): boolean => {
      const before = lastSignIn;
      lastSignIn = browser.get(SIGNED_IN_AT);
      return lastSignIn !== null && lastSignIn !== before;
    },

    session: (): string | undefined => session ?? undefined,
    /** Joins or begins the session of a person (a fingerprint), which all tabs share until the sign-out. */
    enterSession: (person: string): string => {
      const current = browser.get(SESSION);
      session = current?.split(' ')[0] === person ? current : `${person} ${randomHex(8)}`;
      browser.set(SESSION, session);
      return session;
    },
    /** Whether another tab has signed out, or signed in another person. */
    isSessionOver: (): boolean => session !== null && browser.get(SESSION) !== session,
    endSession: (): void => {
      session = null;
      // SESSION last: other tabs then check whether a user is still expected.
      for (const key of [SIGNED_IN, SIGNED_IN_AT, SESSION]) browser.remove(key);
      for (const key of [SILENT_REDIRECT, UNNAMED, REQUEST, FAILURE]) tab.remove(key);
    },

    /** Why this tab's last sign-in failed, also after a reload. */
    noteFailure: ({ kind, code, text }: Failure): void => void write(FAILURE, { kind, code, text }),
    failure: (): Failure | undefined => read(FAILURE, z.custom<Failure>(isRecord)),
    forgetFailure: (): void => tab.remove(FAILURE),

    /** Why the next page of this tab begins signed out; shown once. */
    setSignedOut: (signedOut: SignedOut): void => void write(SIGNED_OUT, signedOut),
    takeSignedOut: (): SignedOut | undefined => take(SIGNED_OUT, signedOutSchema),

    /** This tab has already tried a silent sign-in by redirect, which it does once. */
    hasRedirectedSilently: (): boolean => tab.get(SILENT_REDIRECT) !== null,
    /** False if the mark won't survive the page. */
    noteSilentRedirect: (): boolean => tab.set(SILENT_REDIRECT, '1'),
    forgetSilentRedirect: (): void => tab.remove(SILENT_REDIRECT),

    /** A random subject for a user whom the server doesn't name; lasts as long as the tab or the session. */
    unnamedSubject: (): string => {
      const subject = tab.get(UNNAMED) ?? randomHex(16);
      tab.set(UNNAMED, subject);
      return subject;
    },
    forgetUnnamed: (): void => tab.remove(UNNAMED),

    /**
     * For the next page of this tab. Stored only between two pages: a duplicated tab copies the storage, and would use
     * the same refresh token twice.
     */
    saveTokens: (tokens: Tokens, receivedAt: number): void => {
      if (config.oidc.tokenStorage === 'session') write(TOKENS, { owner, session, receivedAt, tokens });
    },
    /** Removes them from storage. `undefined` if their session has ended. */
    takeTokens: (now: number): Tokens | undefined => {
      const stored = take(TOKENS, tokensSchema);
      if (!stored || config.oidc.tokenStorage !== 'session') return undefined;
      if (stored.session !== browser.get(SESSION)) return undefined;
      const { tokens, receivedAt } = stored;
      const { idToken = '', lifetimeSeconds } = tokens;
      const ageSeconds = Math.max(0, now - receivedAt) / 1000;
      return {
        ...tokens,
        claims: decodeJwt(idToken),
        lifetimeSeconds: lifetimeSeconds && lifetimeSeconds - ageSeconds,
      };
    },
  };
};

export type SessionStorage = ReturnType<typeof createSessionStorage>;
