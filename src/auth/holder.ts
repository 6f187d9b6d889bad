import { createStore } from 'zustand/vanilla';
import { BASE } from '#src/lib/base.ts';
import { fingerprint } from '#src/lib/fingerprint.ts';
import type { Environment } from './environment.ts';
import type { Kept } from './kept.ts';
import { createSchedule, stopwatch, within } from './lifetime.ts';
import { personKeyOf, personOf, subjectOfAccessToken } from './claims.ts';
import { endsSession, randomText, UNHEARD } from './problems.ts';
import type { Granted, Server, Tokens } from './server.ts';
import type { Person, Renewal, Session } from './state.ts';

/** Milliseconds for one renewal, answer's body included. */
const RENEWAL_LIMIT = 15_000;

type Held = { tokens: Tokens; person: Person; personKey: string; elapsed: () => number };

/** Gives the address of the page to whoever is signed in, or leaves for the start page where it is somebody else's. */
const claimAddress = (
  environment: Pick<Environment, 'addressOwner' | 'claimUrl' | 'replaceUrl'>,
  owner: string,
): void => {
  const known = environment.addressOwner();
  if (known === undefined) environment.claimUrl(owner);
  else if (known !== owner) environment.replaceUrl(BASE, owner);
};

export type HolderParts = {
  environment: Environment;
  issuer: string;
  kept: Kept;
  server: Server;
  /** One attempt without a person: `prompt=none` in a frame. Never rejects. */
  askSilently: () => Promise<Granted>;
};

