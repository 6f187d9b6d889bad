import {
  EVERY_STATE,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectFits,
  NARROW,
} from './accessible.ts';
import { begin, button, heading, look, NARROWEST } from './bulk-kit.ts';
import { expect, test } from './fixtures.ts';
import {
  actOn,
  answer,
  answered,
  attach,
  attachButton,
  campaignField,
  detachButton,
  entries,
  fill,
  holdAttaching,
  REMOVE,
  sentList,
  webhookField,
  writes,
} from './webhooks-kit.ts';

test('works by keyboard alone', async ({ page, signIn, wire }) => {
  await signIn('/provider');
  await page.getByRole('link', { name: 'Webhooks' }).press('Enter');
  await expect(campaignField(page)).toBeFocused();
  await page.keyboard.type('cmp-1');
  await page.keyboard.press('Tab');
  await page.keyboard.type('wh-1');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(detachButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await answered(page, 'Accepted, with a message');
  await expect(webhookField(page)).toBeFocused();
  expect(writes(wire).map(({ path }) => path)).toEqual([REMOVE]);
  const attachAgain = entries(page).first().getByRole('button', { name: 'Attach: wh-1 to cmp-1' });
  await attachAgain.focus();
  await page.keyboard.press('Enter');
  await answered(page, 'Attached');
  // The button is gone, and its line has the focus.
  await expect(attachAgain).toHaveCount(0);
  await expect(entries(page).last()).toBeFocused();
});

test('every state is accessible at both widths', EVERY_STATE, async ({ page, signIn, configure }) => {
  // The checker takes its time.
  await configure({ api: { writeTimeoutSeconds: 600 } });
  await signIn('/webhooks');
  await expect(sentList(page)).toContainText('Nothing sent yet.');
  await attachButton(page).click();
  await expect(campaignField(page)).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  for (const [id, title] of [
    ['wh-1', 'Attached'],
    ['fail-400', 'Refused: invalid values'],
    ['drop-after', 'Unknown: the service didn’t answer'],
  ] as const) {
    await attach(page, id);
    await answered(page, title);
    await expectAccessibleInBothSchemes(page, answer(page));
  }
  await expect(entries(page)).toHaveCount(3);
  await expectAccessibleInBothSchemes(page, sentList(page));
  await fill(page, 'wh-1');
  await expect(page.getByText(/^Attach accepted at/)).toBeVisible();
  await detachButton(page).click();
  await expect(page.getByRole('dialog', { name: 'Detach this webhook?' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  const letThrough = await holdAttaching(page);
  await page.setViewportSize(NARROW);
  await attach(page, `wh-${'x'.repeat(300)}`, `cmp ${'y z'.repeat(60)}`);
  await answered(page, 'Attaching…');
  await expectAccessible(page);
  letThrough();
  await answered(page, 'Attached');
  await expect(entries(page)).toHaveCount(4);
  await expectFits(page);

  await campaignField(page).fill('cmp-1');
  const addName = page.getByRole('button', { name: 'Add the name of campaign cmp-1' });
  await page.emulateMedia({ forcedColors: 'active' });
  await expect(addName).toHaveCSS('text-decoration-line', 'underline');
  await page.emulateMedia({ forcedColors: 'none' });
  await addName.click();
  await page.getByRole('textbox', { name: 'Name of campaign cmp-1' }).fill('Renewals');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Names…' }).click();
  const names = page.getByRole('dialog', { name: 'Names' });
  await expect(names.getByRole('button', { name: 'Change the name of campaign cmp-1' })).toBeVisible();
  await expectFits(page);
});

test('every state of campaigns is accessible', EVERY_STATE, async ({ page, signIn }) => {
  await page.setViewportSize(NARROWEST);
  await signIn('/webhooks/campaigns');
  await expect(page.getByRole('main')).toContainText('Nothing sent yet');
  await look(page);
  await page.getByRole('link', { name: 'Bulk', exact: true }).click();
  const longId = `wh-${'goes-on-and-on-'.repeat(8)}`;
  await begin(page, ['spring,wh-1', `spring,${longId}`, 'spring,drop-after']);
  await expect(heading(page, /^Finished/)).toBeVisible();
  await page.getByRole('link', { name: 'Campaigns' }).click();
  await actOn(page, 'wh-1 of spring', 'Detach…');
  await page.getByRole('dialog').getByRole('button', { name: 'Detach' }).click();
  await expect(page.getByText('1 detached')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all shown of campaign spring' }).check();
  await expect(page.getByRole('group', { name: 'Selected pairs' })).toBeInViewport({ ratio: 1 });
  await look(page, 'both');
  await button(page, 'Set webhooks…').click();
  await page.getByLabel('Attach webhook ID').fill('wh-2');
  await look(page, 'both');
  await page.getByRole('button', { name: 'Check 1 to attach' }).click();
  await expect(heading(page, 'Check 1 line')).toBeVisible();
  await look(page);
  await page.getByRole('link', { name: 'Campaigns' }).click();
  await page.getByRole('searchbox', { name: 'Filter pairs' }).fill('nothing');
  await expect(page.getByText('0 shown')).toBeVisible();
  await expect(page.getByText('Nothing to show.')).toBeVisible();
  await expectAccessible(page);
});
