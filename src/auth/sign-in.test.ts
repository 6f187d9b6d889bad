import { expect, test } from 'playwright/test';
import { storedKeys } from './testing/fixture-platform.ts';
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
  test('comes back signed in and leaves nothing behind', async () => {
    const { session, page, server } = await signedIn({}, { href: `${ORIGIN}/calls/c%2F1?tab=raw#answer` });
    expect(page.href).toBe(`${ORIGIN}/calls/c%2F1?tab=raw#answer`);
    expect(session.getState()).toEqual({
      state: 'active',
      person: { subject: 'alice', name: 'Name of alice' },
      personKey: `${ISSUER} alice`,
    });
    expect(session.accessToken()).toMatch(/^access-/);
    expect(storedKeys(page.tab)).toEqual([]);
    expect(JSON.stringify([...page.browser.entries])).not.toMatch(/access-|refresh-|eyJ/);
    expect(server.tokenRequests()).toHaveLength(1);
    expect(JSON.stringify(session.getState())).not.toContain(session.accessToken());
  });

  test('takes the code out of the address first', async () => {
    const first = await started(open());
    const second = await goAndComeBack(first);
    void second.session.start();
    expect(second.page.replaced).toEqual(['/calls']);
    await until(() => second.session.getState().state === 'active');
  });

  test('starts once', async () => {
    const first = await started(open());
    const { session, server } = await goAndComeBack(first);
    const seen: string[] = [];
    session.subscribe(() => seen.push(session.getState().state));
    await Promise.all([session.start(), session.start(), session.start()]);
    expect(seen).toEqual(['active']);
    expect(server.credentials).toEqual(new Set(['omit']));
    expect(server.tokenRequests()).toHaveLength(1);
  });

  test('a callback without an answer opens the start page', async () => {
    const { session, page } = await started(open({}, { href: `${ORIGIN}/auth/callback` }));
    expect(page.href).toBe(`${ORIGIN}/`);
    expect(session.getState()).toEqual({ state: 'anonymous', reason: 'fresh' });
  });

  test('sends configured parameters and resources', async () => {
    const oidc = {
      authorizationParams: { audience: 'api', prompt: 'consent' },
      resource: ['https://a.example', 'https://b.example'],
    };
    const opened = await started(open(oidc));
    await opened.session.signIn('login');
    const asked = query(opened.page.navigated[0]);
    expect(asked.getAll('prompt')).toEqual(['login']);
    expect(asked.get('audience')).toBe('api');
    expect(asked.getAll('resource')).toEqual(['https://a.example', 'https://b.example']);
    const back = await started(load(opened, opened.server.authorize(opened.page.navigated[0] ?? '')));
    expect(back.server.tokenRequests()[0]?.form.getAll('resource')).toEqual(['https://a.example']);
  });

  test('says that the server cannot be reached', async () => {
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

  test('can sign in again after Back', async () => {
    const { session, page } = await started(open());
    await session.signIn();
    page.fire('restored');
    expect(session.getState()).toEqual({ state: 'anonymous', reason: 'fresh' });
  });

  test('asks in the words of OAuth alone without openid', async () => {
    const opened = await started(open({ scope: 'calls' }));
    await opened.session.signIn();
    expect([...query(opened.page.navigated[0]).keys()].toSorted()).toEqual([
      'client_id',
      'code_challenge',
      'code_challenge_method',
      'redirect_uri',
      'response_type',
      'scope',
      'state',
    ]);
  });

  test('works without discovery and ID token', async () => {
    const opened = await signedInPlain();
    expect(opened.session.getState()).toMatchObject({ state: 'active', person: { name: 'Signed in' } });
    expect(opened.server.requests.map(({ path }) => path)).toEqual(['/token']);
  });
});
