import { expect, test } from './fixtures.ts';
import {
  detail,
  drawPart,
  fact,
  field,
  openCall,
  reads,
  readingOf,
  row,
  stopClock,
  watch,
} from './calls-kit.ts';
import { chooseFile } from './files-kit.ts';

test.beforeEach(async ({ page }) => page.clock.install());

test('watches a call until it ends', { tag: '@story' }, async ({ page, signIn, wire }) => {
  await signIn('/calls');
  for (const blank of ['', ' , \n']) {
    await watch(page, blank);
    await expect(field(page)).toHaveAccessibleDescription(/Enter a call ID\./);
    await expect(field(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page)).toBeFocused();
  }
  await field(page).fill('x');
  await expect(field(page)).toHaveAttribute('aria-invalid', 'false');
  expect(reads(wire)).toEqual([]);

  const reading = await readingOf(page);
  await stopClock(page);
  await field(page).fill('asks-1-completed');
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  await drawPart(page, detail(page));
  await expect(page).toHaveURL(/\/calls\/asks-1-completed$/);
  await expect.poll(() => reads(wire)).toHaveLength(1);
  expect(reads(wire)[0]).toMatchObject({
    method: 'GET',
    query: [['callId', 'asks-1-completed']],
    body: null,
  });
  expect(reads(wire)[0]?.headers['content-type']).toBeUndefined();
  await reading.run(500, 500);
  const seen = detail(page).getByRole('list', { name: 'Status history' });
  await expect(seen).toContainText('In progress');
  await reading.run(6000, 6000);
  await expect(seen.getByRole('listitem')).toContainText([/In progress/, /Completed\s+ended \d\d:\d\d:\d\d/]);
  await expect(row(page, 'asks-1-completed')).toContainText('Completed');
  await reading.run(60_000, 60_000);
  expect(reading.ids).toHaveLength(2);
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect.poll(() => reading.ids.length).toBe(3);

  await watch(
    page,
    'sim-0s-completed-1 sim-0s-failed-2 sim-0s-busy-3 record-ended-unknown record-case-ended',
  );
  await reading.run(1000, 500);
  await expect(row(page, 'record-case-ended')).toContainText('Completed');
  await expect(page.getByText('0 of 6 being checked')).toBeVisible();
  await reading.run(60_000, 60_000);
  expect(reading.ids).toHaveLength(8);
});

