import type { Page } from 'playwright/test';
import { expectAccessible, expectAccessibleInBothSchemes, expectNoSidewaysScroll } from './accessible.ts';
import { expect, signInBehind, test } from './fixtures.ts';
import { detail, openCall, row, stopClock, watch } from './calls-kit.ts';
import { chooseFile, download } from './files-kit.ts';

const FAILED = ['asks-0-failed-b', 'asks-0-failed-a'];
const IDS = [...FAILED, 'asks-0-completed', 'record-error-object', 'nope'];

const filter = (page: Page) => page.getByRole('searchbox', { name: /^Filter by/ });
const key = (page: Page, name: RegExp) =>
  page.getByRole('group', { name: 'Show only' }).getByRole('button', { name });
const shown = (page: Page) =>
  page.locator('#calls-rows a').evaluateAll((links) => links.map((link) => link.getAttribute('title') ?? ''));
/** Chooses what the commands find first. */
const command = async (page: Page, text: string) => {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command or call ID' }).fill(text);
  await page.keyboard.press('Enter');
};
const menu = (page: Page) => page.getByRole('button', { name: 'Views', exact: true });

test('a view stands in the address: back and forward, a reload, an open call, and another person’s browser show the same rows', async ({
  page,
  signIn,
  browser,
  baseURL,
  wire,
}) => {
  await signIn('/calls');
  await watch(page, IDS.join(' '));
  for (const id of IDS) await expect(row(page, id)).not.toContainText('First check');
  await key(page, /^Failed/).click();
  await expect(page).toHaveURL(/\/calls\?show=failed$/);
  await page.getByRole('button', { name: 'Call ID' }).click();
  await filter(page).pressSequentially('ask');
  await filter(page).pressSequentially('s');
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
  await expect(filter(page)).toHaveValue('asks');

  // Back over the call and what it was opened from: what was typed is no entry of its own.
  await page.goBack();
  await expect(detail(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(view);
  await page.goBack();
  await expect(page).toHaveURL(/\/calls\?show=failed$/);
  await expect(filter(page)).toHaveValue('');
  await expect.poll(() => shown(page)).toHaveLength(3);
  await page.goBack();
  await expect(page).toHaveURL(/\/calls$/);
  await expect(key(page, /^All 5/)).toHaveAttribute('aria-pressed', 'true');
  await page.goForward();
  await expect(key(page, /^Failed 3/)).toHaveAttribute('aria-pressed', 'true');
  await page.goForward();
  await expect.poll(() => shown(page)).toEqual(FAILED.toSorted());

  const other = await browser.newContext({ baseURL: baseURL ?? '' });
  const theirs = await other.newPage();
  await signInBehind(theirs, baseURL ?? '', 'A colleague');
  await theirs.goto('/');
  await theirs.getByRole('button', { name: 'Sign in' }).click();
  await expect(theirs.getByRole('heading', { name: 'No calls watched yet' })).toBeVisible();
  await watch(theirs, IDS.join(' '));
  await expect(key(theirs, /^Failed 3/)).toBeVisible();
  // The zone, too: until they choose one.
  await page.evaluate(() => localStorage.setItem('console.zone', 'utc'));
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Started' })).toHaveAttribute('title', 'Times in UTC');
  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await expect(page.getByText(/Carries filter, .* No calls\.$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await openCall(page, 'asks-0-failed-a');
  await expect(page).toHaveURL(/\/asks-0-failed-a\?show=failed&text=asks&sort=id&zone=utc$/);
  await theirs.goto(`${view}&colour=none&zone=utc`);
  await expect(theirs.getByRole('columnheader', { name: 'Started' })).toHaveAttribute(
    'title',
    'Times in UTC',
  );
  await expect.poll(() => shown(theirs)).toEqual(FAILED.toSorted());
  await theirs.goto('/calls');
  await expect(theirs.getByRole('columnheader', { name: 'Started' })).toHaveAttribute(
    'title',
    'Times in UTC+0',
  );
  await other.close();
  expect(wire.every(({ rawQuery }) => !/show=|text=/.test(rawQuery))).toBe(true);
});

test('views have names: saved, shown by one press, exported and imported again; some are given by the configuration', async ({
  page,
  signIn,
  configure,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await configure({ calls: { views: [{ name: 'Not known', search: 'show=not-found&sort=id' }] } });
  await signIn('/calls');
  await watch(page, IDS.join(' '));
  await expect(key(page, /^Failed 3/)).toBeVisible();
  await menu(page).click();
  await page.getByRole('button', { name: 'Not known' }).click();
  await expect.poll(() => shown(page)).toEqual(['nope']);
  await expect(page).toHaveURL(/\/calls\?show=not-found&sort=id$/);
  await key(page, /^Failed 3/).click();
  await menu(page).click();
  await expect(page.getByRole('button', { name: 'Not known' })).toHaveAttribute('aria-pressed', 'false');
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('button', { name: 'Copy link to this view' }).click();
  await expect(page.getByText('Link to this view copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());

  await menu(page).click();
  await page.getByRole('button', { name: 'Save or manage views…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Views' });
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(dialog.getByText('Enter a name.')).toBeVisible();
  await dialog.getByLabel('Name of this view').fill('Failed by ID');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toHaveText('Saved “Failed by ID”.');
  await expect(dialog.getByRole('listitem')).toHaveText(/show failed, sort id$/);
  await expectAccessibleInBothSchemes(page);
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSidewaysScroll(page);
  }
  await expectAccessible(page);
  const { text } = await download(page, () => dialog.getByRole('button', { name: 'Export' }).click());
  expect(JSON.parse(text)).toEqual({
    views: [{ name: 'Failed by ID', search: 'show=failed&sort=id' }],
  });
  await dialog.getByRole('button', { name: 'Remove Failed by ID' }).click();
  await expect(dialog.getByText('No saved views yet.')).toBeVisible();
  const choose = (name: string, content: string) =>
    chooseFile(dialog.getByRole('button', { name: 'Import' }), name, content);
  await choose('other.json', '{"views":"none"}');
  await expect(dialog.getByRole('status')).toHaveText('No views in this file.');
  await choose('views.json', text);
  await expect(dialog.getByRole('status')).toHaveText('Imported 1 view.');
  const many = Array.from({ length: 60 }, (_, at) => ({ name: `Not ours ${at}`, search: '' }));
  await choose(
    'many.json',
    JSON.stringify({ views: [{ name: 'Failed by ID', search: 'show=failed&sort=id' }, ...many] }),
  );
  await expect(dialog.getByRole('status')).toHaveText(
    'Imported 50 views. 11 did not fit. This browser keeps 50 views at most.',
  );
  await expect(dialog.getByRole('listitem')).toHaveCount(50);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await dialog.getByRole('button', { name: 'Remove Not ours 7', exact: true }).click();
  await expect(dialog.getByRole('status')).toHaveText(/^This browser refuses storage: /);
  await expect(dialog.getByRole('listitem')).toHaveCount(49);
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.reload();
  await key(page, /^All 5/).click();
  await menu(page).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Failed by ID' }).click();
  await expect(page).toHaveURL(/\/calls\?show=failed&sort=id$/);
  await expectNoSidewaysScroll(page);
  await command(page, 'not known');
  await expect.poll(() => shown(page)).toEqual(['nope']);
  // The screen on the wall, and back, leaves it as it is.
  await command(page, 'wall');
  await expect(page).toHaveURL(/\?wall$/);
  await expect(page.getByRole('dialog', { name: /wall/i })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/calls\?show=not-found&sort=id$/);
  await expect.poll(() => shown(page)).toEqual(['nope']);
});

test('the zone that the person chooses holds against Back; a view in UTC shows it until they choose again', async ({
  page,
  signIn,
  configure,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const views = [
    { name: 'Failed, theirs', search: 'show=failed&zone=utc' },
    { name: 'Failed', search: 'show=failed' },
  ];
  await page.clock.install();
  await configure({ calls: { views } });
  await signIn('/calls');
  await watch(page, IDS.join(' '));
  for (const id of IDS) await expect(row(page, id)).not.toContainText('First check');
  // Nothing draws the board anew but what is done here.
  await stopClock(page);
  const expectZone = (zone: 'UTC' | 'UTC+0') =>
    expect(page.getByRole('columnheader', { name: 'Started' })).toHaveAttribute('title', `Times in ${zone}`);
  const choose = async (zone: 'Local' | 'UTC') => {
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('radio', { name: zone }).check();
    await page.keyboard.press('Escape');
  };
  await choose('UTC');
  await menu(page).click();
  await page.getByRole('button', { name: 'Copy link to this view' }).click();
  await expect(page.getByText('Link to this view copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/calls\?zone=utc$/);
  await key(page, /^Failed 3/).click();
  await expect(page).toHaveURL(/\?show=failed&zone=utc$/);
  await choose('Local');
  await expect(page).toHaveURL(/\?show=failed$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/calls$/);
  await expectZone('UTC+0');
  await page.goForward();
  await expect(page).toHaveURL(/\?show=failed$/);
  await expectZone('UTC+0');

  const view = (name: string) => page.getByRole('button', { name, exact: true });
  await menu(page).click();
  await expect(view('Failed')).toHaveAttribute('aria-pressed', 'true');
  await expect(view('Failed, theirs')).toHaveAttribute('aria-pressed', 'false');
  await view('Failed, theirs').click();
  await expectZone('UTC');
  await menu(page).click();
  await expect(view('Failed')).toHaveAttribute('aria-pressed', 'false');
  await view('Failed').click();
  await expectZone('UTC+0');
});

test('a view waits for its first calls, stays when the wall is left, and goes and comes back with the last call', async ({
  page,
  signIn,
}) => {
  await signIn('/calls?show=failed&sort=id');
  await watch(page, IDS.join(' '));
  await expect(key(page, /^Failed 3/)).toHaveAttribute('aria-pressed', 'true');
  const view = page.url();
  expect(view).toMatch(/\/calls\?show=failed&sort=id$/);
  await command(page, 'wall');
  await expect(page.getByRole('dialog', { name: 'Wall screen' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(view);

  const clear = async () => {
    await page.getByRole('button', { name: /^More/ }).click();
    await page.getByRole('button', { name: 'Clear the board' }).click();
    await expect(page.getByRole('heading', { name: 'No calls watched yet' })).toBeVisible();
    await expect(page).toHaveURL(/\/calls$/);
  };
  await clear();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page).toHaveURL(view);
  await expect(key(page, /^Failed 3/)).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => shown(page)).toEqual([...FAILED, 'record-error-object'].toSorted());
  await clear();
  await watch(page, 'asks-0-completed nope');
  await expect.poll(() => shown(page)).toHaveLength(2);
});

test('a saved view passes on no calls and no wall', async ({ page, signIn, wire }) => {
  await signIn('/calls');
  await watch(page, FAILED.join(' '));
  await expect(key(page, /^Failed 2/)).toBeVisible();
  await page.evaluate((search) => {
    const name = Object.keys(localStorage).find((each) => each.startsWith('console.calls.')) ?? '';
    const settings = JSON.parse(localStorage.getItem(name) ?? '{}') as object;
    localStorage.setItem(name, JSON.stringify({ ...settings, views: [{ name: 'Theirs', search }] }));
  }, 'i\td=added-1&id=added-2&%77all&%69d=added-3&show=failed');
  await page.reload();
  await menu(page).click();
  await page.getByRole('button', { name: 'Theirs' }).click();
  await expect(page).toHaveURL(/\/calls\?show=failed$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^added/ })).toHaveCount(0);
  expect(wire.some(({ rawQuery }) => rawQuery.includes('added'))).toBe(false);
});
