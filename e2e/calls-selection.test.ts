import type { Page } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { detail, drawBoard, field, readingOf, row, share, stopClock, watch } from './calls-kit.ts';

const IDS = ['sim-900s-completed-1', 'sim-900s-completed-2', 'sim-900s-completed-3'] as const;
const [FIRST, SECOND, THIRD] = IDS;

const bar = (page: Page) => page.getByRole('group', { name: 'Selected calls' });
const action = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const shown = (page: Page) => page.locator('#calls-rows a');
const link = (page: Page, id: string) => page.getByRole('link', { name: id, exact: true });

test('shares, notes, checks, stops and brings back some', async ({ page, signIn, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
  await signIn('/calls');
  const reading = await readingOf(page);
  // No call is checked by itself meanwhile.
  await stopClock(page);
  await watch(page, IDS.join(' '));
  await drawBoard(page);
  await reading.run(1000, 500);
  for (const id of IDS) await expect(row(page, id)).toContainText('queued');
  await page.getByRole('button', { name: 'Call ID' }).click();
  await expect(shown(page)).toHaveText(IDS);
  await test.step('by mouse and keyboard', async () => {
    await link(page, FIRST).click({ modifiers: ['ControlOrMeta'] });
    await link(page, THIRD).click({ modifiers: ['Shift'] });
    await expect(bar(page)).toContainText('3 selected');
    await expect(detail(page)).toBeHidden();
    await row(page, THIRD).getByRole('checkbox').click();
    await expect(bar(page)).toContainText('2 selected');
    await expect(page.getByRole('checkbox', { name: 'Select all 3' })).toHaveJSProperty(
      'indeterminate',
      true,
    );
  });
  await action(page, 'Check now').click();
  await expect.poll(() => reading.ids.toSorted()).toEqual([FIRST, FIRST, SECOND, SECOND, THIRD]);

  await page.clock.resume();
  await action(page, 'Note…').click();
  const note = page.getByRole('dialog', { name: 'Note for 2 calls' });
  await note.getByRole('textbox', { name: 'Note' }).fill('ask Ana');
  await expectAccessible(page, undefined, note);
  await page.keyboard.press('Enter');
  await expect(note).toBeHidden();
  for (const id of [FIRST, SECOND]) await expect(row(page, id)).toContainText('ask Ana');
  await expect(row(page, THIRD)).not.toContainText('ask Ana');
  await test.step('Escape offers to save what was typed', async () => {
    await action(page, 'Note…').click();
    await note.getByRole('textbox', { name: 'Note' }).fill('asked Ana');
    await page.keyboard.press('Escape');
    await expect(note).toBeHidden();
    await expect(row(page, FIRST)).not.toContainText('asked Ana');
    await page.getByText('Note discarded').locator('..').getByRole('button', { name: 'Undo' }).click();
    for (const id of [FIRST, SECOND]) await expect(row(page, id)).toContainText('asked Ana');
  });

  await test.step('Undo restores the note of each', async () => {
    await row(page, THIRD).getByRole('checkbox').click();
    await action(page, 'Note…').click();
    const noteForThree = page.getByRole('dialog', { name: 'Note for 3 calls' });
    await expect(noteForThree).toContainText('Replaces 2 notes.');
    await noteForThree.getByRole('textbox', { name: 'Note' }).fill('closed');
    await page.keyboard.press('Enter');
    await expect(row(page, THIRD)).toContainText('closed');
    await page.getByText('Note of 3 calls saved').locator('..').getByRole('button', { name: 'Undo' }).click();
    for (const id of [FIRST, SECOND]) await expect(row(page, id)).toContainText('asked Ana');
    await expect(row(page, THIRD)).not.toContainText('closed');
    await row(page, THIRD).getByRole('checkbox').click();
  });

  await share(page, 'Copy link');
  await expect(page.getByText('Link with 2 calls copied')).toBeVisible();
  expect(new URL(await copied(page)).searchParams.getAll('id').toSorted()).toEqual([FIRST, SECOND]);
  await share(page, 'Copy for a ticket');
  await expect(page.getByText('Details of 2 calls copied')).toBeVisible();
  const text = await copied(page);
  expect(text).toMatch(/^2 calls\nqueued: 2\n/);
  for (const id of [FIRST, SECOND]) expect(text).toContain(`\n${id}: queued`);
  expect(text).not.toContain(THIRD);

  await page.keyboard.press('Escape');
  await test.step('brings back what was stopped, the last first', async () => {
    for (const id of [FIRST, SECOND]) {
      await link(page, id).click({ modifiers: ['ControlOrMeta'] });
      await action(page, 'Stop watching').click();
      await expect(row(page, id)).toBeHidden();
    }
    await page.keyboard.press('ControlOrMeta+z');
    await expect(row(page, SECOND)).toBeVisible();
    await expect(row(page, FIRST)).toBeHidden();
    await page.keyboard.press('ControlOrMeta+z');
    await expect(row(page, FIRST)).toBeVisible();
  });
  await page.getByRole('checkbox', { name: 'Select all 3' }).click();
  await expect(bar(page)).toContainText('3 selected');
  await row(page, THIRD).getByRole('checkbox').click();
  await action(page, 'Stop watching').click();
  await expect(shown(page)).toHaveText([THIRD]);

  await test.step('after the last, the focus is in the empty board', async () => {
    await row(page, THIRD).getByRole('checkbox').click();
    await action(page, 'Stop watching').click();
    await expect(field(page)).toBeFocused();
  });
});
