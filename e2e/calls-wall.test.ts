import type { Page } from 'playwright/test';
import { expectAccessible, expectAccessibleInBothSchemes, expectNoSidewaysScroll } from './accessible.ts';
import { row, setHidden, watch } from './calls-kit.ts';
import { expect, test } from './fixtures.ts';

/** A screen that is kept on as browsers do it: the lock is gone as soon as the page is hidden. */
const fakeWakeLock = (page: Page) =>
  page.addInitScript(() => {
    const held = new Set<EventTarget>();
    const taken = { count: 0 };
    const letGo = (lock: EventTarget) => held.delete(lock) && lock.dispatchEvent(new Event('release'));
    const request = async () => {
      const lock = Object.assign(new EventTarget(), { release: async () => void letGo(lock) });
      held.add(lock);
      taken.count += 1;
      return lock;
    };
    document.addEventListener(
      'visibilitychange',
      () => document.visibilityState === 'hidden' && held.forEach(letGo),
      { capture: true },
    );
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
    Object.assign(window, { locks: () => [taken.count, held.size] });
  });
const locks = (page: Page) => page.evaluate(() => (Reflect.get(window, 'locks') as () => number[])());

test('the wall screen shows tally, stuck calls and latest failures, stays lit, and goes on with its session until that ends', async ({
  page,
  signIn,
  configure,
  person,
  context,
}) => {
  await fakeWakeLock(page);
  await page.clock.install();
  await configure({ calls: { stuckMinutes: 20 } });
  await signIn('/calls?wall', { name: `${person} +60s` });
  const wall = page.getByRole('dialog', { name: 'Wall screen' });
  await expect(wall).toContainText('No calls watched yet');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/calls$/);
  await watch(page, 'record-status-only record-error-object fail-500');
  await expect(row(page, 'fail-500')).toContainText('Error 500');
  await expect(row(page, 'record-error-object')).toContainText('Failed');
  const chosen = page.getByRole('button', { name: 'Failed 1' });
  await chosen.click();
  const menu = page.getByRole('button', { name: /^More/ });
  await menu.click();
  await page.getByRole('button', { name: 'Show as a wall screen' }).click();
  await expect(page).toHaveURL(/\/calls\?wall$/);
  await expect(wall).toContainText('Failed1');
  const failures = wall.getByRole('listitem');
  await expect(failures).toHaveText(
    /^record-error-object31005 · carrier rejected the call(?:21 Nov(?: \d{4})?, )?\d\d:\d\d:\d\d$/,
  );
  await expect(wall).toContainText('Press Esc to leave');
  await expect(wall.getByRole('button').or(wall.getByRole('link')).or(wall.getByRole('textbox'))).toHaveCount(
    0,
  );
  await expect(wall).not.toContainText('may turn the screen off');
  await expect.poll(() => locks(page)).toEqual([2, 1]);
  await setHidden(page, true);
  await expect.poll(() => locks(page)).toEqual([2, 0]);
  await setHidden(page, false);
  await expect.poll(() => locks(page)).toEqual([3, 1]);

  const renewal = page.waitForResponse((response) => response.url().endsWith('/token'));
  await page.clock.runFor(59_000);
  await renewal;
  await page.clock.fastForward(20 * 60_000);
  const stuck = wall.getByText('record-status-only');
  await expect(async () => {
    await page.clock.runFor(5000);
    await expect(stuck).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(wall).toContainText('Stuck1');
  await expect(wall.getByRole('alert')).toBeEmpty();
  await expectAccessibleInBothSchemes(page);
  for (const size of [
    { width: 320, height: 256 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
  // Neither keys nor commands are there.
  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toHaveCount(1);

  await context.clearCookies();
  await expect(async () => {
    await page.clock.runFor(60_000);
    await expect(wall.getByRole('alert')).toContainText('Your session has ended.', { timeout: 1000 });
  }).toPass();
  // Pressed twice it goes back once.
  await Promise.all([page.keyboard.press('Escape'), page.keyboard.press('Escape')]);
  await expect(wall).toBeHidden();
  await expect(page).toHaveURL(/\/calls\?show=failed$/);
  await expect(chosen).toHaveAttribute('aria-pressed', 'true');
  await expect(menu).toBeFocused();
  await expect(page.getByText('Your session has ended.')).toBeVisible();
  await expect.poll(() => locks(page)).toEqual([3, 0]);
  // The wall left no entry behind.
  await page.goBack();
  await expect(page).toHaveURL(/\/calls$/);
});

test('a view goes with its calls also while the wall screen shows them', async ({
  page,
  signIn,
  context,
}) => {
  await signIn('/calls');
  await watch(page, 'record-error-object');
  await page.getByRole('button', { name: 'Failed 1' }).click();
  await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('button', { name: 'Show as a wall screen' }).click();
  const other = await context.newPage();
  await other.goto('/calls');
  await other.getByRole('button', { name: /^More/ }).click();
  await other.getByRole('button', { name: 'Clear the board' }).click();
  await expect(page.getByRole('dialog', { name: 'Wall screen' })).toContainText('No calls watched yet');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/calls$/);
});
