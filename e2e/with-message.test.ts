import { expectAccessible } from './accessible.ts';
import { area } from './bulk-kit.ts';
import { download } from './files-kit.ts';
import { expect, test } from './fixtures.ts';
import * as provider from './provider-kit.ts';
import { answer, answered, attach, entries, fill, openHistory, sentList } from './webhooks-kit.ts';

const TITLE = 'Accepted, with a message';

test('accepts changes with a message', { tag: '@release' }, async ({ page, signIn }) => {
  const id = 'odd-error';
  await signIn('/webhooks');
  await attach(page, id);
  await answered(page, TITLE);
  await expect(answer(page)).toContainText('The service says “carrier rejected the change”.');
  const row = entries(page).first();
  await expect(row).toContainText(`Attach ${id}: accepted, with a message`);
  await expect(row.locator('[data-tone="warn"] use[href$="#message"]')).toHaveCount(1);
  await expect(row.getByRole('button', { name: /^Detach…/ })).toBeVisible();
  await expectAccessible(page);

  await attach(page, 'wh-1');
  await answered(page, 'Attached');
  await fill(page, id);
  await expect(page.getByText(/^Attach accepted, with a message, at \d\d:\d\d:\d\d\.$/)).toBeVisible();
  await openHistory(page);
  const { text } = await download(page, () => sentList(page).getByRole('button', { name: 'Export' }).click());
  expect(text).toMatch(new RegExp(`,attach,cmp-1,${id},"accepted, with a message",200,`));

  await page.getByRole('link', { name: 'Campaigns' }).click();
  await expect(page.getByRole('button', { name: 'Attached 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Accepted, with a message 1' }).click();
  await expect(page.getByText('1 attached, 1 accepted with a message')).toBeVisible();
  const csv = await download(page, () => page.getByRole('button', { name: 'Export' }).click());
  expect(csv.text).toMatch(new RegExp(`cmp-1,${id},,,"accepted, with a message",attach,`));
  expect(csv.text).toContain(',carrier rejected the change\r\n');

  await area(page, /^Provider/).click();
  await provider.fill(page, { sid: 'odd-success' });
  await provider.saveButton(page).click();
  const alert = provider.note(page, TITLE);
  await expect(alert).toContainText('The service says “nothing was changed”.');
  await expect(alert).toContainText('SID odd-success');
  const saved = provider.sentList(page).getByRole('listitem');
  await expect(saved).toContainText('Save SID ending ess: accepted, with a message');
  await expect(saved.locator('q')).toHaveText('nothing was changed');
  await expect(page.getByText(/Saved|Configuration accepted/)).toHaveCount(0);
  await expect(page.locator('main [data-tone="ok"]')).toHaveCount(0);
  await expectAccessible(page);

  await page.route(/delete_provider$/, (route) =>
    route.fulfill({
      json: { success: false, message: 'nothing stored' },
      headers: { 'access-control-allow-origin': '*' },
    }),
  );
  // The newest answer takes the place of what was said before.
  await provider.accountSid(page).fill('');
  await provider.saveButton(page).click();
  const invalid = provider.note(page, 'Nothing was sent');
  await expect(invalid).toBeVisible();
  await provider.deleteAfterTyping(page, 'sandbox');
  await expect(provider.note(page, 'Deletion accepted, with a message')).toContainText(
    'The service says “nothing stored”.',
  );
  await expect(invalid).toHaveCount(0);
  await expect(saved.first()).toContainText('Deletion: accepted, with a message');
  await expect(saved.locator('q')).toHaveText(['nothing stored', 'nothing was changed']);
  await expect(page.getByText(/Deleted|Deletion accepted(?!, with)/)).toHaveCount(0);
});
