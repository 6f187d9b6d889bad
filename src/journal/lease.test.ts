import { expect, test } from 'playwright/test';
import { storageForTests } from '#src/lib/test-storage.ts';
import type { Books } from './books.ts';
import type { LineEvent, RunPair } from './run.ts';
import { browserOf, losableConnections, replaceMethod, type Method } from './test-kit.ts';
import { ACCEPTED, NEVER_MS, RUN, statesOf } from './run-test-kit.ts';

let browser: ReturnType<typeof browserOf>;
let connections: ReturnType<typeof losableConnections>;

test.beforeEach(() => {
  browser = browserOf();
  connections = losableConnections();
});

test.afterEach(() => {
  connections.end();
  browser.end();
});

storageForTests();

const PAIRS: RunPair[] = [0, 1, 2, 3].map((index) => ({ campaignId: 'cmp-1', webhookId: `wh-${index}` }));
const send = (): LineEvent => ({ kind: 'send', at: browser.now() });
const REFUSING = { request: () => Promise.reject(new Error('no')), query: async () => ({}) };

/** A tab of a browser that has no locks. */
const tabOf = (goneMs = NEVER_MS): Books => browser.openBooks({ locks: undefined, goneMs });

for (const [name, locks] of [
  ['without locks', undefined],
  ['where locks are refused', REFUSING],
] as const) {
  test(`${name} the turn is one tab’s, free when it is given back, and whoever waits hears of it`, async () => {
    const [one, two] = [browser.openBooks({ locks }), browser.openBooks({ locks })];
    const end = await one.takeTurn();
    expect(end).toBeDefined();
    expect(await one.takeTurn()).toBeUndefined();
    expect(await two.takeTurn()).toBeUndefined();
    let isFree = false;
    const waiting = two.turnIsFree(new AbortController().signal).then(() => (isFree = true));
    await two.turnIsFree(AbortSignal.timeout(5));
    expect(isFree).toBe(false);
    end?.();
    await waiting;
    expect(await two.takeTurn()).toBeDefined();
    expect(await one.takeTurn()).toBeUndefined();
  });
}

test('of tabs that ask at once one gets it', async () => {
  const turns = await Promise.all([tabOf(), tabOf(), tabOf(), tabOf()].map((books) => books.takeTurn()));
  expect(turns.filter((turn) => turn !== undefined)).toHaveLength(1);
});

test('a tab that is gone loses it after a while, and one that lives keeps it', async () => {
  const [living, other] = [tabOf(120), tabOf(120)];
  const end = await living.takeTurn();
  await other.turnIsFree(AbortSignal.timeout(400));
  expect(await other.takeTurn()).toBeUndefined();
  end?.();
  const gone = tabOf(120);
  const sheet = await gone.begin(RUN, PAIRS);
  await gone.takeTurn();
  await sheet.apply([[0, send()]], { status: 'running' });
  await browser.closeTab(gone);
  expect(await other.takeTurn()).toBeUndefined();
  await other.turnIsFree(new AbortController().signal);
  expect(await other.takeTurn()).toBeDefined();
  await other.settleAbandoned();
  expect(statesOf(await other.reread(sheet.run().id))).toBe('uqqq');
});

test('a tab that was taken for gone and lives hears of it before its next line may leave', async () => {
  const [slow, other] = [tabOf(), tabOf(1)];
  await slow.takeTurn();
  const sheet = await slow.begin(RUN, PAIRS);
  const { id } = sheet.run();
  await sheet.apply([[0, send()]], { status: 'running' });
  await other.takeTurn();
  await other.turnIsFree(new AbortController().signal);
  await other.takeTurn();
  await other.settleAbandoned();
  const theirs = await other.reread(id);
  expect(statesOf(theirs)).toBe('uqqq');
  if (typeof theirs !== 'object') return;
  await theirs.apply([[1, send()]], { status: 'running' });
  const writing = sheet.apply([
    [1, send()],
    [2, send()],
  ]);
  const written = sheet.line(2);
  await writing;
  expect(sheet.line(2)).not.toBe(written);
  expect(statesOf(sheet)).toBe('usqq');
});

test('where no lock keeps others off, only what is kept may leave', async () => {
  const [locked, free] = [browser.openBooks({ storageRetryMs: NEVER_MS }), tabOf()];
  await locked.takeTurn();
  await free.takeTurn();
  const sheets = await Promise.all([locked.begin(RUN, PAIRS), free.begin(RUN, PAIRS)]);
  expect(sheets.map((sheet) => sheet.maySend())).toEqual([true, true]);
  const putBack = replaceMethod(IDBObjectStore.prototype, 'put', (): Method => () => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  try {
    await Promise.all(sheets.map((sheet) => sheet.apply([[0, send()]])));
    expect(sheets.map((sheet) => sheet.isKept())).toEqual([false, false]);
    expect(sheets.map((sheet) => sheet.maySend())).toEqual([true, false]);
    // No other tab knows of one that was never in storage.
    expect((await free.begin(RUN, PAIRS)).maySend()).toBe(true);
  } finally {
    putBack();
  }
});

test('without any storage there is nothing to share: the turn is free, once for each tab', async () => {
  globalThis.indexedDB.open = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const [one, two] = [tabOf(), tabOf()];
  const end = await one.takeTurn();
  expect(await one.takeTurn()).toBeUndefined();
  expect(await two.takeTurn()).toBeDefined();
  end?.();
  expect(await one.takeTurn()).toBeDefined();
  expect((await one.begin(RUN, PAIRS)).maySend()).toBe(true);
});

test('a run that was taken away with the storage is not gone on with by a tab that did not send it', async () => {
  const [sender, other] = [browser.openBooks(), browser.openBooks()];
  const sheet = await sender.begin(RUN, PAIRS);
  const { id } = sheet.run();
  await other.open(id);
  const [{ name = '' } = {}] = await indexedDB.databases();
  await new Promise((resolve) => {
    indexedDB.deleteDatabase(name).addEventListener('success', resolve);
  });
  await sheet.apply([[0, send()]]);
  await sheet.apply([[0, ACCEPTED]]);
  expect(await sender.reread(id)).toBe(sheet);
  expect(await other.reread(id)).toBe('unreadable');
});
