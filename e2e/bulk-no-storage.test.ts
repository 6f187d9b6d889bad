import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { button, check, heading, lines, webhooks } from './bulk-kit.ts';
import { fillDisk, sentByAll } from './sending-kit.ts';
import { answered, attach } from './webhooks-kit.ts';

test(
  'asks for lasting storage, and sends only what it takes',
  { tag: '@release' },
  async ({ page, signIn, context }) => {
    const sent = sentByAll(context);
    await page.addInitScript(() => {
      const asked = { times: 0 };
      Object.assign(window, { asked });
      StorageManager.prototype.persist = async () => {
        asked.times += 1;
        return true;
      };
    });
    const timesAsked = () => page.evaluate(() => (Reflect.get(window, 'asked') as { times: number }).times);
    await signIn('/webhooks/bulk');
    const makeRoom = await fillDisk(page);
    await check(page, lines(webhooks(5)).join('\n'));
    expect(await timesAsked()).toBe(0);
    await button(page, 'Attach 5 pairs').click();
    await expect.poll(timesAsked).toBe(1);
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Nothing was sent');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'One pair' }).click();
    await attach(page, 'wh-9');
    await expect(page.getByText('took no entry for it, so nothing was sent')).toBeVisible();
    expect(sent).toEqual([]);

    await makeRoom();
    await attach(page, 'wh-9');
    await expect(page.getByText('took no entry for it, so nothing was sent')).toBeVisible();
    expect(sent).toEqual([]);

    await page.reload();
    await attach(page, 'wh-9');
    await answered(page, 'Attached');
    await page.getByRole('link', { name: 'Bulk', exact: true }).click();
    await button(page, 'Attach 5 pairs').click();
    await expect(heading(page, 'Finished: 5 of 5 attached')).toBeVisible();
    expect(sent.toSorted()).toEqual([...webhooks(5), 'wh-9']);
  },
);
