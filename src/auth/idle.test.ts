import { expect, test } from 'playwright/test';
import { configWith, settle } from './testing/fixture-server.ts';
import {
  openTab,
  openWith,
  revokedTokens,
  signInOn,
  type Opened,
  started,
} from './testing/fixture-session.ts';

const LIMIT_SECONDS = 300;

const config = {
  ...configWith({ scope: 'openid profile offline_access', tokenStorage: 'session' }),
  session: { idleMinutes: LIMIT_SECONDS / 60 },
};

const signedIn = () => signInOn(openWith(config));

const stateOf = ({ session }: Opened) => session.getState().state;

test('ends the session after the limit, and revokes its token', async () => {
  const opened = await signedIn();
  await opened.page.pass(LIMIT_SECONDS - 1);
  expect(stateOf(opened)).toBe('active');
  const revoked = () => revokedTokens(opened.server).length;
  expect(revoked()).toBe(0);
  await opened.page.pass(1);
  expect(stateOf(opened)).toBe('expired');
  expect(opened.session.accessToken()).toBeUndefined();
  await expect.poll(revoked).toBe(1);
});

test('input in one tab counts for all of them', async () => {
  const one = await signedIn();
  const other = await started(openTab(one));
  expect(stateOf(other)).toBe('active');
  const passBoth = async (seconds: number) => {
    await one.page.pass(seconds);
    // Both pages share one clock, so this only runs the timers of the other page.
    one.page.clock.wall -= seconds * 1000;
    one.page.clock.up -= seconds * 1000;
    await other.page.pass(seconds);
  };
  await passBoth(LIMIT_SECONDS - 10);
  one.page.fire('input');
  await passBoth(LIMIT_SECONDS - 10);
  expect([stateOf(one), stateOf(other)]).toEqual(['active', 'active']);
  await passBoth(10);
  expect([stateOf(one), stateOf(other)]).toEqual(['expired', 'expired']);
});

test('only a sign-in in another tab brings the session back', async () => {
  const opened = await signedIn();
  const { page } = opened;
  await page.pass(LIMIT_SECONDS);
  expect(stateOf(opened)).toBe('expired');
  page.fire('storage');
  await settle();
  expect([stateOf(opened), page.frames]).toEqual(['expired', []]);
});

test('the first movement after a long sleep ends the session', async () => {
  const opened = await signedIn();
  const last = opened.page.browser.get('auth.last-input');
  opened.page.clock.wall += LIMIT_SECONDS * 1000;
  opened.page.fire('input');
  expect(stateOf(opened)).toBe('expired');
  opened.page.fire('input');
  expect(opened.page.browser.get('auth.last-input')).toBe(last);
});

test('a page after the limit takes no session up again', async () => {
  const opened = await signedIn();
  const { tab } = opened.page;
  await opened.page.pass(200);
  opened.page.fire('leave');
  const next = await started(openTab(opened, { tab }));
  expect(stateOf(next)).toBe('active');
  await next.page.pass(99);
  expect(stateOf(next)).toBe('active');
  next.page.fire('leave');
  next.page.clock.wall += 2000;
  const late = await started(openTab(next, { tab }));
  expect(late.session.getState()).toEqual({ state: 'anonymous', reason: 'fresh' });
  expect(late.page.frames).toEqual([]);
});

test('a sign-in starts the limit again', async () => {
  const opened = await signedIn();
  await opened.page.pass(LIMIT_SECONDS);
  await opened.session.signInAgain();
  expect(stateOf(opened)).toBe('active');
  await opened.page.pass(LIMIT_SECONDS - 1);
  expect(stateOf(opened)).toBe('active');
  await opened.session.signOut();
  expect(opened.page.browser.get('auth.last-input')).toBeNull();
});
