import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts';

test('each area is a click away, and a key', async ({ page, signIn }) => {
  await signIn('/');
  await expect(page).toHaveURL(/\/calls$/);
  const main = page.getByRole('navigation', { name: 'Main' });
  for (const area of ['Webhooks', 'Provider', 'Calls']) {
    await main.getByRole('link', { name: area }).click();
    await expect(page.getByRole('heading', { level: 1, name: area })).toBeVisible();
    await expect(main.getByRole('link', { name: area })).toHaveAttribute('aria-current', 'page');
    await expect(page).toHaveTitle(`${area} · Telephony Campaign Console`);
  }
  await page.keyboard.press('g');
  await page.keyboard.press('w');
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByLabel('Call IDs to watch')).toBeFocused();
});

test('the list of keys opens with ?, and single keys can be switched off', async ({ page, signIn }) => {
  await signIn('/provider');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  // The page may be seen a moment before it listens.
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(dialog).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expectAccessible(page);
  await dialog.getByLabel('Single-key shortcuts are on').uncheck();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('?');
  await expect(dialog).toBeHidden();
});

test('the theme is the person’s choice and stays', async ({ page, signIn, person }) => {
  await signIn('/provider');
  await page.getByRole('button', { name: `Account: ${person}` }).click();
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('the account menu works by keyboard alone', async ({ page, signIn, person }) => {
  await signIn('/provider');
  const account = page.getByRole('button', { name: `Account: ${person}` });
  await account.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Keyboard shortcuts' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(account).toBeFocused();
});

test('an address that leads nowhere says so', async ({ page, signIn }) => {
  await signIn('/nowhere');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to Calls' }).click();
  await expect(page).toHaveURL(/\/calls$/);
});

test('skip link, first by keyboard, leads to the content', async ({ page, signIn }) => {
  await signIn('/provider');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
});

test('nothing scrolls sideways at 390 and 320 px', async ({ page, signIn }) => {
  const check = async () => {
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await expectNoSidewaysScroll(page);
    }
  };
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await check();
  await signIn('/calls');
  for (const area of ['Webhooks', 'Provider', 'Calls']) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: area }).click();
    await expect(page.getByRole('heading', { level: 1, name: area })).toBeVisible();
    await check();
  }
});
