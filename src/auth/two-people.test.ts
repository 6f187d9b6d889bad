import { expect, test } from 'playwright/test';
import { createAir, createMap, keptIn } from './testing/fixture-page.ts';
import { ORIGIN, settle } from './testing/fixture-server.ts';
import {
  another,
  goAndComeBack,
  load,
  open,
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

test.describe('the address', () => {
  test('stays with the person who comes back to it, and goes with a change of person', async () => {
    const one = await signedIn({}, { href: CALL });
    const again = await started(reload(one));
    expect([subjectOf(again), again.page.href]).toEqual(['alice', CALL]);
    again.server.sub = 'bob';
    const next = await started(reload(again));
    expect([subjectOf(next), next.page.href]).toEqual(['bob', `${ORIGIN}/`]);
  });

  test('that nobody was shown yet is for whoever signs in there', async () => {
    const one = await signedIn();
    one.server.sub = 'bob';
    const fresh = await started(another(one, { href: CALL }));
    expect([subjectOf(fresh), fresh.page.href]).toEqual(['bob', CALL]);
  });

  test('to come back to is given up where another person signs in, and no name lies in storage for that', async () => {
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

  test('goes at sign-out, here and in the other tabs', async () => {
    const one = await signedIn({}, { href: CALL });
    const two = await started(another(one, { href: CALL }));
    await one.session.signOut();
    await settle();
    for (const { page } of [one, two]) expect([page.href, page.owner]).toEqual([`${ORIGIN}/`, undefined]);
  });

  test('of the person before is left again as soon as the page moves there', async () => {
    const one = await signedIn({}, { href: CALL });
    const before = one.page.owner;
    one.server.sub = 'bob';
    const next = await started(reload(one));
    Object.assign(next.page, { href: CALL, owner: before });
    next.page.fire('moved');
    expect(next.page.href).toBe(`${ORIGIN}/`);
    Object.assign(next.page, { href: CALL, owner: undefined });
    next.page.fire('moved');
    expect(next.page.href).toBe(CALL);
    expect(next.page.owner).toMatch(/^[0-9a-f]{16}$/);
    expect(next.page.owner).not.toBe(before);
  });
});

test.describe('a session that ended while the page was away', () => {
  test('kept tokens are not taken after a sign-out, nor after the next sign-in of the same person', async () => {
    for (const signsInAgain of [false, true]) {
      const one = await signedIn({ tokenStorage: 'session' });
      const token = one.session.accessToken();
      one.page.fire('leave');
      // A page that is left hears nothing.
      const two = await started(another(one, { air: createAir() }));
      await two.session.signOut();
      const three = await started(another(one, { air: createAir() }));
      if (signsInAgain) await (await goAndComeBack(three)).session.start();
      const count = one.server.tokenRequests().length;
      const back = await started(another(one, { tab: one.page.tab }));
      expect(back.session.getState().state).toBe(signsInAgain ? 'active' : 'anonymous');
      expect(back.session.accessToken()).not.toBe(token);
      expect(back.server.tokenRequests().length - count).toBe(signsInAgain ? 1 : 0);
    }
  });

  test('a page from the back/forward cache begins afresh where another person signed in meanwhile', async () => {
    const one = await signedIn({}, { href: CALL });
    const signal = one.session.signal();
    // While it lay there it heard nothing.
    one.server.sub = 'bob';
    const two = await started(another(one, { air: createAir() }));
    expect(subjectOf(two)).toBe('bob');
    one.page.fire('restored');
    expect(one.page.reloads).toBe(1);
    expect(one.session.accessToken()).toBeUndefined();
    expect(signal.aborted).toBe(true);
    expect(one.page.href).toBe(`${ORIGIN}/`);
  });

  test('and goes on where nothing has happened', async () => {
    const one = await signedIn({}, { href: CALL });
    one.page.fire('restored');
    expect([subjectOf(one), one.page.href, one.page.reloads]).toEqual(['alice', CALL, 0]);
  });
});

test.describe('another person found without a click', () => {
  test('is announced: the older tab gives way, says so, and does not answer', async () => {
    const one = await signedIn({}, { href: CALL });
    one.server.sub = 'bob';
    const two = await started(another(one));
    await settle();
    expect(one.page.reloads).toBe(1);
    const next = await started(reload(one));
    expect(next.session.getState()).toMatchObject({ state: 'active', hasReplaced: true });
    await settle();
    expect([subjectOf(two), two.page.reloads]).toEqual(['bob', 0]);
    expect(keptIn(next.page.tab)).toEqual([]);
  });

  test('two tabs to which the server names different people come to rest', async () => {
    const one = await signedIn();
    one.server.sub = 'bob';
    const two = await started(another(one));
    await settle();
    // Asked again, the server names the first one.
    one.server.sub = 'alice';
    const next = await started(reload(one));
    await settle();
    expect([subjectOf(next), next.page.reloads, subjectOf(two), two.page.reloads]).toEqual([
      'alice',
      0,
      'bob',
      0,
    ]);
  });
});

test.describe('without channels', () => {
  test('a page that comes back asks by redirect, once, and an ended session too', async () => {
    const one = await signedIn({}, { isDeaf: true, href: CALL });
    const again = await started(reload(one));
    expect([again.page.frames.length, again.page.navigated.length]).toEqual([0, 1]);
    const back = await started(load(again, again.server.authorize(again.page.navigated[0] ?? '')));
    expect([subjectOf(back), back.page.href]).toEqual(['alice', CALL]);
    back.server.live.clear();
    expect(await back.session.renew(back.session.accessToken() ?? '')).toBe('ended');
    await back.session.signInAgain();
    expect([back.page.popups.length, back.page.navigated.length]).toEqual([0, 1]);
  });

  test('a server that does not say that it answers prompt=none is not gone to without a click', async () => {
    const one = await signedIn({}, { isDeaf: true, href: CALL });
    delete one.server.metadata['prompt_values_supported'];
    const tab = await started(another(one, { href: CALL }));
    expect([tab.page.navigated, tab.session.getState().state]).toEqual([[], 'anonymous']);
  });
});

test('without a sign-out at the server, the page knows that only the console has forgotten', async () => {
  const first = open({}, { tab: createMap() });
  delete first.server.metadata['end_session_endpoint'];
  await first.session.start();
  const { session } = await goAndComeBack(first);
  await session.start();
  await session.signOut();
  expect(session.getState()).toEqual({ state: 'anonymous', reason: 'here-only' });
});
