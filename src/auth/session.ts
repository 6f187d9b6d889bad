import { BASE } from '#src/lib/base.ts';
import type { Config } from '#src/config.ts';
import { createArrival, type Parts } from './arrive.ts';
import { createDeparture } from './depart.ts';
import { browserEnvironment, type Environment, type PageEvent } from './environment.ts';
import { askInFrame } from './frame.ts';
import { createHolder } from './holder.ts';
import { createIdleLimit } from './idle.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { createKept, REQUEST_AGE, REQUEST_PREFIX, type Kept } from './kept.ts';
import { attemptName, failureOf, UNHEARD } from './problems.ts';
import { createServer, issuerOf, type Connection, type Granted } from './server.ts';
import type { SessionControl } from './state.ts';

/** Seconds for the headers of one answer of the authorization server; the session's own limits cover the rest. */
const REQUEST_LIMIT = 10;
/** Milliseconds for a hidden frame to go there and back. */
const FRAME_LIMIT = 8_000;

/** The library wants one for a renewal and hands it back unread. */
const NO_PROFILE = { sub: '', iss: '', aud: '', exp: 0, iat: 0 };

/** A request waits in `tab` for the way there and back by redirect, in memory for a frame or popup. */
const stateStore = (store: Pick<Environment['tab'], 'get' | 'set' | 'remove' | 'keys'>, prefix: string) => ({
  set: async (key: string, value: string) => store.set(prefix + key, value),
  get: async (key: string) => store.get(prefix + key),
  remove: async (key: string) => {
    const value = store.get(prefix + key);
    store.remove(prefix + key);
    return value;
  },
  getAllKeys: async () =>
    store.keys().flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : [])),
});

/** Loads the library, on first need: the signed-out page goes without. */
const connect = async ({ oidc }: Config, environment: Environment, kept: Kept): Promise<Connection> => {
  const { MetadataService, OidcClient, OidcClientSettingsStore } = await import('oidc-client-ts');
  const known = kept.description(environment.now());
  const described = known ?? (await environment.discovery());
  const { issuer = oidc.authority, ...given } = oidc.metadata ?? {};
  const isComplete = given.authorization_endpoint !== undefined && given.token_endpoint !== undefined;
  const endpoints = Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const memory = new Map<string, string>();
  const stores = {
    redirect: stateStore(environment.tab, REQUEST_PREFIX),
    here: stateStore(
      {
        get: (key) => memory.get(key) ?? null,
        set: (key, value) => memory.set(key, value),
        remove: (key) => memory.delete(key),
        keys: () => [...memory.keys()],
      },
      '',
    ),
  };
  // The token is for the service, which stands first; few servers issue one for several (RFC 8707 section 2.2).
  const resource = [oidc.resource ?? []].flat();
  const tokenResource = resource[0] === undefined ? {} : { resource: resource[0] };
  const settings = (via: 'redirect' | 'here') =>
    new OidcClientSettingsStore({
      authority: oidc.authority,
      client_id: oidc.clientId,
      redirect_uri: `${environment.origin}${BASE}auth/${via === 'redirect' ? 'callback' : 'silent'}`,
      post_logout_redirect_uri: `${environment.origin}${BASE}`,
      response_type: 'code',
      scope: oidc.scope,
      disablePKCE: false,
      loadUserInfo: false,
      fetchRequestCredentials: 'omit',
      requestTimeoutInSeconds: REQUEST_LIMIT,
      staleStateAgeInSeconds: REQUEST_AGE,
      stateStore: stores[via],
      extraTokenParams: tokenResource,
      ...(resource.length > 0 && { resource }),
      // The issuer is never laid over a description that was fetched: it would hide a foreign one.
      ...(isComplete && { metadata: { ...endpoints, issuer } }),
      ...(!isComplete && isRecord(described) && { metadata: { ...described, ...endpoints } }),
      metadataSeed: endpoints,
    });
  const hereSettings = settings('here');
  const metadata = new MetadataService(hereSettings);
  const here = new OidcClient(hereSettings, metadata);
  return {
    here,
    describedBy: (description) => known ?? kept.putDescription(description, environment.now()),
    redirect: new OidcClient(settings('redirect'), metadata),
    refresh: (refreshToken, scope) =>
      here.useRefreshToken({
        // Without the old ID token: the library would hand it back as if it were new.
        state: { refresh_token: refreshToken, session_state: null, scope, profile: NO_PROFILE },
        timeoutInSeconds: REQUEST_LIMIT,
        extraTokenParams: tokenResource,
      }),
  };
};

