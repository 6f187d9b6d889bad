import type { Page } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { detail, row } from './calls-kit.ts';
import { expect, signInAtServer, signInBehind, test, type Sent } from './fixtures.ts';
import { authToken, fill as fillProvider } from './provider-kit.ts';
import { attachButton, fill } from './webhooks-kit.ts';

const CALL = 'sample-long';
const other = (person: string) => `${person} other`;

const account = (page: Page, name: string) =>
  page.getByRole('button', { name: `Account: ${name}`, exact: true });
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });
const signOut = async (page: Page, name: string) => {
  await account(page, name).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
};

/** The subject that a request's token names. */
const subjectOf = (sent: Sent): unknown => {
  const part = sent.headers['authorization']?.split('.')[1] ?? '';
  return (JSON.parse(Buffer.from(part, 'base64url').toString()) as { sub: unknown }).sub;
};
const slug = (name: string) => name.toLowerCase().replaceAll(' ', '-');
const sentAs = (wire: readonly Sent[], name: string) => wire.filter((sent) => subjectOf(sent) === slug(name));

/** The page is this person's, with nothing of the call that the other one had open. */
const expectFresh = async (page: Page, wire: readonly Sent[], name: string) => {
  await expect(account(page, name)).toBeVisible();
  await expect(page).toHaveURL(/\/calls$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Calls' })).toBeVisible();
  await expect(detail(page)).toBeHidden();
  await expect(row(page, CALL)).toBeHidden();
  expect(sentAs(wire, name)).toEqual([]);
};

const watchCall = async (page: Page, signIn: (path: string) => Promise<void>) => {
  await signIn(`/calls/${CALL}`);
  await expect(detail(page)).toContainText('In progress');
};

test('signed out in another tab, a tab gives up the address: whoever signs in there next is shown nothing of it', async ({
  page,
  signIn,
  person,
  context,
  wire,
}) => {
  await watchCall(page, signIn);
  const second = await context.newPage();
  await second.goto('/provider');
  await signOut(second, person);
  await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible();
  await expect(page).toHaveURL(/:\d+\/$/);
  await signInButton(page).click();
  await signInAtServer(page, other(person));
  await expectFresh(page, wire, other(person));
});

test('Back after a change of person does not bring back what the one before had open', async ({
  page,
  signIn,
  person,
  baseURL,
  wire,
}) => {
  await watchCall(page, signIn);
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await expect(page).toHaveURL(/\/webhooks$/);
  await signOut(page, person);
  await signInButton(page).click();
  await signInAtServer(page, other(person));
  await expectFresh(page, wire, other(person));
  // Back through the sign-in and the sign-out to what was the call, and on to where the tab began.
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

test('a server without sign-out: the page says who may still remember, and the address goes with the session', async ({
  page,
  signIn,
  person,
  wire,
  configure,
}) => {
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
  await signOut(page, person);
  const words = page.getByRole('status');
  await expect(words).toContainText('You are signed out here.');
  await expect(words).toContainText(`${new URL(authority).host} may still remember you.`);
  await expect(page).toHaveURL(/:\d+\/$/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use another account' }).click();
  await signInAtServer(page, other(person));
  await expectFresh(page, wire, other(person));
});

test('another person in the popup after the session has ended: the page begins afresh at the start', async ({
  page,
  signIn,
  person,
  context,
  wire,
}) => {
  await watchCall(page, signIn);
  await context.clearCookies();
  await page.getByLabel('Call IDs to watch').fill('fail-401-z');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your session has ended.', { exact: true })).toBeVisible();
  const popup = context.waitForEvent('page');
  await page.getByRole('alert').getByRole('button', { name: 'Sign in' }).click();
  await signInAtServer(await popup, other(person));
  await expectFresh(page, wire, other(person));
});

for (const path of [`/calls/${CALL}`, `/webhooks?campaignId=cmp-1&webhookId=wh-1`, '/webhooks/bulk#x']) {
  test(`the provider’s session is another person’s after a reload: ${path} is not theirs`, async ({
    page,
    signIn,
    person,
    baseURL,
    wire,
  }) => {
    await signIn(path);
    await expect(account(page, person)).toBeVisible();
    expect(page.url()).toContain(path);
    await signInBehind(page, baseURL ?? '', other(person));
    await page.reload();
    await expectFresh(page, wire, other(person));
  });
}

test('an address waits for the person who left it, and not for another one', async ({
  page,
  signIn,
  person,
  context,
  wire,
}) => {
  await watchCall(page, signIn);
  // The session ends at the server, and a reload finds nobody: the address waits for the same person.
  await context.clearCookies();
  await page.reload();
  await signInButton(page).click();
  await signInAtServer(page, person);
  await expect(detail(page)).toContainText('In progress');
  await expect(page).toHaveURL(new RegExp(`/calls/${CALL}$`));

  await context.clearCookies();
  await page.reload();
  await signInButton(page).click();
  await signInAtServer(page, other(person));
  await expectFresh(page, wire, other(person));
});

test('an address that is opened afresh is for whoever signs in, though another person was here before', async ({
  page,
  signIn,
  person,
  context,
}) => {
  await signIn('/provider');
  await context.clearCookies();
  const fresh = await context.newPage();
  await fresh.goto(`/calls/${CALL}`);
  await signInButton(fresh).click();
  await signInAtServer(fresh, other(person));
  await expect(account(fresh, other(person))).toBeVisible();
  await expect(detail(fresh)).toContainText('In progress');
  await expect(account(page, other(person))).toBeVisible();
});

for (const next of ['nobody', 'another person'] as const) {
  test(`tokens kept for the tab, which is away during a sign-out: it comes back to ${next}, and nothing is asked`, async ({
    page,
    signIn,
    person,
    context,
    wire,
    configure,
  }) => {
    const { oidc } = await configure({ oidc: { tokenStorage: 'session' } });
    await context.route('/config.json', async (route) => {
      const shipped = (await (await route.fetch()).json()) as { oidc: object };
      await route.fulfill({ json: { ...shipped, oidc: { ...shipped.oidc, tokenStorage: 'session' } } });
    });
    await watchCall(page, signIn);
    await page.goto(`${oidc.authority}/.well-known/openid-configuration`);
    const second = await context.newPage();
    await second.goto('/provider');
    await signOut(second, person);
    await expect(signInButton(second)).toBeVisible();
    if (next === 'another person') {
      await signInButton(second).click();
      await signInAtServer(second, other(person));
      await expect(account(second, other(person))).toBeVisible();
    }
    wire.length = 0;
    await page.goBack();
    if (next === 'nobody') await expect(signInButton(page)).toBeVisible();
    else await expectFresh(page, wire, other(person));
    expect(wire).toEqual([]);
  });
}

test('a page in the sign-in popup has no way back to the console’s own window', async ({
  page,
  signIn,
  person,
  context,
}) => {
  await signIn('/webhooks');
  await fill(page, 'fail-401-x', 'cmp-kept');
  await context.clearCookies();
  await attachButton(page).click();
  await expect(page.getByText('Your session has ended.', { exact: true })).toBeVisible();
  const opened = context.waitForEvent('page');
  await page.getByRole('alert').getByRole('button', { name: 'Sign in' }).click();
  const popup = await opened;
  await expect(popup.getByLabel('Any name')).toBeVisible();
  expect(await popup.evaluate(() => window.opener === null)).toBe(true);
  const closed = popup.waitForEvent('close');
  await signInAtServer(popup, person);
  await expect(page.getByText('Your session has ended.', { exact: true })).toBeHidden();
  await closed;
});

test('a new tab finds another person signed in: the older tab is told at once, says whose it is, and asks no more', async ({
  page,
  signIn,
  person,
  context,
  baseURL,
  wire,
}) => {
  await signIn('/provider');
  // What is typed and not sent must not keep the page of somebody who is no longer signed in.
  await fillProvider(page);
  await signInBehind(page, baseURL ?? '', other(person));
  let loads = 0;
  for (const each of context.pages()) each.on('load', () => (loads += 1));
  const second = await context.newPage();
  second.on('load', () => (loads += 1));
  await second.goto(`/calls/${CALL}`);
  await expect(account(second, other(person))).toBeVisible();
  await expect(detail(second)).toContainText('In progress');

  await expect(account(page, other(person))).toBeVisible();
  await expect(page.getByText(`This tab is now ${other(person)}’s.`)).toBeVisible();
  await expect(page).toHaveURL(/\/calls$/);
  await expect(authToken(page)).toBeHidden();
  expect(sentAs(wire, person)).toEqual([]);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText(`This tab is now ${other(person)}’s.`)).toBeHidden();
  await expect(detail(second)).toContainText('In progress');
  // Each has loaded once: two tabs do not answer each other for ever.
  expect(loads).toBe(2);
});
