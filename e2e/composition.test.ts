import { detail, openCall, watch } from './calls-kit.ts';
import { expect, test } from './fixtures.ts';

test('leaves keys to an open composition', async ({ page, context, signIn }) => {
  await signIn('/calls');
  await watch(page, 'nope');
  await openCall(page, 'nope');
  const note = detail(page).getByRole('textbox', { name: 'Note' });
  await note.click();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
  for (const key of ['Escape', 'Enter']) {
    await page.keyboard.press(key);
    await expect(note).toBeFocused();
    await expect(note).toHaveValue('にほん');
    await expect(page.getByText('Note of nope saved')).toBeHidden();
  }
  await devtools.send('Input.insertText', { text: '日本' });
  await page.keyboard.press('Enter');
  await expect(page.getByText('Note of nope saved')).toBeVisible();
  await expect(note).toHaveValue('日本');
});
