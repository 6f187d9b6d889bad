import type { Page } from 'playwright/test';
import { expectAccessible, expectAccessibleInBothSchemes, expectNoSidewaysScroll } from './accessible.ts';
import { detail, field, openCall, row, stopClock, watch } from './calls-kit.ts';
import { expect, hold, test } from './fixtures.ts';
import { answered, attach, entries } from './webhooks-kit.ts';

test('opens each area by a click and by keyboard alone', async ({ page, signIn, person }) => {
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
  await expect(page.getByLabel('Call IDs to watch')).toBeFocused();

  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
  const account = page.getByRole('button', { name: `Account: ${person}` });
  await account.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Commands and keys' })).toBeFocused();
  const menu = page.getByRole('group', { name: 'Account menu' });
  for (const text of ['localhost:', 'Times in', 'Commands and keys', 'Check setup', 'Back up…', 'Restore…'])
    await expect(menu).toContainText(text);
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('link', { name: 'Check setup' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(account).toBeFocused();
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

const CALLS = [
  ['record-iso', 'Completed'],
  ['sample-ended', 'Completed'],
  ['record-error-object', 'Failed'],
  ['fail-500', 'error 500'],
] as const;

test.describe('far from Greenwich', () => {
  test.use({ timezoneId: 'Asia/Kolkata' });

  test('shows all times local or in UTC', async ({ page, context, signIn }) => {
    const AHEAD_S = 5.5 * 3600;
    const ZONES = { Local: 'Times in local time, UTC+5:30', UTC: 'Times in UTC' };
    const seconds = (time: string) => Number(new Date(`1970-01-01T${time}Z`)) / 1000;
    /** Switches, and expects each time on the page to be another by the offset. */
    const expectSwitch = async (to: 'Local' | 'UTC') => {
      const before = await timesOn(page);
      expect(before).not.toEqual([]);
      await page.getByRole('button', { name: /^Account:/ }).click();
      await page.getByRole('radio', { name: to, exact: true }).check();
      await expect(page.getByText(ZONES[to], { exact: true })).toBeVisible();
      await page.keyboard.press('Escape');
      const by = to === 'UTC' ? -AHEAD_S : AHEAD_S;
      await expect
        .poll(async () => (await timesOn(page)).map(seconds))
        .toEqual(before.map((time) => (seconds(time) + by + 86_400) % 86_400));
    };
    await page.clock.install();
    await signIn('/calls');
    await field(page).fill(CALLS.map(([id]) => id).join(' '));
    await field(page).press('Enter');
    // All have answered: no time comes later.
    for (const [id, state] of CALLS) await expect(row(page, id)).toContainText(state);
    await openCall(page, 'record-error-object');
    await expect(detail(page).getByRole('list', { name: 'Status history' })).toContainText('Failed');
    await stopClock(page);
    await expectSwitch('UTC');
    await expect(page.getByRole('columnheader', { name: 'Checked' })).toHaveAttribute(
      'title',
      'Times in UTC',
    );
    await page.clock.resume();

    await page.getByRole('link', { name: 'Webhooks' }).click();
    await attach(page, 'wh-1');
    await answered(page, 'Attached');
    await expect(entries(page)).toHaveText([/Attached wh-1/]);
    await stopClock(page);
    await expectSwitch('Local');

    await test.step('and follows another tab', async () => {
      await page.clock.resume();
      const other = await context.newPage();
      await other.goto('/provider');
      await other.getByRole('button', { name: /^Account:/ }).click();
      await other.getByRole('radio', { name: 'UTC', exact: true }).check();
      await other.getByRole('radio', { name: 'Dark' }).check();
      await page.getByRole('button', { name: /^Account:/ }).click();
      await expect(page.getByText(ZONES.UTC, { exact: true })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    });
  });
});

/** The open list of commands, and how a command is found and run by the keyboard alone. */
const paletteOf = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Commands and keys' });
  const input = dialog.getByRole('combobox', { name: 'Command or call ID' });
  const active = dialog.getByRole('option', { selected: true });
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
    await expect(dialog).toBeHidden();
  };
  return { dialog, input, active, find, run };
};

test('opens the commands by Ctrl K and ?', async ({ page, signIn }) => {
  await signIn('/calls');
  const { dialog, input, active, find } = paletteOf(page);
  await test.step('before the other parts are loaded, and takes what is typed at once', async () => {
    const letGo = await hold(page, /\/assets\//);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('filter');
    await expect(active).toHaveAccessibleName(/^Filter calls/);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Call IDs to watch')).toBeFocused();
    letGo();
  });
  const letGo = await hold(page, /\/assets\/TextDialog-/);
  await page.keyboard.press('Escape');
  await watch(page, 'sample-ended');
  // Its status, which is a command too, doesn't change any more.
  await expect(row(page, 'sample-ended')).toContainText('Completed');
  await test.step('not while another dialog loads', async () => {
    await row(page, 'sample-ended').focus();
    await page.keyboard.press('n');
    await page.keyboard.press('?');
    letGo();
    await expect(page.getByRole('dialog', { name: 'Note for 1 call' }).getByRole('textbox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });
  await page.keyboard.press('?');
  await expect(input).toBeFocused();
  const byQuestionMark = await dialog.getByRole('option').allTextContents();
  expect(byQuestionMark).toEqual(expect.arrayContaining(['Check setup', 'Back up…', 'Restore…']));
  await expect(dialog.getByRole('group', { name: 'Go to', exact: true })).toBeVisible();
  await expect(dialog.getByRole('group', { name: 'Calls', exact: true })).toContainText('Filter calls/');
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Call IDs to watch')).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(input).toBeFocused();
  expect(await dialog.getByRole('option').allTextContents()).toEqual(byQuestionMark);
  await page.keyboard.press('ArrowUp');
  await expect(active).toHaveAccessibleName('Sign out');
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  const top = async () => (await input.boundingBox())?.y;
  const atFull = await top();

  await test.step('finds calls, and nothing for unknown text', async () => {
    await input.fill('ample-e');
    await expect(active).toHaveAccessibleName('sample-ended');
    await input.fill('sample-endedness');
    await expect(dialog.getByText('Nothing found')).toBeVisible();
    // The field stays in its place, however long the list is.
    expect(await top()).toBe(atFull);
    await expect(active).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    await input.fill('sample-e');
    await expect(active).toHaveAccessibleName('sample-ended');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/calls\/sample-ended$/);
  });

  await test.step('not by a single key if those are off', async () => {
    await page.keyboard.press('?');
    await dialog.getByLabel('Single-key shortcuts are on').uncheck();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.keyboard.press('?');
    await expect(dialog).toBeHidden();
  });

  await find('sign out', 'Sign out');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your 1 watched call is kept in this browser')).toBeVisible();
});

test('has what the menus offer in the commands', async ({ page, signIn }) => {
  await signIn('/calls');
  const { dialog, input, find, run } = paletteOf(page);
  await watch(page, 'sample-ended');
  await expect(row(page, 'sample-ended')).toContainText('Completed');
  const offered: string[] = [];
  for (const [trigger, menu] of [
    [/^Account:/, 'Account menu'],
    [/^More/, 'More'],
    ['Lists', 'Lists'],
  ] as const) {
    await page.getByRole('button', { name: trigger }).click();
    const items = page
      .getByRole('group', { name: menu, exact: true })
      .locator('> :is(button, a):not(:has(span))');
    offered.push(
      ...(await items.evaluateAll((all) => all.map((each) => each.childNodes[1]?.textContent ?? ''))),
    );
    await page.keyboard.press('Escape');
  }
  await page.keyboard.press('Control+k');
  await expect(input).toBeFocused();
  const listed = (await dialog.getByRole('option').allTextContents()).join('\n');
  expect(offered.filter((label) => !listed.includes(label))).toEqual([]);
  await page.keyboard.press('Escape');

  await run('theme dark', 'Theme: Dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await run('forget', 'Turn on “Forget calls at sign-out”');
  await find('forget', 'Turn off “Forget calls at sign-out”');
  await page.keyboard.press('Escape');
  await run('clear', 'Clear the board');
  await expect(page.getByRole('heading', { name: 'No calls watched yet' })).toBeVisible();

  await test.step('once for a held Enter', async () => {
    await find('back up', 'Back up…');
    await page.keyboard.down('Enter');
    const backup = page.getByRole('dialog', { name: 'Back up' });
    await expect(backup.getByRole('button', { name: 'Download' })).toBeFocused();
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await expect(backup.getByRole('button', { name: 'Download' })).not.toHaveAttribute('aria-disabled');
    await expect(backup).toBeVisible();
    await expect(page.getByText('Backup made')).toBeHidden();
  });
});

test('has what Webhooks offers in the commands', async ({ page, signIn }) => {
  await signIn('/webhooks');
  await attach(page, 'wh-1');
  await answered(page, 'Attached');
  const { find, run } = paletteOf(page);
  await find('one pair', 'One pair: attach or detach a webhook');
  await page.keyboard.press('Escape');
  await find('bulk', 'Bulk: attach or detach many webhooks');
  await page.keyboard.press('Escape');
  const downloading = page.waitForEvent('download');
  await run('export', 'Export what was sent from this browser');
  expect((await downloading).suggestedFilename()).toMatch(/^sent-from-this-browser/);
  await run('campaigns', 'Campaigns and their webhooks');
  for (const [command, title] of [
    ['Replace a webhook…', 'Replace a webhook everywhere'],
    ['Set webhooks…', 'Set the webhooks of a campaign'],
  ] as const) {
    await expect(page.getByRole('button', { name: command, exact: true })).toBeVisible();
    await run(command, command);
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
    await page.keyboard.press('Escape');
  }
});

test('gives focus back after a command', async ({ page, signIn }) => {
  await signIn('/provider');
  const { dialog, find, run } = paletteOf(page);
  const account = page.getByLabel('Account SID');
  await account.fill('AC-not-saved');
  await find('attach many', 'Bulk: attach or detach many webhooks');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(account).toBeFocused();
  await expect(account).toHaveValue('AC-not-saved');
  await find('', /./);
  await page.keyboard.press('Escape');
  await expect(account).toBeFocused();
  await account.fill('');

  await run('attach webh', 'One pair: attach or detach a webhook');
  await expect(page.getByLabel('Campaign ID', { exact: true })).toBeFocused();
  await run('prov', 'Provider');
  await expect(page.getByRole('heading', { level: 1, name: 'Provider' })).toBeFocused();
  await run('filter', /^Filter calls/);
  await expect(page.getByLabel('Call IDs to watch')).toBeFocused();
});

test('fits any name, and begins the panel where a form ends', async ({ page, signIn, person }) => {
  await signIn('/webhooks', { name: `${person} von-und-zu-hohenstein-wallerstein@customer-support.example` });
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
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('opens and runs commands by touch', async ({ page, signIn }) => {
    await signIn('/calls');
    await page.getByRole('button', { name: /^Account:/ }).tap();
    await page.getByRole('button', { name: 'Commands and keys' }).tap();
    const palette = page.getByRole('dialog', { name: 'Commands' });
    await expect(palette.getByRole('combobox', { name: 'Command or call ID' })).toBeFocused();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await palette.getByRole('option', { name: 'Provider' }).tap();
    await expect(palette).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: 'Provider' })).toBeFocused();
  });
});
