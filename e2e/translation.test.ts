import type { Page } from 'playwright/test';
import { begin, heading, lines, webhooks } from './bulk-kit.ts';
import { row, watch } from './calls-kit.ts';
import { expect, test } from './fixtures.ts';
import { fill, note, saveButton } from './provider-kit.ts';
import { answered, attach, entries } from './webhooks-kit.ts';

/** As translators do: copies of the texts take their place, in `<font>` elements. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
    for (const text of texts) {
      if (text.data.trim() === '' || text.parentElement?.closest('font, script, style')) continue;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      outer.append(inner);
      text.replaceWith(outer);
      inner.append(text.data);
    }
  });

test('works after a translator has replaced its texts', { tag: '@release' }, async ({ page, signIn }) => {
  await signIn('/calls');
  await expect(page.locator('html')).toHaveAttribute('translate', 'no');
  await watch(page, 'sim-8s-completed nope-1');
  await expect(row(page, 'sim-8s-completed')).toContainText('queued');
  await translate(page);
  await expect(row(page, 'sim-8s-completed')).toContainText('In progress');
  await expect(row(page, 'sim-8s-completed')).not.toContainText('queued');
  await translate(page);
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await translate(page);
  await attach(page, 'wh-1');
  await answered(page, 'Attached');
  await translate(page);
  await attach(page, 'wh-2');
  await expect(entries(page).filter({ hasText: 'wh-2' })).toBeVisible();
  await translate(page);
  await page.getByRole('link', { name: 'Bulk' }).click();
  await begin(page, lines(webhooks(2, 'new')));
  await translate(page);
  await expect(heading(page, 'Finished: 2 of 2 attached')).toBeVisible();
  await page.getByRole('link', { name: 'Provider' }).click();
  await translate(page);
  await fill(page);
  await saveButton(page).click();
  await expect(note(page, 'Configuration accepted')).toBeVisible();
  await translate(page);
  await page.getByRole('link', { name: /^Calls/ }).click();
  await watch(page, 'sample-ended');
  await expect(row(page, 'sample-ended')).toContainText('Completed');
});
