import { expect, test } from './fixtures.ts';
import { act, begin, button, check, dialog, heading, lines, look, pairsField, webhooks } from './bulk-kit.ts';
import { fillDisk, sentByAll } from './sending-kit.ts';
import { answered, attach, entries, sentList, writes } from './webhooks-kit.ts';

test('sends one pair at a time without storage', async ({ page, signIn, wire }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('refused', 'SecurityError');
    };
    LockManager.prototype.request = () => Promise.reject(new DOMException('refused', 'SecurityError'));
  });
  await signIn('/webhooks/bulk');
  await expect(heading(page, 'Bulk needs this browser’s storage, which is blocked.')).toBeVisible();
  await expect(pairsField(page)).toHaveCount(0);
  await expect(button(page, 'Check pairs')).toHaveCount(0);
  await look(page);
  await page.getByRole('link', { name: 'One pair at a time' }).click();
  expect(wire).toEqual([]);
  await attach(page, 'wh-1');
  await answered(page, 'Attached');
  expect(wire).toHaveLength(1);
  await expect(entries(page)).toHaveText([/Attached wh-1/]);
  await expect(sentList(page).getByText('it ends when you close the page')).toBeVisible();
});

test('begins no run while storage is full', async ({ page, signIn, context }) => {
  const sent = sentByAll(context);
  await signIn('/webhooks/bulk');
  const makeRoom = await fillDisk(page);
  await check(page, lines(webhooks(5)).join('\n'));
  await button(page, 'Attach 5 pairs').click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Nothing was sent');
  await look(page);
  expect(sent).toEqual([]);
  await makeRoom();
  await button(page, 'Attach 5 pairs').click();
  await expect(heading(page, 'Finished: 5 of 5 attached')).toBeVisible();
  expect(sent.toSorted()).toEqual(webhooks(5));
});

test('sends no pair that cannot be stored', async ({ page, signIn, wire }) => {
  await signIn('/webhooks');
  await attach(page, 'wh-1');
  await answered(page, 'Attached');
  const makeRoom = await fillDisk(page);
  await attach(page, 'wh-2');
  await expect(page.getByText('took no entry for it, so nothing was sent')).toBeVisible();
  expect(writes(wire)).toHaveLength(1);
  await makeRoom();
  await attach(page, 'wh-2');
  await answered(page, 'Attached');
  expect(writes(wire)).toHaveLength(2);
});

test('asks the browser to keep its storage', async ({ page, signIn }) => {
  await page.addInitScript(() => {
    const asked = { times: 0, isKept: false };
    Object.assign(window, { asked });
    StorageManager.prototype.persisted = async () => asked.isKept;
    StorageManager.prototype.persist = async () => {
      asked.times += 1;
      asked.isKept = asked.times > 1;
      return asked.isKept;
    };
  });
  const times = () => page.evaluate(() => (Reflect.get(window, 'asked') as { times: number }).times);
  const expectStorage = async (text: string) => {
    await page.getByRole('button', { name: /^Account:/ }).click();
    await expect(page.getByText(/^Storage/).locator('..')).toHaveText(`Storage${text}`);
    await page.keyboard.press('Escape');
  };
  await signIn('/webhooks/bulk');
  await expectStorage('may be cleared by the browser');
  await check(page, lines(webhooks(2)).join('\n'));
  expect(await times()).toBe(0);
  await button(page, 'Attach 2 pairs').click();
  await expect(heading(page, 'Finished: 2 of 2 attached')).toBeVisible();
  await expect.poll(times).toBe(1);
  await expectStorage('may be cleared by the browser');
  await act(page, 'Undo…');
  await button(page, 'Detach 2 pairs').click();
  await dialog(page, 'Detach 2 pairs?').getByRole('button', { name: 'Detach 2 pairs' }).click();
  await expect(heading(page, 'Finished: 2 of 2 detached')).toBeVisible();
  await expect.poll(times).toBe(2);
  await expectStorage('kept');
  await act(page, 'New bulk run');
  await begin(page, lines(['wh-3', 'wh-4']));
  await expect(heading(page, 'Finished: 2 of 2 attached')).toBeVisible();
  expect(await times()).toBe(2);
});
