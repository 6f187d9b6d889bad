import { BASE } from '#src/lib/base.ts';
import type { Config } from '#src/config.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { createBootstrap, type SessionParts } from './bootstrap.ts';
import { askInFrame } from './frame.ts';
import { createIdleLimit } from './idle.ts';
import { within } from './lifetime.ts';
import { browserPlatform, type PageEvent, type Platform } from './platform.ts';
import { attemptName, failureOf, UNHEARD } from './problems.ts';
import { createServer, issuerOf, type Connection, type Granted } from './server.ts';
import { createSessionStorage, REQUEST_AGE, REQUEST_PREFIX, type SessionStorage } from './session-storage.ts';
import { createSignIn } from './sign-in.ts';
import type { SessionControl } from './state.ts';
import { createTokenStore } from './token-store.ts';

/** Seconds for the headers of one answer of the authorization server; the session's own limits cover the rest. */
const REQUEST_LIMIT = 10;
/** Milliseconds for a hidden frame to go there and back. */
const FRAME_LIMIT = 8_000;
/** Milliseconds that sign-out waits for the server, each step. */
const REVOKE_LIMIT = 2_000;
const SIGN_OUT_LIMIT = 5_000;

/** The library wants one for a renewal and hands it back unread. */
const NO_PROFILE = { sub: '', iss: '', aud: '', exp: 0, iat: 0 };

