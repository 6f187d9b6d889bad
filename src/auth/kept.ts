import * as z from 'zod/mini';
import type { Config } from '#src/config.ts';
import type { KeyValue } from './environment.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { decodeJwt, type Claims } from './claims.ts';
import { randomText } from './problems.ts';
import type { SignInProblem } from './state.ts';
import { issuerOf, type RequestData, type Tokens } from './server.ts';
import { returnPath } from './address.ts';

const TOKENS = 'auth.tokens';
const FRAMELESS = 'auth.frameless';
const PROBED = 'auth.probed';
const NOBODY = 'auth.nobody';
const GAVE_WAY = 'auth.gave-way';
const SIGNED_OUT = 'auth.signed-out';
const SESSION = 'auth.session';
const DESCRIPTION = 'auth.discovery';
const SILENT_PROBLEM = 'auth.silent-problem';
/** Milliseconds for which the pages of a tab use one description of the issuer. */
const DESCRIPTION_AGE = 600_000;
/** What is used of it. */
const DESCRIBED = [
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'end_session_endpoint',
  'revocation_endpoint',
  'authorization_response_iss_parameter_supported',
  'prompt_values_supported',
];

/** Where it is kept that somebody was signed in here. */
const SIGNED_IN_MARK = 'auth.signed-in';

/** Before the `state` of a request that waits for its answer. */
export const REQUEST_PREFIX = 'auth.request.';
/** Seconds that such a request may wait before it is swept away; its own answer may come a little later. */
export const REQUEST_AGE = 900;

export type Pending = { data: RequestData; nonce: string };

const parse = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return undefined;
  }
};

const problemSchema = z.object({
  kind: z.enum(['refused', 'foreign', 'malformed', 'unreachable', 'silent']),
  code: z.string(),
  text: z.string(),
  at: z.string(),
  attempt: z.string(),
});

const KINDS = ['sign-in', 'probe', 'here'] as const;

const pendingFrom = (value: unknown): Pending | undefined => {
  if (!isRecord(value) || !isRecord(value['data']) || typeof value['nonce'] !== 'string') return undefined;
  const { kind: given, attempt, returnTo, leftBy } = value['data'];
  const kind = KINDS.find((known) => known === given);
  if (!kind || typeof attempt !== 'string' || !value['nonce']) return undefined;
  const data = { kind, attempt, returnTo: returnPath(returnTo) };
  return {
    data: typeof leftBy === 'string' ? { ...data, leftBy } : data,
    nonce: value['nonce'],
  };
};

