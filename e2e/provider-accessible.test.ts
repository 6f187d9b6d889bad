import type { Locator } from 'playwright/test';
import { EVERY_STATE, expectAccessibleInBothSchemes, expectFits, NARROW } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { authToken, fill, note, saveButton, SID, TOKEN } from './provider-kit.ts';

test('every state is accessible at both widths', EVERY_STATE, async ({ page, signIn }) => {
  await page.setViewportSize(NARROW);
  await signIn('/provider');
  await expect(page.getByText('Nothing sent yet.')).toBeVisible();
  await fill(page, { sid: '\u200bAP17e', token: '', phone: '5550100' });
  await saveButton(page).click();
  await expect(note(page, 'Nothing was sent')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await fill(page, { sid: 'fail-422-long' });
  await saveButton(page).click();
  await expect(note(page, 'Refused: invalid values')).toBeInViewport();
  await expectFits(page);
  await fill(page, { sid: 'drop-after' });
  await saveButton(page).click();
  await expect(note(page, 'Unknown: the service didn’t answer')).toBeInViewport();
  await expect(authToken(page)).toHaveValue(TOKEN);
  await expectAccessibleInBothSchemes(page);
  await fill(page, { sid: SID.repeat(6) });
  await saveButton(page).click();
  await expect(note(page, 'Configuration accepted')).toBeInViewport();
  await expectFits(page);
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('button', { name: 'Delete configuration…' }).click();
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
  await expectFits(page);
  await expectAccessibleInBothSchemes(page, page.getByRole('dialog'));
});

test('fits with text of twice the size', { tag: '@release' }, async ({ page, signIn }) => {
  await signIn('/provider');
  await page.evaluate(() => {
    const { style } = document.documentElement;
    const tokens = getComputedStyle(document.documentElement);
    for (const name of ['--t-12', '--t-13', '--t-14', '--t-16', '--t-20', '--m-12'])
      style.setProperty(
        name,
        tokens.getPropertyValue(name).replace(/\d+(?=px)/g, (px) => String(Number(px) * 2)),
      );
  });
  const cutOff = (part: Locator) =>
    part.evaluate((element) =>
      [element, ...element.querySelectorAll('button, a, label')]
        .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
        .map((one) => one.outerHTML.slice(0, 100)),
    );
  for (const width of [1280, NARROW.width]) {
    await page.setViewportSize({ width, height: 2400 });
    expect(await cutOff(page.locator('main'))).toEqual([]);
    await page.getByRole('button', { name: /^Account:/ }).click();
    expect(await cutOff(page.getByRole('group', { name: 'Account menu' }))).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Delete configuration…' }).click();
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeInViewport({ ratio: 1 });
    expect(await cutOff(page.getByRole('dialog'))).toEqual([]);
    await page.keyboard.press('Escape');
  }
});
