import type { Page } from 'playwright/test';
import { expectNoSidewaysScroll } from './accessible.ts';
import { button, check, dialog, heading, key } from './bulk-kit.ts';
import { holdWrites } from './sending-kit.ts';
import { detail, field, openCall, row, watch } from './calls-kit.ts';
import { expect, test } from './fixtures.ts';
import { fill, note, saveButton } from './provider-kit.ts';
import { expectNothingCovered } from './uncovered.ts';
import { answered, attach, detachButton, entries } from './webhooks-kit.ts';

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };

/** As it stands, on a desk and on a phone; nothing scrolls sideways, on a very small one neither. */
const lookAtBoth = async (page: Page) => {
  await page.setViewportSize({ ...NARROW, width: 320 });
  await expectNoSidewaysScroll(page);
  for (const size of [NARROW, WIDE]) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
    await expectNothingCovered(page);
  }
};

/** A menu, opened where it stands at either width. */
const lookIntoMenu = async (page: Page, menu: string | RegExp, entry: string) => {
  for (const size of [NARROW, WIDE]) {
    await page.setViewportSize(size);
    await page.getByRole('button', { name: menu }).click();
    await expect(page.getByRole('button', { name: entry })).toBeVisible();
    await expectNothingCovered(page);
    await page.keyboard.press('Escape');
  }
};

test(
  'no control is covered and nothing scrolls sideways on the sign-in page, the empty board, the board, a call and the timeline',
  { tag: '@story' },
  async ({ page, signIn }) => {
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    await lookAtBoth(page);
    await signIn('/calls');
    await expect(page.getByRole('heading', { name: 'No calls watched yet' })).toBeVisible();
    await lookAtBoth(page);
    await field(page).fill('sample-long record-unknown sim-0s-completed record-error-object nope fail-500');
    await lookAtBoth(page);
    await field(page).press('Enter');
    await expect(row(page, 'fail-500')).toContainText('Error 500');
    await lookAtBoth(page);
    await openCall(page, 'record-error-object');
    await expect(detail(page).getByRole('heading', { name: 'record-error-object' })).toBeVisible();
    await lookAtBoth(page);
    await page.keyboard.press('Escape');
    await row(page, 'nope').getByRole('checkbox').check();
    await lookAtBoth(page);
    await page.keyboard.press('Escape');
    await lookIntoMenu(page, 'More', 'Copy all IDs');
    await lookIntoMenu(page, 'Views', 'Copy link to this view');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('button', { name: 'Save or manage views…' }).click();
    await expect(page.getByRole('dialog', { name: 'Views' })).toBeVisible();
    await lookAtBoth(page);
    await page.keyboard.press('Escape');
    await page.getByRole('radio', { name: 'Timeline', exact: true }).check();
    await expect(page.getByRole('application', { name: 'Timeline of calls' })).toBeVisible();
    await lookAtBoth(page);
  },
);

test(
  'a row is opened by a press anywhere in it, but not where its box is pressed or text is selected',
  { tag: '@story' },
  async ({ page, signIn }) => {
    const ids = ['sample-long', 'record-unknown', 'nope', 'fail-500'];
    await signIn('/calls');
    await watch(page, ids.join(' '));
    await expect(row(page, 'fail-500')).toContainText('Error 500');
    for (const id of ids) {
      await row(page, id).getByRole('cell').nth(4).click();
      await expect(page).toHaveURL(new RegExp(`/calls/${id}$`));
      await expect(row(page, id).getByRole('link')).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(page).toHaveURL(/\/calls$/);
    }
    await row(page, 'nope').getByRole('checkbox').click();
    await expect(row(page, 'nope').getByRole('checkbox')).toBeChecked();
    const words = row(page, 'nope').getByText('Service answered 404 for this ID');
    const { x = 0, y = 0, width = 0, height = 0 } = (await words.boundingBox()) ?? {};
    await page.mouse.move(x + width - 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + 2, y + height / 2, { steps: 5 });
    await page.mouse.up();
    expect(await page.evaluate(() => String(getSelection()))).toContain('answered 404');
    await expect(page).toHaveURL(/\/calls$/);
    await page.setViewportSize(NARROW);
    await row(page, 'fail-500').getByText('something broke on our side').click();
    await expect(page).toHaveURL(/\/calls\/fail-500$/);
  },
);