/** The session of this page. */
export const createSession = (
  config: Config,
  environment: Environment = browserEnvironment(),
): SessionControl => {
  const issuer = issuerOf(config);
  const kept = createKept(config, environment.tab, environment.browser);
  // The wall clock, and the same clock as if nobody had set it since the page began.
  const offset = environment.now() - environment.uptime();
  const clocks = (): number[] => [environment.now() / 1000, (offset + environment.uptime()) / 1000];
  const server = createServer(config, environment.origin, () => connect(config, environment, kept), clocks);

  // Without it, as where all storage is refused, each tab is on its own.
  const channel = environment.channel(`session ${JSON.stringify([issuer, config.oidc.clientId])}`);

  const askSilently = async (): Promise<Granted> => {
    if (!channel || !config.oidc.silentSignIn) return { ok: false, failure: UNHEARD };
    try {
      const request = await server.begin(
        'here',
        { kind: 'here', attempt: attemptName(), returnTo: BASE },
        'none',
      );
      const address = await askInFrame(environment, request, FRAME_LIMIT);
      if (address !== undefined) return await server.finish('here', address, request.nonce);
      return { ok: false, failure: { kind: 'silent', code: 'no_answer', text: '' } };
    } catch (thrown) {
      return { ok: false, failure: failureOf(thrown) };
    }
  };

  const holder = createHolder({ environment, issuer, kept, server, askSilently });
  const { idleMinutes } = config.session;
  const idleMs = idleMinutes === undefined ? undefined : idleMinutes * 60_000;
  const idle = createIdleLimit(environment, idleMs, holder.endIdle);
  holder.subscribe(() => idle.follow(holder.getState().state === 'active'));
  const parts: Parts = {
    config,
    environment,
    kept,
    server,
    holder,
    idle,
    announce: (type) => channel?.post({ type, personKey: holder.namedKey() }),
    canHear: channel !== undefined,
  };
  const { signIn, signInAgain, signOut, endHere } = createDeparture(parts);
  const arrive = createArrival(parts, askSilently);

  const hear = (message: unknown): void => {
    const { state } = holder.getState();
    if (!isRecord(message)) return;
    // Also where this tab is still on its way in: its late answer must not undo the sign-out.
    const hasSession = state === 'active' || state === 'expired';
    if (message['type'] === 'signed-out' && (hasSession || state === 'restoring')) endHere('elsewhere');
    if (!hasSession) return;
    const [mine, theirs] = [holder.namedKey(), message['personKey']];
    if (message['type'] !== 'signed-in' || mine === undefined || typeof theirs !== 'string') return;
    if (theirs !== mine) holder.giveWay('told');
    else if (state === 'expired') void comeBack();
  };

  /** The same person signed in in another tab: perhaps this one needs no click of its own. */
  const comeBack = async (): Promise<void> => {
    const era = holder.era();
    const granted = await askSilently();
    if (granted.ok && era === holder.era()) holder.adopt(granted.tokens);
  };

  const react = (event: PageEvent): void => {
    const { state } = holder.getState();
    const hasSession = state === 'active' || state === 'expired';
    switch (event) {
      case 'leave':
        return holder.putAway();
      case 'restored':
        // Back from the authorization server by the Back button, or from a page where somebody signed out meanwhile.
        kept.takeTokens(environment.now());
        if (state === 'leaving') holder.setState({ state: 'anonymous', reason: 'fresh' });
        else if (hasSession && !kept.marked()) endHere('elsewhere');
        else if (hasSession && kept.isSessionOver()) return void holder.giveWay('told');
        idle.look();
        return holder.wake();
      case 'moved':
        return holder.claim();
      case 'wake':
        idle.look();
        return holder.wake();
      case 'input':
        // Awake again after the limit, the first movement is no input of that session.
        idle.look();
        if (holder.getState().state === 'active') idle.touch();
    }
  };

  let started: Promise<void> | undefined;
  return {
    getState: holder.getState,
    subscribe: holder.subscribe,
    start: () => {
      if (!started) {
        channel?.listen(hear);
        environment.on(react);
        started = arrive();
      }
      return started;
    },
    prepare: server.prepare,
    signIn,
    signInAgain,
    signOut,
    accessToken: holder.accessToken,
    freshToken: holder.freshToken,
    renew: holder.renew,
    refused: holder.refused,
    signal: holder.signal,
    silentProblem: kept.silentProblem,
  };
};
