import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { button, check, heading, lines, webhooks } from './bulk-kit.ts';
import { fillDisk, sentByAll } from './sending-kit.ts';
import { answered, attach } from './webhooks-kit.ts';

test('sends nothing that storage does not take', async ({ page, signIn, context }) => {
  const sent = sentByAll(context);
  await signIn('/webhooks/bulk');
  const makeRoom = await fillDisk(page);
  await check(page, lines(webhooks(5)).join('\n'));
  await button(page, 'Attach 5 pairs').click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Nothing was sent');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'One pair' }).click();
  await attach(page, 'wh-9');
  await expect(page.getByText('took no entry for it, so nothing was sent')).toBeVisible();
  expect(sent).toEqual([]);

  await makeRoom();
  await attach(page, 'wh-9');
  await answered(page, 'Attached');
  await page.getByRole('link', { name: 'Bulk', exact: true }).click();
  await button(page, 'Attach 5 pairs').click();
  await expect(heading(page, 'Finished: 5 of 5 attached')).toBeVisible();
  expect(sent.toSorted()).toEqual([...webhooks(5), 'wh-9']);
});

test('asks the browser to keep its storage', async ({ page, signIn }) => {
  await page.addInitScript(() => {
    const asked = { times: 0 };
    Object.assign(window, { asked });
    StorageManager.prototype.persist = async () => {
      asked.times += 1;
      return true;
    };
  });
  const times = () => page.evaluate(() => (Reflect.get(window, 'asked') as { times: number }).times);
  await signIn('/webhooks/bulk');
  await check(page, lines(webhooks(2)).join('\n'));
  expect(await times()).toBe(0);
  await button(page, 'Attach 2 pairs').click();
  await expect(heading(page, 'Finished: 2 of 2 attached')).toBeVisible();
  await expect.poll(times).toBe(1);
});
