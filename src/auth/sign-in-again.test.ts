import { expect, test } from 'playwright/test';
import { ORIGIN, settle, until } from './testing/fixture-server.ts';
import { holdTokens, signedInPage } from './testing/fixture-session.ts';

const expired = async () => {
  const opened = await signedInPage();
  opened.server.live.clear();
  expect(await opened.session.renew(opened.token)).toBe('ended');
  return opened;
};

test.describe('signing in again on the page', () => {
  test('in a popup: active again, the page where it was', async () => {
    const { session, page } = await expired();
    const href = page.href;
    expect(await session.signInAgain()).toBeUndefined();
    expect(session.getState()).toMatchObject({ state: 'active', person: { subject: 'alice' } });
    expect(page.href).toBe(href);
    expect(page.navigated).toEqual([]);
    expect(new URL(page.popups[0]?.url ?? '').searchParams.get('redirect_uri')).toBe(`${ORIGIN}/auth/silent`);
  });

  test('by somebody else: the page begins afresh', async () => {
    const { session, server, page } = await expired();
    server.sub = 'bob';
    await session.signInAgain();
    expect(page.reloads).toBe(1);
    expect(session.accessToken()).toBeUndefined();
  });

  test('popups are blocked: by redirect', async () => {
    const { session, page } = await expired();
    page.blockPopups = true;
    await session.signInAgain();
    expect(page.navigated).toHaveLength(1);
  });

  test('popups are blocked and there is no way out: said, and the page stays', async () => {
    const { session, page } = await expired();
    page.blockPopups = true;
    page.tab.durable = () => false;
    expect(await session.signInAgain()).toMatchObject({ code: 'storage_unavailable' });
    expect(page.navigated).toEqual([]);
    expect(session.getState().state).toBe('expired');
  });

  test('a popup that is closed: settled, and may be tried again', async () => {
    const { session, page, answer, server } = await expired();
    answer.popup = () => undefined;
    const first = session.signInAgain();
    await until(() => page.popups[0]?.url !== '');
    const popup = page.popups[0];
    if (popup) popup.closed = true;
    await page.pass(1);
    expect(await first).toBeUndefined();
    expect(session.getState().state).toBe('expired');
    answer.popup = server.authorize;
    await session.signInAgain();
    expect(session.getState().state).toBe('active');
  });

  test('a popup that only looks closed still counts', async () => {
    const { session, page, answer, server } = await expired();
    answer.popup = () => undefined;
    const first = session.signInAgain();
    await until(() => page.popups[0]?.url !== '');
    const popup = page.popups[0];
    if (popup) popup.closed = true;
    await page.pass(1);
    await first;
    page.report(server.authorize(popup?.url ?? ''));
    await until(() => session.getState().state === 'active');
  });

  test('a refusal is told, and the page stays', async () => {
    const { session, server } = await expired();
    server.bendAnswer = (params) => {
      params.delete('code');
      params.set('error', 'access_denied');
    };
    expect(await session.signInAgain()).toMatchObject({
      code: 'access_denied',
      kind: 'refused',
    });
    expect(session.getState().state).toBe('expired');
  });

  test('signing out closes the popup, and its answer no longer counts', async () => {
    const { session, page, answer, server } = await expired();
    answer.popup = () => undefined;
    const first = session.signInAgain();
    await until(() => page.popups[0]?.url !== '');
    await session.signOut();
    expect(page.popups[0]?.closed).toBe(true);
    expect(await first).toBeUndefined();
    page.report(server.authorize(page.popups[0]?.url ?? ''));
    await settle();
    expect(session.accessToken()).toBeUndefined();
  });

  test('signing out while the code of the popup is exchanged: what comes is not let in', async () => {
    const { session, server } = await expired();
    const answer = holdTokens(server);
    const signing = session.signInAgain();
    await until(() => server.tokenRequests().length === 2);
    await session.signOut();
    answer();
    expect(await signing).toBeUndefined();
    await settle();
    expect(session.accessToken()).toBeUndefined();
    expect(session.getState()).toEqual({ state: 'anonymous', reason: 'signed-out' });
  });
});
