import { begin, area, button, dialog, doneBy, heading, holdWrites, now, sentIds } from './bulk-kit.ts';
import { expect, test } from './fixtures.ts';
import { answered, attach } from './webhooks-kit.ts';

const lines = (count: number) => Array.from({ length: count }, (_, at) => `cmp-1,wh-${at}`);

test('a pair that was attached before the run stays attached when the run is undone', async ({
  page,
  signIn,
  serviceLog,
}) => {
  await signIn('/webhooks');
  await attach(page, 'wh-0');
  await answered(page, 'Attached');
  await area(page, /^Webhooks/).click();
  await page.getByRole('link', { name: 'Bulk', exact: true }).click();
  await begin(page, lines(2));
  await expect(heading(page, 'Finished: 2 of 2 attached')).toBeVisible();
  await button(page, 'Undo: detach 1').click();
  const asked = dialog(page, 'Undo this run?');
  await expect(asked).toContainText(
    '1 pair was attached from this browser before this run and is left as it is.',
  );
  await asked.getByRole('button', { name: 'Detach 1 pair' }).click();
  await expect(heading(page, 'Finished: 1 of 1 detached')).toBeVisible();
  expect(doneBy(await serviceLog()).slice(-1)).toEqual([expect.stringMatching(/^wh-1 /)]);
});

test('a run that was taken back as a whole names its undo and offers none', async ({ page, signIn }) => {
  await signIn('/webhooks/bulk');
  await begin(page, lines(3));
  await expect(heading(page, 'Finished: 3 of 3 attached')).toBeVisible();
  await button(page, 'Undo: detach 3').click();
  await dialog(page, 'Undo this run?').getByRole('button', { name: 'Detach 3 pairs' }).click();
  await expect(heading(page, 'Finished: 3 of 3 detached')).toBeVisible();
  const undo = page.url();
  await page.goBack();
  await expect(heading(page, 'Finished: 3 of 3 attached')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Undone' })).toBeVisible();
  await expect(button(page, /^Undo/)).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Undone' }).click();
  await expect(page).toHaveURL(undo);
});

test('what can’t be kept is said before the undo and before the retry', async ({ page, signIn, wire }) => {
  await signIn('/webhooks/bulk');
  await begin(page, ['cmp-1,wh-1', 'cmp-1,fail-500-a']);
  await expect(heading(page, 'Finished: 1 of 2 attached')).toBeVisible();
  await expect(button(page, 'Undo: detach 1')).toBeVisible();
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await button(page, 'Undo: detach 1').click();
  const asked = dialog(page, 'Undo this run?');
  await expect(asked).toContainText('This browser can’t keep the run.');
  await expect(asked.getByRole('button', { name: 'Detach 1 pair anyway' })).toBeVisible();
  await asked.getByRole('button', { name: 'Back' }).click();
  await button(page, 'Retry 1 failed').click();
  await expect(page.getByRole('alert')).toContainText('If this tab closes, what happened is lost.');
  expect(sentIds(wire)).toHaveLength(2);
  await button(page, 'Retry 1 failed anyway').click();
  await expect.poll(() => sentIds(wire)).toEqual(['wh-1', 'fail-500-a', 'fail-500-a']);
});

test('two presses in the same breath are one, and no reason is made up for the second', async ({
  page,
  signIn,
  wire,
}) => {
  await signIn('/webhooks/bulk');
  await begin(page, ['cmp-1,fail-500-a', 'cmp-1,fail-500-b']);
  await button(page, 'Retry 2 failed').evaluate((retry: HTMLElement) => {
    retry.click();
    retry.click();
  });
  await expect.poll(() => sentIds(wire)).toHaveLength(4);
  await expect(button(page, 'Retry 2 failed')).toBeVisible();
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  expect(sentIds(wire)).toHaveLength(4);
});

test('a link to the undo of a run under way asks nothing when the run ends', async ({ page, signIn }) => {
  await signIn('/webhooks/bulk');
  const gate = await holdWrites(page);
  await begin(page, lines(6));
  await expect(heading(page, 'Attaching 6 pairs')).toBeVisible();
  await page.evaluate(() => {
    history.pushState(null, '', `${location.pathname}?undo`);
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page).not.toHaveURL(/undo/);
  gate.open();
  await expect(heading(page, 'Finished: 6 of 6 attached')).toBeVisible();
  await expect(button(page, 'Undo: detach 6')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a run that was called off says so also after its failed pairs were sent again', async ({
  page,
  signIn,
}) => {
  await signIn('/webhooks/bulk');
  const gate = await holdWrites(page);
  const failing = ['a', 'b', 'c', 'd'].map((name) => `cmp-1,fail-500-${name}`);
  await begin(page, [...failing, ...lines(3)]);
  await expect(heading(page, 'Attaching 7 pairs')).toBeVisible();
  await button(page, 'Cancel…').click();
  await dialog(page, 'Cancel the rest of this run?')
    .getByRole('button', { name: /^Cancel/ })
    .click();
  gate.open();
  await expect(heading(page, 'Cancelled: 0 of 7 attached')).toBeVisible();
  await button(page, 'Retry 4 failed').click();
  await expect(heading(page, 'Cancelled: 0 of 7 attached')).toBeVisible();
  await expect(now(page)).toContainText('3 were not sent.');
});
