import type { BrowserContext, Page } from 'playwright/test';
import { PROVIDERS } from '../sandbox/providers/index.ts';
import type { Profile } from '../sandbox/providers/profile.ts';
import { expect, signInAtServer, test } from './providers-kit.ts';
import { row as callRow, watch as watchCalls } from './calls-kit.ts';
import { answer, answered, attach, attachButton, campaignField } from './webhooks-kit.ts';

// One story for each product: sign in, deep link, reload, renewal, expiry, sign-out. What is to be expected follows from
// the product's profile and the configuration that its page in docs/providers shows.

const DEEP_LINK = '/webhooks?campaignId=cmp%20a&webhookId=wh-1#x';
const SECONDS = 1000;

const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });
const account = (page: Page, name: string) => page.getByRole('button', { name: `Account: ${name}` });

/** What the console does with this product. */
const planFor = (profile: Profile) => {
  const config = profile.oidc({ ...profile.example, service: 'https://voice.example' });
  const isSilent = config.silentSignIn !== false;
  const keepsTokens = config.tokenStorage === 'session';
  const asksOffline = config.scope?.includes('offline_access') === true;
  const { issued } = profile.refresh;
  const refreshes = {
    always: true,
    offline_access: asksOffline,
    // A sign-in without a person has no consent.
    consent: asksOffline && !(isSilent && !keepsTokens),
    never: false,
  }[issued];
  return { isSilent, keepsTokens, refreshes };
};

/** Whether the service accepts what the product gives for this configuration. */
const isCallId = (profile: Profile): boolean => {
  const addresses = { ...profile.example, service: 'https://voice.example' };
  const { scope = '', authorizationParams = {}, resource } = profile.oidc(addresses);
  const asked = { scope: scope.split(' '), parameters: authorizationParams };
  return resource !== undefined || profile.isForService(asked, addresses);
};

/** What leaves a page for the authorization server, by kind. */
const watch = (page: Page) => {
  const seen = { silent: 0, refreshed: 0, doubled: [] as string[] };
  page.on('request', (request) => {
    const names = [...new URL(request.url()).searchParams.keys()];
    if (new Set(names).size < names.length) seen.doubled.push(request.url());
    if (request.url().includes('prompt=none')) seen.silent += 1;
    if (request.postData()?.includes('grant_type=refresh_token')) seen.refreshed += 1;
  });
  return seen;
};

/** A page of the console in another tab: signed in by a frame, or on the sign-in page, and sent nowhere. */
const openAnotherTab = async (context: BrowserContext, origin: string, name: string, isSilent: boolean) => {
  const tab = await context.newPage();
  const seen = watch(tab);
  await tab.goto('/calls');
  await expect(isSilent ? account(tab, name) : signInButton(tab)).toBeVisible();
  expect(seen.silent > 0).toBe(isSilent);
  expect(new URL(tab.url()).origin).toBe(origin);
  await tab.close();
};

/** Signs out, and says whether the product still knows the person. */
const signOut = async (page: Page, profile: Profile, name: string) => {
  await account(page, name).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  switch (profile.logout.kind) {
    case 'standard':
    case 'own':
      await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible();
      return false;
    case 'stays':
      await expect(page.getByText(`You are still signed in to ${profile.title}.`)).toBeVisible();
      await page.goto('/');
      await expect(signInButton(page)).toBeVisible();
      return true;
    case 'none':
      await expect(page.getByRole('heading', { name: 'You’re signed out on this device' })).toBeVisible();
      return profile.promptNone !== 'asks';
  }
};

