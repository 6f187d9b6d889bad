import { deleteDB, openDB } from 'idb';
import { expect, test } from 'playwright/test';
import { ATTACH, browserForTests, DETACH, optionsOfWrites } from './testing/journal-kit.ts';

const browser = browserForTests();

const ACCEPTED = { outcome: 'accepted', status: 200, durationMs: 212 } as const;

/** Everything that the browser's storage holds, as text. */
const storedText = async (): Promise<string> => {
  const names = (await indexedDB.databases()).map(({ name = '' }) => name);
  const all = names.map(async (name) => {
    const db = await openDB(name);
    const entries = await db.getAll('entries');
    db.close();
    return entries;
  });
  return JSON.stringify([names, await Promise.all(all)]);
};

test('an entry is kept as sending before its request leaves, and closed with what came of it', async () => {
  const journal = browser.openTab();
  const id = await journal.record(ATTACH);
  expect(await storedText()).toContain('"outcome":"sending"');
  expect(await journal.list()).toMatchObject([{ ...ATTACH, id, outcome: 'sending', at: 1_763_735_500_000 }]);
  await journal.close(id, ACCEPTED);
  expect(await journal.list()).toMatchObject([{ ...ATTACH, id, ...ACCEPTED }]);
  expect(journal.isDurable()).toBe(true);
});

test('writing ahead asks the browser for strict durability', async () => {
  const journal = browser.openTab();
  const options = await optionsOfWrites(async () => journal.close(await journal.record(ATTACH), ACCEPTED));
  expect(options).toEqual([{ durability: 'strict' }, { durability: 'strict' }]);
});

test('R10: neither a secret nor a whole SID or phone number is kept, whatever is handed in', async () => {
  const journal = browser.openTab();
  const careless = {
    operation: 'save',
    sidEnding: 'AP4c19e7d0b25f83a6417e',
    phoneEnding: '+44 20 7946 0018',
    authToken: 's3cret',
    voiceProvider: 'PROVIDER_A',
  } as const;
  await journal.record(careless);
  await journal.record({ operation: 'save', sidEnding: '17e', phoneEnding: '0018' });
  await journal.record({ operation: 'delete' });
  const kept = await storedText();
  for (const text of ['s3cret', 'AP4c', '7946', '6417e', 'maya', 'service.example']) {
    expect(kept).not.toContain(text);
  }
  const [, plain, whole] = await journal.list();
  expect(whole).toMatchObject({ sidEnding: '17e', phoneEnding: '0018', voiceProvider: 'PROVIDER_A' });
  expect(plain?.voiceProvider).toBeUndefined();
});

test('the list is newest first, filtered by operation and cut at its limit', async () => {
  const journal = browser.openTab();
  for (const entry of [ATTACH, { operation: 'delete' } as const, DETACH, ATTACH]) {
    await journal.close(await journal.record(entry), ACCEPTED);
    browser.tick(1000);
  }
  const operations = async (filter = {}) => (await journal.list(filter)).map(({ operation }) => operation);
  expect(await operations()).toEqual(['attach', 'detach', 'delete', 'attach']);
  expect(await operations({ operations: ['attach', 'detach'], limit: 2 })).toEqual(['attach', 'detach']);
  expect(await operations({ operations: ['save', 'delete'] })).toEqual(['delete']);
  expect(await operations({ limit: 0 })).toEqual([]);
});

test('entries of the same millisecond keep their order', async () => {
  const journal = browser.openTab();
  const ids = [];
  for (let index = 0; index < 50; index += 1) ids.push(await journal.record(ATTACH));
  expect((await journal.list()).map(({ id }) => id)).toEqual(ids.toReversed());
});

test('an answer that comes late does not take the place of what was sent after it', async () => {
  const journal = browser.openTab();
  const first = await journal.record(ATTACH);
  const second = await journal.record(DETACH);
  await journal.close(second, ACCEPTED);
  await journal.close(first, ACCEPTED);
  expect(await journal.lastAccepted('cmp-1', 'wh-1')).toMatchObject({ by: { entry: second } });
  expect((await journal.list()).map(({ overtaken }) => overtaken)).toEqual([undefined, true]);
});

test('R21: of another pair nothing is said', async () => {
  const journal = browser.openTab();
  await journal.close(await journal.record(ATTACH), ACCEPTED);
  expect(await journal.lastAccepted('cmp-1', 'wh-2')).toBeUndefined();
  expect(await journal.lastAccepted('wh-1', 'cmp-1')).toBeUndefined();
});

test('services and people have journals of their own', async () => {
  const mine = browser.openTab();
  const theirs = browser.openTab({ personKey: 'https://issuer.example daniel' });
  const elsewhere = browser.openTab({ service: 'https://other.example' });
  const same = browser.openTab({ service: 'https://service.example/' });
  await mine.record(ATTACH);
  expect(await theirs.list()).toEqual([]);
  expect(await elsewhere.list()).toEqual([]);
  expect(await same.list()).toHaveLength(1);
});

test('a change is told in this tab and in the others, and not to who has left', async () => {
  const one = browser.openTab();
  const two = browser.openTab();
  await Promise.all([one.list(), two.list()]);
  let told = 0;
  const leave = two.subscribe(() => (told += 1));
  await one.record(ATTACH);
  await expect.poll(() => told).toBe(1);
  expect(await two.list()).toHaveLength(1);
  leave();
  let toldAgain = 0;
  two.subscribe(() => (toldAgain += 1));
  await one.record(DETACH);
  await expect.poll(() => toldAgain).toBe(1);
  expect(told).toBe(1);
});

test('what came of an entry is known in its tab also where storage was cleared meanwhile', async () => {
  const journal = browser.openTab();
  const id = await journal.record(ATTACH);
  for (const { name = '' } of await indexedDB.databases()) await deleteDB(name);
  await journal.close(id, ACCEPTED);
  expect((await journal.list()).map(({ outcome }) => outcome)).toEqual(['accepted']);
  expect(await journal.lastAccepted(ATTACH.campaignId, ATTACH.webhookId)).toMatchObject({
    operation: 'attach',
  });
});
