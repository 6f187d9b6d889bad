import type { Page } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { look } from './bulk-kit.ts';
import { field, row, watch } from './calls-kit.ts';
import { expect, signInAtServer, signOut, test } from './fixtures.ts';
import { accountSid } from './provider-kit.ts';
import { answered, attachButton, fill } from './webhooks-kit.ts';

type Part = 'BroadcastChannel' | 'localStorage' | 'sessionStorage' | 'indexedDB' | 'locks';

/** As in Firefox when storage is blocked: every access throws. */
const block = (page: Page, parts: readonly Part[], origin: string) =>
  page.addInitScript(
    ([blocked, own]) => {
      if (location.origin !== own) return;
      const refuse = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
      for (const part of blocked) {
        const owner = part === 'locks' ? Navigator.prototype : window;
        if (part === 'BroadcastChannel') window.BroadcastChannel = refuse as never;
        else Object.defineProperty(owner, part, { configurable: true, get: refuse });
      }
    },
    [parts, origin] as const,
  );

const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });

/** Watches a call, attaches a webhook, and looks at the provider. */
const workInEveryArea = async (page: Page) => {
  await watch(page, 'sim-0s-completed');
  await expect(row(page, 'sim-0s-completed')).toContainText('Completed');
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await fill(page, 'wh-1');
  await attachButton(page).click();
  await answered(page, 'Attached');
  await expect(page.getByText('it ends when you close the page')).toBeVisible();
  await page.getByRole('link', { name: 'Provider' }).click();
  await expect(accountSid(page)).toBeVisible();
};

test('works for one page if storage is blocked', { tag: '@release' }, async ({ page, person, baseURL }) => {
  await block(page, ['BroadcastChannel', 'localStorage', 'indexedDB', 'locks'], baseURL ?? '');
  await page.goto('/');
  await signInButton(page).click();
  await signInAtServer(page, person);
  await expect(field(page)).toBeVisible();
  await workInEveryArea(page);
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('link', { name: 'Bulk', exact: true }).click();
  await expect(page.getByText('This browser blocks storage for this site.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Bulk needs this browser’s storage' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Pairs' })).toHaveCount(0);
  await look(page);
  await page.getByRole('link', { name: 'One pair at a time' }).click();
  await expect(attachButton(page)).toBeVisible();
  await page.goto('/calls');
  await signInButton(page).click();
  await expect(page.getByRole('heading', { name: 'No calls watched yet' })).toBeVisible();
});

test(
  'saves calls without local storage and channels',
  { tag: '@release' },
  async ({ page, person, baseURL, context }) => {
    await block(page, ['localStorage', 'BroadcastChannel'], baseURL ?? '');
    await page.clock.install();
    await page.goto('/calls');
    await signInButton(page).click();
    await signInAtServer(page, person);
    await watch(page, 'sample-ended');
    await expect(row(page, 'sample-ended')).toContainText('Completed');
    await page.reload();
    await signInButton(page).click();
    await expect(row(page, 'sample-ended')).toContainText('Completed');

    await test.step('and signs in again after a reload', async () => {
      await context.clearCookies();
      // A younger token is not renewed.
      await page.clock.fastForward(61_000);
      await watch(page, 'fail-401-x');
      await expect(page.getByText('Your session has ended.', { exact: true })).toBeVisible();
      await page.getByRole('alert').getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('alert').getByRole('button', { name: 'Reload' }).click();
      await signInButton(page).click();
      await signInAtServer(page, person);
      await expect(page.getByRole('button', { name: `Account: ${person}` })).toBeVisible();
      await expect(page).toHaveURL(/\/calls$/);
      expect(context.pages()).toHaveLength(1);
    });

    await test.step('and forgets them at sign-out', async () => {
      await page.getByRole('button', { name: /^More/ }).click();
      await page.getByRole('button', { name: 'Forget calls at sign-out' }).click();
      await signOut(page);
      await expect(page.getByText('None of your watched calls are kept in this browser.')).toBeVisible();
      expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toEqual(
        expect.not.arrayContaining([expect.stringMatching(/^calls-/)]),
      );
    });
  },
);

test('says what to do if all storage is blocked', async ({ page, baseURL }) => {
  const all: Part[] = ['BroadcastChannel', 'localStorage', 'sessionStorage', 'indexedDB', 'locks'];
  await block(page, all, baseURL ?? '');
  await page.goto('/calls');
  await signInButton(page).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Allow this site to store data in this browser, then try again.');
  await expect(alert).toContainText('storage_unavailable');
  await expectAccessible(page);
});
