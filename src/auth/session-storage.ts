import * as z from 'zod/mini';
import type { Config } from '#src/config.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { decodeJwt, type Claims } from './id-token.ts';
import type { KeyValue } from './platform.ts';
import { randomText } from './problems.ts';
import { returnPath } from './return-path.ts';
import { issuerOf, type RequestData, type Tokens } from './server.ts';
import type { SignInProblem } from './state.ts';

const TOKENS = 'auth.tokens';
const FRAMELESS = 'auth.frameless';
const PROBED = 'auth.probed';
const UNNAMED = 'auth.unnamed';
const SIGNED_OUT = 'auth.signed-out';
const SESSION = 'auth.session';
const DISCOVERY = 'auth.discovery';
const SILENT_PROBLEM = 'auth.silent-problem';
const SIGNED_IN = 'auth.signed-in';
const SIGNED_IN_AT = 'auth.signed-in-at';

/** Before the `state` of a request that waits for its answer. */
export const REQUEST_PREFIX = 'auth.request.';
/** Seconds that such a request may wait before it is swept away; its own answer may come a little later. */
export const REQUEST_AGE = 900;

/** Milliseconds for which the pages of a tab use one description of the issuer. */
const DISCOVERY_AGE = 600_000;
const DISCOVERY_KEYS = [
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'end_session_endpoint',
  'revocation_endpoint',
  'authorization_response_iss_parameter_supported',
  'prompt_values_supported',
];

const requestSchema = z.object({
  nonce: z.string().check(z.minLength(1)),
  data: z.object({
    kind: z.enum(['sign-in', 'probe', 'here']),
    attempt: z.string(),
    returnTo: z.pipe(z.unknown(), z.transform(returnPath)),
    session: z.optional(z.string()),
  }),
});

const problemSchema = z.object({
  kind: z.enum(['refused', 'foreign', 'malformed', 'unreachable', 'silent', 'storage', 'secret']),
  code: z.string(),
  text: z.string(),
  at: z.number(),
  attempt: z.string(),
});

const signedOutSchema = z.enum(['signed-out', 'elsewhere']);

const parse = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return undefined;
  }
};

