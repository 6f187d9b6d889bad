import { expectAccessible, LAYOUT_RULES, NARROW } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { watch } from './calls-kit.ts';

test('counts failures by error', async ({ page, signIn }) => {
  await signIn('/calls');
  const texts = ['a', 'b', 'c'].map((end) => `asks-0-failed-${end}`);
  await watch(page, [...texts, 'record-error-object', 'asks-0-completed'].join(' '));
  const errors = page.getByRole('list', { name: 'By error' });
  await expect(page.getByRole('button', { name: 'Failed 4' })).toBeVisible();
  await expect(errors).toBeHidden();
  await page.getByRole('button', { name: 'Failed 4' }).click();
  await expect(errors.getByRole('button')).toHaveText([
    /^carrier rejected the call 3$/,
    /carrier rejected the call 1$/,
  ]);
  await expectAccessible(page);
  await errors.getByRole('button').first().click();
  const shown = page.locator('#calls-rows a');
  await expect.poll(async () => (await shown.allTextContents()).toSorted()).toEqual(texts);
  await expect(errors.getByRole('button').first()).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(page.getByRole('group', { name: 'Share' })).toContainText('3 shown');
  await page.keyboard.press('Escape');
  await page.setViewportSize(NARROW);
  await expectAccessible(page, LAYOUT_RULES);
  await page.getByRole('button', { name: 'All 5' }).click();
  await expect(errors).toBeHidden();
  await expect(shown).toHaveCount(5);
});