/** What this tab and this browser keep of a session. Tokens only if `tokenStorage` is `session`, and only between two pages. */
export const createKept = (config: Config, tab: KeyValue, browser: KeyValue) => {
  const owner = JSON.stringify([issuerOf(config), config.oidc.clientId]);
  /** The session that this page is in, as it is named in the browser's storage. */
  let session: string | undefined;

  return {
    /** The request this answer belongs to; `undefined` for one of another tab, used before, or made up. */
    pending: (state: string | null): Pending | undefined =>
      state === null ? undefined : pendingFrom(parse(tab.get(`${REQUEST_PREFIX}${state}`))),

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

    /** That somebody was signed in here, not who: worth one silent attempt when the page is loaded again. */
    marked: (): boolean => browser.get(SIGNED_IN_MARK) === owner,
    mark: (): void => browser.set(SIGNED_IN_MARK, owner),
    unmark: (): void => {
      browser.remove(SIGNED_IN_MARK);
      browser.remove(FRAMELESS);
    },

    /**
     * Enters this person's session, which all tabs of the browser share from a sign-in to the sign-out. Says whether the
     * browser knew of another person's until now. `person` is a fingerprint.
     */
    enterSession: (person: string): 'same' | 'new' | 'other' => {
      const known = browser.get(SESSION);
      if (known?.split(' ')[0] === person) {
        session = known;
        return 'same';
      }
      session = `${person} ${randomText(8)}`;
      browser.set(SESSION, session);
      return known === null ? 'new' : 'other';
    },
    /** Whether somebody signed out since this page entered, perhaps to sign in again, or another person came. */
    isSessionOver: (): boolean => browser.get(SESSION) !== (session ?? null),
    endSession: (): void => browser.remove(SESSION),

    /** Why this tab begins afresh: another tab `told` that somebody else signed in, or it `found` so itself. */
    setGaveWay: (why: 'told' | 'found'): void => tab.set(GAVE_WAY, why),
    takeGaveWay: (): 'told' | 'found' | undefined => {
      const why = tab.get(GAVE_WAY);
      if (why === null) return undefined;
      tab.remove(GAVE_WAY);
      return why === 'told' ? why : 'found';
    },

    /** That this tab comes back from the sign-out at the authorization server: said once. */
    setSignedOut: (): void => tab.set(SIGNED_OUT, '1'),
    takeSignedOut: (): boolean => {
      const wasSet = tab.get(SIGNED_OUT) !== null;
      if (wasSet) tab.remove(SIGNED_OUT);
      return wasSet;
    },

    /** That a frame found nobody where the whole page found somebody: this browser gives frames no cookies. */
    frameless: (): boolean => browser.get(FRAMELESS) !== null,
    setFrameless: (): void => browser.set(FRAMELESS, '1'),

    /** That this tab has left once, without a click, to see whether somebody is signed in. */
    probed: (): boolean => tab.get(PROBED) !== null,
    setProbed: (): void => tab.set(PROBED, '1'),
    unsetProbed: (): void => tab.remove(PROBED),

    /** Why the last silent sign-in of this tab failed. */
    setSilentProblem: (problem: SignInProblem | undefined): void => {
      if (problem) tab.set(SILENT_PROBLEM, JSON.stringify(problem));
      else tab.remove(SILENT_PROBLEM);
    },
    silentProblem: (): SignInProblem | undefined => {
      const read = problemSchema.safeParse(parse(tab.get(SILENT_PROBLEM)));
      return read.success ? { ...read.data, at: new Date(read.data.at) } : undefined;
    },

    /** The issuer's description of itself, for the next pages of this tab. */
    putDescription: (full: Claims, now: number): void => {
      const description = Object.fromEntries(DESCRIBED.map((name) => [name, full[name]]));
      tab.set(DESCRIPTION, JSON.stringify({ owner, until: now + DESCRIPTION_AGE, description }));
    },
    description: (now: number): Claims | undefined => {
      const value = parse(tab.get(DESCRIPTION));
      if (!isRecord(value) || value['owner'] !== owner || !isRecord(value['description'])) return undefined;
      return typeof value['until'] === 'number' && value['until'] > now ? value['description'] : undefined;
    },

    /** A name for whoever is signed in where the server names nobody; lasts as long as the tab or the session. */
    nobody: (make: () => string): string => {
      const known = tab.get(NOBODY);
      if (known) return known;
      const made = make();
      tab.set(NOBODY, made);
      return made;
    },
    forgetNobody: (): void => tab.remove(NOBODY),

    /**
     * Leaves the tokens for the next page of this tab. They lie there only while no page of ours runs: a duplicated tab
     * takes a copy of the storage along and would use the same refresh token twice.
     */
    putTokens: (tokens: Tokens, expiresAt: number | undefined): void => {
      if (config.oidc.tokenStorage === 'session')
        tab.set(TOKENS, JSON.stringify({ owner, session, expiresAt, tokens }));
    },

    /**
     * Takes them out again, their lifetime cut to what is left of it at `now` (milliseconds). Not those of a session that
     * ended while this tab was away.
     */
    takeTokens: (now: number): Tokens | undefined => {
      const value = parse(tab.get(TOKENS));
      tab.remove(TOKENS);
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

export type Kept = ReturnType<typeof createKept>;
