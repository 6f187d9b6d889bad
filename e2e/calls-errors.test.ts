import { expectAccessible, LAYOUT_RULES, NARROW } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { row, watch } from './calls-kit.ts';

test('counts failures by error, and those not yet seen', async ({ page, signIn }) => {
  await page.clock.install();
  await signIn('/calls');
  const texts = ['a', 'b', 'c'].map((end) => `asks-0-failed-${end}`);
  await watch(page, [...texts, 'record-error-object', 'asks-0-completed'].join(' '));
  const errors = page.getByRole('list', { name: 'By error' });
  const shown = page.locator('#calls-rows a');
  await expect(page.getByRole('button', { name: 'New failures 4' })).toBeVisible();
  await expect(errors).toBeHidden();
  await page.getByRole('button', { name: 'Failed 4', exact: true }).click();
  await expect(errors.getByRole('button')).toHaveText([
    /^carrier rejected the call 3$/,
    /carrier rejected the call 1$/,
  ]);
  await expectAccessible(page, undefined, page.getByRole('main'));
  await errors.getByRole('button').first().click();
  await expect.poll(async () => (await shown.allTextContents()).toSorted()).toEqual(texts);
  await expect(errors.getByRole('button').first()).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByRole('group', { name: 'Share' })).toContainText('3 shown');
  await page.keyboard.press('Escape');
  await page.setViewportSize(NARROW);
  await expectAccessible(page, LAYOUT_RULES);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('button', { name: 'New failures 4' }).click();
  await expect(shown).toHaveCount(4);
  await page.getByRole('button', { name: 'Mark as seen' }).click();
  await expect(page.getByRole('heading', { name: 'No new failed calls' })).toBeVisible();
  await expectAccessible(page, undefined, page.getByRole('main'));
  await page.clock.runFor(1000);
  await watch(page, 'asks-0-failed-d');
  await expect(row(page, 'asks-0-failed-d')).toContainText('Failed');
  // An answer is saved a moment later.
  await page.clock.runFor(1000);
  await page.reload();
  await page.getByRole('button', { name: 'New failures 1' }).click();
  await expect(shown).toHaveText(['asks-0-failed-d']);
});
