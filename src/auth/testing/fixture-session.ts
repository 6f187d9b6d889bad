import { expect } from 'playwright/test';
import { configWith, createFakeServer, encodeJwt, ISSUER } from './fixture-server.ts';
import { createPage } from './fixture-page.ts';
import { createSession } from '#src/auth/session.ts';

// For tests: pages with a session, and what a person does with them.

type PageOptions = NonNullable<Parameters<typeof createPage>[1]>;

/** A page with a session, before its start. */
export const open = (oidc: Record<string, unknown> = {}, options: PageOptions = {}) => {
  const clock = options.clock ?? { wall: Date.now(), up: 0 };
  const server = createFakeServer(() => clock.wall);
  return openWith(server, oidc, { ...options, clock });
};

export const openWith = (
  server: ReturnType<typeof createFakeServer>,
  oidc: Record<string, unknown>,
  options: PageOptions,
) => {
  globalThis.fetch = server.fetch;
  const { page, environment } = createPage((url) => server.authorize(url), options);
  let others = 0;
  const session = createSession(configWith(oidc), environment, { onOtherPerson: () => (others += 1) });
  return { server, page, session, others: () => others, oidc };
};

export type Opened = ReturnType<typeof open>;

/** Loads the next page of the same tab. */
export const load = (before: Opened, href: string, oidc = before.oidc): Opened => {
  before.page.fire('leave');
  const { tab, browser, air, clock, isDeaf } = before.page;
  return openWith(before.server, oidc, { tab, browser, air, clock, isDeaf, href });
};

/** Loads the same address again. */
export const reload = (before: Opened): Opened => {
  before.page.fire('leave');
  const { tab, browser, air, clock, isDeaf, href, owner } = before.page;
  return openWith(before.server, before.oidc, { tab, browser, air, clock, isDeaf, href, owner });
};

/** Clicks "Sign in", goes to the server and back. */
export const goAndComeBack = async (before: Opened): Promise<Opened> => {
  await before.session.signIn();
  return load(before, before.server.authorize(before.page.navigated.at(-1) ?? ''));
};

export const signedIn = async (
  oidc: Record<string, unknown> = {},
  options: PageOptions = {},
): Promise<Opened> => {
  const first = open(oidc, options);
  await first.session.start();
  const opened = await goAndComeBack(first);
  await opened.session.start();
  expect(opened.session.getState().state).toBe('active');
  return opened;
};

export const problemOf = ({ session }: Opened) => {
  const state = session.getState();
  if (state.state !== 'failed') throw new Error(`not failed but ${state.state}`);
  return state.problem;
};

export const query = (url: string | undefined) => new URL(url ?? '').searchParams;

export const signedInPlain = async (): Promise<Opened> => {
  const metadata = { authorization_endpoint: `${ISSUER}/authorize`, token_endpoint: `${ISSUER}/token` };
  const first = open({ scope: 'calls', metadata });
  first.server.bendTokens = ({ id_token: _none, ...answer }) => answer;
  await first.session.start();
  const opened = await goAndComeBack(first);
  await opened.session.start();
  return opened;
};

/** A page with somebody signed in. */
export const signedInPage = async (
  bend: (server: ReturnType<typeof createFakeServer>) => void = () => {},
  oidc: Record<string, unknown> = {},
) => {
  const clock = { wall: Date.now(), up: 0 };
  const server = createFakeServer(() => clock.wall);
  bend(server);
  globalThis.fetch = server.fetch;
  const first = createPage((url) => server.authorize(url), { clock });
  const leaving = createSession(configWith(oidc), first.environment);
  await leaving.start();
  await leaving.signIn();
  const { tab, browser, air } = first.page;
  const href = server.authorize(first.page.navigated[0] ?? '');
  const answer = {
    popup: (url: string): string | undefined => server.authorize(url),
    frame: (url: string): string | undefined => server.authorize(url),
  };
  const { page, environment } = createPage((url, where) => answer[where](url), {
    tab,
    browser,
    air,
    clock,
    href,
  });
  let others = 0;
  const session = createSession(configWith(oidc), environment, { onOtherPerson: () => (others += 1) });
  await session.start();
  expect(session.getState().state).toBe('active');
  server.requests.length = 0;
  const token = session.accessToken() ?? '';
  return { server, page, session, token, answer, others: () => others };
};

export const nothing = (): void => {};
export const accessTokenOf = (sub: string): string => encodeJwt({ iss: ISSUER, sub });

export const withoutRefreshTokens = (server: ReturnType<typeof createFakeServer>): void => {
  server.refreshTokens = false;
};
