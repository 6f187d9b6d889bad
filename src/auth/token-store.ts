import { createStore } from 'zustand/vanilla';
import { BASE } from '#src/lib/base.ts';
import { fingerprint } from '#src/lib/hex.ts';
import { waitAtMost } from '#src/lib/timing.ts';
import { readPerson, readRoles, subjectOfAccessToken, unnamedPerson, type Tokens } from './id-token.ts';
import type { Platform } from './platform.ts';
import { endsSession, NO_CHANNELS } from './problems.ts';
import { toTokenResult, type TokenResult, type Server } from './server.ts';
import type { SessionStorage } from './session-storage.ts';
import type { Person, Session } from './state.ts';

const MAX_TIMER_MS = 3600_000;
const renewAfterMs = (lifetimeSeconds: number): number =>
  Math.max(lifetimeSeconds - Math.min(60, lifetimeSeconds / 3), 5) * 1000;

/**
 * Milliseconds since now. The greater of two clocks: the wall clock goes on while the computer sleeps, the other is
 * never set back.
 */
const stopwatch = (platform: Pick<Platform, 'now' | 'uptime'>): (() => number) => {
  const wall = platform.now();
  const up = platform.uptime();
  return () => Math.max(platform.now() - wall, platform.uptime() - up);
};

const FIRST_WAIT_MS = 2000;
const MAX_WAIT_MS = 60_000;
const WINDOW_MS = 60_000;
const MAX_PER_WINDOW = 10;

/**
 * One limit for all who want a token, the timer and requests alike: at most ten token requests a minute, and after a failure 2 to
 * 60 s of waiting, or as long as the server asks.
 */
const createTokenLimit = ({ uptime }: Pick<Platform, 'uptime'>) => {
  let sentTimes: number[] = [];
  let failures = 0;
  let notBefore = -Infinity;
  let isAsked = false;
  return {
    msUntilNext: (): number => {
      const now = uptime();
      sentTimes = sentTimes.filter((at) => at > now - WINDOW_MS);
      const windowEnd = sentTimes.length < MAX_PER_WINDOW ? now : (sentTimes[0] ?? now) + WINDOW_MS;
      return Math.max(0, notBefore - now, windowEnd - now);
    },
    countSent: (): void => void sentTimes.push(uptime()),
    fail: (retryAfterMs: number | undefined): void => {
      const backoff = Math.min(FIRST_WAIT_MS * 2 ** failures, MAX_WAIT_MS);
      failures += 1;
      isAsked = retryAfterMs !== undefined;
      notBefore = uptime() + Math.max(backoff, retryAfterMs ?? 0);
    },
    succeed: (): void => {
      failures = 0;
      notBefore = -Infinity;
    },
    /** The page is visible or online again: the next try may succeed, unless the server asked to wait. */
    wake: (): void => {
      if (!isAsked) notBefore = -Infinity;
    },
    isFailing: (): boolean => failures > 0,
  };
};

/** Renews before a token expires, and again when the limit allows it while the server doesn't answer. */
const createRenewalSchedule = (
  platform: Pick<Platform, 'now' | 'uptime' | 'after'>,
  renew: () => Promise<unknown>,
) => {
  let stopTimer: (() => void) | undefined;
  let due: { elapsed: () => number; after: number } | undefined;

  const check = (): void => {
    stopTimer?.();
    if (!due) return;
    const rest = due.after - due.elapsed();
    if (rest > 0) {
      stopTimer = platform.after(Math.min(rest, MAX_TIMER_MS), check);
      return;
    }
    due = undefined;
    void renew();
  };
  const set = (after: number | undefined): void => {
    due = after === undefined ? undefined : { elapsed: stopwatch(platform), after };
    check();
  };

  return {
    /** Without a lifetime, only a 401 of the service shows that the token has expired. */
    start: (lifetimeSeconds: number | undefined): void =>
      set(lifetimeSeconds === undefined ? undefined : renewAfterMs(lifetimeSeconds)),
    retryIn: set,
    /** Timers may be late. */
    check,
    stop: (): void => set(undefined),
  };
};

const RENEWAL_LIMIT_MS = 15_000;

/** A 401 to a token that came after a 401, and is younger, is the service's answer: another token would get it again. */
const YOUNG_MS = 60_000;

/** `ended`: the user has to sign in again. `unreachable`: no answer yet; the session stays and the renewal is retried. */
type Renewal = 'renewed' | 'ended' | 'unreachable';

