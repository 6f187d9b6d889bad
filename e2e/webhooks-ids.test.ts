import type { Page } from 'playwright/test';
import { act, button, check, dialog, heading, key, numbers, row } from './bulk-kit.ts';
import { expectAccessible, expectAccessibleInBothSchemes } from './accessible.ts';
import { expect, test, type Sent } from './fixtures.ts';
import {
  answered,
  attach,
  attachButton,
  campaignField,
  entries,
  fill,
  webhookField,
  writes,
} from './webhooks-kit.ts';

const campaignsOf = (wire: readonly Sent[]) =>
  writes(wire).map(({ query }) => Object.fromEntries(query)['campaignId']);

const nameCampaign = async (page: Page, id: string, name: string) => {
  await campaignField(page).fill(id);
  await page.getByRole('button', { name: `Add the name of campaign ${id}` }).click();
  await page.getByRole('textbox', { name: `Name of campaign ${id}` }).fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `Change the name of campaign ${id}` })).toBeVisible();
};

test('replaces a known name by its ID, also in a list', async ({ page, signIn, wire }) => {
  await signIn('/webhooks');
  await nameCampaign(page, 'cmp-123', 'Renewals');
  expect(writes(wire)).toEqual([]);
  await campaignField(page).fill('renewals');
  await expect(page.getByText('The name of cmp-123')).toBeVisible();
  await webhookField(page).fill('wh-1');
  await expect(campaignField(page)).toHaveValue('cmp-123');
  await campaignField(page).fill('RENEWALS');
  await page.keyboard.press('Enter');
  await answered(page, 'Attached');
  await expect(campaignField(page)).toHaveValue('cmp-123');

  await test.step('asks which, if several have it', async () => {
    await nameCampaign(page, 'cmp-2', 'Renewals');
    await expect(entries(page).first()).toContainText('to cmp-123 (Renewals)');
    await fill(page, 'wh-1', 'Renewals');
    await attachButton(page).click();
    await expect(campaignField(page)).toBeFocused();
    await expect(campaignField(page)).toHaveAccessibleDescription(
      /^2 campaigns have this name\. Enter the ID\./,
    );
    await expect(page.getByText('The name of cmp-123, cmp-2')).toBeVisible();
    await expectAccessible(page);
    expect(campaignsOf(wire)).toEqual(['cmp-123']);
  });

  await test.step('sends no part of a name, unless it is taken for an ID', async () => {
    const note = '“renew” is no ID or name known here, but part of “Renewals”. Use as an ID';
    await fill(page, 'wh-1', '');
    await campaignField(page).pressSequentially('renew');
    await expect(campaignField(page)).toHaveAccessibleDescription('');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(campaignField(page)).toBeFocused();
    await expect(campaignField(page)).toHaveAccessibleDescription(note);
    await campaignField(page).fill('renew-');
    await expect(campaignField(page)).toHaveAccessibleDescription('');
    await campaignField(page).fill('renew');
    await attachButton(page).click();
    await attachButton(page).click();
    await expect(campaignField(page)).toBeFocused();
    await expect(campaignField(page)).toHaveAccessibleDescription(note);
    await expectAccessible(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(campaignField(page)).toBeFocused();
    await expect(campaignField(page)).toHaveAccessibleDescription('');
    expect(campaignsOf(wire)).toEqual(['cmp-123']);
    await page.keyboard.press('Enter');
    await answered(page, 'Attached');
    expect(campaignsOf(wire)).toEqual(['cmp-123', 'renew']);
  });

  await test.step('a list', async () => {
    await nameCampaign(page, 'cmp-3', 'Survey');
    await nameCampaign(page, 'cmp-4', 'Winter wave');
    await page.getByRole('link', { name: 'Bulk', exact: true }).click();
    await check(page, 'survey,wh-2\nRenewals,wh-2\nwinter,wh-2\nwh-1,cmp\u200b-3');
    await expect(row(page, 1)).toContainText('cmp-3');
    await expect(row(page, 1)).toContainText('Ready');
    await expect(row(page, 2)).toContainText('The name of 2 campaigns');
    await key(page, 'With warnings 2').click();
    await expect(numbers(page)).toHaveText(['3', '4']);
    await expect(row(page, 3)).toContainText('Ready, part of a name');
    await expect(row(page, 4)).toContainText('Ready, maybe the other way round');
    await button(page, 'Attach 3 pairs').click();
    const question = dialog(page, 'Attach 3 pairs?');
    await expect(question).toContainText('1 line seems to be the other way round.');
    await expect(question).toContainText('1 line has hidden characters.');
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Attach 3 pairs' }).click();
    await expect(heading(page, 'Finished: 3 of 3 attached')).toBeVisible();
    await expect(row(page, 1)).toContainText('cmp-3 (Survey)');
    expect(campaignsOf(wire).toSorted()).toEqual(['cmp-123', 'cmp-3', 'renew', 'wh-1', 'winter']);
  });
});

test('warns of swapped, unusual and hidden IDs', async ({ page, signIn, wire, configure }) => {
  await configure({
    webhooks: { campaignIdPattern: String.raw`cmp-\d+`, webhookIdPattern: String.raw`wh-\d+` },
  });
  await signIn('/webhooks');
  await fill(page, 'hook', 'cmp-1');
  await expect(campaignField(page)).toHaveAccessibleDescription('');
  await expect(webhookField(page)).toHaveAccessibleDescription('');
  await attachButton(page).focus();
  await expect(webhookField(page)).toHaveAccessibleDescription(
    'Doesn’t look like a webhook ID. Sent as typed.',
  );
  await expectAccessibleInBothSchemes(page);
  await attachButton(page).click();
  await answered(page, 'Attached');
  expect(writes(wire)).toHaveLength(1);

  await test.step('swaps them', async () => {
    await fill(page, 'cmp-2', 'hook');
    await expect(campaignField(page)).toHaveAccessibleDescription('Known here as a webhook. Swap');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Swap' }).click();
    await expect(campaignField(page)).toBeFocused();
    await expect(campaignField(page)).toHaveValue('cmp-2');
    await expect(webhookField(page)).toHaveValue('hook');
    await expect(campaignField(page)).toHaveAccessibleDescription('');
    expect(writes(wire)).toHaveLength(1);
  });

  await test.step('removes hidden characters only on request', async () => {
    await attach(page, 'wh-\u200b1 ', 'cmp-1');
    await answered(page, 'Attached');
    await expect(webhookField(page)).toHaveAccessibleDescription(
      /^Starts or ends with a space\. Contains hidden characters\..* Remove$/,
    );
    await expect.poll(() => writes(wire)[1]?.query).toContainEqual(['webhookId', 'wh-\u200b1 ']);
    await webhookField(page).fill(' wh-2');
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect(webhookField(page)).toHaveValue('wh-2');
    await attachButton(page).click();
    await expect.poll(() => writes(wire)[2]?.query).toContainEqual(['webhookId', 'wh-2']);
  });

  await test.step('leads from a pasted ID to the next field', async () => {
    await campaignField(page).fill('');
    await page.keyboard.insertText('cmp-3 ');
    await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible();
    await campaignField(page).dispatchEvent('focusout');
    await page.keyboard.press('Tab');
    await expect(webhookField(page)).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('button', { name: 'Remove' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(campaignField(page)).toBeFocused();
    await expect(campaignField(page)).toHaveValue('cmp-3');
  });

  await page.getByRole('link', { name: 'Bulk', exact: true }).click();
  await check(page, 'cmp-1,wh-1\ncmp-2,hook-2');
  await expect(row(page, 2)).toContainText('Ready, unusual ID');

  await test.step('advises nothing on an undo that it does not have', async () => {
    await button(page, 'Discard').click();
    await check(page, 'wh-5,cmp-5');
    await button(page, 'Attach 1 pair').click();
    await dialog(page, 'Attach 1 pair?').getByRole('button', { name: 'Attach 1 pair' }).click();
    await act(page, 'Undo…');
    await expect(row(page, 1)).toContainText('maybe the other way round');
    await expect(button(page, 'Swap line 1')).toBeHidden();
    await button(page, 'Detach 1 pair').click();
    await expect(dialog(page, 'Detach 1 pair?')).toContainText(/seems to be the other way round\.\s*After/);
  });
});