test(
  'no control is covered and nothing scrolls sideways where calls are imported, in the account’s menu, in the list of keys and in the commands',
  { tag: '@story' },
  async ({ page, signIn }) => {
    await signIn('/calls');
    await field(page).fill(Array.from({ length: 60 }, (_, at) => `sim-600s-completed-${at}`).join(' '));
    await lookAtBoth(page);
    await field(page).fill('');
    const link = Array.from({ length: 60 }, (_, at) => `id=sim-600s-completed-${at}`).join('&');
    await page.goto(`/calls?${link}`);
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Watch 60 calls' })).toBeVisible();
    await lookAtBoth(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Watch 60 calls' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await lookAtBoth(page);
    await lookIntoMenu(page, /^Account:/, 'Sign out');
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await lookAtBoth(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+k');
    await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
    await lookAtBoth(page);
  },
);

test(
  'no control is covered and nothing scrolls sideways at the provider’s form, its answers and its dialogs',
  { tag: '@story' },
  async ({ page, signIn }) => {
    await signIn('/provider');
    await lookAtBoth(page);
    await saveButton(page).click();
    await expect(note(page, 'Nothing was sent')).toBeVisible();
    await lookAtBoth(page);
    await fill(page);
    await saveButton(page).click();
    await expect(note(page, 'Configuration accepted')).toBeVisible();
    await lookAtBoth(page);
    await page.getByRole('button', { name: 'Delete configuration…' }).click();
    await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible();
    await lookAtBoth(page);
    await page.keyboard.press('Escape');
    await fill(page, { sid: 'unsaved' });
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
    await lookAtBoth(page);
  },
);

test(
  'no control is covered and nothing scrolls sideways at one pair, its history, its dialogs and the names',
  { tag: '@story' },
  async ({ page, signIn }) => {
    await signIn('/webhooks');
    await lookAtBoth(page);
    for (const [id, title] of [
      ['wh-1', 'Attached'],
      ['fail-400', 'Attach failed'],
      ['drop-after', 'Outcome unknown'],
    ] as const) {
      await attach(page, id);
      await answered(page, title);
      await lookAtBoth(page);
    }
    await expect(entries(page)).toHaveCount(3);
    await detachButton(page).click();
    await expect(page.getByRole('dialog', { name: 'Detach this webhook?' })).toBeVisible();
    await lookAtBoth(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Names…' }).click();
    const names = dialog(page, 'Names');
    await names.getByLabel('Campaign ID').fill('cmp-1');
    await names.getByLabel('Name', { exact: true }).fill('Renewals');
    await page.keyboard.press('Enter');
    await expect(names.getByRole('textbox', { name: 'Name of campaign cmp-1' })).toBeVisible();
    await lookAtBoth(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByRole('search').getByRole('button', { name: 'Search' }).click();
    await lookAtBoth(page);
  },
);

test(
  'no control is covered and nothing scrolls sideways on the way to many pairs, while they are sent, after it and at a line; a press on a row opens it',
  { tag: '@story' },
  async ({ page, signIn }) => {
    test.slow();
    const gate = await holdWrites(page);
    await signIn('/webhooks/bulk');
    await lookAtBoth(page);
    await button(page, 'Every webhook × every campaign').click();
    await lookAtBoth(page);
    await button(page, 'Paste pairs').click();
    const lines = Array.from({ length: 40 }, (_, at) => `cmp-${at % 3},wh-${at}`);
    await check(page, ['campaign,webhook', 'cmp-1,', ...lines].join('\n'));
    await lookAtBoth(page);
    await button(page, 'Fix line 2').click();
    await expect(page.getByRole('textbox', { name: 'Webhook ID of line 2' })).toBeFocused();
    await lookAtBoth(page);
    await page.keyboard.press('Escape');
    await button(page, 'Attach 40 pairs').click();
    await gate.release(6);
    await expect(key(page, 'Attached 6')).toBeVisible();
    await lookAtBoth(page);
    await button(page, 'Pause').click();
    await gate.release(4);
    await expect(heading(page, 'Paused: 40 pairs')).toBeVisible();
    await lookAtBoth(page);
    for (const line of [3, 5]) {
      await page
        .getByRole('row')
        .filter({ has: page.getByRole('cell', { name: String(line), exact: true }) })
        .getByRole('cell')
        .nth(2)
        .click();
      await expect(dialog(page, `Line ${line}`)).toBeVisible();
      await lookAtBoth(page);
      await page.keyboard.press('Escape');
      await expect(dialog(page, `Line ${line}`)).toBeHidden();
    }
    await button(page, 'Stop run…').click();
    await expect(dialog(page, 'Stop this run?')).toBeVisible();
    await lookAtBoth(page);
    await page.keyboard.press('Escape');
    await gate.open();
    await button(page, 'Resume').click();
    await expect(heading(page, 'Finished: 40 of 40 attached')).toBeVisible();
    await lookAtBoth(page);
  },
);
