import { expect, test } from 'playwright/test';
import { until, json } from './testing/fixture-server.ts';
import {
  ageTokens,
  answering,
  claiming,
  holdTokens,
  revokedTokens,
  signedInPage,
  type Opened,
} from './testing/fixture-session.ts';

test.describe('a refused token', () => {
  test('is renewed at once, and its replacement after a minute', async () => {
    const { session, server, page } = await signedInPage();
    await session.renew(session.accessToken() ?? '');
    expect(await session.renew(session.accessToken() ?? '')).toBe('too-young');
    await page.pass(59);
    expect(await session.renew(session.accessToken() ?? '')).toBe('too-young');
    await page.pass(1);
    expect(await session.renew(session.accessToken() ?? '')).toBe('renewed');
    expect(server.tokenRequests()).toHaveLength(2);
  });

  test('renews once for ten requests', async () => {
    const { session, server, token } = await signedInPage();
    const renewals = await Promise.all(Array.from({ length: 10 }, () => session.renew(token)));
    expect(new Set(renewals)).toEqual(new Set(['renewed']));
    expect(server.tokenRequests()).toHaveLength(1);
    expect(session.accessToken()).not.toBe(token);
  });

  test('ends the session if it is refused everywhere', async () => {
    const { session, token } = await signedInPage();
    session.refused(token);
    const { state } = session.getState();
    expect(state).toBe('expired');
    expect(session.accessToken()).toBeUndefined();
  });

  test('an older token that is refused late ends nothing', async () => {
    const { session, token } = await signedInPage();
    await session.renew(token);
    session.refused(token);
    expect(session.getState().state).toBe('active');
  });

  test('sends nothing if a newer token exists', async () => {
    const { session, server, token } = await signedInPage();
    await session.renew(token);
    expect(await session.renew(token)).toBe('renewed');
    expect(server.tokenRequests()).toHaveLength(1);
  });

  test('uses each refresh token once', async () => {
    const { session, server, page } = await signedInPage();
    for (let turn = 0; turn < 5; turn += 1) {
      expect(await session.renew(session.accessToken() ?? '')).toBe('renewed');
      ageTokens({ page });
    }
    const used = server.tokenRequests().map(({ form }) => form.get('refresh_token'));
    expect(new Set(used).size).toBe(5);
  });

  test('keeps the refresh token if there is no new one', async () => {
    const { session, server, page } = await signedInPage();
    server.token = async () => server.issue('alice', null);
    server.refreshTokens = false;
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await session.renew(session.accessToken() ?? '')).toBe('renewed');
      ageTokens({ page });
    }
    expect(new Set(server.tokenRequests().map(({ form }) => form.get('refresh_token'))).size).toBe(1);
  });

  test('sends scope and resource again', async () => {
    const { session, server, token } = await signedInPage(undefined, { resource: 'https://service.example' });
    await session.renew(token);
    const form = server.tokenRequests()[0]?.form;
    expect(form?.get('scope')).toBe('openid profile');
    expect(form?.get('resource')).toBe('https://service.example');
    expect(form?.get('client_id')).toBe('console');
  });

  test('keeps the person without a new ID token', async () => {
    const { session, server, token } = await signedInPage();
    const before = session.getState();
    answering({ id_token: undefined })(server);
    expect(await session.renew(token)).toBe('renewed');
    expect(session.getState()).toEqual(before);
  });

  const ends: [string, (server: Opened['server']) => unknown][] = [
    [
      'a refused refresh token without a session at the server',
      (server) => {
        server.live.clear();
        server.sub = undefined;
      },
    ],
    ['an ID token of another person', claiming({ sub: 'bob' })],
    ['an ID token of a foreign issuer', claiming({ iss: 'https://evil.example' })],
    ['an ID token for another client', claiming({ aud: 'other' })],
    ['an ID token with another nonce', claiming({ nonce: 'x' })],
    ['a broken ID token', (server) => (server.bendIdToken = () => 'x')],
  ];
  for (const [name, bend] of ends) {
    test(`${name} ends the session`, async () => {
      const { session, server, page, token } = await signedInPage();
      const signal = session.signal();
      bend(server);
      expect(await session.renew(token)).toBe('ended');
      expect(session.getState()).toMatchObject({ state: 'expired', person: { subject: 'alice' } });
      expect(session.accessToken()).toBeUndefined();
      expect(session.renewExpired()).toBeUndefined();
      expect(await session.renew(token)).toBe('ended');
      expect(signal.aborted).toBe(false);
      expect(page.reloads).toBe(0);
      expect(server.tokenRequests()).toHaveLength(1);
    });
  }

  test('asks silently once the refresh token has ended', async () => {
    const { session, server, token } = await signedInPage();
    server.live.clear();
    expect(await session.renew(token)).toBe('renewed');
    expect(session.getState()).toMatchObject({ state: 'active', person: { subject: 'alice' } });
    expect(server.tokenRequests().map(({ form }) => form.get('grant_type'))).toEqual([
      'refresh_token',
      'authorization_code',
    ]);
  });

  const troubles: [string, () => Promise<Response>][] = [
    ['no connection', async () => Promise.reject(new TypeError('Failed to fetch'))],
    ['500', async () => new Response('oops', { status: 500 })],
    ['503 with an error', async () => json({ error: 'temporarily_unavailable' }, 503)],
    ['429', async () => json({ message: 'slow down' }, 429)],
    ['a web page', async () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['an empty list', async () => json([])],
    [
      'broken JSON',
      async () => new Response('{"access_token', { headers: { 'content-type': 'application/json' } }),
    ],
    ['a token of no type', async () => json({ access_token: 'a' })],
  ];
  for (const [name, answer] of troubles) {
    test(`survives ${name}`, async () => {
      const { session, server, page, token } = await signedInPage();
      server.intercept = async ({ path }) => (path === '/token' ? answer() : undefined);
      expect(await session.renew(token)).toBe('unreachable');
      expect(session.getState().state).toBe('active');
      expect(session.accessToken()).toBe(token);
      server.intercept = async () => undefined;
      await page.pass(3);
      await until(() => session.accessToken() !== token);
      expect(session.getState().state).toBe('active');
    });
  }

  test('takes the late answer of a server that hangs', async () => {
    const { session, server, page, token } = await signedInPage();
    const answer = holdTokens(server);
    const renewal = session.renew(token);
    await until(() => server.tokenRequests().length === 1);
    await page.pass(15);
    expect(await renewal).toBe('unreachable');
    server.intercept = async () => undefined;
    answer();
    await until(() => session.accessToken() !== token);
    expect(session.getState().state).toBe('active');
  });

  test('revokes tokens that come after a sign-out', async () => {
    const { session, server, token } = await signedInPage();
    const answer = holdTokens(server);
    const renewal = session.renew(token);
    await until(() => server.tokenRequests().length === 1);
    await session.signOut();
    answer();
    expect(await renewal).toBe('ended');
    expect(session.getState()).toEqual({ state: 'anonymous', reason: 'signed-out' });
    expect(session.accessToken()).toBeUndefined();
    await until(() => revokedTokens(server).length === 2);
  });

  test('accepts another case of the type and no lifetime', async () => {
    const { session, server, page, token } = await signedInPage();
    answering({ expires_in: undefined, token_type: 'bEaReR' })(server);
    expect(await session.renew(token)).toBe('renewed');
    expect(page.timers()).toBe(0);
  });
});

