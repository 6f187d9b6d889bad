import type { Page } from 'playwright/test';
import { begin, heading, lines, webhooks } from './bulk-kit.ts';
import { row, watch } from './calls-kit.ts';
import { expect, test } from './fixtures.ts';
import { fill, note, saveButton } from './provider-kit.ts';
import { answered, attach, entries } from './webhooks-kit.ts';

/** As translators do: copies of the texts take their place, in `<font>` elements. Dialers use links, highlighters marks. */
const translate = (page: Page, name = 'font') =>
  page.evaluate((element) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
    for (const text of texts) {
      if (text.data.trim() === '' || text.parentElement?.closest(`${element}, script, style`)) continue;
      const [outer, inner] = [document.createElement(element), document.createElement(element)];
      outer.append(inner);
      text.replaceWith(outer);
      inner.append(text.data);
    }
  }, name);

for (const element of ['font', 'mark'])
  test(`works after each text became a ${element}`, { tag: '@release' }, async ({ page, signIn }) => {
    await signIn('/calls');
    await expect(page.locator('html')).toHaveAttribute('translate', 'no');
    await watch(page, 'sim-8s-completed nope-1');
    await expect(row(page, 'sim-8s-completed')).toContainText('queued');
    await translate(page, element);
    await expect(row(page, 'sim-8s-completed')).toContainText('In progress');
    await expect(row(page, 'sim-8s-completed')).not.toContainText('queued');
    await translate(page, element);
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await translate(page, element);
    await attach(page, 'wh-1');
    await answered(page, 'Attached');
    await translate(page, element);
    await attach(page, 'wh-2');
    await expect(entries(page).filter({ hasText: 'wh-2' })).toBeVisible();
    await translate(page, element);
    await page.getByRole('link', { name: 'Bulk' }).click();
    await begin(page, lines(webhooks(2, 'new')));
    await translate(page, element);
    await expect(heading(page, 'Finished: 2 of 2 attached')).toBeVisible();
    await page.getByRole('link', { name: 'Provider' }).click();
    await translate(page, element);
    await fill(page);
    await saveButton(page).click();
    await expect(note(page, 'Configuration accepted')).toBeVisible();
    await translate(page, element);
    await page.getByRole('link', { name: /^Calls/ }).click();
    await watch(page, 'sample-ended');
    await expect(row(page, 'sample-ended')).toContainText('Completed');
  });
