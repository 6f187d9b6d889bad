import { expect, test } from 'playwright/test';
import { isCrossSite } from './sign-in.ts';
import { storedKeys } from './testing/fixture-platform.ts';
import { ISSUER, ORIGIN, settle, until } from './testing/fixture-server.ts';
import {
  ageTokens,
  openTab,
  goAndComeBack,
  load,
  signedIn,
  query,
  started,
} from './testing/fixture-session.ts';

/** The hidden frame of the silent sign-in gets no answer. */
const startedUnanswered = async (opened: ReturnType<typeof load>) => {
  const starting = opened.session.start();
  await until(() => opened.page.openFrames === 1);
  await opened.page.pass(9);
  await starting;
  return opened;
};

/** A server on another site. */
const FAR = {
  authority: 'https://login.elsewhere.test',
  metadata: {
    issuer: ISSUER,
    authorization_endpoint: `${ISSUER}/authorize`,
    token_endpoint: `${ISSUER}/token`,
  },
};

test.describe('the start of a page', () => {
  test('asks silently once', async () => {
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

  test('shows the sign-in page if a frame stays silent', async () => {
    const before = await signedIn();
    before.server.authorize = () => `${ORIGIN}/auth/silent?state=other&code=1`;
    const { session, page } = await startedUnanswered(load(before, `${ORIGIN}/calls`));
    expect(session.getState()).toEqual({ state: 'anonymous', reason: 'fresh' });
    expect(page.openFrames).toBe(0);
    expect(page.timers()).toBe(0);
  });

  for (const path of ['/.well-known/openid-configuration', '/token']) {
    test(`shows the sign-in page if ${path} never ends`, async () => {
      const before = await signedIn();
      before.server.intercept = async (request) =>
        request.path === path
          ? new Response(new ReadableStream({}), { headers: { 'content-type': 'application/json' } })
          : undefined;
      const opened = load(before, `${ORIGIN}/calls`);
      const starting = opened.session.start();
      await until(() => opened.server.requests.some((request) => request.path === path));
      await settle();
      await opened.page.pass(11);
      await starting;
      expect(opened.session.getState()).toEqual({ state: 'anonymous', reason: 'fresh' });
    });
  }

  test('shows the sign-in page if the server cannot be reached', async () => {
    const before = await signedIn();
    before.page.tab.entries.clear();
    before.server.intercept = async () => {
      throw new TypeError('Failed to fetch');
    };
    const { session, page } = await started(load(before, `${ORIGIN}/calls`));
    expect(session.getState()).toEqual({ state: 'anonymous', reason: 'fresh' });
    expect(page.navigated).toEqual([]);
  });

  test('asks by redirect if frames lack cookies', async () => {
    const before = await signedIn(FAR);
    before.server.sub = undefined;
    const second = await started(load(before, `${ORIGIN}/calls?a=1#b`));
    expect(second.session.getState().state).toBe('restoring');
    expect(second.page.navigated).toHaveLength(1);
    expect(query(second.page.navigated[0]).get('prompt')).toBe('none');
    second.page.fire('restored');
    expect(second.page.reloads).toBe(1);
    before.server.sub = 'alice';
    const third = await started(load(second, before.server.authorize(second.page.navigated[0] ?? '')));
    expect(third.session.getState().state).toBe('active');
    expect(third.page.href).toBe(`${ORIGIN}/calls?a=1#b`);
  });

  for (const [how, oidc] of [
    ['in a frame', {}],
    ['by redirect', FAR],
  ] as const) {
    test(`shows the sign-in page if the server refuses ${how}`, async () => {
      const before = await signedIn(oidc);
      before.server.sub = undefined;
      before.server.bendAnswer = (answer) => {
        answer.set('error', how === 'by redirect' ? 'login_required' : 'invalid_request');
        answer.set('error_description', 'no prompt=none here');
      };
      let last = await started(load(before, `${ORIGIN}/calls`));
      const [redirect] = last.page.navigated;
      expect(redirect !== undefined).toBe(how === 'by redirect');
      if (redirect !== undefined) {
        before.server.bendAnswer = (answer) => answer.set('error', 'invalid_request');
        last = await started(load(last, before.server.authorize(redirect)));
      }
      expect(last.session.getState()).toEqual({ state: 'anonymous', reason: 'fresh' });
      expect(last.page.href).toBe(`${ORIGIN}/calls`);
    });
  }

  test('asks by redirect once', async () => {
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

  test('stores tokens of the tab only between two pages', async () => {
    const before = await signedIn({ tokenStorage: 'session' });
    expect(storedKeys(before.page.tab)).toHaveLength(0);
    const { session, page, server } = load(before, `${ORIGIN}/calls`);
    expect(storedKeys(page.tab)).toHaveLength(1);
    await session.start();
    expect(storedKeys(page.tab)).toHaveLength(0);
    expect(session.getState()).toMatchObject({ state: 'active', person: { subject: 'alice' } });
    expect(page.frames).toEqual([]);
    expect(server.tokenRequests()).toHaveLength(1);
    expect(session.accessToken()).toBe(before.session.accessToken());
  });

  test('renews stored tokens that have expired', async () => {
    const before = await signedIn({ tokenStorage: 'session' });
    before.page.fire('leave');
    before.page.clock.wall += 3600_000;
    const { session, server } = await started(openTab(before, { tab: before.page.tab }));
    expect(session.getState().state).toBe('active');
    expect(server.tokenRequests()).toHaveLength(2);
  });

  test('ignores stored tokens without that setting', async () => {
    const before = await signedIn({ tokenStorage: 'session' });
    const { page } = await started(load(before, `${ORIGIN}/calls`, {}));
    expect(page.frames).toHaveLength(1);
    page.fire('leave');
    expect(storedKeys(page.tab)).toEqual([]);
  });

  for (const [what, far] of [
    ['on its own site', {}],
    ['on another site', FAR],
  ] as const) {
    test(`starts signed out if prompt=none is ignored ${what}`, async () => {
      const before = await signedIn(far);
      before.server.authorize = () => 'https://login.elsewhere.test/sign-in';
      const { session, page } = await startedUnanswered(load(before, `${ORIGIN}/calls`));
      expect(session.getState()).toEqual({ state: 'anonymous', reason: 'fresh' });
      expect(page.navigated).toEqual([]);
    });
  }

  test('never asks silently if the configuration says so', async () => {
    const before = await signedIn({ silentSignIn: false });
    const { session, page } = await started(load(before, `${ORIGIN}/calls`));
    expect(session.getState()).toEqual({ state: 'anonymous', reason: 'fresh' });
    expect([page.frames, page.navigated]).toEqual([[], []]);
    before.server.refreshTokens = false;
    const again = await goAndComeBack({ ...before, page, session });
    await again.session.start();
    ageTokens(again);
    expect(await again.session.renew(again.session.accessToken() ?? '')).toBe('ended');
    expect(again.page.frames).toEqual([]);
  });

  test('leaves without a click only once', async () => {
    const before = await signedIn(FAR);
    before.server.sub = undefined;
    const second = await started(load(before, `${ORIGIN}/calls`));
    expect(second.page.navigated).toHaveLength(1);
    const third = await started(load(second, `${ORIGIN}/calls`));
    expect(third.page.navigated).toEqual([]);
    expect(third.session.getState()).toEqual({ state: 'anonymous', reason: 'fresh' });
  });

  test('ignores tokens of another client', async () => {
    const before = await signedIn({ tokenStorage: 'session' });
    const { session } = await started(
      load(before, `${ORIGIN}/calls`, { tokenStorage: 'session', clientId: 'other' }),
    );
    expect(session.getState()).toEqual({ state: 'anonymous', reason: 'fresh' });
  });
});

test('compares sites', () => {
  expect(isCrossSite('https://console.voice.example', 'https://login.voice.example/x')).toBe(false);
  expect(isCrossSite('http://localhost:5173', 'http://localhost:9000')).toBe(false);
  expect(isCrossSite('http://localhost:5173', 'http://127.0.0.1:9000')).toBe(true);
  expect(isCrossSite('http://10.0.0.1', 'http://11.0.0.1')).toBe(true);
  expect(isCrossSite('https://console.voice.example', 'https://tenant.idp.example')).toBe(true);
});