test('adds the calls of a link once, with its label', async ({ page, signIn, wire, baseURL }) => {
  await signIn('/calls/sample-ended');
  await test.step('undoes an addition before an older note', async () => {
    const note = detail(page).getByRole('textbox', { name: 'Note' });
    await note.fill('ask Ana');
    await note.press('Enter');
    await watch(page, 'sample-ended-2 sample-ended-3');
    await page.getByText('Watching 2 calls').locator('..').getByRole('button', { name: 'Undo' }).click();
    await expect(page.locator('#calls-rows a')).toHaveText(['sample-ended']);
    await expect(row(page, 'sample-ended')).toContainText('ask Ana');

    await chooseFile(
      page.getByRole('button', { name: 'Add from a file' }),
      'calls.csv',
      'Call ID,Note,Labels\nsample-ended,mine,VIP\nsample-ended-4,theirs,VIP\n',
    );
    await page.getByRole('dialog').getByRole('button', { name: 'Watch 1 call' }).click();
    await expect(row(page, 'sample-ended-4')).toContainText('theirs');
    await expect(page.getByRole('button', { name: 'Labels' })).toBeVisible();
    await detail(page).getByRole('button', { name: 'Close detail' }).click();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(row(page, 'sample-ended-4')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Labels' })).toBeHidden();
    await expect(row(page, 'sample-ended')).toContainText('ask Ana');

    // A single call opens without a message.
    await watch(page, 'sample-ended-5');
    await expect(detail(page)).toContainText('sample-ended-5');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(row(page, 'sample-ended-5')).toBeHidden();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(row(page, 'sample-ended')).not.toContainText('ask Ana');
    await page.getByRole('button', { name: /^More/ }).click();
    await page.getByRole('button', { name: 'Clear the board' }).click();
    await expect(page.getByRole('heading', { name: 'No calls watched yet' })).toBeVisible();
  });

  const before = reads(wire).length;
  await page.goto('/calls?id=call-1&id=call-9&id=call-1&label=Late');
  const dialog = page.getByRole('dialog', { name: 'Watch 2 calls?' });
  await expect(dialog.getByText('From a link')).toBeVisible();
  await expect(dialog.getByText('Repeated 1')).toBeVisible();
  await expect(dialog.getByText('From a link, labelled “Late”')).toBeVisible();
  await page.clock.runFor(2000);
  expect(reads(wire)).toHaveLength(before);
  await dialog.getByRole('button', { name: 'Watch 2 calls' }).click();
  for (const id of ['call-1', 'call-9'])
    await expect(row(page, id)).toContainText(/queued|ringing|In progress/);
  await expect(page).toHaveURL('/calls?label=Late');

  await field(page).fill('"call-1" call-2\n\n„call-3“\ncall-3 call-4');
  await expect(page.locator('#call-ids-found')).toContainText(
    '5 IDs found, 3 new, 1 already watched, 1 repeated',
  );
  await page.getByRole('button', { name: 'Watch 3 calls', exact: true }).click();
  await expect(page.getByRole('button', { name: 'All 5' })).toBeVisible();
  await expect
    .poll(
      () =>
        new Set(
          reads(wire)
            .slice(before)
            .map(({ rawQuery }) => rawQuery),
        ).size,
    )
    .toBe(5);
  await expect(field(page)).toHaveValue('');
  await watch(page, 'call-1 call-2');
  await expect(page.getByText('All 2 are watched already')).toBeVisible();

  await watch(page, 'cal-3');
  await expect(detail(page)).toContainText('It has 5 characters, your others have 6.');
  await test.step('a corrected ID keeps the note', async () => {
    await detail(page).getByRole('textbox', { name: 'Note' }).fill('read out');
    await page.getByRole('button', { name: 'Edit ID' }).click();
    await expect(field(page)).toHaveValue('cal-3');
    await expect(field(page)).toBeFocused();
    await expect(row(page, 'cal-3')).toContainText('read out');
    await watch(page, 'cal-');
    await expect(fact(page, 'Note').getByRole('textbox')).toHaveValue('read out');
    await expect(row(page, 'cal-3')).toBeHidden();
    const said = page.getByText('Watching cal- in place of cal-3');
    await said.locator('..').getByRole('button', { name: 'Undo' }).click();
    await expect(row(page, 'cal-3')).toContainText('read out');
    await expect(row(page, 'cal-')).toBeHidden();
  });
  await test.step('an edit of an ID is seen, and ends with its text', async () => {
    const edited = page.locator('#call-ids-edited');
    const edit = async () => {
      await openCall(page, 'cal-3');
      await page.getByRole('button', { name: 'Edit ID' }).click();
      await expect(edited).toHaveText('In place of cal-3');
    };
    const ends: (() => Promise<void>)[] = [
      () => field(page).press('Escape'),
      () => field(page).fill(''),
      () => page.getByRole('button', { name: 'Cancel' }).click(),
      () => openCall(page, 'call-1'),
      async () => void (await page.reload()),
    ];
    for (const end of ends) {
      await edit();
      await end();
      await expect(edited).toBeHidden();
      await expect(field(page)).toHaveValue('');
    }
    await watch(page, 'other-1');
    await expect(fact(page, 'Note').getByRole('textbox')).toHaveValue('');
    await expect(row(page, 'cal-3')).toContainText('read out');
    await detail(page).getByRole('button', { name: 'Stop watching' }).click();
  });

  const id = "a/b c+d&é#?'s 100%";
  const encoded = encodeURIComponent(id).replaceAll("'", '%27');
  await field(page).fill('');
  await page.keyboard.press('Escape');
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text', text);
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, `${baseURL}/calls?id=call-5&id=${encoded}`);
  await expect(field(page)).toBeFocused();
  await page.getByRole('button', { name: 'Watch 2 calls' }).click();
  await expect(row(page, id)).toContainText('Not found');
  expect(reads(wire, id).map(({ rawQuery }) => rawQuery)).toEqual([`callId=${encoded}`]);
  await openCall(page, id);
  await expect(page).toHaveURL(`/calls/${encoded}?label=Late`);
  await page.reload();
  await expect(detail(page).getByRole('heading', { name: id })).toBeVisible();

  await page.goto('/calls/a%0Ab?label=Late');
  await expect(page.getByText('The ID of this link can’t be sent as a call ID')).toBeVisible();
  await expect(row(page, 'call-1')).toBeVisible();
});
