import { act, area, begin, button, check, doneBy, heading, pairsField, row, sentIds } from './bulk-kit.ts';
import { holdWrites } from './sending-kit.ts';
import { expect, test } from './fixtures.ts';

test('keeps a run in sight after its end', async ({ page, signIn, wire }) => {
  await signIn('/webhooks/bulk');
  const gate = await holdWrites(page);
  await check(page, 'cmp-1,wh-\u202ECBA-001\ncmp-1,wh-\u200b7\ncmp-1,wh-7');
  await test.step('characters that nobody sees are named', async () => {
    await expect(row(page, 1)).toContainText('wh-⟨U+202E⟩');
    await expect(row(page, 1)).toContainText('Ready, with hidden characters');
    await expect(row(page, 2)).toContainText('wh-⟨U+200B⟩7');
    await expect(row(page, 3)).not.toContainText('hidden');
  });
  await button(page, 'Attach 3 pairs').click();
  await expect(heading(page, /^Attaching/)).toBeVisible();
  const { pathname } = new URL(page.url());
  await area(page, /^Calls/).click();
  await area(page, /^Webhooks/).click();
  await page.getByRole('link', { name: /^Bulk/ }).first().click();
  await page.getByRole('link', { name: 'Open run' }).click();
  await expect(page).toHaveURL(pathname);
  await button(page, 'Pause').focus();
  await gate.open();
  await expect(heading(page, 'Finished: 3 of 3 attached')).toBeFocused();
  await expect(row(page, 2)).toContainText('wh-⟨U+200B⟩7');

  await act(page, 'New bulk run');
  await expect(pairsField(page)).toBeVisible();
  await check(page, 'cmp-1,wh-1');
  await page.evaluate(() => {
    // The lock is granted only when the test calls `giveTurn`.
    const request: unknown = Reflect.get(LockManager.prototype, 'request');
    const opened = new Promise((resolve) => Object.assign(window, { giveTurn: resolve }));
    LockManager.prototype.request = async function held(this: LockManager, ...given: unknown[]) {
      await opened;
      return typeof request === 'function' ? Reflect.apply(request, this, given) : undefined;
    };
  });
  await button(page, 'Attach 1 pair').click();
  await area(page, /^Calls/).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Calls');
  await page.evaluate(() => Reflect.get(window, 'giveTurn')());
  await expect.poll(() => sentIds(wire).at(-1)).toBe('wh-1');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Calls');
  expect(new URL(page.url()).pathname).toBe('/calls');
});

test('checks again when a list is sent', async ({ page, signIn, context, wire, serviceLog }) => {
  await signIn('/webhooks/bulk');
  await begin(page, ['cmp-1,wh-1']);
  await expect(heading(page, 'Finished: 1 of 1 attached')).toBeVisible();
  await act(page, 'New bulk run');
  // The log can't be read until the click.
  await page.evaluate(() => {
    const getAll: unknown = Reflect.get(IDBIndex.prototype, 'getAll');
    const refuse = () => {
      throw new DOMException('busy', 'UnknownError');
    };
    IDBIndex.prototype.getAll = refuse;
    const answer = () => Object.assign(IDBIndex.prototype, { getAll });
    Object.assign(window, {
      answerAtClick: () => addEventListener('click', answer, { capture: true, once: true }),
    });
  });
  await check(page, 'cmp-1,wh-1\ncmp-1,wh-2');
  await expect(button(page, /^Attach 2 pairs/)).toBeVisible();
  await page.evaluate(() => Reflect.get(window, 'answerAtClick')());
  await button(page, /^Attach 2 pairs/).click();
  await expect(page.getByText('It changed meanwhile. Check it, then try again.')).toBeVisible();
  await expect(page.getByText('This browser already attached 1 of these pairs.')).toBeVisible();
  expect(sentIds(wire)).toEqual(['wh-1']);
  await button(page, /^Attach 2 pairs/).click();
  await expect(heading(page, 'Finished: 2 of 2 attached')).toBeVisible();

  await act(page, 'New bulk run');
  await check(page, 'cmp-1,wh-2\ncmp-1,wh-3');
  await button(page, 'Leave it out').click();
  await expect(button(page, 'Attach 1 pair')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/webhooks/bulk');
  await begin(other, ['cmp-1,wh-3']);
  await expect(heading(other, 'Finished: 1 of 1 attached')).toBeVisible();
  await button(page, 'Attach 1 pair').click();
  await expect(page.getByText('It changed meanwhile. Check it, then try again.')).toBeVisible();
  await expect(page.getByText('This browser already attached 2 of these pairs.')).toBeVisible();
  await expect(button(page, 'Attach 0 pairs')).toBeDisabled();
  // Several are on their way at once, so their order is the network's.
  expect(doneBy(await serviceLog()).toSorted()).toEqual(
    ['wh-1', 'wh-1', 'wh-2', 'wh-3'].map((id) => expect.stringContaining(`${id} `)),
  );
});
