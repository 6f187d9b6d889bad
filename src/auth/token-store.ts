import { createStore } from 'zustand/vanilla';
import { BASE } from '#src/lib/base.ts';
import { fingerprint } from '#src/lib/fingerprint.ts';
import { personKeyOf, personOf, subjectOfAccessToken } from './id-token.ts';
import { createSchedule, stopwatch, within } from './lifetime.ts';
import type { Platform } from './platform.ts';
import { endsSession, UNHEARD } from './problems.ts';
import type { Granted, Server, Tokens } from './server.ts';
import type { SessionStorage } from './session-storage.ts';
import type { Person, Renewal, Session } from './state.ts';

/** Milliseconds for one renewal, the body of its answer included. */
const RENEWAL_LIMIT = 15_000;

type Held = { tokens: Tokens; person: Person; personKey: string; elapsed: () => number };

type TokenStoreParts = {
  platform: Platform;
  issuer: string;
  storage: SessionStorage;
  server: Server;
  /** One attempt without a person: `prompt=none` in a frame. Never rejects. */
  askSilently: () => Promise<Granted>;
};

/** Holds the tokens of this page, in a closure and nowhere else, and the state that the page shows. */
export const createTokenStore = ({ platform, issuer, storage, server, askSilently }: TokenStoreParts) => {
  const store = createStore<Session>(() => ({ state: 'restoring' }));
  const setState = (next: Session): void => store.setState(next, true);
  let held: Held | undefined;
  /** For sign-out, also after the tokens expired. */
  let lastIdToken: string | undefined;
  /** Counts the ends of sessions: an answer that was asked for before one is not let in after it. */
  let generation = 0;
  let ending = new AbortController();
  let renewing: Promise<Renewal> | undefined;
  let silences = 0;

  const schedule = createSchedule(platform, () => renewOnce('timer'));

  const isExpired = ({ tokens, elapsed }: Held): boolean =>
    tokens.lifetimeSeconds !== undefined && elapsed() >= tokens.lifetimeSeconds * 1000;

  const current = (): { person: Person; personKey: string } | undefined => {
    const session = store.getState();
    return session.state === 'active' || session.state === 'expired' ? session : undefined;
  };

  /** The tokens can no longer be used, and only a person can get new ones. What is on the page stays. */
  const expire = (): void => {
    if (!held) return;
    const { person, personKey } = held;
    held = undefined;
    generation += 1;
    schedule.stop();
    setState({ state: 'expired', person, personKey });
  };

  /** Ends the session on this page at once: no token, no timer, no request under way. Gives what can be revoked. */
  const drop = (next: Session): Tokens | undefined => {
    const tokens = held?.tokens;
    held = undefined;
    lastIdToken = undefined;
    generation += 1;
    schedule.stop();
    ending.abort();
    ending = new AbortController();
    setState(next);
    return tokens;
  };

  /** Another person, or a sign-out in another tab: the page begins again at the start page. */
  const restart = (next: Session): void => {
    drop(next);
    platform.replaceUrl(BASE);
    platform.reload();
  };

  /** A history entry of another session opens the start page; one of none is now this session's. */
  const claimEntry = (session: string): void => {
    const maker = platform.entrySession();
    if (maker === undefined) platform.setEntrySession(session);
    else if (maker !== session) platform.replaceUrl(BASE, session);
  };

  /** Takes checked tokens, unless they are another person's than the page's. */
  const adopt = (tokens: Tokens): 'taken' | 'other-person' => {
    const before = current();
    const named = personOf(tokens, issuer);
    const person = named ?? before?.person ?? { subject: storage.unnamedSubject(), name: 'Signed in' };
    const personKey = personKeyOf(person, issuer);
    if (before && before.personKey !== personKey) {
      restart({ state: 'restoring' });
      return 'other-person';
    }
    held = { tokens, person, personKey, elapsed: stopwatch(platform) };
    lastIdToken = tokens.idToken;
    silences = 0;
    storage.mark();
    schedule.start(tokens.lifetimeSeconds);
    if (!before) {
      // If the server names nobody, each tab has a name of its own, and all of them share one session.
      const session = storage.enterSession(named ? fingerprint(personKey) : 'unnamed');
      // Before the state, on which the page begins to ask for what its address names.
      claimEntry(session);
    }
    setState({ state: 'active', person, personKey });
    return 'taken';
  };

  const isOfSomeoneElse = (before: Tokens, after: Tokens): boolean => {
    const was = subjectOfAccessToken(before.accessToken, issuer);
    const is = subjectOfAccessToken(after.accessToken, issuer);
    return was !== undefined && is !== undefined && was !== is;
  };

  /** Takes the outcome of a renewal, however late it comes. */
  const settle = (granted: Granted, before: Held, since: number, reason: 'timer' | 'rejected'): Renewal => {
    if (generation !== since || held !== before) {
      // Signed out meanwhile, or renewed otherwise: what was just granted is given back.
      const unused = granted.ok ? granted.tokens.refreshToken : undefined;
      if (generation !== since && unused !== undefined) void server.revoke(unused);
      return held ? 'renewed' : 'ended';
    }
    if (granted.ok) {
      const { refreshToken } = before.tokens;
      if (refreshToken !== undefined && isOfSomeoneElse(before.tokens, granted.tokens)) {
        expire();
        return 'ended';
      }
      return adopt(granted.tokens) === 'taken' ? 'renewed' : 'ended';
    }
    const { failure } = granted;
    silences = failure.kind === 'silent' ? silences + 1 : 0;
    // A frame that never answers is blocked, not slow: with a token of no use there is nothing left to wait for.
    const isBlocked = silences >= 2 || failure === UNHEARD;
    const isLost = isBlocked && (reason === 'rejected' || isExpired(before));
    if (endsSession(failure) || isLost) {
      expire();
      return 'ended';
    }
    return 'unreachable';
  };

  const attempt = async (before: Held, reason: 'timer' | 'rejected'): Promise<Renewal> => {
    const since = generation;
    const { refreshToken } = before.tokens;
    const asked =
      refreshToken === undefined ? askSilently() : server.refresh({ ...before.tokens, refreshToken });
    const settled = asked.then((granted) => settle(granted, before, since, reason));
    const renewal = await within(platform, RENEWAL_LIMIT, settled, 'unreachable');
    if (renewal === 'unreachable' && held === before) schedule.again();
    return renewal;
  };

  const renewOnce = (reason: 'timer' | 'rejected'): Promise<Renewal> => {
    if (!held) return Promise.resolve('ended');
    renewing ??= attempt(held, reason).finally(() => {
      renewing = undefined;
    });
    return renewing;
  };

  const accessToken = (): string | undefined => held?.tokens.accessToken;

  return {
    getState: store.getState,
    setState,
    subscribe: store.subscribe,
    signal: (): AbortSignal => ending.signal,
    generation: (): number => generation,
    adopt,
    drop,
    restart,
    /** The page shows another history entry. */
    moved: (): void => {
      const session = storage.session();
      if (current() && session !== undefined) claimEntry(session);
    },
    /** Ends the session as an expiry does, and at the server. */
    endIdle: (): void => {
      const refreshToken = held?.tokens.refreshToken;
      expire();
      if (refreshToken !== undefined) void server.revoke(refreshToken);
    },
    wake: schedule.wake,
    renewNow: (): Promise<Renewal> => renewOnce('rejected'),
    idToken: (): string | undefined => held?.tokens.idToken ?? lastIdToken,
    /** The page goes: the next one of this tab may take its tokens. */
    putAway: (): void => {
      if (!held) return;
      const { tokens, elapsed } = held;
      const { lifetimeSeconds } = tokens;
      const rest = lifetimeSeconds === undefined ? undefined : lifetimeSeconds * 1000 - elapsed();
      storage.putTokens(tokens, rest === undefined ? undefined : platform.now() + rest);
    },
    accessToken,
    freshToken: async (): Promise<string | undefined> => {
      if (held && isExpired(held)) await renewOnce('timer');
      return accessToken();
    },
    refused: (token: string): void => {
      if (held?.tokens.accessToken === token) expire();
    },
    renew: (rejectedToken: string): Promise<Renewal> => {
      if (!held) return Promise.resolve('ended');
      if (held.tokens.accessToken !== rejectedToken) return Promise.resolve('renewed');
      return renewOnce('rejected');
    },
  };
};

export type TokenStore = ReturnType<typeof createTokenStore>;
