import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { writes } from './webhooks-kit.ts';
import { area, button, choose, heading, pairsField, row } from './bulk-kit.ts';
import { drag, paste } from './files-kit.ts';

const linesOf = (page: Page) => page.locator('tbody tr').filter({ has: page.getByRole('cell') });

/** Drops a file of so many equal parts, which is made within the page. */
const dropBig = (page: Page, part: string, count: number) =>
  page.evaluate(
    ([text, times]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text.repeat(times)], 'big.csv'));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    },
    [part, count] as const,
  );

/** The longest time that the page does not answer, in milliseconds, until the result is called. */
const watchAnswers = async (page: Page) => {
  await page.evaluate(() => {
    const tasks = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        const longest = Number(Reflect.get(window, 'longestTask') ?? 0);
        Reflect.set(window, 'longestTask', Math.max(longest, duration));
      }
    });
    tasks.observe({ type: 'longtask' });
  });
  return () => page.evaluate(() => Number(Reflect.get(window, 'longestTask') ?? 0));
};

const LIMITS: [what: string, part: string, count: number, message: string][] = [
  ['10 MB of quotes', '"', 10e6, 'This has more than 500,000 separators, line breaks and quotes'],
  ['more than 10 MB', 'cmp-1,wh-1\n', 10 * 2 ** 17, 'This is more than 10 MB'],
  ['10,001 pairs', 'cmp-1,wh-1\n', 10_001, 'This has more than 10,000 lines'],
];

test('refuses a list beyond the limits at once', async ({ page, signIn }) => {
  await signIn('/webhooks/bulk');
  await expect(pairsField(page)).toBeVisible();
  const longestTask = await watchAnswers(page);
  for (const [what, part, count, message] of LIMITS) {
    await test.step(what, async () => {
      await dropBig(page, part, count);
      await expect(page.getByRole('alert')).toContainText(message);
      // Without limits it takes minutes. A busy machine needs some of these seconds.
      expect(await longestTask()).toBeLessThan(5000);
    });
  }
});

/** Pastes and checks by keyboard, then leaves and returns: what was typed and chosen is kept. */
const byKeyboard = async (page: Page) => {
  await expect(pairsField(page)).toBeVisible();
  await expect(page).toHaveTitle('Webhooks · Telephony Campaign Console');
  await button(page, 'Check pairs').press('Enter');
  await expect(pairsField(page)).toHaveAccessibleDescription(
    /Paste at least one pair\..*A header line is skipped/,
  );
  await expect(pairsField(page)).toBeFocused();
  await paste(page, 'cmp-1, wh-1');
  await expect(page.getByText('Paste at least one pair.')).toBeHidden();
  await paste(page, '\ncmp-2\twh-2\ncmp-3 wh-3');
  const typed = 'cmp-1, wh-1\ncmp-2\twh-2\ncmp-3 wh-3';
  await expect(pairsField(page)).toHaveValue(typed);
  await page.getByRole('radio', { name: 'Attach' }).press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Detach' })).toBeChecked();

  await area(page, /^Calls/).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Calls');
  await area(page, /^Webhooks/).click();
  await page.getByRole('link', { name: 'Bulk', exact: true }).click();
  await expect(pairsField(page)).toHaveValue(typed);
  await button(page, 'Check pairs').press('Enter');
  await expect(heading(page, 'Check 3 lines')).toBeFocused();
  await expect(page.getByRole('radio', { name: 'Detach' })).toBeChecked();
  await page.getByRole('radio', { name: 'Detach' }).press('ArrowLeft');
  await expect(button(page, 'Attach 3 pairs')).toBeVisible();
  await button(page, 'Discard').press('Enter');
  await expect(pairsField(page)).toHaveValue(typed);
  await expect(pairsField(page)).toBeFocused();
  await expect(page.getByRole('radio', { name: 'Attach' })).toBeChecked();
};