type CurrentTokens = {
  tokens: Tokens;
  person: Person;
  personKey: string;
  elapsed: () => number;
  /** In place of one that the service refused. */
  isReplacement: boolean;
};

const getPersonKey = (person: Person, issuer: string): string => `${issuer} ${person.subject}`;

/** The tokens of this page, in a closure and nowhere else, and the state that the page shows. */
export const createTokenStore = ({
  platform,
  issuer,
  rolesClaim,
  storage,
  server,
  signInSilently,
}: {
  platform: Platform;
  issuer: string;
  rolesClaim: string | undefined;
  storage: SessionStorage;
  server: Server;
  signInSilently: () => Promise<TokenResult>;
}) => {
  const store = createStore<Session>(() => ({ state: 'restoring' }));
  const setState = (next: Session): void => store.setState(next, true);
  let current: CurrentTokens | undefined;
  /** For the sign-out, also after the tokens have expired. */
  let lastIdToken: string | undefined;
  /** Counts the ends of sessions: an answer to a request from before an end is dropped. */
  let generation = 0;
  let ending = new AbortController();
  let renewing: Promise<Renewal> | undefined;
  let silentFrames = 0;

  const limit = createTokenLimit(platform);
  const schedule = createRenewalSchedule(platform, () => renewOnce('timer'));

  const isExpired = ({ tokens, elapsed }: CurrentTokens): boolean =>
    tokens.lifetimeSeconds !== undefined && elapsed() >= tokens.lifetimeSeconds * 1000;

  const clear = (): CurrentTokens | undefined => {
    const last = current;
    current = undefined;
    generation += 1;
    schedule.stop();
    return last;
  };

  /** The page stays as it is until the user signs in again. Returns the tokens, to be revoked. */
  const expire = (): Tokens | undefined => {
    // A late 401 must not stop the sign-out or sign-in that goes on.
    if (!current) return undefined;
    const { tokens, person, personKey } = current;
    clear();
    setState({ state: 'expired', person, personKey });
    return tokens;
  };

  /** Ends the session on this page and aborts its requests. Returns the tokens, to be revoked. */
  const drop = (next: Session): Tokens | undefined => {
    const last = clear();
    lastIdToken = undefined;
    ending.abort();
    ending = new AbortController();
    setState(next);
    return last?.tokens;
  };

  /** Another person, or a sign-out in another tab: reloads the page at the start page. */
  const restart = (next: Session): void => {
    drop(next);
    platform.replaceUrl(BASE);
    platform.reload();
  };

  /** A history entry of another session opens the start page; an entry of no session joins this one. */
  const claimHistoryEntry = (session: string): void => {
    const owner = platform.entrySession();
    if (owner === undefined) platform.setEntrySession(session);
    else if (owner !== session) platform.replaceUrl(BASE, session);
  };

  const signedIn = () => {
    const session = store.getState();
    return session.state === 'active' || session.state === 'expired' ? session : undefined;
  };

  /** Stores checked tokens. False if they are another person's: then the page restarts. */
  const adopt = (tokens: Tokens, isReplacement = false): boolean => {
    const before = signedIn();
    const named = readPerson(tokens, issuer);
    const person: Person = {
      ...(named ?? before?.person ?? unnamedPerson(storage.unnamedSubject())),
      ...(rolesClaim !== undefined && { roles: readRoles(tokens, rolesClaim) }),
    };
    const personKey = getPersonKey(person, issuer);
    if (before && before.personKey !== personKey) {
      restart({ state: 'restoring' });
      return false;
    }
    current = { tokens, person, personKey, elapsed: stopwatch(platform), isReplacement };
    lastIdToken = tokens.idToken;
    silentFrames = 0;
    limit.succeed();
    storage.expectUser();
    schedule.start(tokens.lifetimeSeconds);
    // Before the state changes: the page then requests what its address names. Unnamed users share one session.
    if (!before) claimHistoryEntry(storage.enterSession(named ? fingerprint(personKey) : 'unnamed'));
    setState({ state: 'active', person, personKey });
    return true;
  };

  const isSamePerson = (before: Tokens, after: Tokens): boolean => {
    const was = subjectOfAccessToken(before.accessToken, issuer);
    const is = subjectOfAccessToken(after.accessToken, issuer);
    return was === undefined || is === undefined || was === is;
  };

  /** Also takes a result that comes after the deadline. */
  const finishRenewal = (
    granted: TokenResult,
    before: CurrentTokens,
    since: number,
    reason: 'timer' | 'rejected',
  ): Renewal => {
    if (current !== before) {
      // The session has ended, so the new refresh token isn't needed.
      if (granted.ok && generation !== since) void server.revoke(granted.tokens.refreshToken);
      return current ? 'renewed' : 'ended';
    }
    if (granted.ok) {
      const isByRefresh = before.tokens.refreshToken !== undefined;
      if (isByRefresh && !isSamePerson(before.tokens, granted.tokens)) expire();
      else adopt(granted.tokens, reason === 'rejected');
      return current ? 'renewed' : 'ended';
    }
    const { failure } = granted;
    limit.fail(granted.retryAfterMs);
    // Without a connection, no frame answers.
    if (platform.isOnline()) silentFrames = failure.kind === 'silent' ? silentFrames + 1 : 0;
    // Two frames without an answer: they are blocked, and waiting won't help once the token has expired.
    const isBlocked = silentFrames >= 2 || failure === NO_CHANNELS;
    const isLost = isBlocked && (reason === 'rejected' || isExpired(before));
    if (!endsSession(failure) && !isLost) return 'unreachable';
    expire();
    return 'ended';
  };

  /** A refresh token may end before the session at the server, which then gives new tokens without a click. */
  const requestTokens = async (tokens: Tokens): Promise<TokenResult> => {
    const { refreshToken } = tokens;
    if (refreshToken === undefined) return signInSilently();
    const refreshed = await toTokenResult(() => server.refresh({ ...tokens, refreshToken }));
    if (refreshed.ok || refreshed.failure.code !== 'invalid_grant') return refreshed;
    const silent = await signInSilently();
    return silent.ok ? silent : refreshed;
  };

  const renewNow = async (before: CurrentTokens, reason: 'timer' | 'rejected'): Promise<Renewal> => {
    const waitMs = limit.msUntilNext();
    if (waitMs > 0) {
      schedule.retryIn(waitMs);
      return 'unreachable';
    }
    limit.countSent();
    const since = generation;
    const finished = requestTokens(before.tokens).then((granted) =>
      finishRenewal(granted, before, since, reason),
    );
    const renewal = await waitAtMost(finished, RENEWAL_LIMIT_MS, platform.after);
    if (renewal === undefined) limit.fail(undefined);
    if ((renewal ?? 'unreachable') === 'unreachable' && current === before)
      schedule.retryIn(limit.msUntilNext());
    return renewal ?? 'unreachable';
  };

  const renewOnce = async (reason: 'timer' | 'rejected'): Promise<Renewal> => {
    if (!current) return 'ended';
    renewing ??= renewNow(current, reason).finally(() => {
      renewing = undefined;
    });
    return renewing;
  };

  const accessToken = (): string | undefined => current?.tokens.accessToken;

  return {
    getState: store.getState,
    setState,
    subscribe: store.subscribe,
    /** Aborts when this session is signed out or replaced. */
    signal: (): AbortSignal => ending.signal,
    generation: (): number => generation,
    adopt,
    drop,
    restart,
    expire,
    wake: (): void => {
      limit.wake();
      if (limit.isFailing()) schedule.retryIn(limit.msUntilNext());
      else schedule.check();
    },
    onHistoryEntry: (): void => {
      const session = storage.session();
      if (signedIn() && session !== undefined) claimHistoryEntry(session);
    },
    idToken: (): string | undefined => lastIdToken,
    saveForNextPage: (): void => {
      if (current) storage.saveTokens(current.tokens, platform.now() - current.elapsed());
    },
    /** May have expired. Never keep it. */
    accessToken,
    /** Renews an expired token. Undefined if there is nothing to wait for: what is sent now leaves before the next render. */
    renewExpired: (): Promise<Renewal> | undefined =>
      current && isExpired(current) ? renewOnce('timer') : undefined,
    /** The service refuses every request with this token: ends the session. False if there is another token by now. */
    refused: (token: string): boolean => {
      if (current && accessToken() !== token) return false;
      expire();
      return true;
    },
    renewOnce,
    /** Renews after the service refused `rejectedToken`; all callers share one renewal. Never throws. */
    renew: async (rejectedToken: string): Promise<Renewal | 'too-young'> => {
      if (current && accessToken() !== rejectedToken) return 'renewed';
      const isYoung = current?.isReplacement === true && current.elapsed() < YOUNG_MS && !isExpired(current);
      return isYoung && !renewing ? 'too-young' : renewOnce('rejected');
    },
  };
};
