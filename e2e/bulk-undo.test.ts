import { begin, button, dialog, heading, lines, now, sentIds, webhooks } from './bulk-kit.ts';
import { fillDisk, holdWrites } from './sending-kit.ts';
import { expect, test } from './fixtures.ts';

test('a run that was taken back as a whole names its undo and offers none; a link to the undo asks nothing while it is sent, nor when it ends; two presses in the same breath are one; a run that was called off says so also after a retry; what can’t be kept is said before it', async ({
  page,
  signIn,
  wire,
}) => {
  await signIn('/webhooks/bulk');
  const gate = await holdWrites(page);
  await begin(page, lines(webhooks(6)));
  await expect(heading(page, 'Attaching 6 pairs')).toBeVisible();
  await page.evaluate(() => {
    history.pushState(null, '', `${location.pathname}?undo`);
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page).not.toHaveURL(/undo/);
  await gate.open();
  await expect(heading(page, 'Finished: 6 of 6 attached')).toBeVisible();
  await expect(button(page, 'Undo: detach 6')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await button(page, 'Undo: detach 6').click();
  await dialog(page, 'Undo this run?').getByRole('button', { name: 'Detach 6 pairs' }).click();
  await expect(heading(page, 'Finished: 6 of 6 detached')).toBeVisible();
  const undo = page.url();
  await page.goBack();
  await expect(heading(page, 'Finished: 6 of 6 attached')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Undone' })).toBeVisible();
  await expect(button(page, /^Undo/)).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Undone' }).click();
  await expect(page).toHaveURL(undo);

  wire.length = 0;
  await button(page, 'New bulk run').click();
  const nextGate = await holdWrites(page);
  const failing = ['a', 'b', 'c', 'd'].map((name) => `fail-500-${name}`);
  await begin(page, lines([...failing, ...webhooks(3)]));
  await expect(heading(page, 'Attaching 7 pairs')).toBeVisible();
  await button(page, 'Stop run…').click();
  await dialog(page, 'Stop this run?').getByRole('button', { name: 'Stop run' }).click();
  await expect(now(page)).toHaveText('0 of 7. Stopping, 4 answers to come.');
  await nextGate.open();
  await expect(heading(page, 'Stopped: 0 of 7 attached')).toBeVisible();
  await button(page, 'Retry 4 failed').evaluate((retry: HTMLElement) => {
    retry.click();
    retry.click();
  });
  await expect.poll(() => sentIds(wire)).toEqual([...failing, ...failing]);
  await expect(heading(page, 'Stopped: 0 of 7 attached')).toBeVisible();
  await expect(now(page)).toContainText('3 were not sent.');
  await expect(button(page, 'Retry 4 failed')).toBeVisible();
  // No reason is made up for the second press.
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  expect(sentIds(wire)).toHaveLength(8);

  await button(page, 'New bulk run').click();
  await begin(page, ['cmp-1,wh-1', 'cmp-1,fail-500-e']);
  await expect(heading(page, 'Finished: 1 of 2 attached')).toBeVisible();
  await expect(button(page, 'Undo: detach 1')).toBeVisible();
  const letGo = await fillDisk(page);
  await button(page, 'Undo: detach 1').click();
  const asked = dialog(page, 'Undo this run?');
  await expect(asked).toContainText('This browser can’t keep the run.');
  await asked.getByRole('button', { name: 'Detach 1 pair' }).click();
  await expect(asked).toBeHidden();
  await expect(page.getByRole('alert')).toContainText('Nothing is sent that can’t be written down first.');
  await button(page, 'Retry 1 failed').click();
  await expect(page.getByRole('alert')).toContainText('Nothing is sent that can’t be written down first.');
  expect(sentIds(wire)).toHaveLength(10);
  await letGo();
  await button(page, 'Retry 1 failed').click();
  await expect.poll(() => sentIds(wire).slice(8)).toEqual(['wh-1', 'fail-500-e', 'fail-500-e']);
});
