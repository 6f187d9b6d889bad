import type { Page } from 'playwright/test';
import { expectAccessible, expectFits } from './accessible.ts';
import { expect, signInAtServer, signOut, test } from './fixtures.ts';
import {
  answer,
  answered,
  attachButton,
  campaignField,
  entries,
  fill,
  logOpened,
  webhookField,
  writes,
} from './webhooks-kit.ts';

const mainNavigation = { name: 'Main' };

/** Answers silent sign-ins like a server that ignores `prompt=none`. */
const refuseSilently = async (page: Page) => {
  const refused = { count: 0 };
  await page.route(/prompt=none/, async (route) => {
    const asked = new URL(route.request().url());
    const back = new URL(asked.searchParams.get('redirect_uri') ?? '');
    back.searchParams.set('error', 'invalid_request');
    back.searchParams.set('error_description', 'prompt none is not known here');
    back.searchParams.set('state', asked.searchParams.get('state') ?? '');
    back.searchParams.set('iss', asked.origin);
    refused.count += 1;
    await route.fulfill({ status: 302, headers: { location: back.href } });
  });
  return refused;
};

test('signs in with PKCE, nonce and state', { tag: '@story' }, async ({ page, person, wire, configure }) => {
  const signIn = page.getByRole('button', { name: 'Sign in', exact: true });
  await test.step('shows the sign-in page if a silent sign-in is refused', async () => {
    const { oidc } = await configure({});
    const refused = await refuseSilently(page);
    // As after a sign-in here.
    const marking = await page.addInitScript(
      (owner) => {
        if (location.protocol === 'http:') localStorage.setItem('auth.signed-in', owner);
      },
      JSON.stringify([oidc.authority, oidc.clientId]),
    );
    await page.goto('/provider');
    await marking.dispose();
    await expect(signIn).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByText('invalid_request')).toHaveCount(0);
    await expect(page).toHaveURL('/provider');
    expect(refused.count).toBe(1);
  });
  await expect(page).toHaveTitle('Sign in · Telephony Campaign Console');
  await expect(page.getByText('You’ll sign in at localhost:')).toBeVisible();
  await expectFits(page);
  await expectAccessible(page);
  expect(wire).toEqual([]);

  const asked = page.waitForRequest((request) => request.url().includes('code_challenge='));
  await signIn.click();
  const query = new URL((await asked).url()).searchParams;
  expect(query.get('response_type')).toBe('code');
  expect(query.get('code_challenge_method')).toBe('S256');
  expect(query.get('nonce')).toBeTruthy();
  expect(query.get('state')).toBeTruthy();

  await test.step('explains a sign-in that failed', async () => {
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('heading', { name: 'Sign-in failed' })).toBeVisible();
    await expect(page.getByText('access_denied')).toBeVisible();
    await expect(page).not.toHaveURL(/error=/);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Try again' }).click();
  });

  await signInAtServer(page, person);
  await expect(page.getByRole('navigation', mainNavigation)).toBeVisible();
  // The frame is there before the code has been exchanged.
  await expect(page).toHaveURL('/provider');
  await page.goBack();
  await expect(page).not.toHaveURL(/code=/);
});

test(
  'renews once after a 401, and signs out everywhere',
  { tag: '@story' },
  async ({ page, signIn, context, wire }) => {
    const deepLink = '/webhooks?campaignId=cmp%20a&webhookId=fail-401-once-a#x';
    await page.clock.install();
    await signIn(deepLink);
    await expect(page).toHaveURL(deepLink);
    await expect(campaignField(page)).toHaveValue('cmp a');
    await logOpened(page);
    // A younger token is not renewed.
    await page.clock.fastForward(61_000);
    await attachButton(page).click();
    await answered(page, 'Attached');
    const tokens = wire.map((sent) => sent.headers['authorization']);
    expect(tokens).toEqual([expect.stringMatching(/^Bearer /), expect.stringMatching(/^Bearer /)]);
    expect(tokens[0]).not.toBe(tokens[1]);
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    expect(kept).not.toMatch(/eyJ[\w-]+\.|access_token|refresh_token|code_verifier/);

    const other = await context.newPage();
    await other.goto('/provider');
    await expect(other.getByRole('navigation', mainNavigation)).toBeVisible();
    await signOut(page);
    await expect(other.getByRole('heading', { name: 'You’re signed out' })).toBeVisible();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByLabel('Any name')).toBeVisible();
  },
);

