import type { Page } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { field, row, watch } from './calls-kit.ts';
import { expect, signInAtServer, test } from './fixtures.ts';
import { accountSid } from './provider-kit.ts';
import { answered, attachButton, fill } from './webhooks-kit.ts';

type Part = 'BroadcastChannel' | 'localStorage' | 'sessionStorage' | 'indexedDB' | 'locks';

/** What Firefox does where a site may store nothing: to touch a part of it throws. */
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
  await page.getByRole('link', { name: 'Provider' }).click();
  await expect(accountSid(page)).toBeVisible();
};

// Without local storage, or without databases, more is looked at in the tests of what calls and bulk keep.
const cases: [name: string, parts: Part[]][] = [
  ['locks', ['locks']],
  ['all but the tab’s own storage', ['BroadcastChannel', 'localStorage', 'indexedDB', 'locks']],
];

for (const [name, parts] of cases) {
  test(`without ${name} people sign in and work in every area`, async ({ page, person, baseURL }) => {
    await block(page, parts, baseURL ?? '');
    await page.goto('/');
    await signInButton(page).click();
    await signInAtServer(page, person);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await expect(field(page)).toBeVisible();
    await workInEveryArea(page);
  });
}

test('without channels people sign in and work in every area; a reload and an ended session go by redirect, since no frame and no popup could answer', async ({
  page,
  person,
  baseURL,
  context,
}) => {
  await block(page, ['BroadcastChannel'], baseURL ?? '');
  await page.goto('/calls');
  await signInButton(page).click();
  await signInAtServer(page, person);
  await expect(page.getByRole('button', { name: `Account: ${person}` })).toBeVisible();
  await workInEveryArea(page);
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: `Account: ${person}` })).toBeVisible();
  await expect(page).toHaveURL(/\/webhooks$/);

  await fill(page, 'fail-401-x');
  await context.clearCookies();
  await attachButton(page).click();
  await expect(page.getByText('Your session has ended.', { exact: true })).toBeVisible();
  await page.getByRole('alert').getByRole('button', { name: 'Sign in' }).click();
  await signInAtServer(page, person);
  await expect(page.getByRole('button', { name: `Account: ${person}` })).toBeVisible();
  await expect(page).toHaveURL(/\/webhooks$/);
  expect(context.pages()).toHaveLength(1);
});

test('where the site may store nothing at all, the page says what is blocked and what to do', async ({
  page,
  baseURL,
}) => {
  const all: Part[] = ['BroadcastChannel', 'localStorage', 'sessionStorage', 'indexedDB', 'locks'];
  await block(page, all, baseURL ?? '');
  await page.goto('/calls');
  await signInButton(page).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Allow this site to store data in this browser, then try again.');
  await expect(alert).toContainText('storage_unavailable');
  await expectAccessible(page);
});
