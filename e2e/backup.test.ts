import type { Page } from 'playwright/test';
import { expectAccessible, expectAccessibleInBothSchemes } from './accessible.ts';
import { area, begin, heading } from './bulk-kit.ts';
import { detail, openCall, row, watch } from './calls-kit.ts';
import { chooseFile, download } from './files-kit.ts';
import { expect, storage, test } from './fixtures.ts';
import { fill, note, PHONE, saveButton, SID, TOKEN } from './provider-kit.ts';
import { answered, attach, entries, writes } from './webhooks-kit.ts';

const openFromMenu = async (page: Page, item: 'Back up…' | 'Restore…') => {
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('button', { name: item }).click();
};
const backUp = async (page: Page) => {
  await openFromMenu(page, 'Back up…');
  return download(page, () => page.getByRole('button', { name: 'Download' }).click());
};
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Restore' });
const restore = async (page: Page, text: string) => {
  await openFromMenu(page, 'Restore…');
  await chooseFile(dialog(page).getByRole('button', { name: 'Choose file…' }), 'backup.json', text);
};
const close = (page: Page) =>
  dialog(page)
    .getByRole('button', { name: /Close|Cancel/ })
    .click();

/** Leaves what a new browser has. */
const emptyBrowser = async (page: Page) => {
  await page.goto('/icon.svg');
  await page.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const { name = '' } of await indexedDB.databases()) {
      const deleting = indexedDB.deleteDatabase(name);
      await new Promise((resolve) => deleting.addEventListener('success', resolve));
    }
  });
};

const addNote = async (page: Page, id: string, text: string) => {
  await openCall(page, id);
  const field = detail(page).getByRole('textbox', { name: 'Note' });
  await field.fill(text);
  await field.press('Enter');
  await expect(row(page, id)).toContainText(text);
};

const addName = async (page: Page) => {
  await page.getByRole('button', { name: 'Add the name of campaign cmp-1' }).click();
  const field = page.getByRole('textbox', { name: 'Name of campaign cmp-1' });
  await field.fill('Renewals');
  await field.press('Enter');
  await expect(page.locator('form bdi')).toBeVisible();
};

test('moves what is kept to another browser', async ({ page, signIn, wire, person, strict }) => {
  // Chromium asks for it beside a page that is no HTML.
  strict.allow(/favicon\.ico/);
  await signIn('/calls');
  await watch(page, 'record-unknown sample-ended');
  await expect(row(page, 'sample-ended')).toContainText('Completed');
  await addNote(page, 'sample-ended', 'ask Ana');
  await area(page, /^Webhooks/).click();
  await attach(page, 'wh-single');
  await answered(page, 'Attached');
  await addName(page);
  await page.getByRole('link', { name: 'Bulk' }).click();
  await begin(page, ['cmp-2,wh-1', 'cmp-2,wh-2', 'cmp-2,fail-400']);
  await expect(heading(page, /^Finished/)).toBeVisible();
  await area(page, /^Provider/).click();
  await fill(page);
  await saveButton(page).click();
  await expect(note(page, 'accepted')).toBeVisible();
  const { name, text } = await backUp(page);
  expect(name).toMatch(/^console-backup-\d{4}-\d\d-\d\dT\d{6}\.json$/);
  for (const secret of [TOKEN, SID, PHONE, 'eyJ', 'Bearer', 'refresh'])
    expect(text.includes(secret), secret).toBe(false);

  await emptyBrowser(page);
  const result = dialog(page).getByRole('status').first();
  const problem = dialog(page).getByRole('alert');
  await test.step('but not to another person', async () => {
    await signIn('/webhooks', { name: `${person} other` });
    await restore(page, text);
    await expect(problem).toContainText('This backup is of another person');
    await expectAccessible(page);
    await close(page);
    await expect(page.getByText('Nothing sent yet')).toBeVisible();
    expect(await storage(page)).not.toContain('wh-single');
  });

  await signIn();
  await area(page, /^Webhooks/).click();
  const sent = writes(wire).length;
  await restore(page, text);
  await expect(result).toHaveText('Added 2 calls, 1 name, 2 sent changes and 1 run.');
  await expect(dialog(page).getByRole('button', { name: 'Close' })).toBeFocused();
  await expectAccessibleInBothSchemes(page);
  await close(page);
  await expect(entries(page)).toHaveText([/run|pairs/i, /wh-single.*from a backup/]);
  expect(writes(wire)).toHaveLength(sent);
  await area(page, /^Calls/).click();
  await expect(row(page, 'sample-ended')).toContainText('Completed');
  await expect(row(page, 'sample-ended')).toContainText('ask Ana');
  await area(page, /^Provider/).click();
  await expect(page.getByRole('list', { name: 'Sent from this browser' })).toContainText(
    /Saved SID ending.*From a backup/,
  );

  await test.step('nothing of a file that is no backup, or another’s', async () => {
    for (const [file, says] of [
      ['{"calls":[]}', 'This is no backup'],
      [
        text.replace(/"service":"[^"]+"/, '"service":"https://other.example"'),
        'It is of https://other.example',
      ],
      [text.replace('"format":1', '"format":2'), 'A newer release made this backup'],
    ] as const) {
      await restore(page, file);
      await expect(problem).toContainText(says);
      await close(page);
    }
  });
  await restore(page, text);
  await expect(result).toHaveText('Nothing was added. 6 were here already.');
});
