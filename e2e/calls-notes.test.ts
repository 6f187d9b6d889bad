import { expectAccessible, NARROW } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { detail, fact, openCall, row, watch } from './calls-kit.ts';

test('keeps a note with its call and never sends it', async ({ page, signIn, context, serviceLog }) => {
  await signIn('/calls');
  await watch(page, 'record-unknown sample-ended');
  await expect(row(page, 'record-unknown')).toContainText('on_hold');
  await openCall(page, 'record-unknown');
  const note = detail(page).getByRole('textbox', { name: 'Note' });
  await note.fill(' ask Ana\u200b about the trunk ');
  await note.press('Enter');
  await expect(fact(page, 'Note').getByRole('textbox')).toHaveValue('ask Ana\u200b about the trunk');
  await expectAccessible(page, undefined, page.getByRole('main'));
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await detail(page).getByRole('button', { name: 'Copy for a ticket' }).click();
  await expect(page.getByText('Details copied')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^Call ID: record-unknown\nStatus: on_hold\n/);
  expect(copied).toMatch(/\nNote: ask Ana.*\nLink: http:\/\/localhost:\d+\/calls\/record-unknown$/);
  expect(copied).not.toMatch(/Bearer|eyJ/);

  await expect(row(page, 'record-unknown')).toContainText('ask Ana⟨U+200B⟩ about the trunk');
  await note.fill('x'.repeat(250));
  await note.press('Escape');
  await expect(note).toHaveValue('ask Ana\u200b about the trunk');
  await page.getByText('Note discarded').locator('..').getByRole('button', { name: 'Undo' }).click();
  await expect(note).toHaveValue('x'.repeat(200));
  await note.fill('ask Ana\u200b about the trunk');
  await note.press('Enter');
  await page.getByRole('searchbox', { name: /^Filter by/ }).fill('TRUNK');
  await expect(page.locator('#calls-rows a')).toHaveText(['record-unknown']);
  await note.fill('');
  await note.press('Enter');
  await expect(page.getByRole('heading', { name: 'No call matches “TRUNK”' })).toBeVisible();
  expect(JSON.stringify(await serviceLog())).not.toContain('Ana');

  await test.step('a typed note is saved on Back, reload and close', async () => {
    await page.goto('/calls');
    await openCall(page, 'record-unknown');
    await note.fill('typed before Back');
    await page.goBack();
    await expect(detail(page)).toBeHidden();
    await expect(row(page, 'record-unknown')).toContainText('typed before Back');
    await page.setViewportSize(NARROW);
    await expect(row(page, 'record-unknown').getByText('typed before Back')).toBeInViewport();
    await openCall(page, 'record-unknown');
    await note.fill('typed before a reload');
    await page.reload();
    await expect(note).toHaveValue('typed before a reload');
    await note.fill('typed before closing');
    const other = await context.newPage();
    await Promise.all([page.waitForEvent('close'), page.close({ runBeforeUnload: true })]);
    await other.goto('/calls/record-unknown');
    await expect(detail(other).getByRole('textbox', { name: 'Note' })).toHaveValue('typed before closing');
  });
});