test('renews a token before it ends', async ({ page, signIn, person, context, wire }) => {
  await page.clock.install();
  await signIn('/webhooks', { name: `${person} +60s` });
  await logOpened(page);
  const renewal = page.waitForResponse((response) => response.url().endsWith('/token'));
  await page.clock.fastForward(59_000);
  await renewal;
  await expect(page.getByRole('navigation', mainNavigation)).toBeVisible();
  await expect(page.getByText('Your session has ended.')).toBeHidden();
  expect(wire).toEqual([]);

  await fill(page, 'wh-1');
  await context.clearCookies();
  // The page may take the new token a moment after it came, and counts from then.
  await expect(async () => {
    await page.clock.fastForward(60_000);
    await expect(page.getByText('Your session has ended.')).toBeVisible({ timeout: 1000 });
  }).toPass();
  await attachButton(page).click();
  await answered(page, 'Not sent');
  await expect(answer(page)).toContainText('Your session had ended.');
  await expect(entries(page)).toHaveText([/Attach wh-1: not sentto cmp-1.*Retry/]);
  await expect(webhookField(page)).toHaveValue('wh-1');
  expect(writes(wire)).toEqual([]);
  const banner = page.getByRole('alert').filter({ hasText: 'Your session has ended.' });
  await expect(banner).toContainText(/Nothing on this page is lost if .+ signs in\./);
  await expect(banner).not.toContainText('Checks are paused.');
  await page.getByRole('link', { name: 'Calls', exact: true }).click();
  await expect(banner).toContainText('Checks are paused.');
  await expect(page).toHaveTitle(/^\(Session ended\) Calls · /);

  await test.step('keeps the page if popups are blocked', async () => {
    await page.evaluate(() => {
      window.open = () => null;
    });
    await page.getByRole('link', { name: 'Provider' }).click();
    await page.getByLabel('Account SID').fill('AC-typed');
    await banner.getByRole('button', { name: 'Sign in' }).click();
    await expect(banner).toContainText('Allow this site to open pop-ups');
    await expect(page.getByLabel('Account SID')).toHaveValue('AC-typed');
    await expect(banner).toBeVisible();
  });
});

test('ends an idle session, and keeps the page for the next', async ({
  page,
  signIn,
  configure,
  wire,
  context,
  person,
}) => {
  await page.clock.install();
  await configure({ session: { idleMinutes: 2 } });
  await signIn('/calls');
  await page.getByRole('textbox', { name: 'Find or watch calls' }).fill('sample-long');
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(page.getByRole('link', { name: 'sample-long' })).toBeVisible();
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await fill(page, 'wh-1', 'cmp-typed');
  const ended = page.getByText('Your session has ended.', { exact: true });
  await page.clock.fastForward(60_000);
  await page.keyboard.press('Shift');
  // So soon that it isn't counted, now or later.
  await page.keyboard.press('Shift');
  const before = wire.length;
  // Beyond the limit since the page was opened. The page's clock goes on by itself as well.
  await page.clock.fastForward(80_000);
  await expect.poll(() => wire.length).toBeGreaterThan(before);
  await expect(ended).toBeHidden();
  await page.clock.fastForward(40_000);
  await expect(ended).toBeVisible();
  // The runner may report the last request late.
  await expect(async () => {
    const after = wire.length;
    await page.clock.runFor(10_000);
    expect(wire.length).toBe(after);
  }).toPass();
  await expectAccessible(page);

  await test.step('in a popup without an opener', async () => {
    await context.clearCookies();
    const opened = context.waitForEvent('page');
    await page.getByRole('alert').getByRole('button', { name: 'Sign in' }).click();
    const popup = await opened;
    await expect(popup.getByLabel('Any name')).toBeVisible();
    expect(await popup.evaluate(() => window.opener === null)).toBe(true);
    const closed = popup.waitForEvent('close');
    await signInAtServer(popup, person);
    await expect(ended).toBeHidden();
    await closed;
  });
  await expect(campaignField(page)).toHaveValue('cmp-typed');
  await expect(webhookField(page)).toBeFocused();
  await expect(page.getByRole('button', { name: `Account: ${person}` })).toBeVisible();
});
