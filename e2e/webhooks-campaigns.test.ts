import type { Page } from 'playwright/test';
import { begin, button, dialog, heading, sentIds } from './bulk-kit.ts';
import { download, drag } from './files-kit.ts';
import { expect, test } from './fixtures.ts';
import { actOn, answered, attach, changeStored, entries, rowMenu, writes } from './webhooks-kit.ts';

const filter = (page: Page) => page.getByRole('searchbox', { name: 'Filter pairs' });
const rows = (page: Page) => page.getByRole('table').locator('tbody tr:not([aria-hidden])');

const send = async (page: Page, pairs: readonly string[]) => {
  await begin(page, pairs);
  await expect(heading(page, /^Finished/)).toBeVisible();
  await page.getByRole('link', { name: 'Campaigns' }).click();
};

test('lists what was last accepted, and what is unknown', async ({ page, signIn }) => {
  await signIn('/webhooks/bulk');
  await send(page, ['spring,wh-1', 'spring,detach-drop-after', 'spring,attach-fail-400', 'autumn,wh-1']);

  await test.step('detaches one after the other by keyboard', async () => {
    await page.getByRole('button', { name: 'Attached 3' }).click();
    await rowMenu(page, 'wh-1 of autumn').focus();
    const next = rowMenu(page, 'detach-drop-after of spring');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(rowMenu(page, 'wh-1 of autumn')).toHaveCount(0);
    await expect(next).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await dialog(page, 'Detach this webhook?').getByRole('button', { name: 'Detach' }).click();
    await page.getByRole('button', { name: /^All / }).click();
  });
  await test.step('leads from row to row by arrow keys', async () => {
    await rowMenu(page, 'wh-1 of autumn').focus();
    await page.keyboard.press('ArrowDown');
    await expect(rowMenu(page, 'campaign spring')).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(rowMenu(page, 'wh-1 of autumn')).toBeFocused();
    await page.getByRole('checkbox', { name: 'Select wh-1 of autumn' }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('checkbox', { name: 'Select all shown of campaign spring' })).toBeFocused();
  });
  await expect(rows(page)).toHaveText([
    /^autumn0 attached, 1 detached/,
    /^wh-1Detach, .+Accepted$/,
    /^spring1 attached, 1 unknown, 1 refused/,
    /^attach-fail-400–RefusedAttach, [\d:]+$/,
    /detach-drop-afterAttach, .+UnknownDetach, [\d:]+/,
    /^wh-1Attach, .+Accepted$/,
  ]);
  await test.step('and within a menu', async () => {
    await rowMenu(page, 'wh-1 of autumn').press('Enter');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('button', { name: 'Copy IDs' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(rowMenu(page, 'wh-1 of autumn')).toBeFocused();
  });
  await page.setViewportSize({ width: 320, height: 844 });
  const sum = rows(page).getByText(/^1 attached, 1 unknown, 1 refused$/);
  const isWhole = (text: Element) =>
    text.scrollWidth <= text.clientWidth && text.scrollHeight <= text.clientHeight + 1;
  await expect.poll(() => sum.evaluate(isWhole)).toBe(true);
  await page.setViewportSize({ width: 1280, height: 800 });
  const cutIds = () =>
    rows(page)
      .locator('[dir="auto"]')
      .evaluateAll((ids) => ids.filter((id) => id.scrollWidth > id.clientWidth).length);
  await expect.poll(cutIds).toBe(0);
  await page.getByText('By webhook', { exact: true }).click();
  await filter(page).fill('WH-1 detached');
  await expect(page).toHaveURL('/webhooks/campaigns?by=webhook&text=WH-1+detached');
  await expect(rows(page)).toHaveText([/^wh-11 attached, 1 detached/, /^autumnDetach/]);
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await filter(page).fill('2020-01-01');
  await expect(rows(page)).toHaveCount(0);

  await test.step('keeps focus when the last row leaves', async () => {
    await filter(page).fill('wh-1');
    await page.getByRole('button', { name: /^Attached/ }).click();
    await expect(rows(page)).toHaveCount(2);
    await actOn(page, 'wh-1 of spring', 'Detach…');
    await dialog(page, 'Detach this webhook?').getByRole('button', { name: 'Detach' }).click();
    await expect(rows(page)).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Pairs', exact: true })).toBeFocused();
  });
});

test('settles one or more unknown pairs, or sends again', async ({ page, signIn, wire }) => {
  await signIn('/webhooks');
  await attach(page, 'drop-after', 'spring');
  await answered(page, 'Unknown: the service didn’t answer');
  await page.getByRole('link', { name: 'Campaigns' }).click();
  await expect(rows(page)).toHaveText([/^spring0 attached, 1 unknown/, /Unknown/]);
  await actOn(page, 'drop-after of spring', 'I checked: it is attached');
  await expect(rows(page)).toHaveText([/^spring1 attached$/, /^drop-afterYou checked: attached/]);
  await page.getByText('Undo', { exact: true }).click();
  await expect(rows(page)).toHaveText([/^spring0 attached, 1 unknown/, /Unknown/]);
  await actOn(page, 'drop-after of spring', 'I checked: it is not');
  await expect(rows(page)).toHaveText([/^spring0 attached, 1 detached$/, /^drop-afterYou checked: detached/]);
  await page.getByRole('link', { name: 'One pair' }).click();
  await expect(entries(page).first()).toContainText('You checked: detached drop-after');
  expect(writes(wire)).toHaveLength(1);

  await attach(page, 'once-drop-after', 'autumn');
  await answered(page, 'Unknown: the service didn’t answer');
  await page.getByRole('link', { name: 'Campaigns' }).click();
  await actOn(page, 'once-drop-after of autumn', 'Send again: attach');
  await expect(rows(page).first()).toHaveText(/^autumn0 attached, 1 accepted with a message$/);
  await actOn(page, 'once-drop-after of autumn', 'I checked: it is attached');
  await expect(rows(page).first()).toHaveText(/^autumn1 attached$/);
  expect(writes(wire)).toHaveLength(3);

  await test.step('the selected at once', async () => {
    await page.getByRole('link', { name: 'Bulk', exact: true }).click();
    await send(page, ['summer,drop-after', 'winter,drop-after']);
    await page.getByRole('checkbox', { name: 'Select all 4' }).check();
    const more = button(page, 'More for the selected pairs');
    const settle = page.getByRole('group', { name: 'More for the selected pairs' }).getByRole('button');
    await more.press('Enter');
    await expect(settle).toHaveText([
      'I checked: the 2 uncertain are attached',
      'I checked: the 2 uncertain are not',
      'Copy IDs',
    ]);
    await settle.first().press('Enter');
    await expect(page.getByRole('button', { name: 'Attached 3' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Pairs', exact: true })).toBeFocused();
    await expect(page.getByRole('group', { name: 'Selected pairs' })).toHaveCount(0);
    await page.getByRole('link', { name: 'History' }).click();
    await entries(page).getByRole('link', { name: 'Attached 0 of 2 pairs' }).click();
    await expect(page.getByRole('status', { name: 'Progress of the run' })).toHaveText(/2 you checked$/);
    await button(page, 'Undo…').click();
    await expect(heading(page, 'Check 2 lines')).toBeVisible();
    await expect(page.getByText('With 2 pairs that you checked.')).toBeVisible();
    await button(page, 'Discard').click();
    await page.getByRole('link', { name: 'Campaigns' }).click();
    await page.getByText('Undo', { exact: true }).first().click();
    await expect(page.getByRole('button', { name: 'Unknown 2' })).toBeVisible();
    expect(writes(wire)).toHaveLength(5);
  });
});

test('replaces a webhook of selected campaigns in two runs', async ({ page, signIn, wire }) => {
  await signIn('/webhooks/bulk');
  await send(page, ['autumn,wh-1', 'autumn,wh-2', 'spring,wh-2', 'summer,wh-3', 'winter,wh-2']);
  for (const campaign of ['autumn', 'spring', 'summer'])
    await page.getByRole('checkbox', { name: `Select all shown of campaign ${campaign}` }).check();
  const set = dialog(page, 'Set webhooks of 3 campaigns');
  await test.step('by keyboard', async () => {
    await button(page, 'Set webhooks…').press('Enter');
    await expect(set.getByRole('checkbox')).toHaveCount(3);
    await expect(set.getByRole('checkbox', { name: 'wh-2 2 campaigns' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(button(page, 'Set webhooks…')).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Space');
    await set.getByLabel('Attach webhook ID').focus();
    await page.keyboard.insertText('wh-2');
    await expect(set).toContainText('Both are the same webhook.');
    await set.getByLabel('Attach webhook ID').fill('wh-4');
    await expect(set).toContainText('Attach 2, detach 2, by what this browser sent. 1 campaign left out');
    await page.keyboard.press('Enter');
  });
  await expect(page.getByText('This run only attaches.')).toContainText('1 campaign left out');
  await button(page, 'Discard').click();
  await expect(page.getByRole('link', { name: 'Campaigns' })).toBeFocused();
  await expect(page.getByRole('group', { name: 'Selected pairs' })).toContainText('4 selected');

  await test.step('keeps the offer over a reload', async () => {
    await page.getByText('By webhook', { exact: true }).click();
    await actOn(page, 'webhook wh-2', 'Replace…');
    await expect(set.getByRole('checkbox', { name: 'wh-2' })).toBeChecked();
    await expect(set.getByLabel('Attach webhook ID')).toBeFocused();
    await page.keyboard.insertText('wh-4');
    await set.getByRole('button', { name: 'Check 3 to attach' }).click();
    await expect(page.getByLabel('Title of the run')).toHaveValue('Replace wh-2 by wh-4');
    await button(page, 'Attach 3 pairs').click();
    await expect(heading(page, 'Finished: 3 of 3 attached')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Still to detach: wh-2 from 3 campaigns.')).toBeVisible();
    await button(page, 'Detach the 3…').click();
  });
  await button(page, 'Detach 3 pairs').click();
  await dialog(page, 'Detach 3 pairs?').getByRole('button', { name: 'Detach 3 pairs' }).click();
  await expect(heading(page, 'Finished: 3 of 3 detached')).toBeVisible();
  await page.getByRole('link', { name: 'From an earlier run' }).click();
  await expect(heading(page, 'Finished: 3 of 3 attached')).toBeVisible();
  await expect(button(page, 'Detach the 3…')).toHaveCount(0);
  expect(sentIds(wire).slice(5)).toEqual(['wh-4', 'wh-4', 'wh-4', 'wh-2', 'wh-2', 'wh-2']);

  await test.step('undoes both halves', async () => {
    await button(page, 'Undo…').click();
    await expect(page.getByLabel('Title of the run')).toHaveValue('Replace wh-4 by wh-2');
    await button(page, 'Attach 3 pairs').click();
    await expect(page.getByText('Still to detach: wh-4 from 3 campaigns.')).toBeVisible();
    expect(sentIds(wire).slice(11)).toEqual(['wh-2', 'wh-2', 'wh-2']);
  });
});

test('exports what Bulk reads, and detaches in Bulk', async ({ page, signIn, wire }) => {
  await signIn('/webhooks/bulk');
  await send(page, ['spring,=wh-1', 'spring,attach-drop-after', 'autumn,wh-1']);
  const { name, text } = await download(page, () => button(page, 'Export').click());
  expect(name).toMatch(/^campaigns-/);
  expect(text.split('\r\n')[0]).toBe(
    '\uFEFFCampaign ID,Webhook ID,Campaign name,Webhook name,State,Last operation,Last outcome,Time (UTC)',
  );
  await page.getByRole('link', { name: 'Bulk', exact: true }).click();
  await drag(page, 'drop', text);
  await expect(heading(page, 'Check 4 lines from dropped.csv')).toBeVisible();
  await expect(page.locator('tbody tr').filter({ has: page.getByRole('cell') })).toHaveText([
    /1.*Header line/,
    /2autumnwh-1Ready, attached/,
    /3spring=wh-1Ready, attached/,
    /4spring.*Ready, sent before, outcome unknown/,
  ]);
  await button(page, 'Discard').click();

  await test.step('the pairs of a campaign, or those selected', async () => {
    await send(page, ['winter,wh-1', 'winter,wh-2', 'autumn,wh-2']);
    await actOn(page, 'campaign winter', 'Detach 2 pairs…');
    await expect(heading(page, 'Check 2 lines')).toBeVisible();
    await expect(button(page, 'Detach 2 pairs')).toBeVisible();
    await button(page, 'Discard').click();
    await page.getByRole('checkbox', { name: 'Select all shown of campaign winter' }).check();
    await button(page, 'Detach…').click();
    await button(page, 'Detach 2 pairs').click();
    await dialog(page, 'Detach 2 pairs?').getByRole('button', { name: 'Detach 2 pairs' }).click();
    await expect(heading(page, 'Finished: 2 of 2 detached')).toBeVisible();
    expect(sentIds(wire).slice(6)).toEqual(['wh-1', 'wh-2']);
    await page.getByRole('link', { name: 'Campaigns' }).click();
    await page.getByRole('checkbox', { name: 'Select wh-2 of autumn' }).check();
    await expect(page.getByRole('group', { name: 'Selected pairs' })).toContainText('1 selected');
  });
});

test('detaches to the letter what 1.0 sent', { tag: '@release' }, async ({ page, signIn, wire }) => {
  await signIn('/webhooks');
  await attach(page, 'wh-5', 'cmp-5');
  await answered(page, 'Attached');
  await changeStored(page, 'rows', { campaignId: 'cmp-5 ' });
  await page.goto('/webhooks/campaigns');
  await actOn(page, 'campaign cmp-5⟨U+0020⟩', 'Set webhooks…');
  const plan = dialog(page, 'Set webhooks of cmp-5⟨U+0020⟩');
  await plan.getByRole('checkbox', { name: 'wh-5' }).check();
  await expect(plan).toContainText('Detach 1');
  await plan.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('checkbox', { name: 'Select wh-5 of cmp-5⟨U+0020⟩' }).check();
  await button(page, 'Detach…').click();
  await button(page, 'Detach 1 pair').click();
  await dialog(page, 'Detach 1 pair?').getByRole('button', { name: 'Detach 1 pair' }).click();
  await expect(heading(page, 'Finished: 0 of 1 detached, 1 accepted with a message')).toBeVisible();
  expect(writes(wire).at(-1)?.query).toContainEqual(['campaignId', 'cmp-5 ']);
});
