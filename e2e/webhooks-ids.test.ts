import { check, row } from './bulk-kit.ts';
import { expectAccessible, expectAccessibleInBothSchemes } from './accessible.ts';
import { paste } from './files-kit.ts';
import { expect, test, type Sent } from './fixtures.ts';
import {
  answered,
  attach,
  attachButton,
  campaignField,
  changeStored,
  confirmDetach,
  copyRow,
  detachButton,
  entries,
  fill,
  webhookField,
  writes,
} from './webhooks-kit.ts';

const expectSent = (wire: readonly Sent[], queries: readonly string[]) =>
  expect.poll(() => writes(wire).map(({ rawQuery }) => rawQuery)).toEqual(queries);

test('takes one clean ID for each field', async ({ page, signIn, wire }) => {
  await signIn('/webhooks?campaignId=%20cmp-1%E2%80%8B');
  await test.step('says once what was removed', async () => {
    await expect(campaignField(page)).toHaveValue('cmp-1');
    await webhookField(page).focus();
    await paste(page, '\u00a0wh-\u200b1 ');
    await expect(webhookField(page)).toHaveValue('wh-1');
    await expect(webhookField(page)).toHaveAccessibleDescription(
      'Hidden characters and spaces were removed.',
    );
    await expectAccessible(page);
    await attachButton(page).click();
    await answered(page, 'Attached');
    await expectSent(wire, ['webhookId=wh-1&campaignId=cmp-1']);
    await webhookField(page).press('End');
    await webhookField(page).press('0');
    await expect(webhookField(page)).toHaveAccessibleDescription('');
  });
  await test.step('no cell of a spreadsheet', async () => {
    await fill(page, '', '');
    await campaignField(page).focus();
    await paste(page, '="00123"');
    await expect(campaignField(page)).toHaveValue('00123');
    await expect(campaignField(page)).toHaveAccessibleDescription('The spreadsheet’s marks were removed.');
    await webhookField(page).focus();
    await paste(page, '1,23E+15');
    await attachButton(page).focus();
    await expect(webhookField(page)).toHaveAccessibleDescription(
      'A spreadsheet shortened this number. Will be sent as typed.',
    );
    await webhookField(page).fill('#N/A');
    await attachButton(page).click();
    await expect(webhookField(page)).toHaveAccessibleDescription('This is no ID.');
    expect(writes(wire)).toHaveLength(1);
  });
  await test.step('sends nothing after it refused a list', async () => {
    await fill(page, 'wh-old');
    await webhookField(page).press('ControlOrMeta+A');
    await paste(page, 'wh-2\nwh-3');
    await attachButton(page).click();
    await expect(webhookField(page)).toBeFocused();
    await expect(webhookField(page)).toHaveAccessibleDescription(/^This is more than one ID\./);
    await webhookField(page).fill('wh-2');
    await webhookField(page).press('Enter');
    await expectSent(wire, ['webhookId=wh-1&campaignId=cmp-1', 'webhookId=wh-2&campaignId=cmp-1']);
    await answered(page, 'Attached');
  });
  await test.step('splits a pair that is typed into one', async () => {
    await fill(page, '', 'cmp-10, wh-10');
    await campaignField(page).press('Enter');
    await expect(campaignField(page)).toHaveValue('cmp-10');
    await expect(webhookField(page)).toHaveValue('wh-10');
    await fill(page, '', 'cmp-11, wh-11');
    await campaignField(page).press('Tab');
    await page.keyboard.type('wh-12');
    await page.keyboard.press('Enter');
    await expect(webhookField(page)).toHaveValue('wh-12');
    await expect(campaignField(page)).toBeFocused();
    await expect(campaignField(page)).toHaveAccessibleDescription(/^These are two IDs\./);
    await webhookField(page).fill('');
    await webhookField(page).press('Tab');
    await expect(webhookField(page)).toHaveValue('wh-11');
    await expect(campaignField(page)).toHaveAttribute('aria-invalid', 'false');
    expect(writes(wire)).toHaveLength(2);
    await campaignField(page).press('Enter');
    await expectSent(wire, [
      'webhookId=wh-1&campaignId=cmp-1',
      'webhookId=wh-2&campaignId=cmp-1',
      'webhookId=wh-11&campaignId=cmp-11',
    ]);
  });
});