const FILES: {
  how: string;
  name: string;
  content: string;
  encoding?: 'utf16le';
  columns: [campaign: RegExp, webhook: RegExp];
  rows: RegExp[];
}[] = [
  {
    how: 'a header in another order, quotes',
    name: 'renewals-nov.csv',
    content: 'webhook_id,campaign_id\r\n"wh-1","cmp, 1"\r\nwh-2,"cmp ""2"""\r\n',
    columns: [/^campaign_id, such as cmp, 1/, /^webhook_id/],
    rows: [/1.*Header line/, /2cmp, 1wh-1Ready/, /3cmp "2"wh-2Ready/],
  },
  {
    how: 'UTF-16',
    name: 'unicode.txt',
    content: '\uFEFFWebhook ID\tCampaign ID\r\nwh-1\tcmp-süd\r\n',
    encoding: 'utf16le',
    columns: [/^Campaign ID/, /^Webhook ID/],
    rows: [/1.*Header line/, /2cmp-südwh-1Ready/],
  },
];

test('reads lists pasted, chosen and dropped', async ({ page, signIn, wire }) => {
  await signIn('/webhooks/bulk');
  await byKeyboard(page);
  await pairsField(page).fill('');
  for (const { how, name, content, encoding, columns, rows } of FILES) {
    await test.step(how, async () => {
      await choose(page, name, content, encoding);
      await expect(heading(page, `Check ${rows.length} lines from ${name}`)).toBeVisible();
      for (const [at, label] of ['Campaign ID column', 'Webhook ID column'].entries()) {
        const picked = page.getByRole('combobox', { name: label }).getByRole('option', { selected: true });
        await expect(picked).toHaveText(columns[at] ?? '');
      }
      await expect(linesOf(page)).toHaveText(rows);
      await button(page, 'Discard').click();
      await expect(pairsField(page)).toHaveValue('');
    });
  }
  await choose(page, 'picture.csv', 'PNG\0\0\0\r');
  await expect(page.getByRole('alert')).toContainText('This is not a text file');
  await expect(pairsField(page)).toBeVisible();

  await test.step('dropped', async () => {
    await drag(page, 'dragover', 'cmp-1,wh-1');
    await expect(page.getByText('Drop the file to read pairs from it')).toBeVisible();
    await drag(page, 'drop', 'cmp-1,wh-1', 'cmp-2,wh-2');
    await expect(page.getByText('One file at a time')).toBeVisible();
    await expect(page.getByText('Drop the file to read pairs from it')).toBeHidden();
    await drag(page, 'drop', 'cmp-1,wh-1\ncmp-2,wh-2');
    await expect(heading(page, 'Check 2 lines from dropped.csv')).toBeVisible();
    await drag(page, 'drop', 'cmp-3,wh-3');
    await expect(page.getByText('Discard this list to read another file')).toBeVisible();
    await expect(heading(page, 'Check 2 lines from dropped.csv')).toBeVisible();
    await button(page, 'Discard').click();
  });

  await test.step('longer than the field takes', async () => {
    await pairsField(page).fill('cmp-0,wh-0');
    await paste(
      page,
      Array.from({ length: 3000 }, (_, at) => `cmp-${at + 1},wh-${at + 1}-of-many`).join('\n'),
    );
    await expect(heading(page, 'Check 3,001 lines')).toBeVisible();
    await expect(button(page, 'Attach 3,001 pairs')).toBeVisible();
    await page.getByRole('region', { name: 'Lines', exact: true }).focus();
    await page.keyboard.press('End');
    await expect(row(page, 3001)).toBeInViewport();
    await expect(row(page, 3001)).toContainText('wh-3000-of-many');
    expect(await page.getByRole('row').count()).toBeLessThan(80);
    await button(page, 'Discard').click();
    await expect(pairsField(page)).toHaveValue('cmp-0,wh-0');
  });
  expect(writes(wire)).toEqual([]);
});
