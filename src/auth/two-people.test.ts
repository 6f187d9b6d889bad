import { expect, test } from 'playwright/test';
import { ORIGIN } from './testing/fixture-server.ts';
import {
  ageTokens,
  openTab,
  goAndComeBack,
  leavePage,
  load,
  reload,
  signedIn,
  type Opened,
  started,
} from './testing/fixture-session.ts';

const CALL = `${ORIGIN}/calls/c-1?raw=1#answer`;

const subjectOf = ({ session }: Opened): string | undefined => {
  const state = session.getState();
  return state.state === 'active' ? state.person.subject : undefined;
};

test.describe('a history entry', () => {
  test('stays with its session, and goes with a change of person', async () => {
    const one = await signedIn({}, { href: CALL });
    const again = await started(reload(one));
    expect([subjectOf(again), again.page.href]).toEqual(['alice', CALL]);
    again.server.sub = 'bob';
    const next = await started(reload(again));
    expect([subjectOf(next), next.page.href]).toEqual(['bob', `${ORIGIN}/`]);
  });

  test('of no session is for the next user', async () => {
    const one = await signedIn();
    one.server.sub = 'bob';
    const fresh = await started(openTab(one, { href: CALL }));
    expect([subjectOf(fresh), fresh.page.href]).toEqual(['bob', CALL]);
  });

  test('waits for its person during a sign-in, and stores no name', async () => {
    const one = await signedIn({}, { href: CALL });
    one.server.sub = undefined;
    const ended = await started(reload(one));
    expect([ended.session.getState().state, ended.page.href]).toEqual(['anonymous', CALL]);
    await ended.session.signIn();
    expect(JSON.stringify([...ended.page.tab.entries])).not.toContain('alice');
    ended.server.sub = 'bob';
    const next = await started(load(ended, ended.server.authorize(ended.page.navigated.at(-1) ?? '')));
    expect([subjectOf(next), next.page.href]).toEqual(['bob', `${ORIGIN}/`]);
  });

  test('of another session opens the start page', async () => {
    const one = await signedIn({}, { href: CALL });
    const before = one.page.entry;
    one.server.sub = 'bob';
    const next = await started(reload(one));
    Object.assign(next.page, { href: CALL, entry: before });
    next.page.fire('moved');
    expect(next.page.href).toBe(`${ORIGIN}/`);
    Object.assign(next.page, { href: CALL, entry: undefined });
    next.page.fire('moved');
    expect(next.page.href).toBe(CALL);
    expect(next.page.entry).toBe(next.page.browser.get('auth.session'));
  });
});

test('tokens of the tab are not taken after a sign-out', async () => {
  for (const signsInAgain of [false, true]) {
    const one = await signedIn({ tokenStorage: 'session' });
    const token = one.session.accessToken();
    leavePage(one);
    const two = await started(openTab(one));
    await two.session.signOut();
    const three = await started(openTab(one));
    if (signsInAgain) await (await goAndComeBack(three)).session.start();
    const count = one.server.tokenRequests().length;
    const back = await started(openTab(one, { tab: one.page.tab }));
    expect(back.session.getState().state).toBe(signsInAgain ? 'active' : 'anonymous');
    expect(back.session.accessToken()).not.toBe(token);
    expect(back.server.tokenRequests().length - count).toBe(signsInAgain ? 1 : 0);
  }
});

test('restarts from the back/forward cache for another person', async () => {
  const one = await signedIn({}, { href: CALL });
  one.page.fire('restored');
  expect([subjectOf(one), one.page.href, one.page.reloads]).toEqual(['alice', CALL, 0]);
  const signal = one.session.signal();
  one.page.browser.pages.delete(one.page);
  one.server.sub = 'bob';
  expect(subjectOf(await started(openTab(one)))).toBe('bob');
  one.page.fire('restored');
  expect([one.page.reloads, one.page.href]).toEqual([1, `${ORIGIN}/`]);
  expect(one.session.accessToken()).toBeUndefined();
  expect(signal.aborted).toBe(true);
});

test('a sign-in in another tab brings a session back', async () => {
  const one = await signedIn();
  const two = await started(openTab(one));
  two.server.live.clear();
  two.server.sub = undefined;
  ageTokens(two);
  expect(await two.session.renew(two.session.accessToken() ?? '')).toBe('ended');
  const three = await started(openTab(one, { href: CALL }));
  expect(three.session.getState().state).toBe('anonymous');
  two.server.sub = 'alice';
  one.page.clock.wall += 1000;
  await (await goAndComeBack(one)).session.start();
  await expect.poll(() => two.session.getState().state).toBe('active');
  expect(two.page.reloads).toBe(0);
  // The sign-in page has nothing to lose.
  expect([three.page.reloads, three.page.href]).toEqual([1, CALL]);
});
