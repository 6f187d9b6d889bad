import { deleteDB } from 'idb';
import { expect, test } from 'playwright/test';
import { ATTACH, browserForTests, DETACH, failStores, holdUp, refuseStorage } from './testing/journal-kit.ts';

const browser = browserForTests();

const ACCEPTED = { outcome: 'accepted', status: 200, durationMs: 212 } as const;

test('beyond 5000 entries the oldest closed ones leave, and one that is still sending stays', async () => {
  test.slow();
  const journal = browser.openTab();
  const sending = await journal.record(DETACH);
  const closedIds: string[] = [];
  for (let index = 0; index < 5001; index += 1) {
    const id = await journal.record(ATTACH);
    await journal.close(id, ACCEPTED);
    closedIds.push(id);
  }
  const kept = (await journal.list()).map(({ id }) => id).toReversed();
  expect(kept).toEqual([sending, ...closedIds.slice(2)]);
});

test.describe('storage', () => {
  test('refused: everything works for as long as the tab lives, and it is said', async () => {
    refuseStorage();
    const journal = browser.openTab();
    let told = 0;
    journal.subscribe(() => (told += 1));
    const id = await journal.record(ATTACH);
    await journal.close(id, ACCEPTED);
    expect(await journal.list()).toMatchObject([{ id, outcome: 'accepted' }]);
    expect(await journal.lastAccepted('cmp-1', 'wh-1')).toMatchObject({ by: { entry: id } });
    const undo = await journal.record({ ...DETACH, undoOf: id });
    await journal.close(undo, ACCEPTED);
    expect((await journal.list()).at(-1)).toMatchObject({ id, undoneBy: undo });
    expect(journal.isDurable()).toBe(false);
    expect(told).toBeGreaterThan(0);
  });

  test('full half way: what is kept and what is not stand in one list, in order', async () => {
    const journal = browser.openTab();
    const kept = await journal.record(ATTACH);
    const alsoKept = await journal.record(DETACH);
    const putBack = (['put', 'add'] as const).map((name) => failStores(name, 'QuotaExceededError'));
    try {
      browser.tick(1000);
      const inMemory = await journal.record(ATTACH);
      await journal.close(inMemory, ACCEPTED);
      await journal.close(kept, { outcome: 'refused', status: 400 });
      expect(journal.isDurable()).toBe(false);
      expect(await journal.list()).toMatchObject([
        { id: inMemory, outcome: 'accepted' },
        { id: alsoKept, outcome: 'sending' },
        { id: kept, outcome: 'refused' },
      ]);
      expect(await journal.list({ limit: 2 })).toHaveLength(2);
      expect(await journal.lastAccepted('cmp-1', 'wh-1')).toMatchObject({ by: { entry: inMemory } });
    } finally {
      for (const act of putBack) act();
    }
  });

  test('cleared while open: it is opened again, without what was in it', async () => {
    const journal = browser.openTab();
    await journal.record(ATTACH);
    const [{ name = '' } = {}] = await indexedDB.databases();
    await deleteDB(name, { blocked: () => expect('blocked').toBe('closed') });
    const id = await journal.record(DETACH);
    expect(await journal.list()).toMatchObject([{ id }]);
    expect(journal.isDurable()).toBe(true);
    expect(await browser.openTab().list()).toMatchObject([{ id, outcome: 'sending' }]);
  });

  test('an opening that never ends does not keep anybody waiting', async () => {
    globalThis.indexedDB.open = () => new IDBOpenDBRequest();
    const journal = browser.openTab({ storageDeadlineMs: 50 });
    await expect(Promise.race([journal.list(), Promise.resolve('still opening')])).resolves.toBe(
      'still opening',
    );
    await journal.record(ATTACH);
    expect(await journal.list()).toHaveLength(1);
    expect(journal.isDurable()).toBe(false);
  });

  test('held up by another page: what is sent waits no longer than the deadline, and its outcome is kept here', async () => {
    const journal = browser.openTab({ storageDeadlineMs: 50 });
    await journal.record(DETACH);
    const letGo = await holdUp('entries');
    const id = await journal.record(ATTACH);
    await journal.close(id, ACCEPTED);
    expect(journal.isDurable()).toBe(false);
    letGo();
    await expect
      .poll(async () => (await journal.list()).find((entry) => entry.id === id)?.outcome)
      .toBe('accepted');
  });
});
