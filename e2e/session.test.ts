import { expect, expectAccessible, signInAtServer, test } from './fixtures.ts';

const mainNavigation = { name: 'Main' };

test('R8: signed out, every area leads to sign-in and nothing is asked of the service', async ({
  page,
  wire,
}) => {
  for (const path of [
    '/',
    '/calls',
    '/calls/sample-long',
    '/webhooks?campaignId=a&webhookId=b',
    '/provider',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await expect(page).toHaveTitle('Sign in · Telephony Campaign Console');
  }
  await expect(page.getByText('You continue at localhost:')).toBeVisible();
  await expectAccessible(page);
  expect(wire).toEqual([]);
});

test('R38: code flow with PKCE, a nonce and a state; the callback leaves no code behind', async ({
  page,
  person,
}) => {
  const asked = page.waitForRequest((request) => request.url().includes('code_challenge='));
  await page.goto('/provider');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const query = new URL((await asked).url()).searchParams;
  expect(query.get('response_type')).toBe('code');
  expect(query.get('code_challenge_method')).toBe('S256');
  expect(query.get('nonce')).toBeTruthy();
  expect(query.get('state')).toBeTruthy();
  await signInAtServer(page, person);
  await expect(page.getByRole('navigation', mainNavigation)).toBeVisible();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/provider');
  await page.goBack();
  expect(page.url()).not.toContain('code=');
});

test('a deep link survives sign-in with path and query', async ({ page, signIn }) => {
  await signIn('/webhooks?campaignId=cmp%20a&webhookId=wh-1#x');
  expect(page.url()).toContain('/webhooks?campaignId=cmp%20a&webhookId=wh-1#x');
  await expect(page.getByLabel('Campaign ID', { exact: true })).toHaveValue('cmp a');
});

test('after a reload the person comes back without typing, and no token was kept', async ({
  page,
  signIn,
  person,
}) => {
  await signIn('/provider');
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  );
  expect(kept).not.toMatch(/eyJ|access_token|refresh_token|code_verifier/);
  await page.reload();
  await expect(page.getByRole('button', { name: `Account: ${person}` })).toBeVisible();
  await expect(page).toHaveURL(/\/provider$/);
});

test('a reload without a session at the server shows sign-in after one attempt', async ({
  page,
  signIn,
  context,
}) => {
  await signIn('/provider');
  await context.clearCookies();
  const attempts: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('prompt=none')) attempts.push(request.url());
  });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(attempts).toHaveLength(1);
});

test('a cancelled sign-in says why and offers a way on', async ({ page }) => {
  await page.goto('/calls');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Sign-in failed' })).toBeVisible();
  await expect(page.getByText('access_denied')).toBeVisible();
  expect(page.url()).not.toContain('error=');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use another account' }).click();
  await expect(page.getByLabel('Any name')).toBeVisible();
});

test('a refused account is told in the server’s own words', async ({ page, person }) => {
  await page.goto('/calls');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await signInAtServer(page, `${person} +refused`);
  await expect(page.getByRole('heading', { name: 'User is not assigned to this application' })).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await signInAtServer(page, person);
  await expect(page.getByRole('navigation', mainNavigation)).toBeVisible();
});

test('sign-out ends the session here, at the server and in the other tab', async ({
  page,
  signIn,
  context,
  person,
}) => {
  await signIn('/provider');
  const other = await context.newPage();
  await other.goto('/webhooks');
  await expect(other.getByRole('navigation', mainNavigation)).toBeVisible();
  await page.getByRole('button', { name: `Account: ${person}` }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(other.getByRole('heading', { name: 'You’re signed out' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Any name')).toBeVisible();
});

test('R37: a 401 renews once for all, each request is replayed once with the new token', async ({
  page,
  signIn,
  wire,
}) => {
  await signIn('/calls');
  await page.getByLabel('Call IDs to watch').fill('fail-401-once-a fail-401-once-b fail-401-once-c');
  await page.getByRole('button', { name: 'Watch 3 calls' }).click();
  await expect.poll(() => wire.length).toBeGreaterThanOrEqual(6);
  const tokens = wire.slice(0, 6).map((sent) => sent.headers['authorization']);
  expect(new Set(tokens).size).toBe(2);
  expect(tokens.every((token) => token?.startsWith('Bearer '))).toBe(true);
});

test('a session that has ended keeps the page, and a popup brings it back', async ({
  page,
  signIn,
  context,
  person,
}) => {
  await signIn('/webhooks');
  await page.getByLabel('Campaign ID', { exact: true }).fill('cmp-kept');
  await page.getByLabel('Webhook ID').fill('fail-401-x');
  await context.clearCookies();
  await page.getByRole('button', { name: 'Attach' }).click();
  await expect(page.getByText('Your session has ended.', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByLabel('Campaign ID', { exact: true })).toHaveValue('cmp-kept');
  const popup = context.waitForEvent('page');
  await page.getByRole('alert').getByRole('button', { name: 'Sign in' }).click();
  await signInAtServer(await popup, person);
  await expect(page.getByText('Your session has ended.', { exact: true })).toBeHidden();
  await expect(page.getByLabel('Campaign ID', { exact: true })).toHaveValue('cmp-kept');
});

test('a token is renewed before it ends, without a word', async ({ page, person, wire }) => {
  await page.clock.install();
  await page.goto('/calls');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await signInAtServer(page, `${person} +60s`);
  await expect(page.getByRole('navigation', mainNavigation)).toBeVisible();
  const renewal = page.waitForRequest((request) => request.url().includes('prompt=none'));
  await page.clock.runFor(59_000);
  await renewal;
  await expect(page.getByRole('navigation', mainNavigation)).toBeVisible();
  expect(wire).toEqual([]);
});
