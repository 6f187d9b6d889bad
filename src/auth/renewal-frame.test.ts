import { expect, test } from 'playwright/test';
import { ORIGIN, settle, until } from './testing/fixture-server.ts';
import { ageTokens, signedInPage, withoutRefreshTokens } from './testing/fixture-session.ts';

test.describe('without a refresh token', () => {
  test('asks in a frame, and removes it', async () => {
    const { session, page, token } = await signedInPage(withoutRefreshTokens);
    expect(await Promise.all([session.renew(token), session.renew(token)])).toEqual(['renewed', 'renewed']);
    expect(page.frames).toHaveLength(1);
    expect(new URL(page.frames[0] ?? '').searchParams.get('prompt')).toBe('none');
    expect(page.openFrames).toBe(0);
  });

  test('ends the session if no user is signed in there', async () => {
    const { session, server, token } = await signedInPage(withoutRefreshTokens);
    server.sub = undefined;
    expect(await session.renew(token)).toBe('ended');
    expect(session.getState().state).toBe('expired');
  });

  test('restarts the page for another person', async () => {
    const { session, server, page, token } = await signedInPage(withoutRefreshTokens);
    server.sub = 'bob';
    expect(await session.renew(token)).toBe('ended');
    expect(page.reloads).toBe(1);
    expect(session.accessToken()).toBeUndefined();
    expect(JSON.stringify(session.getState())).not.toContain('bob');
  });

  test('waits once for a frame that is blocked', async () => {
    const { session, page, answer, token } = await signedInPage(withoutRefreshTokens);
    answer.frame = () => undefined;
    const first = session.renew(token);
    await until(() => page.openFrames === 1);
    await page.pass(9);
    expect(await first).toBe('unreachable');
    ageTokens({ page });
    const second = session.renew(token);
    await until(() => page.frames.length === 2);
    await page.pass(9);
    expect(await second).toBe('ended');
    expect(session.getState().state).toBe('expired');
  });

  test('survives being offline, and renews once online', async () => {
    const { session, page, answer, token } = await signedInPage(withoutRefreshTokens);
    const authorize = answer.frame;
    answer.frame = () => undefined;
    page.isOnline = false;
    await page.pass(1200);
    expect(page.frames.length).toBeLessThan(20);
    expect(session.getState().state).toBe('active');
    page.isOnline = true;
    answer.frame = authorize;
    page.fire('wake');
    await until(() => session.accessToken() !== token);
    expect(session.getState().state).toBe('active');
  });

  test('ignores answers that are not the frame’s', async () => {
    const { session, page, answer, token } = await signedInPage(withoutRefreshTokens);
    answer.frame = (url) => {
      const state = new URL(url).searchParams.get('state') ?? '';
      const channel = page.channels(`sign-in ${state}`);
      channel.post(null);
      channel.post('answer');
      channel.post({ type: 'answer' });
      channel.post({ type: 'answer', url: 'not an address' });
      channel.post({ type: 'answer', url: `https://evil.example/auth/silent?state=${state}&code=1` });
      channel.post({ type: 'answer', url: `${ORIGIN}/calls?state=${state}&code=1` });
      channel.post({ type: 'answer', url: `${ORIGIN}/auth/silent?state=other&code=1` });
      return undefined;
    };
    const renewal = session.renew(token);
    await until(() => page.openFrames === 1);
    await settle();
    expect(page.openFrames).toBe(1);
    await page.pass(9);
    expect(await renewal).toBe('unreachable');
  });
});
