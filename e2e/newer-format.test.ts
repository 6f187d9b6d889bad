import type { BrowserContext, Page } from 'playwright/test';
import { expectAccessible } from './accessible.ts';
import { row, watch } from './calls-kit.ts';
import { expect, test } from './fixtures.ts';
import { openBare } from './sending-kit.ts';
import { attach, writes } from './webhooks-kit.ts';

/** Raises the version of all databases, as a tab of a newer storage format does. */
const openNewer = async (context: BrowserContext): Promise<Page> => {
  const page = await openBare(context);
  await page.evaluate(async () => {
    for (const { name = '', version = 0 } of await indexedDB.databases()) {
      const opening = indexedDB.open(name, version + 1);
      await new Promise((resolve) => opening.addEventListener('success', resolve));
      opening.result.close();
    }
  });
  return page;
};

test('stops beside a newer format', { tag: '@release' }, async ({ page, signIn, context, wire }) => {
  await signIn('/calls');
  await watch(page, 'sim-1s-running');
  await expect(row(page, 'sim-1s-running')).toContainText('In progress');
  await openNewer(context);
  await expect(page.getByText('This tab no longer saves or changes anything.')).toBeVisible();
  await expect(page.getByText('Checks paused', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await attach(page, 'wh-1');
  await expect(page.getByText('so nothing was sent.')).toBeVisible();
  expect(writes(wire)).toEqual([]);

  await test.step('also after a reload', async () => {
    await page.goto('/calls');
    await expect(page.getByRole('heading', { name: 'New version', exact: true })).toBeVisible();
    await expect(page.getByText('No calls watched yet')).toBeHidden();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Provider' }).click();
    await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  });
});
