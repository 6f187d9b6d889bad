import type { Page } from 'playwright/test';
import { expectAccessibleInBothSchemes, expectNoSidewaysScroll, NARROW } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { field, reads, row } from './calls-kit.ts';
import { chooseFile, drag, paste } from './files-kit.ts';

// Few answers come meanwhile.
test.beforeEach(async ({ page, configure }) => {
  await page.clock.install();
  await configure({ api: { maxRequestsPerSecond: 4 } });
});

const ids = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => `sim-600s-completed-${String(from + at).padStart(5, '0')}`);
const dialog = (page: Page) => page.getByRole('dialog', { name: /^Watch [\d,]* ?calls?\?$/ });
const watchButton = (page: Page) => dialog(page).getByRole('button', { name: /^Watch/ });
const count = (page: Page, label: string) =>
  dialog(page)
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`^${label} [\\d,]+$`) });
const watched = (page: Page) =>
  page.getByRole('group', { name: 'Show only' }).getByRole('button', { name: /^All/ });

/** Pastes once the page takes it. */
const pasteCalls = async (page: Page, text: string) => {
  await expect(field(page)).toBeAttached();
  await paste(page, text);
};

const choose = (page: Page, ...file: [name: string, content: string]) =>
  chooseFile(page.getByRole('button', { name: 'Add from a file' }), ...file);

test('previews what is pasted, and sends no words unasked', async ({ page, signIn, wire }) => {
  await signIn('/calls');
  await test.step('the line end of a pasted ID is dropped', async () => {
    await field(page).focus();
    await paste(page, 'a1\n');
    await expect(field(page)).toHaveValue('a1');
    await page.keyboard.press('Shift+Enter');
    const isWhole = (box: Element) => box.scrollHeight <= box.clientHeight;
    await expect.poll(() => field(page).evaluate(isWhole)).toBe(true);
    await field(page).fill('');
  });
  await pasteCalls(page, 'a1 b2');
  await expect(field(page)).toHaveValue('a1 b2');
  await expect(field(page)).toBeFocused();
  // With what is in the field.
  const pasted = ids(60);
  const marked = 'sample-\u200bcompletes';
  const text = `${marked}\n${pasted.join('\n')}\n\n${pasted[3]}\n${'x'.repeat(600)}`;
  await pasteCalls(page, text);
  await expect(count(page, 'IDs found')).toHaveText('IDs found 65');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(field(page)).toHaveValue('a1 b2');
  await expect(page.getByRole('heading', { name: 'No calls watched yet' })).toBeVisible();

  await field(page).fill('');
  await pasteCalls(page, ids(10_001).join('\n'));
  await expect(watchButton(page)).toHaveText('Watch 10,000 calls');
  await expect(dialog(page)).toContainText(
    'The board holds 10,000 calls at most. The first 10,000 are added, 1 call is left out.',
  );
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await pasteCalls(page, text);
  await expect(count(page, 'New')).toHaveText('New 61');
  await expect(count(page, 'Repeated')).toHaveText('Repeated 1');
  await expect(count(page, 'Left out')).toHaveText('Left out 1');
  await expect(dialog(page).getByText('can’t be sent, line 64')).toBeVisible();
  await expect(dialog(page).getByText('sim-600s-completed-00006')).toBeVisible();
  await expect(dialog(page).getByText('sim-600s-completed-00007')).toBeHidden();
  await expect(dialog(page).getByText('Hidden or odd characters were corrected in 1 ID.')).toBeVisible();
  expect(reads(wire)).toEqual([]);
  await expect(watchButton(page)).toBeFocused();
  await watchButton(page).click();
  await expect(dialog(page)).toBeHidden();
  await expect(watched(page)).toContainText('61');
  await expect.poll(() => reads(wire, 'sample-completes')).toHaveLength(1);
  await pasteCalls(page, ids(62).join(', '));
  await expect(count(page, 'Already watched')).toHaveText('Already watched 60');
  await expect(watchButton(page)).toHaveText('Watch 2 calls');

  await test.step('a hidden character in the field is removed', async () => {
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await field(page).fill(`${marked}-2`);
    await page.keyboard.press('Enter');
    await expect.poll(() => reads(wire, 'sample-completes-2')).toHaveLength(1);
  });

  await test.step('sends nothing of a pasted table or of words unasked', async () => {
    const [first = '', second = '', third = ''] = ids(3, 100);
    for (const words of [`Müller\t${first}\t5`, `please see ${first}, Ana`]) {
      await pasteCalls(page, words);
      await expect(count(page, 'New')).toHaveText('New 1');
      await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    }
    await pasteCalls(page, `Müller\t${first}\t5\nMeier\t${second}\t3`);
    await watchButton(page).click();
    await expect(watched(page)).toContainText('64');

    await field(page).fill(`please see ${third}, Ana`);
    await field(page).press('Enter');
    await expect(watchButton(page)).toHaveText('Watch 1 call');
    await watchButton(page).click();
    await expect(watched(page)).toContainText('65');
    await expect(field(page)).toHaveValue('');
    await expect.poll(() => reads(wire, third)).not.toEqual([]);
    for (const word of ['Müller', 'Meier', '5', 'Ana', 'please']) expect(reads(wire, word)).toEqual([]);

    await field(page).fill('Tel. 030/1234567 about nosuchcall sim-0s-failed-p1');
    await field(page).press('Enter');
    await expect(watchButton(page)).toHaveText('Watch 1 call');
    await expect(dialog(page)).toContainText('3 words left out: Tel, about, nosuchcall');
    await expect(dialog(page)).toContainText('Telephone number, line 1: 030/1234567');
    await dialog(page).getByLabel('Call IDs are in').selectOption('Every value');
    await expect(watchButton(page)).toHaveText('Watch 5 calls');
    await dialog(page).getByRole('checkbox', { name: 'about' }).uncheck();
    await expect(watchButton(page)).toHaveText('Watch 4 calls');
    await expect(count(page, 'Left out')).toHaveText('Left out 1');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await field(page).fill('sample-long\nsample-ended\nalpha');
    await expect(page.locator('#call-ids-found')).toHaveText(/^To be checked first/);
    await field(page).press('Enter');
    await expect(dialog(page)).toContainText('No new call IDs');
    await dialog(page).getByLabel('Call IDs are in').selectOption('Every value');
    await expect(watchButton(page)).toHaveText('Watch 3 calls');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await field(page).fill(
      `${'Thanks\n'.repeat(8)}Call ID: CA10000001\nalso CA10000002 of SUP-1234 and CA10000003`,
    );
    await field(page).press('Enter');
    await expect(watchButton(page)).toHaveText('Watch 3 calls');
    await dialog(page).getByRole('button', { name: 'and 1 more' }).click();
    await dialog(page).getByRole('checkbox', { name: 'SUP-1234' }).check();
    await expect(watchButton(page)).toHaveText('Watch 4 calls');
    await expect(count(page, 'IDs found')).toHaveText('IDs found 4');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await field(page).fill('');

    await choose(page, 'pairs.csv', 'campaignId,webhookId\nc1,w1\n');
    await expect(page.getByRole('alert')).toContainText('These look like pairs for Bulk');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await choose(page, 'empty.csv', '\n');
    await expect(page.getByRole('alert')).toContainText('This file is empty');
  });
});

