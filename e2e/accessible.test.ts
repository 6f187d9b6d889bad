import type { Page } from 'playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts';

/** Wide and light, narrow and dark: every state is seen in both themes and at both ends of the layout. */
const LOOKS = [
  { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const;

const judge = async (page: Page) => {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
};

const fillProvider = async (page: Page, accountSid: string) => {
  await page.getByLabel('Account SID').fill(accountSid);
  await page.getByRole('textbox', { name: 'Auth token' }).fill('not-a-real-one');
  await page.getByLabel('Phone number').fill('+44 20 7946 0018');
  await page.getByRole('button', { name: 'Save configuration' }).click();
};

const fillPair = async (page: Page, webhookId: string) => {
  await page.getByRole('textbox', { name: 'Campaign ID' }).fill('cmp-renewals-2025-11');
  await page.getByRole('textbox', { name: 'Webhook ID' }).fill(webhookId);
  await page.getByRole('button', { name: 'Attach', exact: true }).click();
};

for (const look of LOOKS) {
  test.describe(`${look.colorScheme}, ${look.viewport.width} px wide`, () => {
    test.use(look);

    test('calls: empty, pasted, board, details, menus, offline', async ({ page, signIn, context }) => {
      await signIn('/calls');
      await judge(page);
      const field = page.getByLabel('Call IDs to watch');
      await field.fill(
        'sim-0s-completed, sim-0s-failed-object, sim-1s-running, sample-ended, sample-ended, gone',
      );
      await judge(page);
      await field.press('Enter');
      await expect(page.getByText('Not found').first()).toBeVisible();
      await judge(page);
      for (const id of ['sim-0s-failed-object', 'sim-1s-running', 'gone']) {
        await page.goto(`/calls/${id}`);
        await expect(
          page.getByRole('complementary', { name: 'Call detail' }).getByText('Last check', { exact: true }),
        ).toBeVisible();
        await judge(page);
      }
      await page.goto('/calls');
      await page.getByRole('button', { name: /^More/ }).click();
      await judge(page);
      await page.keyboard.press('Escape');
      await context.setOffline(true);
      await expect(page.getByText('This browser is offline.')).toBeVisible();
      await judge(page);
    });

    test('webhooks: empty, attached, failed, unknown, asking', async ({ page, signIn }) => {
      await signIn('/webhooks');
      await judge(page);
      await page.getByRole('button', { name: 'Attach', exact: true }).click();
      await judge(page);
      for (const [webhookId, says] of [
        ['wh-crm-lead-update', 'Attached'],
        ['fail-400', 'Attach failed'],
        ['drop-after', 'Outcome unknown'],
      ] as const) {
        await fillPair(page, webhookId);
        await expect(page.getByRole('heading', { name: says })).toBeVisible();
        await judge(page);
      }
      await page.getByRole('button', { name: 'Detach', exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await judge(page);
    });

    test('provider: idle, errors, rejected, unknown, saved, asking, deleted', async ({ page, signIn }) => {
      await signIn('/provider');
      await judge(page);
      await page.getByRole('button', { name: 'Save configuration' }).click();
      await expect(page.getByRole('heading', { name: 'Nothing was sent' })).toBeVisible();
      await judge(page);
      for (const [accountSid, says] of [
        ['fail-422', 'The service rejected these values'],
        ['drop-after', 'Outcome unknown'],
        ['AP4c19e7d0b25f83a6417e', 'Configuration accepted'],
      ] as const) {
        await fillProvider(page, accountSid);
        await expect(page.getByRole('heading', { name: says })).toBeVisible();
        await judge(page);
      }
      await page.getByRole('button', { name: 'Delete configuration…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Delete provider configuration?' });
      await expect(dialog).toBeVisible();
      await judge(page);
      await dialog.getByRole('textbox').fill('sandbox');
      await dialog.getByRole('button', { name: 'Delete configuration' }).click();
      await expect(page.getByRole('heading', { name: 'Configuration deleted' })).toBeVisible();
      await judge(page);
    });
  });
}
