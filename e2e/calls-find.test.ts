import { detail, fact, field, reads, row, watch } from './calls-kit.ts';
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
    await expect(fact(page, 'Checked')).toHaveText(/^[\d:]+$/);
    expect(reads(wire, 'failed-1')).toHaveLength(1);
  });

  await test.step('an unknown ID is watched', async () => {
    await page.keyboard.press('Escape');
    await expect(detail(page)).toBeHidden();
    await field(page).fill('\u200Bsample-ended');
    await expect(field(page)).toHaveAccessibleDescription('Hidden characters were removed.');
    await expect(field(page)).toHaveValue('sample-ended');
    await expect(page.getByRole('heading', { name: '“sample-ended” is not watched' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Watch it (Enter)' })).toBeVisible();
    await field(page).press('Enter');
    await expect(detail(page)).toContainText('Completed');
    expect(reads(wire, 'sample-ended')).toHaveLength(1);
  });

  await test.step('a header above IDs is not watched', async () => {
    await watch(page, 'Call ID\nsample-completes\nsample-fails');
    await page.getByRole('dialog').getByRole('button', { name: 'Watch 2 calls' }).click();
    await expect(row(page, 'sample-fails')).toBeVisible();
    await expect.poll(() => reads(wire, 'sample-fails')).not.toEqual([]);
    for (const word of ['Call', 'ID', 'Call ID']) {
      await expect(row(page, word)).toBeHidden();
      expect(reads(wire, word)).toEqual([]);
    }
  });

  const showFailed = async () => {
    await page.keyboard.press('Escape');
    await page
      .getByRole('group', { name: 'Show only' })
      .getByRole('button', { name: /^Failed/ })
      .click();
    await expect(page).toHaveURL('/calls?show=failed');
  };
  await test.step('a call that the filter hides is shown', async () => {
    await showFailed();
    await field(page).fill('sample-ended');
    await page.getByRole('button', { name: 'Show it (Enter)' }).click();
    await expect(page).toHaveURL('/calls/sample-ended');
    await expect(row(page, 'sample-ended')).toBeVisible();
  });

  await test.step('a new call drops the filter that hides it', async () => {
    await showFailed();
    await watch(page, 'asks-0-completed-2');
    await expect(page).toHaveURL('/calls/asks-0-completed-2');
    await expect(row(page, 'asks-0-completed-2').getByRole('link')).toBeFocused();
  });

  await test.step('a call without the label is opened and the label stays', async () => {
    await page.goto('/calls?label=VIP');
    await watch(page, 'sample-ended');
    await expect(page).toHaveURL('/calls/sample-ended?label=VIP');
    await expect(detail(page)).toContainText('sample-ended');
    await watch(page, 'sample-ended-2');
    await expect(detail(page)).toContainText('VIP');
    await expect(row(page, 'sample-ended-2')).toBeVisible();
  });

  await test.step('a refused sign-in can be repeated beside the call', async () => {
    await watch(page, 'fail-401-find');
    await expect(detail(page).getByRole('button', { name: 'Sign in' })).toBeVisible();
  });
});
