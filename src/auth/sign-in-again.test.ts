import { expect, test } from 'playwright/test';
import { settle, until } from './testing/fixture-server.ts';
import { holdTokens, revokedTokens, signedInPage } from './testing/fixture-session.ts';

const expired = async () => {
  const opened = await signedInPage();
  opened.server.live.clear();
  opened.server.sub = undefined;
  expect(await opened.session.renew(opened.token)).toBe('ended');
  opened.server.sub = 'alice';
  return opened;
};

test.describe('signing in again on the page', () => {
  test('keeps the page if popups are blocked', async () => {
    const { session, page } = await expired();
    page.blockPopups = true;
    expect(await session.signInAgain()).toMatchObject({ code: 'popup_blocked' });
    expect(page.navigated).toEqual([]);
    expect(session.getState().state).toBe('expired');
  });

  test('can be tried again after the popup was closed', async () => {
    const { session, page, answer, server } = await expired();
    answer.popup = () => undefined;
    const first = session.signInAgain();
    await until(() => page.popups[0]?.url !== '');
    expect(session.getState().state).toBe('expired');
    answer.popup = server.authorize;
    await session.signInAgain();
    expect(session.getState().state).toBe('active');
    expect(await first).toBeUndefined();
  });

  test('takes a late answer of a popup', async () => {
    const { session, page, answer, server } = await expired();
    answer.popup = () => undefined;
    const signingIn = session.signInAgain();
    await until(() => page.popups[0]?.url !== '');
    await page.pass(60);
    page.report(server.authorize(page.popups[0]?.url ?? ''));
    expect(await signingIn).toBeUndefined();
    expect(session.getState().state).toBe('active');
  });

  test('says that the server refused, and keeps the page', async () => {
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

  test('sign-out closes the popup', async () => {
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

  test('sign-out revokes the tokens of a popup', async () => {
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
    expect(revokedTokens(server)).toEqual([...server.live]);
  });
});
