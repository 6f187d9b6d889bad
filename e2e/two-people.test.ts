import type { Page } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { button, check, pairsField, row } from './bulk-kit.ts';
import { detail, field, row as callRow, share, watch } from './calls-kit.ts';
import { download, drag } from './files-kit.ts';
import { expect, signInAtServer, signInBehind, signOut, test } from './fixtures.ts';
import { authToken, fill as fillProvider } from './provider-kit.ts';
import { CALL, other, account, signInButton, sentAs, expectFresh, watchCall } from './two-people-kit.ts';

test('shows nothing of another person on Back', async ({ page, signIn, person, context, baseURL, wire }) => {
  await watchCall(page, signIn);
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await expect(page).toHaveURL(/\/webhooks$/);
  await test.step('drops the address if another tab signs out', async () => {
    const second = await context.newPage();
    await second.goto('/provider');
    await signOut(second);
    await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible();
    await expect(page).toHaveURL(/:\d+\/$/);
    await second.close();
  });
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

test(
  'restarts for another person',
  { tag: '@release' },
  async ({ page, signIn, person, context, baseURL, wire, configure }) => {
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
    await page.clock.install();
    await signIn('/provider');
    // What is typed and not sent must not keep the page of a user who is no longer signed in.
    await fillProvider(page);
    await test.step('who signs in in another tab', async () => {
      await signInBehind(page, baseURL ?? '', other(person));
      let loads = 0;
      for (const each of context.pages()) each.on('load', () => (loads += 1));
      const second = await context.newPage();
      second.on('load', () => (loads += 1));
      await second.goto(`/calls/${CALL}`);
      await expect(account(second, other(person))).toBeVisible();
      await expect(detail(second)).toContainText('In progress');
      await expect(account(page, other(person))).toBeVisible();
      await expect(page).toHaveURL(/\/calls$/);
      await expect(authToken(page)).toBeHidden();
      expect(sentAs(wire, person)).toEqual([]);
      await expect(detail(second)).toContainText('In progress');
      // Each has loaded once: two tabs do not answer each other for ever.
      await expect.poll(() => loads).toBe(2);
      await second.close();
    });

    await test.step('who signs in by popup', async () => {
      await context.clearCookies();
      // A younger token is not renewed.
      await page.clock.fastForward(61_000);
      await watch(page, 'fail-401-z');
      await expect(page.getByText('Your session has ended.', { exact: true })).toBeVisible();
      const popup = context.waitForEvent('page');
      await page.getByRole('alert').getByRole('button', { name: 'Sign in' }).click();
      await signInAtServer(await popup, `${person} third`);
      await expectFresh(page, wire, `${person} third`);
    });

    await test.step('who is asked for if the server has no sign-out', async () => {
      await account(page, `${person} third`).click();
      await page.getByRole('button', { name: 'Sign out' }).click();
      const words = page.getByRole('status').filter({ hasText: 'signed out' });
      await expect(words).toContainText('You’re signed out on this device');
      await expect(words).toContainText(`${new URL(authority).host} may still remember you.`);
      await expect(page).toHaveURL(/:\d+\/$/);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Use another account' }).click();
      await signInAtServer(page, `${person} fourth`);
      await expectFresh(page, wire, `${person} fourth`);
    });
  },
);

/** Checks a list and corrects a line of it. */
const editLine = async (page: Page) => {
  await check(page, 'cmp-1,wh-1\n,wh-2\ncmp-3,wh-3');
  await button(page, 'Fix line 2').press('Enter');
  await page.getByRole('textbox', { name: 'Campaign ID of line 2' }).fill('cmp-corrected');
  await page.keyboard.press('Enter');
  await expect(row(page, 2)).toContainText('cmp-corrected');
};

test('hands calls over, and keeps an edited check for its person', async ({
  page,
  signIn,
  person,
  baseURL,
  context,
}) => {
  const [noted, failed] = ['sim-900s-completed-1', 'sim-0s-failed-2'] as const;
  await signIn('/calls');
  await watch(page, `${noted} ${failed}`);
  await expect(callRow(page, failed)).toContainText('Failed');
  const newFailures = (tab: Page) => tab.getByRole('button', { name: /^New failures/ });
  await newFailures(page).click();
  await page.getByRole('button', { name: 'Mark as seen' }).click();
  await page.getByRole('button', { name: 'Show all' }).click();
  await callRow(page, noted).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Note…' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Ana asked twice');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Label…' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Label' }).fill('VIP');
  await page.keyboard.press('Enter');
  const file = await download(page, () => share(page, 'Hand over all 2 as CSV'));

  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('link', { name: 'Bulk' }).click();
  await editLine(page);
  await signInBehind(page, baseURL ?? '', other(person));
  const second = await context.newPage();
  await second.goto('/calls');
  await expect(account(page, other(person))).toBeVisible();
  await test.step('who gets calls handed over with notes, labels and seen failures', async () => {
    await expect(field(second)).toBeVisible();
    await drag(second, 'drop', file.text);
    const preview = second.getByRole('dialog', { name: 'Watch 2 calls?' });
    await expect(preview).toContainText('with 1 note, 1 label, 1 seen failure');
    await preview.getByRole('button', { name: 'Watch 2 calls' }).click();
    await expect(callRow(second, noted)).toContainText('Ana asked twice');
    await expect(callRow(second, failed)).toContainText('Failed');
    await expect(
      second.getByRole('button', { name: 'Label: All' }).or(second.getByRole('button', { name: 'Labels' })),
    ).toBeVisible();
    await expect(newFailures(second)).toBeHidden();
  });
  for (const tab of [page, second]) {
    await tab.getByRole('link', { name: 'Webhooks' }).click();
    await tab.getByRole('link', { name: 'Bulk' }).click();
    await expect(pairsField(tab)).toHaveValue('');
  }
  await signOut(second);
  await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible();
  await signInButton(page).click();
  await signInAtServer(page, person);
  await expect(account(page, person)).toBeVisible();
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('link', { name: 'Bulk' }).click();
  await expect(row(page, 2)).toContainText('cmp-corrected');
  await expect(button(page, 'Attach 3 pairs')).toBeEnabled();
});

test(
  'says that an edited list was too long to keep',
  { tag: '@release' },
  async ({ page, signIn, person, context }) => {
    await page.addInitScript(() => {
      const set: (this: Storage, ...item: string[]) => void = Reflect.get(Storage.prototype, 'setItem');
      Storage.prototype.setItem = function refuseLong(key, value) {
        if (key.startsWith('console.draft') && value.length > 300) throw new DOMException('full');
        set.call(this, key, value);
      };
    });
    await signIn('/webhooks/bulk');
    await editLine(page);
    const second = await context.newPage();
    await second.goto('/provider');
    await signOut(second);
    await signInButton(page).click();
    await signInAtServer(page, person);
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('link', { name: 'Bulk' }).click();
    await expect(page.getByRole('alert')).toContainText('Your last list was not kept');
  },
);
