import type { Page } from 'playwright/test';
import { expectAccessible, expectAccessibleInBothSchemes, expectNoSidewaysScroll } from './accessible.ts';
import { begin, heading } from './bulk-kit.ts';
import { field, openCall, row, stopClock } from './calls-kit.ts';
import { expect, test } from './fixtures.ts';
import { answered, attach, entries } from './webhooks-kit.ts';

test('each area is a click away, and a key; an address that leads nowhere says so; the theme stays', async ({
  page,
  signIn,
  person,
}) => {
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
  // On a busy machine the second key may come too late for the first.
  await expect(async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('w');
    await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeFocused({ timeout: 1000 });
  }).toPass();
  await page.keyboard.press('/');
  await expect(page.getByLabel('Call IDs to watch')).toBeFocused();

  await page.getByRole('button', { name: `Account: ${person}` }).click();
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('by keyboard alone: the skip link, the account menu, the list of keys, and single keys switched off', async ({
  page,
  signIn,
  person,
}) => {
  await signIn('/provider');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();

  const account = page.getByRole('button', { name: `Account: ${person}` });
  await account.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Commands', exact: true })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: 'Keyboard shortcuts' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(account).toBeFocused();

  // By now the page listens: it has answered to other keys.
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.keyboard.press('?');
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Single-key shortcuts are on').uncheck();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('?');
  await expect(dialog).toBeHidden();
});

/** All times of day on the page, to the second, in their order, written and read aloud; not those that the service wrote. */
const timesOn = (page: Page) =>
  page.evaluate(() => {
    const elements = [...document.body.querySelectorAll('*')];
    const read = elements.map((element) => element.getAttribute('aria-label') ?? '');
    const nodes = elements.flatMap((element) => Array.from(element.childNodes));
    const written = nodes.flatMap((node) => (node instanceof Text ? node.data : []));
    return [...read, ...written].flatMap((text) => text.match(/(?<![\dT:])\d\d:\d\d:\d\d/g) ?? []);
  });

test.describe('far from Greenwich', () => {
  test.use({ timezoneId: 'Asia/Kolkata' });

  test('all times are local or in UTC, as was chosen: at once, in other tabs too, and the page says which', async ({
    page,
    context,
    signIn,
  }) => {
    const AHEAD_S = 5.5 * 3600;
    const seconds = (time: string) => Number(new Date(`1970-01-01T${time}Z`)) / 1000;
    /** Switches, and expects each time on the page to be another by the offset. */
    const expectSwitch = async (to: 'Local' | 'UTC') => {
      const before = await timesOn(page);
      expect(before).not.toEqual([]);
      await page.getByRole('button', { name: /^Account:/ }).click();
      await page.getByRole('radio', { name: to, exact: true }).check();
      await page.keyboard.press('Escape');
      const after = (await timesOn(page)).map(seconds);
      const by = to === 'UTC' ? -AHEAD_S : AHEAD_S;
      expect(after).toEqual(before.map((time) => (seconds(time) + by + 86_400) % 86_400));
    };
    await page.clock.install();
    await signIn('/calls');
    await field(page).fill('record-iso sample-completes record-error-object fail-500');
    await field(page).press('Enter');
    await expect(row(page, 'fail-500')).toContainText('Error 500');
    await expect(row(page, 'record-error-object')).toContainText('Failed');
    await openCall(page, 'record-error-object');
    await expect(page.getByText('Times in Local time, UTC+5:30')).toBeVisible();
    await stopClock(page);
    await expectSwitch('UTC');
    await expect(page.getByText('Times in UTC', { exact: true })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Started' })).toHaveAttribute(
      'title',
      'Times in UTC',
    );
    await expectSwitch('Local');
    await expectSwitch('UTC');
    await page.clock.resume();

    await page.getByRole('link', { name: 'Webhooks' }).click();
    await attach(page, 'wh-1');
    await answered(page, 'Attached');
    await expect(entries(page)).toHaveCount(1);
    await stopClock(page);
    await expectSwitch('Local');

    const other = await context.newPage();
    await other.goto('/provider');
    await expect(other.getByText('Times in Local time, UTC+5:30')).toBeVisible();
    await other.getByRole('button', { name: /^Account:/ }).click();
    await other.getByRole('radio', { name: 'UTC', exact: true }).check();
    await expect(page.getByText('Times in UTC', { exact: true })).toBeVisible();
    await other.getByRole('radio', { name: 'Dark' }).check();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.reload();
    await expect(page.getByText('Times in UTC', { exact: true })).toBeVisible();
  });
});

test('Ctrl K finds areas, views, runs, settings and calls by keyboard alone, loses nothing that was typed, and gives the keyboard back', async ({
  page,
  signIn,
  configure,
}) => {
  await configure({ calls: { views: [{ name: 'Only failures', search: 'show=failed' }] } });
  const palette = page.getByRole('dialog', { name: 'Commands' });
  const input = palette.getByRole('combobox', { name: 'Command or call ID' });
  const active = palette.getByRole('option', { selected: true });
  const find = async (text: string, option: string | RegExp) => {
    await page.keyboard.press('Control+k');
    await expect(input).toBeFocused();
    await page.keyboard.type(text);
    await expect(active).toHaveAccessibleName(option);
    await expect(input).toHaveAttribute('aria-activedescendant', (await active.getAttribute('id')) ?? '');
  };
  const run = async (text: string, option: string | RegExp) => {
    await find(text, option);
    await page.keyboard.press('Enter');
    await expect(palette).toBeHidden();
  };
  // They come late.
  let letCome = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route(/Palette-.*\.js$/, async (route) => {
    await asked;
    await route.continue();
  });
  await signIn('/provider');
  await page.getByLabel('Account SID').fill('AC-not-saved');
  await page.keyboard.press('Control+k');
  // `a` goes to the calls otherwise, and the field had the keyboard.
  await page.keyboard.type('utcx');
  await page.keyboard.press('Backspace');
  // Whoever goes to a field meanwhile types there.
  await page.getByLabel('Auth token', { exact: true }).click();
  await page.keyboard.type('for-this-field');
  await expect(page.getByLabel('Auth token', { exact: true })).toHaveValue('for-this-field');
  await page.getByLabel('Auth token', { exact: true }).fill('');
  await page.getByLabel('Account SID').click();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('utcx');
  await page.keyboard.press('Backspace');
  letCome();
  await expect(input).toHaveValue('utc');
  await expect(page.getByLabel('Account SID')).toHaveValue('AC-not-saved');
  const top = async () => (await input.boundingBox())?.y;
  const atOne = await top();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await expect(palette.getByRole('option')).not.toHaveCount(1);
  // The field stays where it is, however long the list.
  expect(await top()).toBe(atOne);
  await page.keyboard.press('Escape');
  await find('attach many', 'Attach or detach many webhooks');
  await expectAccessibleInBothSchemes(page);
  // In its place the console's own question is asked, and nothing opens over that.
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(palette).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(page.getByLabel('Account SID')).toBeFocused();
  await expect(page.getByLabel('Account SID')).toHaveValue('AC-not-saved');
  await page.keyboard.press('Control+k');
  await expect(input).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Account SID')).toBeFocused();
  await page.getByLabel('Account SID').fill('');

  await find('delete', 'Provider');
  await page.keyboard.press('Escape');
  await run('attach webh', 'Attach or detach a webhook');
  await expect(page.getByLabel('Campaign ID', { exact: true })).toBeFocused();
  await run('many', 'Attach or detach many webhooks');
  await begin(page, ['cmp-1,wh-1']);
  await expect(heading(page, 'Finished: 1 of 1 attached')).toBeVisible();
  await run('prov', 'Provider');
  await expect(page.getByRole('heading', { level: 1, name: 'Provider' })).toBeFocused();
  await run('finished', /^Finished: 1 of 1 attached/);
  await expect(page).toHaveURL(/\/webhooks\/bulk\/.+/);
  await run('sample-long', 'Watch call sample-long');
  await expect(page).toHaveURL(/\/calls\/sample-long$/);
  await expect(row(page, 'sample-long')).toBeVisible();
  await find('ample-l', /^Open call sample-long/);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('nope fail-500');
  await expect(active).toHaveAccessibleName('Watch 2 calls…');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Watch 2 calls' }).click();
  await expect(row(page, 'fail-500')).toContainText('Error 500');
  await run('only', 'Only failures');
  await expect(page).toHaveURL(/\/calls\?show=failed$/);
  await run('filter', 'Filter calls');
  await expect(page.getByRole('searchbox')).toBeFocused();

  await run('dark', 'Use the dark theme');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await run('utc', 'Show times in UTC');
  await expect(page.getByText('Times in UTC', { exact: true })).toBeVisible();
  await find('', 'Calls');
  await page.keyboard.press('ArrowUp');
  await expect(active).toHaveAccessibleName('Sign out');
  await page.keyboard.press('ArrowDown');
  await expect(active).toHaveAccessibleName('Calls');
  await page.keyboard.type('"');
  await page.keyboard.press('Enter');
  await expect(palette.getByRole('status')).toHaveText('Nothing found');
  await page.keyboard.press('Escape');
  await run('keys', 'Keyboard shortcuts');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText(
    'Find a command or a call',
  );
  await page.keyboard.press('Escape');
  await run('sign', 'Sign out');
  await expect(page.getByRole('heading', { name: 'You’re signed out' })).toBeVisible();
});

test('a name of any length fits into the bar', async ({ page, signIn, person }) => {
  await signIn('/calls', { name: `${person} von-und-zu-hohenstein-wallerstein@customer-support.example` });
  for (const width of [1024, 1023, 721, 719]) {
    await page.setViewportSize({ width, height: 768 });
    await expectNoSidewaysScroll(page);
  }
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('the commands are opened and run by touch', async ({ page, signIn }) => {
    await signIn('/calls');
    await page.getByRole('button', { name: /^Account:/ }).tap();
    await page.getByRole('button', { name: 'Commands', exact: true }).tap();
    const palette = page.getByRole('dialog', { name: 'Commands' });
    await expect(palette.getByRole('combobox', { name: 'Command or call ID' })).toBeFocused();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await palette.getByRole('option', { name: 'Provider' }).tap();
    await expect(palette).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: 'Provider' })).toBeFocused();
  });
});
