import { expect, test } from 'playwright/test';
import { keptIn, createMap } from './testing/fixture-platform.ts';
import { ISSUER, ORIGIN, until } from './testing/fixture-server.ts';
import { another, goAndComeBack, open, load, signedIn, query, started } from './testing/fixture-session.ts';

/** A server on another site. */
const FAR = {
  authority: 'https://login.elsewhere.test',
  metadata: {
    issuer: ISSUER,
    authorization_endpoint: `${ISSUER}/authorize`,
    token_endpoint: `${ISSUER}/token`,
  },
};

test.describe('coming back to a page', () => {
  test('with a session at the server: one silent attempt and no typing', async () => {
    const before = await signedIn();
    const { session, page, server } = load(before, `${ORIGIN}/webhooks?campaignId=1`, {
      authorizationParams: { prompt: 'login' },
    });
    await session.start();
    expect(session.getState().state).toBe('active');
    expect(page.frames).toHaveLength(1);
    expect(query(page.frames[0]).getAll('prompt')).toEqual(['none']);
    expect(query(page.frames[0]).get('redirect_uri')).toBe(`${ORIGIN}/auth/silent`);
    expect(page.openFrames).toBe(0);
    expect(page.href).toBe(`${ORIGIN}/webhooks?campaignId=1`);
    expect(server.tokenRequests()).toHaveLength(2);
  });

  test('without one: the sign-in page, and the next load does not ask again', async () => {
    const before = await signedIn();
    before.server.sub = undefined;
    const second = await started(load(before, `${ORIGIN}/calls`));
    expect(second.session.getState()).toEqual({ state: 'anonymous', reason: 'fresh' });
    expect(second.page.navigated).toEqual([]);
    const third = await started(load(second, `${ORIGIN}/calls`));
    expect(third.page.frames).toEqual([]);
  });

  test('a frame that stays silent gives way to the sign-in page', async () => {
    const before = await signedIn();
    before.server.authorize = () => `${ORIGIN}/auth/silent?state=other&code=1`;
    const { session, page } = load(before, `${ORIGIN}/calls`);
    const starting = session.start();
    await until(() => page.openFrames === 1);
    await page.pass(9);
    await starting;
    expect(session.getState()).toEqual({ state: 'anonymous', reason: 'fresh' });
    expect(page.openFrames).toBe(0);
    expect(page.timers()).toBe(0);
  });

  test('a server on another site whose frames lack cookies: once by the whole page', async () => {
    const before = await signedIn(FAR);
    before.server.sub = undefined;
    const second = await started(load(before, `${ORIGIN}/calls?a=1#b`));
    expect(second.session.getState().state).toBe('restoring');
    expect(second.page.navigated).toHaveLength(1);
    expect(query(second.page.navigated[0]).get('prompt')).toBe('none');
    before.server.sub = 'alice';
    const third = await started(load(second, before.server.authorize(second.page.navigated[0] ?? '')));
    expect(third.session.getState().state).toBe('active');
    expect(third.page.href).toBe(`${ORIGIN}/calls?a=1#b`);
  });

  test('and when nobody is signed in there either, it ends on the sign-in page and goes round no more', async () => {
    const before = await signedIn(FAR);
    before.server.sub = undefined;
    const second = await started(load(before, `${ORIGIN}/calls`));
    const third = await started(load(second, before.server.authorize(second.page.navigated[0] ?? '')));
    expect(third.session.getState()).toEqual({ state: 'anonymous', reason: 'fresh' });
    const fourth = await started(load(third, `${ORIGIN}/calls`));
    expect([
      ...third.page.navigated,
      ...third.page.frames,
      ...fourth.page.navigated,
      ...fourth.page.frames,
    ]).toEqual([]);
  });

  test('tokens kept for the tab: nobody is asked, and they lie in storage only between two pages', async () => {
    const before = await signedIn({ tokenStorage: 'session' });
    expect(keptIn(before.page.tab)).toHaveLength(0);
    const { session, page, server } = load(before, `${ORIGIN}/calls`);
    expect(keptIn(page.tab)).toHaveLength(1);
    await session.start();
    expect(keptIn(page.tab)).toHaveLength(0);
    expect(session.getState()).toMatchObject({ state: 'active', person: { subject: 'alice' } });
    expect(page.frames).toEqual([]);
    expect(server.tokenRequests()).toHaveLength(1);
    expect(session.accessToken()).toBe(before.session.accessToken());
  });

  test('kept tokens that expired on the way are renewed before anything else', async () => {
    const before = await signedIn({ tokenStorage: 'session' });
    before.page.fire('leave');
    before.page.clock.wall += 3600_000;
    const { session, server } = await started(another(before, { tab: before.page.tab }));
    expect(session.getState().state).toBe('active');
    expect(server.tokenRequests()).toHaveLength(2);
  });

  test('without that setting nothing is kept, and what lies there is not read', async () => {
    const before = await signedIn({ tokenStorage: 'session' });
    const { page } = await started(load(before, `${ORIGIN}/calls`, {}));
    expect(page.frames).toHaveLength(1);
    page.fire('leave');
    expect(keptIn(page.tab)).toEqual([]);
  });

  test('old requests are swept away at the start', async () => {
    const tab = createMap(
      new Map([
        ['auth.request.old', '{"created":1,"code_verifier":"x"}'],
        ['auth.request.bad', '{'],
      ]),
    );
    await started(open({}, { tab }));
    expect(keptIn(tab)).toHaveLength(0);
  });

  for (const [what, far] of [
    ['on its own site', {}],
    ['on another site', FAR],
  ] as const) {
    test(`a server ${what} that ignores prompt=none: nobody is sent to its sign-in page unasked`, async () => {
      const before = await signedIn(far);
      before.server.authorize = () => 'https://login.elsewhere.test/sign-in';
      const { session, page } = load(before, `${ORIGIN}/calls`);
      const starting = session.start();
      await until(() => page.openFrames === 1);
      await page.pass(9);
      await starting;
      expect(session.getState()).toEqual({ state: 'anonymous', reason: 'fresh' });
      expect(page.navigated).toEqual([]);
    });
  }

  test('a server that is said not to know prompt=none is not asked, and a session without refresh token ends', async () => {
    const before = await signedIn({ silentSignIn: false });
    const { session, page } = await started(load(before, `${ORIGIN}/calls`));
    expect(session.getState()).toEqual({ state: 'anonymous', reason: 'fresh' });
    expect([page.frames, page.navigated]).toEqual([[], []]);
    before.server.refreshTokens = false;
    const again = await goAndComeBack({ ...before, page, session });
    await again.session.start();
    expect(await again.session.renew(again.session.accessToken() ?? '')).toBe('ended');
    expect(again.page.frames).toEqual([]);
  });

  test('left for the server without a click and not come back from there: not a second time', async () => {
    const before = await signedIn(FAR);
    before.server.sub = undefined;
    const second = await started(load(before, `${ORIGIN}/calls`));
    expect(second.page.navigated).toHaveLength(1);
    const third = await started(load(second, `${ORIGIN}/calls`));
    expect(third.page.navigated).toEqual([]);
    expect(third.session.getState()).toEqual({ state: 'anonymous', reason: 'fresh' });
  });

  test('tokens kept for another client are not taken', async () => {
    const before = await signedIn({ tokenStorage: 'session' });
    const { session } = await started(
      load(before, `${ORIGIN}/calls`, { tokenStorage: 'session', clientId: 'other' }),
    );
    expect(session.getState()).toEqual({ state: 'anonymous', reason: 'fresh' });
  });
});
