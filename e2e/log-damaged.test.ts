import { begin, heading, lines, webhooks } from './bulk-kit.ts';
import { expect, test } from './fixtures.ts';
import { answered, attach, changeStored, entries, openHistory, sentList } from './webhooks-kit.ts';

test('leaves out a damaged entry and a damaged run', { tag: '@release' }, async ({ page, signIn }) => {
  await signIn('/webhooks');
  await attach(page, 'wh-1');
  await answered(page, 'Attached');
  await changeStored(page, 'rows', { outcome: 'lost in space' });
  await attach(page, 'wh-2');
  await expect(entries(page).first()).toContainText('Attached wh-2');
  await page.getByRole('link', { name: 'Bulk', exact: true }).click();
  await begin(page, lines(webhooks(2, 'run')));
  await openHistory(page);
  await expect(entries(page).first()).toContainText('Attached 2 of 2 pairs');
  await changeStored(page, 'runs', { counts: 'many' });
  await page.reload();
  const left = [/Attached wh-2/];
  await expect(entries(page)).toHaveText(left);
  await expect(sentList(page).getByText('2 saved changes could not be read')).toBeVisible();
  await sentList(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(sentList(page).getByText('could not be read')).toHaveCount(0);
  await page.reload();
  await expect(entries(page)).toHaveText(left);
  await expect(sentList(page).getByText('could not be read')).toHaveCount(0);
  await page.getByRole('link', { name: 'Bulk', exact: true }).click();
  await begin(page, lines(['wh-3']));
  await expect(heading(page, 'Finished: 1 of 1 attached')).toBeVisible();
});
