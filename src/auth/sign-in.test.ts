import { expect, test } from 'playwright/test';
import { keptIn, createMap } from './testing/fixture-platform.ts';
import { ISSUER, ORIGIN, until } from './testing/fixture-server.ts';
import {
  open,
  load,
  goAndComeBack,
  signedIn,
  problemOf,
  query,
  signedInPlain,
  started,
} from './testing/fixture-session.ts';

test.describe('signing in', () => {
  test('a first visit shows the sign-in page without asking anybody', async () => {
    const { session, server, page } = await started(open());
    expect(session.getState()).toEqual({ state: 'anonymous', reason: 'fresh' });
    expect(server.requests).toHaveLength(0);
    expect(page.frames).toHaveLength(0);
  });

  test('leaves with code flow, PKCE, a nonce and a state', async () => {
    const { session, page } = await started(open());
    await session.signIn();
    expect(session.getState().state).toBe('leaving');
    const asked = query(page.navigated[0]);
    expect(asked.get('response_type')).toBe('code');
    expect(asked.get('code_challenge_method')).toBe('S256');
    expect(asked.get('code_challenge')).toMatch(/^[\w-]{43}$/);
    expect(asked.get('nonce')).toMatch(/^[0-9a-f]{64}$/);
    expect(asked.get('redirect_uri')).toBe(`${ORIGIN}/auth/callback`);
    expect(asked.get('scope')).toBe('openid profile');
    expect(asked.has('prompt')).toBe(false);
    expect(asked.has('client_secret')).toBe(false);
  });

  test('comes back signed in, to the page that was asked for, with nothing left behind', async () => {
    const { session, page, server } = await signedIn({}, { href: `${ORIGIN}/calls/c%2F1?tab=raw#answer` });
    expect(page.href).toBe(`${ORIGIN}/calls/c%2F1?tab=raw#answer`);
    expect(session.getState()).toEqual({
      state: 'active',
      person: { subject: 'alice', name: 'Name of alice' },
      personKey: `${ISSUER} alice`,
    });
    expect(session.accessToken()).toMatch(/^access-/);
    expect(keptIn(page.tab)).toEqual([]);
    expect(JSON.stringify([...page.browser.entries])).not.toMatch(/access-|refresh-|eyJ/);
    expect(server.tokenRequests()).toHaveLength(1);
    expect(JSON.stringify(session.getState())).not.toContain(session.accessToken());
  });

  test('the code is out of the address before anything is awaited', async () => {
    const first = await started(open());
    const second = await goAndComeBack(first);
    void second.session.start();
    expect(second.page.replaced).toEqual(['/calls']);
    await until(() => second.session.getState().state === 'active');
  });

  test('start runs once, however often it is called', async () => {
    const first = await started(open());
    const { session, server } = await goAndComeBack(first);
    const seen: string[] = [];
    session.subscribe(() => seen.push(session.getState().state));
    await Promise.all([session.start(), session.start(), session.start()]);
    expect(seen).toEqual(['active']);
    expect(server.credentials).toEqual(new Set(['omit']));
    expect(server.tokenRequests()).toHaveLength(1);
  });

  test('a callback address without an answer leads to the start page', async () => {
    const { session, page } = await started(open({}, { href: `${ORIGIN}/auth/callback` }));
    expect(page.href).toBe(`${ORIGIN}/`);
    expect(session.getState()).toEqual({ state: 'anonymous', reason: 'fresh' });
  });

  test('configured parameters and resource are sent, a prompt by click stands above the configured one', async () => {
    const oidc = {
      authorizationParams: { audience: 'api', prompt: 'consent' },
      resource: ['https://a.example', 'https://b.example'],
    };
    const opened = await started(open(oidc));
    await opened.session.signIn({ prompt: 'select_account' });
    const asked = query(opened.page.navigated[0]);
    expect(asked.getAll('prompt')).toEqual(['select_account']);
    expect(asked.get('audience')).toBe('api');
    expect(asked.getAll('resource')).toEqual(['https://a.example', 'https://b.example']);
    const back = await started(load(opened, opened.server.authorize(opened.page.navigated[0] ?? '')));
    expect(back.server.tokenRequests()[0]?.form.getAll('resource')).toEqual(['https://a.example']);
  });

  test('a browser without storage is told, not sent away', async () => {
    const { session, page } = await started(open({}, { tab: createMap(new Map(), false) }));
    await session.signIn();
    expect(page.navigated).toEqual([]);
    expect(session.getState()).toMatchObject({ state: 'failed', problem: { code: 'storage_unavailable' } });
  });

  test('a server that cannot be reached: said, and no address opened', async () => {
    const opened = open();
    opened.server.intercept = async () => {
      throw new TypeError('Failed to fetch');
    };
    await opened.session.start();
    await opened.session.signIn();
    expect(problemOf(opened)).toMatchObject({ kind: 'unreachable', code: 'no_answer' });
    expect(opened.page.navigated).toEqual([]);
    opened.server.intercept = async () => undefined;
    await opened.session.signIn();
    expect(opened.page.navigated).toHaveLength(1);
  });

  test('back by the Back button: the sign-in page is usable again', async () => {
    const { session, page } = await started(open());
    await session.signIn();
    page.fire('restored');
    expect(session.getState()).toEqual({ state: 'anonymous', reason: 'fresh' });
  });

  test('a server of plain OAuth 2.0 without discovery and ID token', async () => {
    const opened = await signedInPlain();
    expect(opened.session.getState()).toMatchObject({ state: 'active', person: { name: 'Signed in' } });
    expect(opened.server.requests.map(({ path }) => path)).toEqual(['/token']);
  });
});