test.describe('a failing authorization server', () => {
  const failures: [string, () => Promise<Response>, least: number, most: number][] = [
    ['503', async () => json({ error: 'temporarily_unavailable' }, 503), 6, 8],
    ['429', async () => json({ message: 'slow down' }, 429), 6, 8],
    ['no connection', async () => Promise.reject(new TypeError('Failed to fetch')), 6, 8],
    [
      '503 for two minutes',
      async () => new Response(null, { status: 503, headers: { 'Retry-After': '120' } }),
      2,
      3,
    ],
    [
      '429 with a past date',
      async () => new Response(null, { status: 429, headers: { 'Retry-After': new Date(0).toUTCString() } }),
      6,
      8,
    ],
  ];
  for (const [name, answer, least, most] of failures) {
    test(`is asked rarely: ${name}`, async () => {
      const { session, server, page, token } = await signedInPage();
      server.intercept = async ({ path }) => (path === '/token' ? answer() : undefined);
      // All who want a token: the timer, and requests that are refused or find it expired.
      for (let second = 0; second < 240; second += 1) {
        await Promise.all([session.renew(token), session.renewExpired()]);
        await page.pass(1);
      }
      expect(server.tokenRequests().length).toBeGreaterThanOrEqual(least);
      expect(server.tokenRequests().length).toBeLessThanOrEqual(most);
      expect(session.getState().state).toBe('active');
    });
  }

  test('gets at most ten requests a minute for short tokens', async () => {
    const { server, page, session } = await signedInPage((fake) => (fake.lifetime = 1));
    for (let second = 0; second < 58; second += 1) {
      await session.renewExpired();
      await page.pass(1);
    }
    expect(server.tokenRequests()).toHaveLength(10);
  });
});