test('reads calls from a chosen or dropped file', async ({ page, signIn }) => {
  await signIn('/calls');
  const rows = ids(3).map((id, at) => `${at};${id};"Customer; ${at}"`);
  const lines = ['No;Call ID;Note', ...rows, '9;;none', rows[0], `10;${'x'.repeat(600)};long`];
  await choose(page, 'calls.csv', `${lines.join('\r\n')}\r\n`);
  await expect(dialog(page).getByText('From calls.csv, 7 lines')).toBeVisible();
  const header = dialog(page).getByRole('checkbox', { name: 'First line is a header' });
  const column = dialog(page).getByRole('combobox', { name: 'Call IDs are in' });
  await expect(column.getByRole('option', { selected: true })).toHaveText(/^Call ID, such as sim-600s/);
  await expect(header).toBeChecked();
  await expect(count(page, 'New')).toHaveText('New 3');
  await expect(dialog(page).getByText('Lines without an ID 1')).toBeVisible();
  await expectAccessibleInBothSchemes(page, dialog(page));
  await column.selectOption('2');
  await expect(
    dialog(page)
      .getByRole('listitem')
      .filter({ hasText: /^Customer; 2$/ }),
  ).toBeVisible();
  await column.selectOption('1');
  const note = dialog(page).getByRole('combobox', { name: 'Use as note' });
  await expect(note.getByRole('option', { selected: true })).toHaveText('Note, such as Customer; 0');
  await expect(dialog(page)).toContainText('with 3 notes');
  await note.selectOption('No column');
  await expect(dialog(page)).not.toContainText('with 3 notes');
  await header.uncheck();
  await expect(watchButton(page)).toHaveText('Watch 4 calls');
  await header.check();
  await expect(watchButton(page)).toHaveText('Watch 3 calls');
  await watchButton(page).click();
  await expect(watched(page)).toContainText('3');

  await choose(page, 'calls.xlsx', 'PK\u0003\u0004\0');
  await expect(dialog(page).getByRole('alert')).toContainText('This is not a text file');
  await expect(watchButton(page)).toBeDisabled();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Add from a file' })).toBeFocused();

  const invitation = page.getByText('Drop the file to read call IDs from it');
  await drag(page, 'dragover', '');
  await expect(invitation).toBeVisible();
  await drag(page, 'dragleave', '');
  await expect(invitation).toBeHidden();
  await drag(page, 'drop', 'a', 'b');
  await expect(page.getByText('One file at a time')).toBeVisible();
  await expect(dialog(page)).toBeHidden();

  await page.setViewportSize(NARROW);
  await drag(page, 'dragover', '');
  await drag(page, 'drop', `call_id,note\n${ids(60, 3).join(',x\n')},x`);
  await expect(invitation).toBeHidden();
  await expect(watchButton(page)).toHaveText('Watch 60 calls');
  await expectNoSidewaysScroll(page);
  const box = await dialog(page).boundingBox();
  expect(box).toMatchObject({ x: 0, width: NARROW.width });
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(NARROW.height);
  await expect(watchButton(page)).toBeInViewport();
  await watchButton(page).click();
  await expect(watched(page)).toContainText('63');

  await test.step('a guess can be corrected on a phone', async () => {
    await pasteCalls(page, 'Betroffen: call-x61, call-x62.\nErledigt: call-x63, call-x64.');
    await expect(watchButton(page)).toHaveText('Watch 4 calls');
    await expect(dialog(page).getByLabel('Call IDs are in')).toHaveValue('likely');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('its own CSV brings back notes and labels', async () => {
    const [first, second] = ['sim-900s-1', '=sim-900s'] as const;
    const headings = 'Call ID,Status,Note,Labels';
    const csv = `\uFEFF${headings}\r\n${first},queued,'=ask Ana,"Renewals, VIP"\r\n'${second},queued,,\r\n`;
    await page.setViewportSize({ width: 1440, height: 900 });
    await drag(page, 'drop', csv);
    await expect(dialog(page).getByText('3 lines, with 1 note, 2 labels')).toBeVisible();
    await watchButton(page).click();
    await expect(watched(page)).toContainText('65');
    // What the user set here is kept.
    await drag(page, 'drop', `${headings}\n${first},queued,other,VIP\n'${second},queued,call back,`);
    const extras = page.getByRole('dialog', { name: 'Add 1 note?' });
    await expect(extras).toContainText('1 note differs');
    await expect(extras).toContainText('Your own note is kept.');
    await extras.getByRole('button', { name: 'Add 1 note' }).click();
    await field(page).fill('call back');
    await expect(row(page, second)).toBeVisible();
    await field(page).fill('');
    await page.getByRole('button', { name: 'Labels' }).click();
    await page.getByRole('button', { name: /^Renewals/ }).click();
    await expect(row(page, first)).toContainText('=ask Ana');
  });

  await test.step('takes the notes that a colleague changed', async () => {
    await drag(page, 'drop', 'Call ID,Note\nsim-900s-1,"=ask Ana, she called back"');
    const change = page.getByRole('dialog');
    await expect(change.getByRole('button', { name: 'Show 1 call' })).toBeVisible();
    await change.getByText('Details').click();
    await expect(change.getByRole('definition')).toHaveText(['=ask Ana', '=ask Ana, she called back']);
    await change.getByRole('checkbox', { name: 'Use the note of the list' }).check();
    await expect(change).toContainText('Your own note is replaced.');
    await expectAccessibleInBothSchemes(page, change);
    await change.getByRole('button', { name: 'Change 1 note' }).click();
    await expect(row(page, 'sim-900s-1')).toContainText('she called back');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(row(page, 'sim-900s-1')).not.toContainText('she called back');
  });

  await test.step('shows calls that are watched already', async () => {
    await field(page).fill('00001');
    await expect(page).toHaveURL(/text=00001/);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await drag(page, 'drop', ids(2).join('\n'));
    await page.getByRole('button', { name: 'Show 2 calls' }).click();
    await expect(page).toHaveURL(/\/calls\?label=Renewals$/);
    for (const id of ids(2)) await expect(row(page, id)).toBeInViewport();
  });
});
