import { detail, field, reads, row, watch } from './calls-kit.ts';
import { expect, test } from './fixtures.ts';

test('finds a call or offers to watch it', { tag: '@story' }, async ({ page, signIn, wire }) => {
  await signIn('/calls');
  await watch(page, 'sim-0s-failed-10 sim-0s-failed-11 asks-0-completed');
  await expect(row(page, 'sim-0s-failed-10')).toContainText('Failed');

  await test.step('a watched ID opens its call', async () => {
    await page.keyboard.press('/');
    await expect(field(page)).toBeFocused();
    await field(page).fill('asks-0-completed');
    await field(page).press('Enter');
    await expect(detail(page)).toContainText('asks-0-completed');
    await expect(field(page)).toHaveValue('');
    await expect(page.locator('#calls-rows a')).toHaveCount(3);
  });

  await test.step('a part of an ID is never watched by Enter', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('a');
    await field(page).fill('failed-1');
    await expect(page.locator('#calls-rows a')).toHaveCount(2);
    await field(page).press('Enter');
    await expect(page.getByRole('region', { name: 'Watched calls', exact: true })).toBeFocused();
    expect(reads(wire, 'failed-1')).toEqual([]);
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    await expect(detail(page)).toContainText('Not found');
    expect(reads(wire, 'failed-1')).toHaveLength(1);
  });

  await test.step('an unknown ID is watched', async () => {
    await page.goto('/calls');
    await expect(row(page, 'asks-0-completed')).toBeVisible();
    await field(page).fill('\u200Bsample-ended');
    await expect(field(page)).toHaveAccessibleDescription('Hidden characters were removed.');
    await expect(field(page)).toHaveValue('sample-ended');
    await expect(page.getByRole('heading', { name: '“sample-ended” is not watched' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Watch it (Enter)' })).toBeVisible();
    await field(page).press('Enter');
    await expect(detail(page)).toContainText('Completed');
    expect(reads(wire, 'sample-ended')).toHaveLength(1);
  });

  await test.step('a call that the filter hides is shown', async () => {
    await page.goto('/calls?show=failed&label=VIP');
    await field(page).fill('sample-ended');
    await page.getByRole('button', { name: 'Show it (Enter)' }).click();
    await expect(page).toHaveURL('/calls/sample-ended');
    await expect(row(page, 'sample-ended')).toBeVisible();
  });
});