/** A request waits in `tab` for the way there and back by redirect, in memory for a frame or popup. */
const stateStore = (store: Pick<Platform['tab'], 'get' | 'set' | 'remove' | 'keys'>, prefix: string) => ({
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
const connect = async (
  { oidc }: Config,
  platform: Platform,
  storage: SessionStorage,
): Promise<Connection> => {
  const { MetadataService, OidcClient, OidcClientSettingsStore } = await import('oidc-client-ts');
  const known = storage.discovery(platform.now());
  const described = known ?? (await platform.discovery());
  const { issuer = oidc.authority, ...given } = oidc.metadata ?? {};
  const isComplete = given.authorization_endpoint !== undefined && given.token_endpoint !== undefined;
  const endpoints = Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const memory = new Map<string, string>();
  const stores = {
    redirect: stateStore(platform.tab, REQUEST_PREFIX),
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
  // The token is for the service, the first resource; few servers issue one for several (RFC 8707 section 2.2).
  const resource = [oidc.resource ?? []].flat();
  const tokenResource = resource[0] === undefined ? {} : { resource: resource[0] };
  const settings = (via: 'redirect' | 'here') =>
    new OidcClientSettingsStore({
      authority: oidc.authority,
      client_id: oidc.clientId,
      redirect_uri: `${platform.origin}${BASE}auth/${via === 'redirect' ? 'callback' : 'silent'}`,
      post_logout_redirect_uri: `${platform.origin}${BASE}`,
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
    describedBy: (description) => known ?? storage.setDiscovery(description, platform.now()),
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
export const createSession = (config: Config, platform: Platform = browserPlatform()): SessionControl => {
  const issuer = issuerOf(config);
  const storage = createSessionStorage(config, platform.tab, platform.browser);
  // The wall clock, and the same clock without what was set since the page began.
  const offset = platform.now() - platform.uptime();
  const clocks = (): number[] => [platform.now() / 1000, (offset + platform.uptime()) / 1000];
  const server = createServer(config, platform.origin, () => connect(config, platform, storage), clocks);
  const probe = platform.channel('sign-in');
  probe?.close();
  const hasChannels = probe !== undefined;

  const askSilently = async (): Promise<Granted> => {
    if (!hasChannels || !config.oidc.silentSignIn) return { ok: false, failure: UNHEARD };
    try {
      const data = { kind: 'here', attempt: attemptName(), returnTo: BASE } as const;
      const request = await server.begin('here', data, 'none');
      const address = await askInFrame(platform, request, FRAME_LIMIT);
      if (address !== undefined) return await server.finish('here', address, request.nonce);
      return { ok: false, failure: { kind: 'silent', code: 'no_answer', text: '' } };
    } catch (thrown) {
      return { ok: false, failure: failureOf(thrown) };
    }
  };

  const tokens = createTokenStore({ platform, issuer, storage, server, askSilently });
  const { idleMinutes } = config.session;
  const idleMs = idleMinutes === undefined ? undefined : idleMinutes * 60_000;
  const idle = createIdleLimit(platform, idleMs, tokens.endIdle);
  tokens.subscribe(() => idle.follow(tokens.getState().state === 'active'));
  const parts: SessionParts = { config, platform, storage, server, tokens, idle, hasChannels, askSilently };
  const { signIn, signInAgain, closePopup } = createSignIn(parts);
  const bootstrap = createBootstrap(parts);

  const signOut = async (): Promise<'leaving' | 'here-only'> => {
    const idToken = tokens.idToken();
    closePopup();
    storage.unmark();
    storage.endSession();
    storage.setProbed(false);
    storage.forgetUnnamed();
    storage.forgetRequests();
    idle.forget();
    // The next person here must not see what this one had open.
    platform.replaceUrl(BASE);
    const ended = tokens.drop({ state: 'anonymous', reason: 'signed-out' });
    const generation = tokens.generation();
    if (ended?.refreshToken !== undefined) {
      await within(platform, REVOKE_LIMIT, server.revoke(ended.refreshToken), undefined);
    }
    const url = await within(platform, SIGN_OUT_LIMIT, server.signOutUrl(idToken), undefined);
    if (generation !== tokens.generation()) return 'here-only';
    if (url === undefined) {
      tokens.setState({ state: 'anonymous', reason: 'here-only' });
      return 'here-only';
    }
    storage.setSignedOut('signed-out');
    platform.navigate(url);
    return 'leaving';
  };

  let lastSignIn = storage.lastSignIn();

  /** The same person signed in in another tab: perhaps this one needs no click of its own. */
  const comeBack = async (): Promise<void> => {
    if (lastSignIn === storage.lastSignIn()) return;
    lastSignIn = storage.lastSignIn();
    if (tokens.getState().state !== 'expired') return;
    const generation = tokens.generation();
    const granted = await askSilently();
    if (granted.ok && generation === tokens.generation()) tokens.adopt(granted.tokens);
  };

  const followOtherTabs = (): void => {
    const { state } = tokens.getState();
    // Also on the way in: a late answer must not undo the sign-out.
    if (state !== 'active' && state !== 'expired' && state !== 'restoring') return;
    if (!storage.isSessionOver()) return void comeBack();
    closePopup();
    if (storage.isMarked()) return tokens.restart({ state: 'restoring' });
    storage.setSignedOut('elsewhere');
    tokens.restart({ state: 'anonymous', reason: 'elsewhere' });
  };

  const react = (event: PageEvent): void => {
    switch (event) {
      case 'leave':
        return tokens.putAway();
      case 'storage':
        return followOtherTabs();
      case 'restored':
        storage.takeTokens(platform.now());
        // Back from the authorization server by the Back button.
        if (tokens.getState().state === 'leaving') tokens.setState({ state: 'anonymous', reason: 'fresh' });
        followOtherTabs();
        idle.look();
        return tokens.wake();
      case 'moved':
        return tokens.moved();
      case 'wake':
        idle.look();
        return tokens.wake();
      case 'input':
        // Awake again after the limit, the first movement is no input of that session.
        idle.look();
        if (tokens.getState().state === 'active') idle.touch();
    }
  };

  let started: Promise<void> | undefined;
  const start = (): Promise<void> => {
    if (!started) {
      platform.on(react);
      started = bootstrap();
    }
    return started;
  };

  const { getState, subscribe, accessToken, freshToken, renew, refused, signal } = tokens;
  return {
    getState,
    subscribe,
    start,
    prepare: server.prepare,
    signIn,
    signInAgain,
    signOut,
    accessToken,
    freshToken,
    renew,
    refused,
    signal,
    silentProblem: storage.silentProblem,
  };
};