for (const [name, profile] of Object.entries(PROVIDERS)) {
  test.describe(name, () => {
    test.use({ provider: name });

    if (profile.needsSecret) {
      test('explains a token endpoint that wants a secret', async ({ page, person }) => {
        await page.goto('/calls');
        await signInButton(page).click();
        await signInAtServer(page, person);
        await expect(page.getByRole('alert')).toContainText('client_secret is missing.');
      });
      return;
    }

    if (!isCallId(profile)) {
      test('signs in, and the service refuses every token', async ({ page, person, wire }) => {
        await page.clock.install();
        await page.goto(DEEP_LINK);
        await signInButton(page).click();
        await signInAtServer(page, person);
        await expect(account(page, person)).toBeVisible();
        // A younger token is not renewed.
        await page.clock.fastForward(61 * SECONDS);
        await attachButton(page).click();
        await expect(answer(page)).toContainText('401');
        await expect(account(page, person)).toBeVisible();
        await page.getByRole('link', { name: 'Calls', exact: true }).click();
        await watchCalls(page, 'call-1 call-2');
        await expect(callRow(page, 'call-2')).toContainText('401');
        await page.clock.fastForward(61 * SECONDS);
        await expect(page.getByText('Your session has ended.', { exact: true })).toBeVisible();
        expect(new Set(wire.map(({ headers }) => headers['authorization'])).size).toBeGreaterThan(1);
      });
      return;
    }

    if (profile.promptNone !== 'answered') {
      test('leaves no one on a frame that asks silently', async ({
        page,
        person,
        origin,
        configure,
        strict,
      }) => {
        strict.allow(/^console error: Refused to display/);
        await configure({ oidc: { silentSignIn: true, tokenStorage: 'memory' } });
        await page.clock.install();
        await page.goto('/calls');
        await signInButton(page).click();
        await signInAtServer(page, person);
        await expect(account(page, person)).toBeVisible();
        await page.context().clearCookies();
        const framed = page.waitForRequest((request) => request.url().includes('prompt=none'));
        await page.reload({ waitUntil: 'commit' });
        await framed;
        await expect(async () => {
          await page.clock.fastForward(10 * SECONDS);
          await expect(signInButton(page)).toBeVisible({ timeout: SECONDS });
        }).toPass();
        expect(page.url()).toBe(`${origin}/calls`);
      });
    }

    test('sign in, deep link, reload, renewal, expiry, sign-out', async ({
      page,
      person,
      context,
      origin,
      wire,
      strict,
    }) => {
      // Authelia's endpoints lie below /api, as the service's do.
      strict.allowRequest(/ \/api\/oidc\//);
      const { refreshes, isSilent, keepsTokens } = planFor(profile);
      const typed = `${person} +60s +1x`;
      const seen = watch(page);
      await page.clock.install();
      await page.goto(DEEP_LINK);
      await signInButton(page).click();
      await signInAtServer(page, typed);
      await expect(account(page, person)).toBeVisible();
      expect(page.url()).toBe(`${origin}${DEEP_LINK}`);
      await attachButton(page).click();
      await answered(page, 'Attached');

      await page.reload();
      await expect(account(page, person)).toBeVisible();
      expect(page.url()).toBe(`${origin}${DEEP_LINK}`);
      expect(seen.silent > 0).toBe(isSilent && !keepsTokens);
      await openAnotherTab(context, origin, person, isSilent);

      const silentBefore = seen.silent;
      const renewed = page.waitForResponse((response) => response.request().method() === 'POST');
      // In one leap: a request must not seem to take as long.
      await page.clock.fastForward(45 * SECONDS);
      expect((await renewed).status()).toBe(200);
      expect(seen.refreshed).toBe(refreshes ? 1 : 0);
      expect(seen.silent > silentBefore).toBe(!refreshes);
      await attach(page, 'wh-2', 'cmp kept');
      await answered(page, 'Attached');
      const tokens = wire.map(({ headers }) => headers['authorization']);
      expect(new Set(tokens).size).toBe(2);

      await context.clearCookies();
      const ended = page.getByText('Your session has ended.', { exact: true });
      await expect(async () => {
        await page.clock.fastForward(60 * SECONDS);
        await expect(ended).toBeVisible({ timeout: SECONDS });
      }).toPass();
      const popup = context.waitForEvent('page');
      await page.getByRole('alert').getByRole('button', { name: 'Sign in' }).click();
      await signInAtServer(await popup, typed);
      await expect(ended).toBeHidden();
      await expect(campaignField(page)).toHaveValue('cmp kept');

      const isKnownThere = await signOut(page, profile, person);
      // Some products fail if `client_id` comes twice.
      expect(seen.doubled).toEqual([]);
      await signInButton(page).click();
      await expect(isKnownThere ? account(page, person) : page.getByLabel('Any name')).toBeVisible();
    });
  });
}

test.describe('hint-wanted', () => {
  test.use({ provider: 'hint-wanted' });

  test('shows the sign-in page, and /setup names the cure', async ({ page, person, configure }) => {
    await page.goto('/provider');
    await signInButton(page).click();
    await signInAtServer(page, person);
    await expect(account(page, person)).toBeVisible();
    await page.reload();
    await expect(signInButton(page)).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    const heading = page.getByRole('heading', { name: 'Silent sign-in', exact: true });
    const silent = page.getByRole('listitem').filter({ has: heading });
    await page.goto('/setup');
    await page.getByRole('button', { name: 'Run all checks' }).click();
    await expect(silent).toContainText('invalid_request: “id_token_hint is missing”');
    await expect(silent).toContainText('set oidc.silentSignIn to false, oidc.tokenStorage to "session"');

    await configure({ oidc: { silentSignIn: false, tokenStorage: 'session' } });
    await page.goto('/provider');
    // The server remembers the user.
    await signInButton(page).click();
    await expect(account(page, person)).toBeVisible();
    await page.reload();
    await expect(account(page, person)).toBeVisible();
    await account(page, person).click();
    await page.getByRole('link', { name: 'Check setup' }).click();
    await page.getByRole('button', { name: 'Run all checks' }).click();
    await expect(silent).toContainText('Passed');
    await expect(silent).toContainText('Switched off: oidc.silentSignIn is false');
  });
});