/** Holds the tokens of this page, in a closure and nowhere else, and the state that the page shows. */
export const createHolder = ({ environment, issuer, kept, server, askSilently }: HolderParts) => {
  const store = createStore<Session>(() => ({ state: 'restoring' }));
  const setState = (next: Session): void => store.setState(next, true);
  let held: Held | undefined;
  /** What sign-out still needs when the tokens are no longer good: whose session it was. */
  let lastIdToken: string | undefined;
  /** Counts the endings: an answer that was asked for before one is not let in after it. */
  let era = 0;
  let ending = new AbortController();
  let renewing: Promise<Renewal> | undefined;
  let silences = 0;
  /** Whether the server names the person, or this tab made a name up. */
  let isNamed = false;

  const schedule = createSchedule(environment, () => renewOnce('timer'));

  const isExpired = ({ tokens, elapsed }: Held): boolean =>
    tokens.lifetimeSeconds !== undefined && elapsed() >= tokens.lifetimeSeconds * 1000;

  /** The tokens can no longer be used and no machine can get new ones; what is on the page stays. */
  const expire = (): void => {
    if (!held) return;
    const { person, personKey } = held;
    held = undefined;
    era += 1;
    schedule.stop();
    setState({ state: 'expired', person, personKey });
  };

  /** Ends all of it on this page, at once: no token, no timer, no request under way. */
  const drop = (next: Session): Tokens | undefined => {
    const tokens = held?.tokens;
    held = undefined;
    lastIdToken = undefined;
    era += 1;
    schedule.stop();
    ending.abort();
    ending = new AbortController();
    setState(next);
    return tokens;
  };

  /** The page is no longer its person's. The mark stays: the fresh page finds the other person by itself. */
  const giveWay = (why: 'told' | 'found'): 'other' => {
    kept.setGaveWay(why);
    environment.replaceUrl(BASE);
    drop({ state: 'restoring' });
    environment.reload();
    return 'other';
  };

  const current = (): { person: Person; personKey: string } | undefined => {
    const session = store.getState();
    return session.state === 'active' || session.state === 'expired' ? session : undefined;
  };

  const claim = (): void => {
    const person = current();
    if (person) claimAddress(environment, fingerprint(person.personKey));
  };

  /**
   * Lets checked tokens in, unless they are somebody else's than the page's. `news`: those of a person whom the other
   * tabs do not know of, and who are to be told.
   */
  const adopt = (tokens: Tokens): 'same' | 'new' | 'news' | 'other' => {
    const before = current();
    const named = personOf(tokens, issuer);
    const person = named ??
      before?.person ?? { subject: kept.nobody(() => randomText(16)), name: 'Signed in' };
    const personKey = personKeyOf(person, issuer);
    if (before && before.personKey !== personKey) return giveWay('found');
    isNamed = named !== undefined;
    held = { tokens, person, personKey, elapsed: stopwatch(environment) };
    lastIdToken = tokens.idToken;
    silences = 0;
    kept.mark();
    schedule.start(tokens.lifetimeSeconds);
    if (before) {
      setState({ state: 'active', person, personKey });
      return 'same';
    }
    const who = fingerprint(personKey);
    const gaveWay = kept.takeGaveWay();
    // Where the server names nobody, each tab has a name of its own: all of them are one session.
    const found = kept.enterSession(isNamed ? who : 'unnamed');
    // Ahead of the state, at which the page begins to show and to ask what its address names.
    claimAddress(environment, who);
    setState({ state: 'active', person, personKey, ...(gaveWay && { hasReplaced: true }) });
    // Whoever gave way to another tab's word keeps quiet: two that disagree would answer each other for ever.
    return found === 'other' && gaveWay !== 'told' ? 'news' : 'new';
  };

  const isOfSomeoneElse = (before: Tokens, after: Tokens): boolean => {
    const was = subjectOfAccessToken(before.accessToken, issuer);
    const is = subjectOfAccessToken(after.accessToken, issuer);
    return was !== undefined && is !== undefined && was !== is;
  };

  /** Takes the outcome of a renewal, however late it comes. */
  const settle = (granted: Granted, before: Held, since: number, reason: 'timer' | 'rejected'): Renewal => {
    if (era !== since || held !== before) {
      // Signed out meanwhile, or renewed otherwise: what was just granted is given back.
      const unused = granted.ok ? granted.tokens.refreshToken : undefined;
      if (era !== since && unused !== undefined) void server.revoke(unused);
      return held ? 'renewed' : 'ended';
    }
    if (granted.ok) {
      const { refreshToken } = before.tokens;
      if (refreshToken !== undefined && isOfSomeoneElse(before.tokens, granted.tokens)) {
        expire();
        return 'ended';
      }
      return adopt(granted.tokens) === 'other' ? 'ended' : 'renewed';
    }
    const { failure } = granted;
    silences = failure.kind === 'silent' ? silences + 1 : 0;
    // A frame that never reports is blocked, not slow; with a token of no use there is nothing left to wait for.
    const isBlocked = silences >= 2 || failure === UNHEARD;
    const isLost = isBlocked && (reason === 'rejected' || isExpired(before));
    if (endsSession(failure) || isLost) {
      expire();
      return 'ended';
    }
    return 'unreachable';
  };

  const attempt = async (before: Held, reason: 'timer' | 'rejected'): Promise<Renewal> => {
    const since = era;
    const { refreshToken } = before.tokens;
    const asked =
      refreshToken === undefined ? askSilently() : server.refresh({ ...before.tokens, refreshToken });
    const settled = asked.then((granted) => settle(granted, before, since, reason));
    const renewal = await within(environment, RENEWAL_LIMIT, settled, 'unreachable');
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
    era: (): number => era,
    /** The key of the person of this page, where other tabs would know the same person by it. */
    namedKey: (): string | undefined => (isNamed ? current()?.personKey : undefined),
    adopt,
    drop,
    giveWay,
    /** Nobody has done anything for too long: as when the tokens end, and the server is told. */
    endIdle: (): void => {
      const refreshToken = held?.tokens.refreshToken;
      expire();
      if (refreshToken !== undefined) void server.revoke(refreshToken);
    },
    claim,
    wake: schedule.wake,
    renewNow: (): Promise<Renewal> => renewOnce('rejected'),
    idToken: (): string | undefined => held?.tokens.idToken ?? lastIdToken,
    putAway: (): void => {
      if (!held) return;
      const { tokens, elapsed } = held;
      const { lifetimeSeconds } = tokens;
      const rest = lifetimeSeconds === undefined ? undefined : lifetimeSeconds * 1000 - elapsed();
      kept.putTokens(tokens, rest === undefined ? undefined : environment.now() + rest);
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

export type Holder = ReturnType<typeof createHolder>;
