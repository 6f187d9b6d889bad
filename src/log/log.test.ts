import { openDB } from 'idb';
import { expect, test } from 'playwright/test';
import { addFormat, formatConflict } from '#src/storage/format.ts';
import { countLines } from './run.ts';
import { readLastAccepted } from './sent-pairs.ts';
import { readProviderChanges, readSinglePairs, readUsedIds } from './queries.ts';
import {
  ATTACH,
  browserForTests,
  DETACH,
  fillStorage,
  putRows,
  refuseStorage,
  readSentEntries,
} from './testing/log-kit.ts';

const browser = browserForTests();
const SAVE = { operation: 'save', sidEnding: '0123456', phoneEnding: '+15550100' } as const;
const PAIR = { campaignId: 'cmp-1', webhookId: 'wh-1' };

test('stores an entry before it is closed', async () => {
  const log = browser.openTab();
  const id = await log.record(ATTACH);
  const other = browser.openTab();
  expect(await readSentEntries(other)).toMatchObject([{ id, outcome: 'sending' }]);
  await log.close(id, { outcome: 'refused', status: 422, message: 'no' });
  expect(await readSentEntries(other)).toMatchObject([
    { id, outcome: 'refused', status: 422, message: 'no' },
  ]);
});

test('counts no damaged entry', async () => {
  const log = browser.openTab();
  await log.record(ATTACH);
  const [row] = await log.read((db) => db.getAll('rows'));
  await putRows('rows', { ...row, id: '0', at: 'yesterday' });
  expect(await log.read((db) => readSinglePairs(db, 100))).toMatchObject({ damaged: ['0'], total: 1 });
});

test('stores only endings of what was saved', async () => {
  const log = browser.openTab();
  await log.close(await log.record(SAVE), { outcome: 'refused', message: 'no such account' });
  const { entries } = await log.read((db) => readProviderChanges(db, 9));
  expect(entries).toMatchObject([
    { sidEnding: '456', phoneEnding: '0100', outcome: 'refused', message: 'no such account' },
  ]);
});

test('keeps the word of the user on a pair until it is taken back', async () => {
  const log = browser.openTab();
  await log.close(await log.record(ATTACH), { outcome: 'unknown' });
  const takeBack = await log.settle('attach', [PAIR]);
  expect(await readSentEntries(log)).toMatchObject([
    { operation: 'attach', outcome: 'accepted', checked: true },
    { outcome: 'unknown', later: 'accepted' },
  ]);
  takeBack();
  await expect.poll(() => readSentEntries(log)).toMatchObject([{ outcome: 'unknown', later: undefined }]);
});

test('an entry of a closed tab is unknown', async () => {
  const [living, dying] = [browser.openTab(), browser.openTab()];
  const open = await living.record(ATTACH);
  browser.tick(1);
  const lost = await dying.record(DETACH);
  await browser.closeTab(dying);
  const next = browser.openTab();
  await expect
    .poll(async () => (await readSentEntries(next)).map(({ id, outcome }) => [id, outcome]))
    .toEqual([
      [lost, 'unknown'],
      [open, 'sending'],
    ]);
});

test('the later operation is last if the clock is put back', async () => {
  const log = browser.openTab();
  const first = await log.record(ATTACH);
  await log.close(first, { outcome: 'accepted' });
  browser.tick(-3_600_000);
  const later = browser.openTab();
  const second = await later.record(DETACH);
  await later.close(second, { outcome: 'accepted' });
  const third = await later.record(ATTACH);
  await later.close(third, { outcome: 'refused' });
  expect(await later.read((db) => readLastAccepted(db, PAIR))).toMatchObject({ id: second });
  await later.close(await later.record(ATTACH), { outcome: 'unknown' });
  expect((await readSentEntries(later)).slice(1).map((entry) => [entry.id, entry.later])).toEqual([
    [third, 'listed'],
    [second, 'listed'],
    [first, 'accepted'],
  ]);
});

test('an undone entry names its undo', async () => {
  const log = browser.openTab();
  const id = await log.record(ATTACH);
  await log.close(id, { outcome: 'accepted' });
  const undo = await log.record({ ...DETACH, undoOf: id });
  await log.close(undo, { outcome: 'accepted' });
  expect((await readSentEntries(log)).find((entry) => entry.id === id)).toMatchObject({ undoneBy: undo });
});

test('an undo with a message undoes nothing for certain', async () => {
  const log = browser.openTab();
  const id = await log.record(ATTACH);
  await log.close(id, { outcome: 'accepted' });
  const undo = await log.record({ ...DETACH, undoOf: id });
  await log.close(undo, { outcome: 'accepted', withMessage: true, message: 'not attached' });
  expect((await readSentEntries(log)).find((entry) => entry.id === id)?.undoneBy).toBeUndefined();
});

test('forgets the IDs of an attach that was undone', async () => {
  const log = browser.openTab();
  const send = async (entry: Parameters<typeof log.record>[0]) => {
    const id = await log.record(entry);
    await log.close(id, { outcome: 'accepted' });
    return id;
  };
  const swapped = { campaignId: 'wh-1', webhookId: 'cmp-1' };
  await send(ATTACH);
  const attached = await send({ operation: 'attach', ...swapped });
  await send({ operation: 'detach', ...swapped, undoOf: attached });
  const [attachedPair, attachedSwapped] = [PAIR, swapped].map((pair) => expect.objectContaining(pair));
  expect(await log.read(readUsedIds)).toEqual({
    campaign: ['cmp-1'],
    webhook: ['wh-1'],
    attached: [attachedPair],
  });

  const detached = await send(DETACH);
  await send({ ...ATTACH, undoOf: detached });
  await send({ operation: 'attach', ...swapped });
  expect(await log.read(readUsedIds)).toEqual({
    campaign: ['wh-1', 'cmp-1'],
    webhook: ['cmp-1', 'wh-1'],
    attached: [attachedPair, attachedSwapped],
  });
});

