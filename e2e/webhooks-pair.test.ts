import type { Page } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { area } from './bulk-kit.ts';
import { paste } from './files-kit.ts';
import { expect, test, type Sent } from './fixtures.ts';
import {
  ADD,
  answer,
  answered,
  attach,
  attachButton,
  campaignField,
  detachButton,
  entries,
  fill,
  REMOVE,
  sentList,
  webhookField,
  writes,
} from './webhooks-kit.ts';

const idsOf = ({ query }: Sent) => Object.fromEntries(query);

const pressEnterRepeatedly = async (page: Page) => {
  for (let press = 0; press < 10; press += 1) await page.keyboard.down('Enter');
};

test(
  'attaches once and asks before detaching',
  { tag: '@story' },
  async ({ page, signIn, wire, serviceLog }) => {
    await signIn('/webhooks');
    await expect(attachButton(page)).toHaveAccessibleDescription(
      /While attached, the webhook triggers actions on campaign-specific events/,
    );
    await fill(page, 'wh-1');
    await attachButton(page).dblclick();
    await answered(page, 'Attached');
    await expect(answer(page)).toContainText(/Attachedwh-1 to cmp-1, \d\d:\d\d:\d\dDetails/);
    await expect(answer(page)).toContainText(`POST ${ADD}?webhookId=wh-1&campaignId=cmp-1`);
    await expect(answer(page).getByText(/200 in \d+ ms/)).toBeHidden();
    await expect(campaignField(page)).toHaveValue('cmp-1');
    await expect(webhookField(page)).toHaveValue('wh-1');
    expect(writes(wire)).toHaveLength(1);

    await detachButton(page).click();
    const dialog = page.getByRole('dialog', { name: 'Detach this webhook?' });
    await expect(dialog).toContainText(
      'After this, the webhook wh-1 no longer triggers actions for the campaign cmp-1.',
    );
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(detachButton(page)).toBeFocused();
    // A held Enter opens the question and neither answers nor dismisses it.
    await pressEnterRepeatedly(page);
    await page.keyboard.up('Enter');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    expect(writes(wire)).toHaveLength(1);
    await detachButton(page).click();
    await dialog.getByRole('button', { name: 'Detach' }).evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
    await answered(page, 'Detached');
    await expectAccessible(page);

    const sent = writes(wire);
    expect(sent.map(({ method, path, rawQuery, body }) => ({ method, path, rawQuery, body }))).toEqual([
      { method: 'POST', path: ADD, rawQuery: 'webhookId=wh-1&campaignId=cmp-1', body: null },
      { method: 'POST', path: REMOVE, rawQuery: 'webhookId=wh-1&campaignId=cmp-1', body: null },
    ]);
    for (const { headers } of sent) {
      expect(headers['accept']).toBe('application/json');
      expect(headers['content-type']).toBeUndefined();
      expect(headers['authorization']).toMatch(/^Bearer \S+$/);
    }
    const log = await serviceLog();
    expect(log.map(({ did, contentType, body }) => ({ did, contentType, body }))).toEqual([
      { did: 'attached', contentType: null, body: null },
      { did: 'detached', contentType: null, body: null },
    ]);

    await test.step('also if Enter is held, or the form is sent twice', async () => {
      await webhookField(page).fill('wh-2');
      await pressEnterRepeatedly(page);
      await expect(entries(page)).toHaveCount(3);
      await answered(page, 'Attached');
      await pressEnterRepeatedly(page);
      await page.keyboard.up('Enter');
      await webhookField(page).fill('wh-3');
      await page.evaluate(() => {
        const form = document.querySelector('form');
        form?.requestSubmit();
        form?.requestSubmit();
      });
      await expect(entries(page)).toHaveCount(4);
      await expect(entries(page).first()).toContainText('Attached wh-3');
      expect(writes(wire).map((each) => idsOf(each)['webhookId'])).toEqual(['wh-1', 'wh-1', 'wh-2', 'wh-3']);
    });
  },
);

test('fills in the form from a link, a paste or what was typed', async ({
  page,
  signIn,
  wire,
  serviceLog,
}) => {
  const query = `?campaignId=${encodeURIComponent('007 & co%41')}&webhookId=${encodeURIComponent('a/b+c')}`;
  await signIn(`/webhooks${query}`);
  await expect(campaignField(page)).toHaveValue('007 & co%41');
  await expect(webhookField(page)).toHaveValue('a/b+c');
  await expect(sentList(page)).toContainText('Nothing sent yet.');
  const link = page.getByRole('button', { name: 'Copy link' });
  await fill(page, '', '');
  await expect(link).toBeDisabled();
  await attachButton(page).click();
  await expect(campaignField(page)).toBeFocused();
  await expect(campaignField(page)).toHaveAccessibleDescription(/Enter the campaign ID\./);
  await expect(webhookField(page)).toHaveAttribute('aria-invalid', 'true');
  await fill(page, '   ');
  await detachButton(page).click();
  await expect(webhookField(page)).toBeFocused();
  await expect(campaignField(page)).toHaveAttribute('aria-invalid', 'false');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await fill(page, '', '');
  await webhookField(page).focus();
  await paste(page, 'cmp-5,wh-7\ncmp-6,wh-8');
  await expect(webhookField(page)).toHaveAccessibleDescription(/This is more than one ID/);
  await expect(webhookField(page)).toHaveValue('');
  await paste(page, 'cmp-5\twh-7\r\n');
  await expect(campaignField(page)).toHaveValue('cmp-5');
  await expect(webhookField(page)).toHaveValue('wh-7');
  await expect(webhookField(page)).toHaveAttribute('aria-invalid', 'false');
  await fill(page, 'a/b+c', '007 & co%41');
  await link.click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  await fill(page, '', '');
  await campaignField(page).focus();
  await paste(page, copied);
  await expect(campaignField(page)).toHaveValue('007 & co%41');
  await expect(webhookField(page)).toHaveValue('a/b+c');
  expect(writes(wire)).toEqual([]);

  await attach(page, 'a/b c+d&é#?', '007');
  await expect(entries(page)).toHaveCount(1);
  await answered(page, 'Attached');
  await attach(page, 'wh-1', 'cmp  2');
  await expect(entries(page)).toHaveCount(2);
  await answered(page, 'Attached');
  const log = await serviceLog();
  expect(log.map((entry) => Object.fromEntries(entry.query))).toEqual([
    { webhookId: 'a/b c+d&é#?', campaignId: '007' },
    { webhookId: 'wh-1', campaignId: 'cmp  2' },
  ]);

  await test.step('keeps what is typed', async () => {
    await fill(page, 'wh-9', 'cmp-1');
    await area(page, /Provider/).click();
    await expect(campaignField(page)).toBeHidden();
    // Not half of it, beside what the link had filled in.
    await page.goBack();
    await expect(webhookField(page)).toHaveValue('wh-9');
    await expect(campaignField(page)).toHaveValue('cmp-1');
    await webhookField(page).press('Enter');
    await expect(entries(page)).toHaveCount(3);
    await answered(page, 'Attached');
    // The webhook ID is selected: typing begins the next pair, even if it starts like the last one.
    const selected = () => webhookField(page).evaluate((field: HTMLInputElement) => field.selectionStart);
    await expect.poll(selected).toBe(0);
    await page.keyboard.type('wh-90');
    await expect(webhookField(page)).toHaveValue('wh-90');
    await expect(campaignField(page)).toHaveValue('cmp-1');
  });
});
