import { createStore } from 'zustand/vanilla';
import { BASE } from '#src/lib/base.ts';
import { fingerprint } from '#src/lib/fingerprint.ts';
import { getPersonKey, readPerson, subjectOfAccessToken, unnamedPerson, type Tokens } from './id-token.ts';
import { createSchedule, stopwatch, within } from './lifetime.ts';
import type { Platform } from './platform.ts';
import { endsSession, NO_CHANNELS } from './problems.ts';
import { grant, type Granted, type Server } from './server.ts';
import type { SessionStorage } from './session-storage.ts';
import type { Person, Renewal, Session } from './state.ts';

/** Milliseconds for one renewal, with the body of its answer. */
const RENEWAL_LIMIT = 15_000;

type Held = { tokens: Tokens; person: Person; personKey: string; elapsed: () => number };

/** Holds the tokens of this page, in a closure and nowhere else, and the state that the page shows. */
export const createTokenStore = ({
  platform,
  issuer,
  storage,
  server,
  askSilently,
}: {
  platform: Platform;
  issuer: string;
  storage: SessionStorage;
  server: Server;
  askSilently: () => Promise<Granted>;
}) => {
  const store = createStore<Session>(() => ({ state: 'restoring' }));
  const setState = (next: Session): void => store.setState(next, true);
  let held: Held | undefined;
  /** For the sign-out, also after the tokens have expired. */
  let lastIdToken: string | undefined;
  /** Counts the ends of sessions: an answer to a request from before an end is dropped. */
  let generation = 0;
  let ending = new AbortController();
  let renewing: Promise<Renewal> | undefined;
  let silences = 0;

  const schedule = createSchedule(platform, () => renewOnce('timer'));

  const isExpired = ({ tokens, elapsed }: Held): boolean =>
    tokens.lifetimeSeconds !== undefined && elapsed() >= tokens.lifetimeSeconds * 1000;

  const clear = (): Held | undefined => {
    const last = held;
    held = undefined;
    generation += 1;
    schedule.stop();
    return last;
  };

  /** The page stays as it is until the user signs in again. Returns the tokens, to be revoked. */
  const expire = (): Tokens | undefined => {
    const last = clear();
    if (last) setState({ state: 'expired', person: last.person, personKey: last.personKey });
    return last?.tokens;
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
  const claimEntry = (session: string): void => {
    const owner = platform.entrySession();
    if (owner === undefined) platform.setEntrySession(session);
    else if (owner !== session) platform.replaceUrl(BASE, session);
  };

  const signedIn = () => {
    const session = store.getState();
    return session.state === 'active' || session.state === 'expired' ? session : undefined;
  };

  /** Takes checked tokens. False if they are another person's: then the page restarts. */
  const adopt = (tokens: Tokens): boolean => {
    const before = signedIn();
    const named = readPerson(tokens, issuer);
    const person = named ?? before?.person ?? unnamedPerson(storage.unnamedSubject());
    const personKey = getPersonKey(person, issuer);
    if (before && before.personKey !== personKey) {
      restart({ state: 'restoring' });
      return false;
    }
    held = { tokens, person, personKey, elapsed: stopwatch(platform) };
    lastIdToken = tokens.idToken;
    silences = 0;
    storage.mark();
    schedule.start(tokens.lifetimeSeconds);
    // Before the state changes, since the page then asks for what its address names. Tabs without a name share one session.
    if (!before) claimEntry(storage.enterSession(named ? fingerprint(personKey) : 'unnamed'));
    setState({ state: 'active', person, personKey });
    return true;
  };

  const isSamePerson = (before: Tokens, after: Tokens): boolean => {
    const was = subjectOfAccessToken(before.accessToken, issuer);
    const is = subjectOfAccessToken(after.accessToken, issuer);
    return was === undefined || is === undefined || was === is;
  };

  /** Takes the result of a renewal, however late it comes. */
  const settle = (granted: Granted, before: Held, since: number, reason: 'timer' | 'rejected'): Renewal => {
    if (held !== before) {
      // Signed out meanwhile: revokes what was just granted.
      if (granted.ok && generation !== since) void server.revoke(granted.tokens.refreshToken);
      return held ? 'renewed' : 'ended';
    }
    if (granted.ok) {
      const isByRefresh = before.tokens.refreshToken !== undefined;
      if (isByRefresh && !isSamePerson(before.tokens, granted.tokens)) expire();
      else adopt(granted.tokens);
      return held ? 'renewed' : 'ended';
    }
    const { failure } = granted;
    silences = failure.kind === 'silent' ? silences + 1 : 0;
    // A frame that stays silent twice is blocked: once the token is of no use, waiting won't help.
    const isBlocked = silences >= 2 || failure === NO_CHANNELS;
    const isLost = isBlocked && (reason === 'rejected' || isExpired(before));
    if (!endsSession(failure) && !isLost) return 'unreachable';
    expire();
    return 'ended';
  };

  const renewNow = async (before: Held, reason: 'timer' | 'rejected'): Promise<Renewal> => {
    const since = generation;
    const { refreshToken } = before.tokens;
    const asked =
      refreshToken === undefined
        ? askSilently()
        : grant(() => server.refresh({ ...before.tokens, refreshToken }));
    const settled = asked.then((granted) => settle(granted, before, since, reason));
    const renewal = await within(platform, RENEWAL_LIMIT, settled, 'unreachable');
    if (renewal === 'unreachable' && held === before) schedule.retry();
    return renewal;
  };

  const renewOnce = async (reason: 'timer' | 'rejected'): Promise<Renewal> => {
    if (!held) return 'ended';
    renewing ??= renewNow(held, reason).finally(() => {
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
    expire,
    wake: schedule.wake,
    /** The page shows another history entry. */
    onMoved: (): void => {
      const session = storage.session();
      if (signedIn() && session !== undefined) claimEntry(session);
    },
    idToken: (): string | undefined => lastIdToken,
    /** The page goes: the next one of this tab may take its tokens. */
    putAway: (): void => {
      if (!held) return;
      const { tokens, elapsed } = held;
      const lifetimeMs = tokens.lifetimeSeconds === undefined ? undefined : tokens.lifetimeSeconds * 1000;
      storage.putTokens(
        tokens,
        lifetimeMs === undefined ? undefined : platform.now() + lifetimeMs - elapsed(),
      );
    },
    accessToken,
    freshToken: async (): Promise<string | undefined> => {
      if (held && isExpired(held)) await renewOnce('timer');
      return accessToken();
    },
    refused: (token: string): void => {
      if (accessToken() === token) expire();
    },
    renewOnce,
    renew: async (rejectedToken: string): Promise<Renewal> =>
      held && accessToken() !== rejectedToken ? 'renewed' : renewOnce('rejected'),
  };
};

export type TokenStore = ReturnType<typeof createTokenStore>;
