import {
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectNoSidewaysScroll,
  NARROW,
} from './accessible.ts';
import { row, watch } from './calls-kit.ts';
import { expect, hold, test } from './fixtures.ts';

test('opens each area by a click and by keyboard alone', async ({ page, context, signIn, person }) => {
  await signIn('/nowhere');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to Calls' }).click();
  await expect(page).toHaveURL(/\/calls$/);
  const main = page.getByRole('navigation', { name: 'Main' });
  for (const area of ['Webhooks', 'Provider', 'Calls']) {
    await main.getByRole('link', { name: area }).click();
    await expect(page.getByRole('heading', { level: 1, name: area })).toBeFocused();
    await expect(main.getByRole('link', { name: area })).toHaveAttribute('aria-current', 'page');
    await expect(page).toHaveTitle(`${area} · Telephony Campaign Console`);
  }
  await main.getByRole('link', { name: 'Webhooks' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeFocused();
  await page.keyboard.press('/');
  await expect(page.getByRole('textbox', { name: 'Find or watch calls' })).toBeFocused();

  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
  const account = page.getByRole('button', { name: `Account: ${person}` });
  await account.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Keys' })).toBeFocused();
  const menu = page.getByRole('group', { name: 'Account menu' });
  for (const text of ['localhost:', 'Keys', 'Check setup']) await expect(menu).toContainText(text);
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: 'Help' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(account).toBeFocused();

  await test.step('follows the theme chosen in another tab', async () => {
    const other = await context.newPage();
    await other.goto('/provider');
    await other.getByRole('button', { name: /^Account:/ }).click();
    await other.getByRole('radio', { name: 'Dark' }).check();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });
});

test('links to other environments, and shows the help', async ({ page, signIn, configure }) => {
  const staging = 'https://staging.example/console/';
  await configure({
    title: 'Acme voice',
    environments: [
      { name: 'Sandbox', url: 'http://localhost/console' },
      { name: 'Staging', url: staging },
    ],
  });
  await signIn('/calls');
  await page.getByRole('link', { name: 'Provider' }).click();
  await expect(page).toHaveTitle('Provider · Acme voice');
  await expect(page.getByRole('banner')).toContainText('Acme voice');
  await page.getByRole('button', { name: 'Environment: Sandbox' }).press('Enter');
  const menu = page.getByRole('group', { name: 'Environments' });
  await expect(menu.getByRole('link', { name: 'Sandbox' })).toHaveAttribute('aria-current', 'true');
  await expect(menu.getByRole('link', { name: 'Staging' })).toHaveAttribute('href', staging);
  await expectAccessibleInBothSchemes(page, page.getByRole('banner'));
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  // Back closes the dialog first.
  await page.setViewportSize(NARROW);
  const account = page.getByRole('button', { name: /^Account:/ });
  await account.click();
  await page.getByRole('button', { name: 'Help' }).click();
  const help = page.getByRole('dialog', { name: 'Help' });
  for (const heading of ['What it can know', 'Calls', 'Webhooks', 'Provider', 'Everywhere'])
    await expect(help.getByRole('heading', { name: heading })).toBeVisible();
  await expect(help.getByRole('row', { name: /^Unknown/ })).toContainText('it may have been done');
  // Nothing of the notation is left. A name may have an underscore within.
  await expect(help).not.toContainText(/\*\*|\]\(|`|(?<!\w)_|_(?!\w)/);
  await expectAccessible(page, undefined, help);
  await page.goBack();
  await expect(help).toBeHidden();
  await expect(account).toBeFocused();
  await expect(page).toHaveURL(/\/provider$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/calls$/);
});

test('lists the keys by ?', async ({ page, signIn }) => {
  await signIn('/calls');
  const dialog = page.getByRole('dialog', { name: 'Keys' });
  const letGo = await hold(page, /\/assets\/TextDialog-/);
  await watch(page, 'sample-ended');
  await test.step('not while another dialog loads', async () => {
    await row(page, 'sample-ended').getByRole('link').focus();
    await page.keyboard.press('n');
    await page.keyboard.press('?');
    letGo();
    await expect(
      page.getByRole('dialog', { name: 'Note for sample-ended' }).getByRole('textbox'),
    ).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });
  await page.keyboard.press('?');
  for (const text of ['Keys?', 'Find or watch calls/a', 'UndoCtrl Z', 'Next call↓', 'Close the callEsc'])
    await expect(dialog).toContainText(text);
  await expectAccessible(page, undefined, dialog);
  await test.step('not by a single key if those are off', async () => {
    await dialog.getByLabel('Single-key shortcuts are on').uncheck();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.keyboard.press('?');
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('button', { name: 'Keys' }).click();
    await expect(dialog).toBeVisible();
  });
});

test(
  'fits any name, and begins the panel where a form ends',
  { tag: '@release' },
  async ({ page, signIn, person }) => {
    await signIn('/webhooks', {
      name: `${person} von-und-zu-hohenstein-wallerstein@customer-support.example`,
    });
    for (const width of [1440, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      const panels: (number | undefined)[] = [];
      for (const [area, last] of [
        ['Webhooks', page.getByLabel('Webhook ID', { exact: true })],
        ['Provider', page.getByLabel('Account SID')],
      ] as const) {
        await page.getByRole('link', { name: area }).click();
        await expect(last).toBeVisible();
        const box = await last.boundingBox();
        const panel = await page.getByRole('complementary').boundingBox();
        expect((panel?.x ?? 0) - (box?.x ?? 0) - (box?.width ?? 0)).toBeLessThanOrEqual(25);
        panels.push(panel?.x);
      }
      expect(panels[0]).toBe(panels[1]);
      await expectNoSidewaysScroll(page);
    }
    for (const width of [1023, 721, 719]) {
      await page.setViewportSize({ width, height: 768 });
      await expectNoSidewaysScroll(page);
    }
  },
);

test('keeps the page if a file is dropped on it', async ({ page, signIn }) => {
  await signIn('/provider');
  await page.getByLabel('Account SID').fill('AC-typed');
  const left = await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['x'], 'list.csv'));
    return ['dragover', 'drop'].filter((name) =>
      document.body.dispatchEvent(new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer })),
    );
  });
  expect(left).toEqual([]);
});
