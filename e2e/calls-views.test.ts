import type { Page } from 'playwright/test';
import { expectAccessibleInBothSchemes, NARROW } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { detail, field, openCall, row, stopClock, watch } from './calls-kit.ts';

const FAILED = ['asks-0-failed-b', 'asks-0-failed-a'];
const IDS = [...FAILED, 'asks-0-completed', 'record-error-object', 'nope-1'];

const key = (page: Page, name: RegExp) =>
  page.getByRole('group', { name: 'Show only' }).getByRole('button', { name });
/** The filters have their places once all calls are counted. */
const filterFailed = async (page: Page) => {
  for (const name of [/^Completed 1/, /^Failed 3/, /^Not found 1/])
    await expect(key(page, name)).toBeVisible();
  await key(page, /^Failed 3/).click();
};
const shown = (page: Page) =>
  page.locator('#calls-rows a').evaluateAll((links) => links.map((link) => link.getAttribute('title') ?? ''));
test('keeps the view in the address', async ({ page, signIn, wire }) => {
  await page.clock.install();
  await signIn('/calls');
  await watch(page, IDS.join(' '));
  for (const id of IDS) await expect(row(page, id)).not.toContainText('First check');
  await filterFailed(page);
  await expect(page).toHaveURL(/\/calls\?show=failed$/);
  await page.getByRole('button', { name: 'Call ID' }).click();
  await field(page).fill('ask');
  await field(page).fill('asks');
  await expect(page).toHaveURL(/\/calls\?show=failed&text=asks&sort=id$/);
  const view = page.url();
  await expect.poll(() => shown(page)).toEqual(FAILED.toSorted());

  await openCall(page, 'asks-0-failed-a');
  await expect(page).toHaveURL(/\/calls\/asks-0-failed-a\?show=failed&text=asks&sort=id$/);
  await expect(detail(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(view);
  await page.reload();
  await expect.poll(() => shown(page)).toEqual(FAILED.toSorted());
  await expect(field(page)).toHaveValue('asks');

  // Typing adds no entry to the browser's history.
  await page.goBack();
  await expect(detail(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(view);
  await page.goBack();
  await expect(page).toHaveURL(/\/calls\?show=failed$/);
  await expect(field(page)).toHaveValue('');
  await expect.poll(() => shown(page)).toHaveLength(3);
  await page.goBack();
  await expect(page).toHaveURL(/\/calls$/);
  await expect(key(page, /^All 5/)).toHaveAttribute('aria-pressed', 'true');
  await page.goForward();
  await expect(key(page, /^Failed 3/)).toHaveAttribute('aria-pressed', 'true');
  // What was typed just before Back adds nothing.
  await stopClock(page);
  await field(page).fill('nope-1');
  await page.goBack();
  await expect(page).toHaveURL(/\/calls$/);
  await page.clock.runFor(1000);
  await expect(page).toHaveURL(/\/calls$/);
  await expect(field(page)).toHaveValue('');
  await expect.poll(() => shown(page)).toHaveLength(5);
  expect(wire.every(({ rawQuery }) => !/show=|text=/.test(rawQuery))).toBe(true);

  await test.step('and the calls of a time', async () => {
    await page.clock.resume();
    await page.getByRole('button', { name: 'Any time' }).click();
    await page.getByRole('group', { name: 'Time' }).getByRole('button', { name: 'Started today' }).click();
    await expect(page).toHaveURL(/\/calls\?time=started-today$/);
    await expect
      .poll(() => shown(page).then((ids) => ids.toSorted()))
      .toEqual(['asks-0-completed', ...FAILED.toSorted()]);
    await expect(key(page, /^All/)).toHaveText('All 3');

    await page.setViewportSize(NARROW);
    await page.getByRole('button', { name: 'Started today' }).click();
    await page.getByRole('button', { name: 'Between…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Calls between two times' });
    await dialog.getByLabel('From').fill('2026-01-02T09:12');
    await dialog.getByLabel('To').fill('2026-01-02T09:00');
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('Enter a time after “From”.');
    await expectAccessibleInBothSchemes(page, dialog);
    await dialog.getByLabel('To').fill('');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/calls\?time=started-20260102T091200Z\.\.$/);
    await expect(page.getByRole('button', { name: /^Started since 2 Jan/ })).toBeVisible();
  });
});

const FILTERS: [filter: string, count: number][] = [
  ['show=completed', 1],
  ['text=failed-', 2],
  ['time=started-today', 3],
];
for (const [filter, count] of FILTERS)
  test(`stops watching only the calls shown with ${filter}`, async ({ page, signIn }) => {
    await signIn('/calls');
    await watch(page, IDS.join(' '));
    await expect(key(page, /^Completed 1/)).toBeVisible();
    await expect(key(page, /^Failed 3/)).toBeVisible();
    await page.goto(`/calls?${filter}`);
    const more = page.getByRole('button', { name: /^More/ });
    const item = (name: string) => page.getByRole('group', { name: 'More' }).getByRole('button', { name });
    await more.click();
    await expect(item(`Stop watching the ${count} shown`)).toBeVisible();
    await item(`Stop watching the ${count} ended shown`).click();
    await expect(page.getByText(`Stopped watching ${count} call`)).toBeVisible();
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => shown(page)).toHaveLength(IDS.length - count);
  });
