import { expect, test } from 'playwright/test';
import { openScope } from '#src/journal/scope.ts';
import { booksOf } from './books-of.ts';
import { journalOf } from '#src/journal/journal-of.ts';
import { browserOf } from '#src/journal/testing/journal-kit.ts';
import { configOf, tokensOf } from '#src/api/testing/service-kit.ts';

test('a run that storage did not take stands among the runs of the journal, which tells of it', async () => {
  const browser = browserOf();
  Reflect.set(globalThis, 'location', { origin: 'https://console.example' });
  globalThis.indexedDB.open = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const scope = openScope(configOf(), tokensOf().tokens, { subject: 'maya', name: 'Maya' }, 'issuer maya');
  const journal = journalOf(scope);
  expect(await journal.runs()).toEqual([]);
  let told = 0;
  journal.subscribe((news) => (told += news === 'runs' ? 1 : 0));
  const books = booksOf(scope);
  const sheet = await books.begin({ operation: 'attach', source: '' }, [
    { campaignId: 'cmp-1', webhookId: 'wh-1' },
  ]);
  await expect.poll(() => told).toBeGreaterThan(0);
  expect(await journal.runs()).toEqual([sheet.run()]);
  expect(await journal.runs(0)).toEqual([]);
  expect(booksOf(scope)).toBe(books);
  books.dispose();
  journal.dispose();
  Reflect.deleteProperty(globalThis, 'location');
  browser.end();
});
