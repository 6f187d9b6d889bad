import { expectAccessibleInBothSchemes, expectNoSidewaysScroll } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import {
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
  writes,
} from './webhooks-kit.ts';

test('everything can be done by the keyboard', async ({ page, signIn, wire }) => {
  await signIn('/webhooks');
  await campaignField(page).focus();
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
  await answered(page, 'Detached');
  await expect(detachButton(page)).toBeFocused();
  expect(writes(wire).map(({ path }) => path)).toEqual([REMOVE]);
  const undo = entries(page).first().getByRole('button', { name: 'Undo' });
  await undo.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await answered(page, 'Attached');
  // The button is gone, and its line has the keyboard.
  await expect(sentList(page).getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect(entries(page).last()).toBeFocused();
});

test('every state is accessible, light and dark, and on a phone nothing scrolls sideways', async ({
  page,
  signIn,
}) => {
  // The checker takes its time.
  test.slow();
  await signIn('/webhooks');
  await expect(sentList(page)).toContainText('Nothing sent yet');
  await attachButton(page).click();
  await expect(campaignField(page)).toHaveAttribute('aria-invalid', 'true');
  await expectAccessibleInBothSchemes(page);
  for (const [id, title] of [
    ['wh-1', 'Attached'],
    ['fail-400', 'Attach failed'],
    ['drop-after', 'Outcome unknown'],
  ] as const) {
    await attach(page, id);
    await answered(page, title);
    await expectAccessibleInBothSchemes(page);
  }
  await fill(page, 'wh-1');
  await expect(page.getByText(/last accepted operation/)).toBeVisible();
  await detachButton(page).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.press('Escape');

  const letThrough = await holdAttaching(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await attach(page, `wh-${'x'.repeat(300)}`, `cmp ${'y z'.repeat(60)}`);
  await answered(page, 'Attaching…');
  await expectAccessibleInBothSchemes(page);
  await expectNoSidewaysScroll(page);
  letThrough();
  await answered(page, 'Attached');
  await expect(entries(page)).toHaveCount(4);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
});
