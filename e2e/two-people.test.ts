import { expectAccessible } from './accessible.ts';
import { detail, watch } from './calls-kit.ts';
import { expect, signInAtServer, signInBehind, signOut, test } from './fixtures.ts';
import { CALL, other, account, signInButton, sentAs, expectFresh, watchCall } from './two-people-kit.ts';

test('drops the address after a sign-out elsewhere', async ({ page, signIn, person, context, wire }) => {
  await watchCall(page, signIn);
  const second = await context.newPage();
  await second.goto('/provider');
  await signOut(second);
  await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible();
  await expect(page).toHaveURL(/:\d+\/$/);
  await signInButton(page).click();
  await signInAtServer(page, other(person));
  await expectFresh(page, wire, other(person));
});

test('shows nothing of another person on Back', async ({ page, signIn, person, baseURL, wire }) => {
  await watchCall(page, signIn);
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await expect(page).toHaveURL(/\/webhooks$/);
  await signOut(page);
  await signInButton(page).click();
  await signInAtServer(page, other(person));
  await expectFresh(page, wire, other(person));
  // Back through sign-in, sign-out and the call, to the tab's start.
  const seen: string[] = [];
  while (page.url() !== 'about:blank') {
    await page.goBack();
    await expect(page).not.toHaveURL(new RegExp(CALL));
    if (!page.url().startsWith(baseURL ?? '')) continue;
    await expect(account(page, other(person))).toBeVisible();
    await expect(detail(page)).toBeHidden();
    seen.push(new URL(page.url()).pathname);
  }
  expect(seen.length).toBeGreaterThanOrEqual(2);
  expect(sentAs(wire, other(person))).toEqual([]);
});

test('names who is remembered if sign-out is missing', async ({ page, signIn, person, wire, configure }) => {
  const { oidc } = await configure({});
  const { authority } = oidc;
  await configure({
    oidc: {
      metadata: {
        issuer: authority,
        authorization_endpoint: `${authority}/authorize`,
        token_endpoint: `${authority}/token`,
      },
    },
  });
  await watchCall(page, signIn);
  await account(page, person).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  const words = page.getByRole('status');
  await expect(words).toContainText('You’re signed out on this device');
  await expect(words).toContainText(`${new URL(authority).host} may still remember you.`);
  await expect(page).toHaveURL(/:\d+\/$/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use another account' }).click();
  await signInAtServer(page, other(person));
  await expectFresh(page, wire, other(person));
});

test('restarts if another person signs in by popup', async ({ page, signIn, person, context, wire }) => {
  await watchCall(page, signIn);
  await context.clearCookies();
  await watch(page, 'fail-401-z');
  await expect(page.getByText('Your session has ended.', { exact: true })).toBeVisible();
  const popup = context.waitForEvent('page');
  await page.getByRole('alert').getByRole('button', { name: 'Sign in' }).click();
  await signInAtServer(await popup, other(person));
  await expectFresh(page, wire, other(person));
});

test('opens the start page for another person', async ({ page, signIn, person, baseURL, wire }) => {
  await watchCall(page, signIn);
  await signInBehind(page, baseURL ?? '', other(person));
  await page.reload();
  await expectFresh(page, wire, other(person));
});
