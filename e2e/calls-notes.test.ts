import { expectAccessible, NARROW } from './accessible.ts';
import { expect, signInAtServer, signOut, test } from './fixtures.ts';
import { detail, fact, field, openCall, row, watch } from './calls-kit.ts';

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
  await expect(page.getByText('Details of record-unknown copied')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^Call ID: record-unknown\nStatus: on_hold\n/);
  expect(copied).toMatch(/\nNote: ask Ana.*\nLink: http:\/\/localhost:\d+\/calls\/record-unknown$/);
  expect(copied).not.toMatch(/Bearer|eyJ[\w-]+\./);

  await expect(row(page, 'record-unknown')).toContainText('ask Ana⟨U+200B⟩ about the trunk');
  await note.fill('x'.repeat(250));
  await note.press('Escape');
  await expect(note).toHaveValue('ask Ana\u200b about the trunk');
  await page.getByText('Note discarded').locator('..').getByRole('button', { name: 'Undo' }).click();
  await expect(note).toHaveValue('x'.repeat(200));
  await note.fill('ask Ana about the trunk');
  await note.press('Enter');
  await field(page).fill('TRUNK');
  await expect(page.locator('#calls-rows a')).toHaveText(['record-unknown']);
  await note.fill('');
  await note.press('Enter');
  await expect(page.getByRole('heading', { name: '“TRUNK” is not watched' })).toBeVisible();
  expect(JSON.stringify(await serviceLog())).not.toContain('ask Ana');

  await test.step('a typed note is saved on Back, reload and close', async () => {
    await field(page).fill('');
    await detail(page).getByRole('button', { name: 'Close detail' }).click();
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
    // The board, under the call, has the key.
    await expect(page.locator('#calls-rows a').first()).toBeAttached();
    await detail(page).getByRole('button', { name: 'Check now' }).focus();
    await page.keyboard.press('n');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Note' }).fill('typed in the dialog');
    // Dismissed, so the page stays.
    const asked = page.waitForEvent('dialog');
    await page.evaluate(() => setTimeout(() => location.reload()));
    expect((await asked).type()).toBe('beforeunload');
    await (await asked).dismiss();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(note).toHaveValue('typed in the dialog');
    await note.fill('typed before closing');
    await Promise.all([page.waitForEvent('close'), page.close({ runBeforeUnload: true })]);
    const other = await context.newPage();
    await other.goto('/calls');
    await expect(row(other, 'record-unknown')).toContainText('typed before closing');
  });
});

test('keeps a note beside another tab', { tag: '@release' }, async ({ page, signIn, context, person }) => {
  await signIn('/calls');
  await watch(page, 'record-unknown');
  const note = detail(page).getByRole('textbox', { name: 'Note' });
  const other = await context.newPage();
  await test.step('says which note of another tab it replaces', async () => {
    await other.goto('/calls/record-unknown');
    await note.fill('mine');
    const theirs = detail(other).getByRole('textbox', { name: 'Note' });
    await theirs.fill('theirs');
    await theirs.press('Enter');
    await expect(row(page, 'record-unknown')).toContainText('theirs');
    await note.press('Enter');
    await expect(page.getByText('Note of record-unknown saved, in place of “theirs”')).toBeVisible();
  });
  await test.step('letters of a note taken away are no shortcuts', async () => {
    await note.press('End');
    await page.keyboard.type(' gone');
    await detail(other).getByRole('button', { name: 'Stop watching' }).click();
    const lost = page.getByText('Note not saved: record-unknown no longer watched').locator('..');
    await expect(lost).toBeVisible();
    await page.keyboard.type('a/');
    await expect(field(page)).not.toBeFocused();
    await lost.getByRole('button', { name: 'Undo' }).click();
    await expect(row(page, 'record-unknown')).toContainText('mine gone');
    await openCall(page, 'record-unknown');
  });
  await test.step('leaves keys to an open composition', async () => {
    const saved = page.getByText('Note of record-unknown saved', { exact: true });
    await note.fill('');
    const devtools = await context.newCDPSession(page);
    await devtools.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    const before = await saved.count();
    for (const key of ['Escape', 'Enter']) {
      await page.keyboard.press(key);
      await expect(note).toBeFocused();
      await expect(note).toHaveValue('にほん');
    }
    expect(await saved.count()).toBeLessThanOrEqual(before);
    await devtools.send('Input.insertText', { text: '日本' });
    await page.keyboard.press('Enter');
    await expect(row(page, 'record-unknown')).toContainText('日本');
    await expect(note).toHaveValue('日本');
  });
  await test.step('undoing an older note keeps a newer one', async () => {
    await note.fill('first');
    await note.press('Enter');
    await note.fill('second');
    await note.press('Enter');
    const saved = page.getByText('Note of record-unknown saved', { exact: true }).locator('..');
    await saved.nth(1).getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('1 note kept: changed since.')).toBeVisible();
    await expect(note).toHaveValue('second');
    await saved.first().getByRole('button', { name: 'Undo' }).click();
    await expect(note).toHaveValue('first');
  });
  await note.fill('typed before another tab signs out');
  await signOut(other);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await signInAtServer(page, person);
  await expect(row(page, 'record-unknown')).toContainText('typed before another tab signs out');
});