test('sends no name for an ID, and shows a warning first', async ({ page, signIn, wire }) => {
  await signIn('/webhooks');
  await test.step('on screen before the pair is sent', async () => {
    const warning = page.getByText('The two IDs may be swapped. Not sent yet. Press again to send as typed.');
    await fill(page, 'cmp-1', 'wh-1');
    await webhookField(page).press('Enter');
    await expect(warning).toBeVisible();
    await expect(webhookField(page)).toBeFocused();
    expect(writes(wire)).toEqual([]);
    await webhookField(page).press('Enter');
    await answered(page, 'Attached');

    // The click takes the focus from the field, which brings the warning up.
    await fill(page, 'cmp-2', 'wh-1');
    await expect(warning).toBeHidden();
    await detachButton(page).click();
    await expect(warning).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    await detachButton(page).click();
    await expect(page.getByRole('dialog', { name: 'Detach this webhook?' })).toBeVisible();
    await page.keyboard.press('Escape');

    // On screen before the press.
    await fill(page, 'cmp-3', 'wh-1');
    await webhookField(page).press('Tab');
    await page.keyboard.press('Enter');
    await answered(page, 'Attached');

    // Odd, but hardly a mistake: the first press sends.
    await fill(page, 'a/b c+d&é#?', '007');
    await attachButton(page).click();
    await expectSent(wire, [
      'webhookId=cmp-1&campaignId=wh-1',
      'webhookId=cmp-3&campaignId=wh-1',
      'webhookId=a%2Fb%20c%2Bd%26%C3%A9%23%3F&campaignId=007',
    ]);
  });
  await test.step('never a name', async () => {
    await webhookField(page).fill('w9');
    await page.getByRole('button', { name: 'Add the name of webhook w9' }).click();
    await page.getByRole('textbox', { name: 'Name of webhook w9' }).fill('Main');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Change the name of webhook w9' })).toBeVisible();
    await page.goto('/webhooks?webhookId=Main&campaignId=cmp-1');
    await expect(webhookField(page)).toHaveValue('Main');
    await webhookField(page).focus();
    await attachButton(page).click();
    await answered(page, 'Attached');
    await attach(page, 'main ', 'cmp-2');
    await attachButton(page).click();
    await expect.poll(() => writes(wire).length).toBe(5);
    expect(writes(wire).map(({ query }) => Object.fromEntries(query)['webhookId'])).toEqual([
      'cmp-1',
      'cmp-3',
      'a/b c+d&é#?',
      'Main',
      'main',
    ]);
  });
  await test.step('detaches an ID with a comma that was sent long ago', async () => {
    await expect(entries(page)).toHaveCount(5);
    await changeStored(page, 'rows', {
      campaignId: 'cmp-1',
      webhookId: 'wh-1, old',
      acceptedPair: ['cmp-1', 'wh-1, old'],
    });
    await copyRow(page, 400, 'z');
    await page.reload();
    await fill(page, 'wh-1, old');
    await expect(page.getByText(/^Attach accepted at/)).toBeVisible();
    await detachButton(page).click();
    await confirmDetach(page);
    await answered(page, 'Accepted, with a message');
    expect(writes(wire).at(-1)?.query).toContainEqual(['webhookId', 'wh-1, old']);
  });
});

test('warns of an ID unlike the pattern', { tag: '@release' }, async ({ page, signIn, wire, configure }) => {
  await configure({
    webhooks: { campaignIdPattern: String.raw`cmp-\d+`, webhookIdPattern: String.raw`wh-\d+` },
  });
  await signIn('/webhooks');
  await fill(page, 'hook', 'cmp-1');
  await expect(campaignField(page)).toHaveAccessibleDescription('');
  await expect(webhookField(page)).toHaveAccessibleDescription('');
  await attachButton(page).focus();
  await expect(webhookField(page)).toHaveAccessibleDescription(
    'Doesn’t look like a webhook ID. Will be sent as typed.',
  );
  await expectAccessibleInBothSchemes(page);
  await attachButton(page).click();
  await answered(page, 'Attached');
  expect(writes(wire)).toHaveLength(1);

  await page.getByRole('link', { name: 'Bulk', exact: true }).click();
  await check(page, 'cmp-1,wh-1\ncmp-2,hook-2');
  await expect(row(page, 2)).toContainText('Ready, doesn’t look like an ID');
});
