import { expect, test } from 'playwright/test';
import { ORIGIN, settle } from './testing/fixture-server.ts';
import {
  claiming,
  holdTokens,
  open,
  openTab,
  query,
  signedIn,
  signedInPlain,
  signInOn,
  started,
} from './testing/fixture-session.ts';

test.describe('signing out', () => {
  test('ends the session here, then at the server', async () => {
    const { session, page, server } = await signedIn({ logoutParams: { returnTo: '{origin}/bye' } });
    const signal = session.signal();
    const done = session.signOut();
    expect(session.getState()).toEqual({ state: 'anonymous', reason: 'signed-out' });
    expect(session.accessToken()).toBeUndefined();
    expect(signal.aborted).toBe(true);
    expect(page.browser.entries.size).toBe(0);
    expect(page.timers()).toBeLessThanOrEqual(1);
    await done;
    const asked = query(page.navigated[0]);
    expect(page.navigated[0]).toMatch(/^https:\/\/login\.voice\.example\/logout\?/);
    expect(asked.get('id_token_hint')).toMatch(/^eyJ/);
    expect(asked.get('client_id')).toBe('console');
    expect(asked.get('post_logout_redirect_uri')).toBe(`${ORIGIN}/`);
    expect(asked.get('returnTo')).toBe(`${ORIGIN}/bye`);
    expect(server.requests.at(-1)?.form.get('token')).toMatch(/^refresh-/);
    expect(session.signal().aborted).toBe(false);
  });

  test('leaves out an ID token that makes the address too long', async () => {
    const first = open();
    claiming({ groups: Array.from({ length: 200 }, (_, at) => `group-${at}-of-the-company`) })(first.server);
    const { session, page } = await signInOn(first);
    await session.signOut();
    const asked = query(page.navigated.at(-1));
    expect(asked.has('id_token_hint')).toBe(false);
    expect(asked.get('client_id')).toBe('console');
  });

  test('does not wait for a server that hangs', async () => {
    const { session, page, server } = await signedIn();
    server.intercept = () => new Promise(() => {});
    const done = session.signOut();
    await settle();
    await page.pass(3);
    await done;
    expect(page.navigated).toHaveLength(1);
  });

  test('goes on at the server if it is asked for again', async () => {
    const { session, page } = await signedIn();
    await Promise.all([session.signOut(), session.signOut()]);
    expect(page.navigated).toHaveLength(1);
    expect(query(page.navigated[0]).get('id_token_hint')).toMatch(/^eyJ/);
  });

  test('goes on at the server after a late 401', async () => {
    const { session, page } = await signedIn();
    const token = session.accessToken() ?? '';
    const done = session.signOut();
    session.refused(token);
    await done;
    expect(page.navigated).toHaveLength(1);
  });

  test('asks for no new session in another tab', async () => {
    const one = await signedIn();
    const { session, page } = await started(openTab(one));
    session.refused(session.accessToken() ?? '');
    expect(session.getState().state).toBe('expired');
    page.frames.length = 0;
    // Other processes see the changes of storage one by one.
    page.browser.remove('auth.signed-in-at');
    page.fire('storage');
    await settle();
    expect(page.frames).toEqual([]);
  });

  test('drops the late answer of a tab on its way in', async () => {
    const one = await signedIn();
    const two = openTab(one);
    const release = holdTokens(one.server);
    const starting = two.session.start();
    await settle();
    expect(two.session.getState().state).toBe('restoring');
    await one.session.signOut();
    await settle();
    release();
    await starting;
    await settle();
    expect(two.page.reloads).toBe(1);
    expect(two.session.accessToken()).toBeUndefined();
    expect(one.page.browser.entries.size).toBe(0);
  });

  test('two tabs without names share one session', async () => {
    const one = await signedInPlain();
    const two = await started(openTab(one));
    expect(two.session.getState().state).toBe('active');
    await settle();
    expect(one.page.reloads + two.page.reloads).toBe(0);
  });
});
