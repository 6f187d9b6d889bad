import { expect, test } from 'playwright/test';
import type { Books, LastAccepted } from './runs/books.ts';
import type { RunOperation } from './runs/run.ts';
import { ATTACH, browserOf, DETACH, type TestBooks } from './testing/journal-kit.ts';

let browser: ReturnType<typeof browserOf>;

test.beforeEach(() => {
  browser = browserOf();
});

test.afterEach(() => browser.end());

const HOUR_MS = 3_600_000;
const PAIR = { campaignId: 'cmp-1', webhookId: 'wh-1' };

const doneRun = async (books: TestBooks, operation: RunOperation): Promise<string> => {
  const sheet = await books.begin({ operation, source: '' }, [PAIR]);
  await sheet.apply([[0, { kind: 'send', at: browser.now() }]]);
  const finished = { status: 'finished', finishedAt: browser.now() } as const;
  await sheet.apply([[0, { kind: 'answer', outcome: 'accepted', status: 200 }]], finished);
  return sheet.run().id;
};

const lastOf = async (books: Books): Promise<LastAccepted | undefined> => {
  const all: LastAccepted[] = [];
  await books.lastAccepted((some) => all.push(...some));
  expect(all).toHaveLength(1);
  return all[0];
};

test.describe('the clock is put back', () => {
  test('the operation of the later run is the last one, and the run stands first', async () => {
    const earlier = await doneRun(browser.openBooks(), 'attach');
    browser.tick(-HOUR_MS);
    const books = browser.openBooks();
    const later = await doneRun(books, 'detach');
    expect(await lastOf(books)).toMatchObject({ operation: 'detach', by: { run: later } });
    expect((await books.runs()).map(({ id }) => id)).toEqual([later, earlier]);
    expect((await books.open(later))?.line(0).sentAt).toBe(browser.now());
  });

  test('so is that of a run that goes on after it', async () => {
    const books = browser.openBooks();
    await books.takeTurn();
    const sheet = await books.begin({ operation: 'detach', source: '' }, [PAIR]);
    await sheet.apply([], { status: 'paused' });
    await doneRun(books, 'attach');
    browser.tick(-HOUR_MS);
    expect(await books.reread(sheet.run().id)).toBe(sheet);
    await sheet.apply([[0, { kind: 'send', at: browser.now() }]]);
    await sheet.apply([[0, { kind: 'answer', outcome: 'accepted' }]]);
    expect((await lastOf(books))?.operation).toBe('detach');
  });

  test('so is that of a later entry, and it is the earlier one that is overtaken', async () => {
    const journal = browser.openTab();
    const earlier = await journal.record(ATTACH);
    await journal.close(earlier, { outcome: 'accepted' });
    browser.tick(-HOUR_MS);
    const later = await journal.record(DETACH);
    await journal.close(later, { outcome: 'accepted' });
    expect(await journal.lastAccepted('cmp-1', 'wh-1')).toMatchObject({ operation: 'detach' });
    const overtaken = (await journal.list()).filter((entry) => entry.overtaken);
    expect(overtaken.map(({ id }) => id)).toEqual([earlier]);
  });

  test('the run that leaves for want of room is the one that was begun first', async () => {
    const books = browser.openBooks();
    const ids: string[] = [];
    for (let count = 0; count < 199; count += 1) {
      browser.tick(1000);
      ids.push(await doneRun(books, 'attach'));
    }
    browser.tick(-HOUR_MS);
    const newest = await doneRun(books, 'attach');
    await doneRun(books, 'attach');
    const kept = (await browser.openBooks().runs()).map(({ id }) => id);
    expect(kept).toContain(newest);
    expect(kept).not.toContain(ids[0]);
  });
});

test('what is written late does not take the place of what was sent after it', async () => {
  const books = browser.openBooks();
  const sheet = await books.begin({ operation: 'attach', source: '' }, [PAIR]);
  await sheet.apply([[0, { kind: 'send', at: browser.now() }]]);
  browser.tick(1000);
  await doneRun(books, 'detach');
  browser.tick(1000);
  await sheet.apply([[0, { kind: 'answer', outcome: 'accepted' }]]);
  expect((await lastOf(books))?.operation).toBe('detach');
});