test('rejects if storage takes no entry', async () => {
  const log = browser.openTab();
  await readSentEntries(log);
  const makeRoom = fillStorage();
  await expect(log.record(ATTACH)).rejects.toThrow('full');
  expect(log.state.getState().hasFailed).toBe(true);
  makeRoom();
  expect(await readSentEntries(log)).toEqual([]);
});

test('takes no entry after a failure until a reload', async () => {
  const log = browser.openTab();
  const lost = await log.record(ATTACH);
  const makeRoom = fillStorage();
  await log.close(lost, { outcome: 'accepted' });
  makeRoom();
  await expect(log.record(DETACH)).rejects.toThrow('full');
  await expect(log.settle('attach', [PAIR])).rejects.toThrow('full');
  await browser.closeTab(log);
  const reloaded = browser.openTab();
  await reloaded.record(DETACH);
  await expect
    .poll(async () => (await readSentEntries(reloaded)).map(({ outcome }) => outcome))
    .toEqual(['sending', 'unknown']);
});

test('without storage it ends with the page', async () => {
  refuseStorage();
  const log = browser.openTab();
  await log.close(await log.record(ATTACH), { outcome: 'accepted' });
  expect(await log.inMemory()).toMatchObject([{ outcome: 'accepted', campaignId: 'cmp-1' }]);
  expect(log.state.getState()).toMatchObject({ isDurable: false });
  expect(await log.takeSend()).toBeUndefined();
});

test('without locks it ends with the page', async () => {
  const request = () => Promise.reject(new DOMException('denied', 'SecurityError'));
  const log = browser.openTab({ locks: { request } });
  await log.close(await log.record(ATTACH), { outcome: 'accepted' });
  expect(await log.inMemory()).toMatchObject([{ outcome: 'accepted' }]);
  expect(log.state.getState()).toMatchObject({ isDurable: false });
  expect(await log.takeSend()).toBeUndefined();
});

test('one tab sends at a time', async () => {
  const [one, other] = [browser.openTab(), browser.openTab()];
  const lock = await one.takeSend();
  expect(await other.takeSend()).toBeUndefined();
  const waiting = other.waitForSend();
  lock?.release();
  expect(await waiting).toBeDefined();
});

test('ignores messages of another shape', async () => {
  const log = browser.openTab();
  await readSentEntries(log);
  let news = 0;
  log.subscribe(() => {
    news += 1;
  });
  log.onCommand(() => {
    news += 1;
  });
  const [{ name = '' } = {}] = await indexedDB.databases();
  const channel = new BroadcastChannel(addFormat(name));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none
  const send = (message: unknown) => channel.postMessage(message);
  for (const message of [
    null,
    7,
    'changed',
    { changed: 'all' },
    { run: 7, ask: 'pause' },
    { run: 'r', ask: 'send' },
  ])
    send(message);
  send({ run: 'x'.repeat(10_000), ask: 'pause' });
  send({ changed: 'entries' });

  await expect.poll(() => news).toBe(1);
  channel.close();
});

test('emits the end of a run apart from its progress', async () => {
  const log = browser.openTab();
  const emitted: string[] = [];
  log.subscribe((what) => emitted.push(what));
  const counts = countLines([]);
  const fixed = { at: 0, operation: 'attach', source: '', total: 0, activeMs: 0, messages: 0 } as const;
  const run = { ...fixed, id: 'r', counts, tab: log.tab };
  await log.putRun({ ...run, status: 'running' }, []);
  expect(emitted).toEqual(['runs']);
  await log.putRun({ ...run, status: 'finished' }, []);
  expect(emitted).toEqual(['runs', 'runs', 'entries']);
});

test('deletes a log of an older form and says so', async () => {
  const first = browser.openTab();
  await readSentEntries(first);
  const [{ name = '' } = {}] = await indexedDB.databases();
  await browser.closeTab(first);
  indexedDB.deleteDatabase(name);
  const older = await openDB(name, 2, {
    upgrade: (db) => void db.createObjectStore('entries', { keyPath: 'id' }),
  });
  await older.put('entries', { id: '1', outcome: 'accepted' });
  older.close();
  const log = browser.openTab();
  expect(await readSentEntries(log)).toEqual([]);
  expect(log.state.getState()).toMatchObject({ isDurable: true, wasReplaced: true });
  const next = browser.openTab();
  await readSentEntries(next);
  expect(next.state.getState().wasReplaced).toBe(false);
});

test('refuses entries beside data of a newer format', async () => {
  await browser.openTab().record(ATTACH);
  const [{ name = '', version = 0 } = {}] = await indexedDB.databases();
  (await openDB(name, version + 1)).close();
  const log = browser.openTab();
  await expect(log.record(ATTACH)).rejects.toThrow('closed');
  expect(log.state.getState().isDurable).toBe(true);
  formatConflict.setState(undefined, true);
});
