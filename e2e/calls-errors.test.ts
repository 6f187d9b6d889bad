import { expectAccessible } from './accessible.ts';
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
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'All 5' }).click();
  await expect(errors).toBeHidden();
  await expect(shown).toHaveCount(5);
});

test('filters by a long error', async ({ page, signIn, configure }) => {
  await configure({ api: { baseUrl: '' } });
  const error = `${'x'.repeat(300)} 😀 busy`;
  await page.route(/call_status\?/, (route) => {
    const isBusy = new URL(route.request().url()).searchParams.get('callId')?.startsWith('busy');
    return route.fulfill({ json: { status: 'failed', error: isBusy ? error : 'No route' } });
  });
  await signIn('/calls');
  await watch(page, 'busy-1 busy-2 other');
  await page.getByRole('button', { name: 'Failed 3' }).click();
  await page.getByRole('list', { name: 'By error' }).getByRole('button').first().click();
  await expect(page.locator('#calls-rows a')).toHaveText([/busy-/, /busy-/]);
});
