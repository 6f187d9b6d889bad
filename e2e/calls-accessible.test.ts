import {
  EVERY_STATE,
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectFits,
  expectMenuFits,
  expectNoSidewaysScroll,
  NARROW,
} from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { detail, field, openCall, row, stopClock, watch } from './calls-kit.ts';

const IDS = ['sample-long', 'record-unknown', 'nope-1', 'fail-500', 'odd-html', 'record-error-object'];

test('every state of the board is accessible', EVERY_STATE, async ({ page, signIn }) => {
  await signIn('/calls');
  await expect(page.getByRole('heading', { name: 'No calls watched yet' })).toBeVisible();
  await expectFits(page);
  await field(page).fill(IDS.join(' '));
  await expectAccessibleInBothSchemes(page);
  await field(page).press('Enter');
  await expect(row(page, 'fail-500')).toContainText('error 500');
  await expect(row(page, 'record-error-object')).toContainText('Failed');
  await expect(row(page, 'nope-1')).toContainText('Not found');
  await expect(row(page, 'record-unknown')).toContainText('on_hold');
  await expectFits(page);
  await expectAccessibleInBothSchemes(page);
  // The call with the unknown status is stuck.
  // The others look like one of these.
  for (const id of IDS.filter((each) => !/long|html/.test(each))) {
    await openCall(page, id);
    await expect(detail(page).getByRole('heading', { name: id })).toBeVisible();
    // The others have no colour of their own.
    if (id.includes('-error-') || id === 'fail-500') await expectAccessibleInBothSchemes(page, detail(page));
    else await expectAccessible(page, undefined, detail(page));
  }
  await expectFits(page);
  await detail(page).getByRole('button', { name: 'Close detail' }).click();

  await expect(field(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^More/ }).click();
  await expectAccessible(page, undefined, page.locator(':popover-open'));
  await page.keyboard.press('Escape');

  await row(page, 'nope-1').getByRole('checkbox').check();
  await expectFits(page);
  await expectAccessibleInBothSchemes(page, page.getByRole('group', { name: 'Selected calls' }));
  await page.keyboard.press('Escape');
  await expectMenuFits(page, 'More', 'Clear the board');
});

test('replaces the board by the detail on a phone', async ({ page, signIn }) => {
  await page.clock.install();
  await page.setViewportSize(NARROW);
  await signIn('/calls');
  await watch(
    page,
    'record-error-object sample-long nope-with-a-very-long-id-of-a-call-that-nobody-knows-at-all-0123456789',
  );
  const link = page.getByRole('link', { name: 'record-error-object', exact: true });
  const back = page.getByRole('button', { name: 'Back to calls' });
  await expect(row(page, 'record-error-object')).toContainText('Failed');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await openCall(page, 'record-error-object');
  await expect(page.getByRole('heading', { level: 1, name: 'record-error-object' })).toBeVisible();
  await expect(back).toBeFocused();
  await expect(field(page)).toBeHidden();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await test.step('whose dialogs and fields still open', async () => {
    await page.keyboard.press('n');
    await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Note' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(back).toBeFocused();
    await page.keyboard.press('a');
    await expect(field(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await openCall(page, 'record-error-object');
    await expect(back).toBeFocused();
  });
  // Also if the board takes long to render.
  await stopClock(page);
  await back.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Calls' })).toBeVisible();
  await expect(link).toBeFocused();
  await openCall(page, 'sample-long');
  await expect(back).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('link', { name: 'sample-long', exact: true })).toBeFocused();

  await page.clock.resume();
  await link.focus();
  await test.step('from its top, where all of the page scrolls', async () => {
    await page.setViewportSize({ width: 320, height: 256 });
    // Not by a click: the row moves while the window becomes smaller.
    await expect(link).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(back).toBeInViewport();
  });
});
