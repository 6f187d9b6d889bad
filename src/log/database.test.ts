import { openDB } from 'idb';
import { expect, test } from 'playwright/test';
import { databaseName, journalDatabase, type StoredRun } from './database.ts';
import { makeRoom } from './runs/room.ts';
import { runStore } from './runs/run-store.ts';
import { browserForTests } from './testing/journal-kit.ts';

const browser = browserForTests();

test('the database of the version before keeps its entries, and what they say about pairs is known', async () => {
  const name = await databaseName('https://service.example', 'https://issuer.example maya');
  const old = await openDB(name, 1, {
    upgrade: (fresh) => {
      const entries = fresh.createObjectStore('entries', { keyPath: 'id' });
      entries.createIndex('pair', ['campaignId', 'webhookId']);
      entries.createIndex('outcome', 'outcome');
    },
    // As that version did.
    blocking: () => old.close(),
  });
  const pair = { campaignId: 'c', webhookId: 'w', tab: 't', outcome: 'accepted' };
  await old.put('entries', { ...pair, id: '1', at: 10, operation: 'attach' });
  await old.put('entries', { ...pair, id: '2', at: 20, operation: 'detach' });
  await old.put('entries', { ...pair, id: '3', at: 30, operation: 'attach', outcome: 'refused' });
  await old.put('entries', { id: '4', at: 40, operation: 'delete', outcome: 'accepted', tab: 't' });
  const journal = browser.openTab();
  expect(await journal.lastAccepted('c', 'w')).toEqual({
    campaignId: 'c',
    webhookId: 'w',
    operation: 'detach',
    at: 20,
    by: { entry: '2' },
  });
  expect((await journal.list()).map(({ id, overtaken }) => [id, overtaken])).toEqual([
    ['4', undefined],
    ['3', undefined],
    ['2', undefined],
    ['1', true],
  ]);
  const runLog = browser.openRunLog();
  const record = await runLog.begin({ operation: 'attach', source: '' }, [
    { campaignId: 'c', webhookId: 'w' },
  ]);
  expect(record.trouble() === undefined && journal.isDurable()).toBe(true);
});

test('the oldest finished runs make room for others, and one that is not finished stays', async () => {
  const run = (id: string, total: number, status: StoredRun['status'] = 'finished') => ({
    id,
    at: 0,
    operation: 'attach' as const,
    source: '',
    total,
    status,
    counts: { queued: total, sending: 0, accepted: 0, refused: 0, unknown: 0, 'not-sent': 0 },
    activeMs: 0,
    tab: 't',
    revision: 1,
  });
  const leaving = async (runs: StoredRun[], lines: number, most: { lines: number; runs: number }) => {
    const removed: string[] = [];
    const store = {
      runs: async () => runs,
      remove: async (ids: readonly string[]) => void removed.push(...ids),
    };
    await makeRoom(store, lines, most);
    return removed.join('');
  };
  const runs = [run('a', 10, 'paused'), run('b', 10), run('c', 10), run('d', 10)];
  expect(await leaving(runs, 10, { lines: 50, runs: 9 })).toBe('');
  expect(await leaving(runs, 11, { lines: 50, runs: 9 })).toBe('b');
  expect(await leaving(runs, 25, { lines: 50, runs: 9 })).toBe('bc');
  expect(await leaving(runs, 999, { lines: 50, runs: 9 })).toBe('bcd');
  expect(await leaving(runs, 0, { lines: 50, runs: 4 })).toBe('b');
});

test('runs that made room are gone with all of their lines', async () => {
  const runLog = browser.openRunLog();
  const pair = { campaignId: 'c', webhookId: 'w' };
  const ids: string[] = [];
  for (let index = 0; index < 201; index += 1) {
    browser.tick(1);
    const record = await runLog.begin({ operation: 'attach', source: '' }, [pair]);
    await record.append([[0, { kind: 'cancel' }]], { status: 'finished' });
    ids.push(record.run().id);
  }
  const others = browser.openRunLog();
  expect((await others.runs()).map(({ id }) => id)).toEqual(ids.slice(1).toReversed());
  expect(await others.open(ids[0] ?? '')).toBeUndefined();
});

test('of too many pairs those that were sent longest ago are forgotten', async () => {
  const database = journalDatabase('journal-trimmed', 1000);
  for (const [index, at] of [50, 10, 40, 20, 30].entries()) {
    const pair = { campaignId: 'c', webhookId: `w${index}` };
    await database.use((db) => db.put('last', { ...pair, operation: 'attach', at, by: { entry: 'e' } }));
  }
  await runStore(database).trimLast(3);
  const left = await database.use((db) => db.getAllFromIndex('last', 'at'));
  expect(left.map(({ at }) => at)).toEqual([30, 40, 50]);
  database.close();
});
