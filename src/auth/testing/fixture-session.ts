import { expect } from 'playwright/test';
import type { Config } from '#src/config.ts';
import { configWith, createFakeServer, encodeJwt, ISSUER } from './fixture-server.ts';
import { createPage } from './fixture-platform.ts';
import { createSession } from '#src/auth/session.ts';

// For tests: pages with a session, and what a person does with them.

type PageOptions = NonNullable<Parameters<typeof createPage>[1]>;
type FakeServer = ReturnType<typeof createFakeServer>;

/** Has the ID tokens of a server claim something else; what is undefined is left out. */
export const claiming = (changes: Record<string, unknown>) => (server: FakeServer) => {
  server.bendClaims = (claims) => ({ ...claims, ...changes });
};

/** The same for its answers to token requests. */
export const answering = (changes: Record<string, unknown>) => (server: FakeServer) => {
  server.bendTokens = (answer) => ({ ...answer, ...changes });
};

/** A page with a session, before its start. Frames and popups of it answer as the server does, or as `answer` is bent. */
export const openWith = (config: Config, options: PageOptions = {}, given?: FakeServer) => {
  const clock = options.clock ?? { wall: Date.now(), up: 0 };
  const server = given ?? createFakeServer(() => clock.wall);
  globalThis.fetch = server.fetch;
  const answer = {
    popup: (url: string): string | undefined => server.authorize(url),
    frame: (url: string): string | undefined => server.authorize(url),
  };
  const { page, platform } = createPage((url, where) => answer[where](url), { ...options, clock });
  return { server, page, answer, session: createSession(config, platform), config };
};

export type Opened = ReturnType<typeof openWith>;

export const open = (oidc: Record<string, unknown> = {}, options: PageOptions = {}): Opened =>
  openWith(configWith(oidc), options);

/** A page that has been opened, once its session has begun. */
export const started = async (opened: Opened): Promise<Opened> => {
  await opened.session.start();
  return opened;
};

/** A further tab of the same browser. */
export const openTab = ({ server, config, page }: Opened, options: PageOptions = {}): Opened => {
  const { browser, channels, clock, lacksChannels } = page;
  return openWith(config, { browser, channels, clock, lacksChannels, ...options }, server);
};

/** A page that was left gets no events. */
export const leavePage = ({ page }: Opened): void => {
  page.fire('leave');
  page.browser.pages.delete(page);
};

/** Loads the next page of the same tab. */
export const load = (before: Opened, href: string, oidc?: Record<string, unknown>): Opened => {
  leavePage(before);
  const config = oidc ? configWith(oidc) : before.config;
  return openTab({ ...before, config }, { tab: before.page.tab, href });
};

/** Loads the same address again. */
export const reload = (before: Opened): Opened => {
  leavePage(before);
  const { tab, href, entry } = before.page;
  return openTab(before, { tab, href, entry });
};

/** Clicks "Sign in", goes to the server and back. */
export const goAndComeBack = async (before: Opened): Promise<Opened> => {
  await before.session.signIn();
  return load(before, before.server.authorize(before.page.navigated.at(-1) ?? ''));
};

/** Signs in on a page that has just been opened. */
export const signInOn = async (first: Opened): Promise<Opened> => {
  const opened = await started(await goAndComeBack(await started(first)));
  expect(opened.session.getState().state).toBe('active');
  return opened;
};

export const signedIn = (oidc: Record<string, unknown> = {}, options: PageOptions = {}): Promise<Opened> =>
  signInOn(open(oidc, options));

export const problemOf = ({ session }: Opened) => {
  const state = session.getState();
  if (state.state !== 'failed') throw new Error(`not failed but ${state.state}`);
  return state.problem;
};

export const query = (url: string | undefined) => new URL(url ?? '').searchParams;

export const signedInPlain = (): Promise<Opened> => {
  const metadata = { authorization_endpoint: `${ISSUER}/authorize`, token_endpoint: `${ISSUER}/token` };
  const first = open({ scope: 'calls', metadata });
  answering({ id_token: undefined })(first.server);
  return signInOn(first);
};

/** A younger token in place of a refused one is not renewed after a 401. */
export const ageTokens = ({ page: { clock } }: Pick<Opened, 'page'>): void => {
  clock.wall += 61_000;
  clock.up += 61_000;
};

/** A page with a user who has just signed in, and the requests from then on. */
export const signedInPage = async (
  bend: (server: FakeServer) => void = () => {},
  oidc: Record<string, unknown> = {},
) => {
  const first = open(oidc);
  bend(first.server);
  const opened = await signInOn(first);
  opened.server.requests.length = 0;
  return { ...opened, token: opened.session.accessToken() ?? '' };
};

/** Keeps the answers to token requests back, until the result is called. */
export const holdTokens = (server: FakeServer): (() => void) => {
  let release = (): void => {};
  server.intercept = ({ path }) =>
    path === '/token' ? new Promise((go) => (release = () => go(undefined))) : Promise.resolve(undefined);
  return () => release();
};

export const revokedTokens = ({ requests }: FakeServer) =>
  requests.filter(({ path }) => path === '/revoke').map(({ form }) => form.get('token'));

export const accessTokenOf = (sub: string): string => encodeJwt({ iss: ISSUER, sub });

export const withoutRefreshTokens = (server: FakeServer): void => {
  server.refreshTokens = false;
};
