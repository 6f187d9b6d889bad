import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright/test';
import { fullChromium } from '../scripts/browser.mjs';
import { expect, test as base } from './fixtures.ts';
import { accountSid, authToken, phoneNumber } from './provider-kit.ts';

const LOGIN = { username: 'me@example.com', password: 'my-own-password' };

/** Saves a login for the console's origin, as Chromium's own page for passwords does. */
const saveLogin = async (page: Page, origin: string) => {
  await page.goto('chrome://password-manager/passwords');
  await page.evaluate(
    async (login) => {
      const { chrome } = globalThis as unknown as {
        chrome: { passwordsPrivate: { addPassword: (given: object) => Promise<void> } };
      };
      await chrome.passwordsPrivate.addPassword({ ...login, note: '', useAccountStore: false });
    },
    { ...LOGIN, url: origin },
  );
};

// A profile of its own: the contexts of other tests have no password manager.
const test = base.extend({
  context: async ({ baseURL, viewport }, use) => {
    const profile = await mkdtemp(join(tmpdir(), 'console-profile-'));
    const context = await chromium.launchPersistentContext(profile, {
      ...fullChromium(),
      baseURL: baseURL ?? '',
      viewport,
    });
    await saveLogin(await context.newPage(), baseURL ?? '');
    await use(context);
    await context.close();
    rmSync(profile, { recursive: true });
  },
});

test.skip(fullChromium() === undefined, 'Only a Chromium with its user interface has a password manager');

test(
  'password managers leave the credentials alone',
  { tag: '@release' },
  async ({ page, context, signIn }) => {
    await signIn('/provider');
    // Chromium shows a page what it filled in only after the user did something.
    await phoneNumber(page).click();

    // It takes as long to fill in a login form of the same origin, which it does.
    const login = await context.newPage();
    await login.route('**/login', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<form><input aria-label="Name"><input type="password" aria-label="Password"></form>',
      }),
    );
    await login.goto('/login');
    await login.getByLabel('Name').click();
    await expect(login.getByLabel('Name')).toHaveValue(LOGIN.username);
    await expect(login.getByLabel('Password')).toHaveValue(LOGIN.password);

    await expect(accountSid(page)).toHaveValue('');
    await expect(authToken(page)).toHaveValue('');
    await expect(page.locator('input:autofill')).toHaveCount(0);
  },
);
