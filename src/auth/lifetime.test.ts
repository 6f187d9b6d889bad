import { expect, test } from 'playwright/test';
import { ISSUER, settle, until } from './testing/fixture-server.ts';
import { accessTokenOf, answering, signedInPage } from './testing/fixture-session.ts';

test.describe('in time', () => {
  /** Lifetime in seconds, and how many renewals ten minutes see at least and at most. */
  const lifetimes: [unknown, number, number][] = [
    [5, 50, 120],
    [45, 15, 20],
    [60, 12, 15],
    [61, 12, 15],
    [300, 2, 2],
    ['300', 2, 2],
    [3600, 0, 0],
    [undefined, 0, 0],
    [0, 0, 0],
    [-5, 0, 0],
    ['soon', 0, 0],
    [1e308, 0, 0],
  ];
  for (const [lifetime, least, most] of lifetimes) {
    test(`a lifetime of ${typeof lifetime} ${String(lifetime)}`, async () => {
      const { session, server, page } = await signedInPage((fake) => (fake.lifetime = lifetime));
      await page.pass(600);
      expect(server.tokenRequests().length).toBeGreaterThanOrEqual(least);
      expect(server.tokenRequests().length).toBeLessThanOrEqual(most);
      expect(session.getState().state).toBe('active');
    });
  }

  test('renews after eight hours of sleep, before the next request', async () => {
    const { session, server, page, token } = await signedInPage();
    page.clock.wall += 8 * 3600_000;
    const renewal = session.renewExpired();
    page.fire('wake');
    expect(await renewal).toBe('renewed');
    expect(session.accessToken()).not.toBe(token);
    expect(server.tokenRequests()).toHaveLength(1);
  });

  test('survives a clock that is set back or forward', async () => {
    const { session, server, page } = await signedInPage();
    page.clock.wall -= 3600_000;
    await page.pass(250);
    expect(server.tokenRequests()).toHaveLength(1);
    page.clock.wall += 2 * 3600_000;
    page.fire('wake');
    await settle();
    expect(server.tokenRequests()).toHaveLength(2);
    expect(session.getState().state).toBe('active');
  });

  test('tries less and less often while offline', async () => {
    const { session, server, page, token } = await signedInPage();
    server.intercept = async () => Promise.reject(new TypeError('Failed to fetch'));
    await page.pass(600);
    const tries = server.tokenRequests().length;
    expect(tries).toBeGreaterThan(6);
    expect(tries).toBeLessThan(14);
    expect(session.getState().state).toBe('active');
    await session.renewExpired();
    expect(session.accessToken()).toBe(token);
    server.intercept = async () => undefined;
    page.fire('wake');
    await until(() => session.accessToken() !== token);
  });

  test('gives a valid token without asking', async () => {
    const { session, server, token } = await signedInPage();
    expect(session.renewExpired()).toBeUndefined();
    expect(session.accessToken()).toBe(token);
    expect(server.requests).toHaveLength(0);
  });

  test('refuses an access token of another person', async () => {
    const { session, server } = await signedInPage(
      answering({ id_token: undefined, access_token: accessTokenOf('alice') }),
      { scope: 'calls' },
    );
    expect(session.getState()).toMatchObject({ personKey: `${ISSUER} alice`, person: { name: 'Signed in' } });
    answering({ id_token: undefined, access_token: accessTokenOf('bob') })(server);
    expect(await session.renew(accessTokenOf('alice'))).toBe('ended');
    expect(session.getState()).toMatchObject({ state: 'expired', person: { subject: 'alice' } });
  });
});
