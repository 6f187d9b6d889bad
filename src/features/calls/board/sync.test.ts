import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { expect, test } from 'playwright/test';
import { record, historyAfter, STORE_OPTIONS } from '#src/features/calls/call/testing/call-kit.ts';
import { storageForTests } from '#src/lib/testing/local-storage.ts';
import { addFormat } from '#src/storage/format.ts';
import { openSettings } from './settings.ts';
import { createBoardStore } from './store.ts';
import { createSync } from './sync.ts';

const live = record({ status: 'in-progress' });
const leaves = new Set<() => void>();

storageForTests();
test.beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  const page = new EventTarget();
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  Object.assign(globalThis, { document, addEventListener: page.addEventListener.bind(page) });
});
test.afterEach(() => {
  for (const leave of leaves) leave();
  leaves.clear();
  for (const name of ['document', 'addEventListener']) Reflect.deleteProperty(globalThis, name);
});

/** A tab of one browser. */
const openTab = async () => {
  const store = createBoardStore(STORE_OPTIONS);
  const sync = createSync('k', store, openSettings('k'));
  leaves.add(sync.enter());
  await sync.load();
  const answer = (id: string, ...reads: Parameters<typeof historyAfter>) => {
    store.setHistory({ ...historyAfter(...reads), id });
  };
  const watch = (...ids: string[]) => store.watch(ids, '');
  return { store, sync, answer, watch, ids: () => [...store.ids()] };
};

test('a change in one tab is a change in the other', async () => {
  const [one, other] = [await openTab(), await openTab()];
  one.watch('a', 'b');
  await expect.poll(other.ids).toEqual(['a', 'b']);
  other.store.setFailureSeen(['a'], true);
  other.store.setNote(['a'], 'ask Ana');
  await expect.poll(() => one.store.call('a')?.entry).toMatchObject({ failureSeen: true, note: 'ask Ana' });
  one.answer('b', live);
  const removed = one.store.unwatch(['b']);
  await expect.poll(other.ids).toEqual(['a']);
  one.store.restore(removed);
  await expect.poll(() => other.store.call('b')?.statusBadge.word).toBe('In progress');
});

test('a page that opens later has what was saved', async () => {
  const first = await openTab();
  first.watch('a');
  first.answer('a', live);
  first.store.setFailureSeen(['a'], true);
  await expect.poll(async () => (await openTab()).store.call('a')?.history?.checks).toBe(1);
  const next = await openTab();
  expect(next.store.call('a')).toMatchObject({
    entry: { failureSeen: true },
    statusBadge: { word: 'In progress' },
  });
});

test('ignores messages that no tab sends', async () => {
  const tab = await openTab();
  tab.watch('a');
  tab.answer('a', live);
  await expect.poll(async () => (await openTab()).store.call('a')?.history?.checks).toBe(1);
  const stranger = new BroadcastChannel(addFormat('calls-k'));
  const many = Array.from({ length: 3000 }, (_, at) => `call-${at}`);
  for (const message of [
    'all',
    7,
    null,
    { changed: 7 },
    { changed: [7] },
    { changed: [''] },
    { changed: many },
    // Not saved.
    { changed: ['unknown', 'a'] },
    { kind: 'seen', calls: [{ entry: { id: 7 } }, 'x', null] },
  ]) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none
    stranger.postMessage(message);
  }
  stranger.close();
  const other = await openTab();
  other.watch('b');
  await expect.poll(tab.ids).toEqual(['a', 'b']);
  expect(tab.store.call('a')?.statusBadge.word).toBe('In progress');
});