/** What this tab and this browser store of a session. Tokens only if `tokenStorage` is `session`, and only between two pages. */
export const createSessionStorage = (config: Config, tab: KeyValue, browser: KeyValue) => {
  const owner = JSON.stringify([issuerOf(config), config.oidc.clientId]);
  /** The session of this browser as this page knows it: who, and a number that is new after each sign-out. */
  let session = browser.get(SESSION);

  const take = (key: string): string | null => {
    const value = tab.get(key);
    tab.remove(key);
    return value;
  };

  return {
    /** The request that an answer belongs to; `undefined` if it is another tab's, was used before, or is made up. */
    request: (state: string): { data: RequestData; nonce: string } | undefined =>
      requestSchema.safeParse(parse(tab.get(`${REQUEST_PREFIX}${state}`))).data,

    /** Removes the requests of this tab with their code verifiers: all, or those made before `madeBefore` (seconds). */
    forgetRequests: (madeBefore = Infinity): void => {
      for (const key of tab.keys().filter((name) => name.startsWith(REQUEST_PREFIX))) {
        const value = parse(tab.get(key));
        const created = isRecord(value) ? value['created'] : undefined;
        if (typeof created !== 'number' || created < madeBefore) tab.remove(key);
      }
    },

    /** Whether a request would survive the way there and back. */
    durable: (): boolean => {
      tab.set('auth.test', '1');
      const durable = tab.durable();
      tab.remove('auth.test');
      return durable;
    },

    /** Somebody was signed in here: worth one silent attempt when the page is loaded again. */
    isMarked: (): boolean => browser.get(SIGNED_IN) === owner,
    mark: (): void => browser.set(SIGNED_IN, owner),
    unmark: (): void => {
      browser.remove(SIGNED_IN);
      browser.remove(FRAMELESS);
    },

    /** For the other tabs: a person signed in by their own action, at `now`. */
    noteSignIn: (now: number): void => browser.set(SIGNED_IN_AT, String(now)),
    lastSignIn: (): string | null => browser.get(SIGNED_IN_AT),

    session: (): string | undefined => session ?? undefined,
    /** Enters the session of a person (a fingerprint), which all tabs share from a sign-in to the sign-out. */
    enterSession: (person: string): string => {
      const known = browser.get(SESSION);
      session = known?.split(' ')[0] === person ? known : `${person} ${randomText(8)}`;
      browser.set(SESSION, session);
      return session;
    },
    /** Whether somebody signed out since, in any tab, or another person came. */
    isSessionOver: (): boolean => session !== null && browser.get(SESSION) !== session,
    endSession: (): void => {
      session = null;
      browser.remove(SESSION);
      browser.remove(SIGNED_IN_AT);
    },

    /** Why the next page of this tab begins signed out: shown once. */
    setSignedOut: (where: z.infer<typeof signedOutSchema>): void => tab.set(SIGNED_OUT, where),
    takeSignedOut: (): z.infer<typeof signedOutSchema> | undefined =>
      signedOutSchema.safeParse(take(SIGNED_OUT)).data,

    /** A frame found nobody when the whole page found somebody: this browser gives frames no cookies. */
    isFrameless: (): boolean => browser.get(FRAMELESS) !== null,
    setFrameless: (): void => browser.set(FRAMELESS, '1'),

    /** This tab has left once, without a click, to see whether somebody is signed in. */
    isProbed: (): boolean => tab.get(PROBED) !== null,
    setProbed: (isProbed: boolean): void => (isProbed ? tab.set(PROBED, '1') : tab.remove(PROBED)),

    /** Why the last silent sign-in of this tab failed. */
    setSilentProblem: (problem: SignInProblem | undefined): void =>
      problem ? tab.set(SILENT_PROBLEM, JSON.stringify(problem)) : tab.remove(SILENT_PROBLEM),
    silentProblem: (): SignInProblem | undefined =>
      problemSchema.safeParse(parse(tab.get(SILENT_PROBLEM))).data,

    /** The issuer's description of itself, for the next pages of this tab. */
    setDiscovery: (full: Claims, now: number): void => {
      const description = Object.fromEntries(DISCOVERY_KEYS.map((name) => [name, full[name]]));
      tab.set(DISCOVERY, JSON.stringify({ owner, until: now + DISCOVERY_AGE, description }));
    },
    discovery: (now: number): Claims | undefined => {
      const value = parse(tab.get(DISCOVERY));
      if (!isRecord(value) || value['owner'] !== owner || !isRecord(value['description'])) return undefined;
      return typeof value['until'] === 'number' && value['until'] > now ? value['description'] : undefined;
    },

    /** A name for the user if the server gives none; lasts as long as the tab or the session. */
    unnamedSubject: (): string => {
      const known = tab.get(UNNAMED) ?? randomText(16);
      tab.set(UNNAMED, known);
      return known;
    },
    forgetUnnamed: (): void => tab.remove(UNNAMED),

    /**
     * Leaves the tokens for the next page of this tab. They are stored only while no page of ours runs: a duplicated tab
     * takes a copy of the storage along and would use the same refresh token twice.
     */
    putTokens: (tokens: Tokens, expiresAt: number | undefined): void => {
      if (config.oidc.tokenStorage === 'session')
        tab.set(TOKENS, JSON.stringify({ owner, session, expiresAt, tokens }));
    },

    /** Takes them out again, unless their session ended meanwhile. Their lifetime is what is left at `now` (milliseconds). */
    takeTokens: (now: number): Tokens | undefined => {
      const value = parse(take(TOKENS));
      if (config.oidc.tokenStorage !== 'session' || !isRecord(value) || value['owner'] !== owner)
        return undefined;
      const { tokens, expiresAt } = value;
      if (typeof value['session'] !== 'string' || value['session'] !== browser.get(SESSION)) return undefined;
      if (!isRecord(tokens)) return undefined;
      const { accessToken, refreshToken, idToken, scope, nonce, lifetimeSeconds } = tokens;
      if (typeof accessToken !== 'string' || !/^[\x21-\x7e]+$/.test(accessToken)) return undefined;
      if (typeof scope !== 'string' || typeof nonce !== 'string') return undefined;
      const claims = typeof idToken === 'string' ? decodeJwt(idToken)?.claims : undefined;
      const isTimed = typeof expiresAt === 'number' && typeof lifetimeSeconds === 'number';
      return {
        accessToken,
        refreshToken: typeof refreshToken === 'string' ? refreshToken : undefined,
        idToken: typeof idToken === 'string' ? idToken : undefined,
        claims,
        scope,
        nonce,
        lifetimeSeconds: isTimed ? Math.min((expiresAt - now) / 1000, lifetimeSeconds) : undefined,
      };
    },
  };
};

export type SessionStorage = ReturnType<typeof createSessionStorage>;
