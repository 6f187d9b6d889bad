import { expect, test } from 'playwright/test';
import type { TabLocks } from '#src/journal/tabs.ts';
import { browserOf, locksOf, openedConnections } from '#src/journal/testing/journal-kit.ts';
import { pairsOf, RUN, tryToBegin } from '#src/journal/testing/run-kit.ts';

// Tabs that can't agree who sends: there are no runs.

let browser: ReturnType<typeof browserOf>;
let opened: ReturnType<typeof openedConnections>;

test.beforeEach(() => {
  browser = browserOf();
  opened = openedConnections();
});

test.afterEach(() => browser.end());

const refused = () => Promise.reject(new DOMException('denied', 'SecurityError'));

const WAYS: readonly (readonly [name: string, locks: TabLocks | undefined])[] = [
  ['without locks', undefined],
  ['where locks are refused', { request: refused, query: refused }],
  [
    'where locks never answer',
    { request: () => new Promise<never>(() => undefined), query: async () => ({}) },
  ],
];

for (const [name, locks] of WAYS) {
  const openTab = () => browser.openBooks({ locks, storageDeadlineMs: 50 });

  test(`${name} that is said, there is no run, and storage is left alone`, async () => {
    const books = openTab();
    expect(await books.hasRoom(1)).toBe(false);
    expect(books.isKept()).toBe(false);
    expect(books.isRefused()).toBe(true);
    expect(await books.takeTurn()).toBeDefined();
    expect(await tryToBegin(books, 3)).toBe(undefined);
    expect(await books.runs()).toEqual([]);
    await books.settleAbandoned();
    expect(opened.count()).toBe(0);
  });

  test(`${name} a tab has its turn once, and whoever waits in it hears when it is given back`, async () => {
    const books = openTab();
    const turns = await Promise.all([books.takeTurn(), books.takeTurn()]);
    expect(turns.filter((turn) => turn !== undefined)).toHaveLength(1);
    let isFree = false;
    const waiting = books.turnIsFree(new AbortController().signal).then(() => (isFree = true));
    await books.turnIsFree(AbortSignal.timeout(5));
    expect(isFree).toBe(false);
    turns.find((turn) => turn !== undefined)?.();
    await waiting;
    expect(await books.takeTurn()).toBeDefined();
  });
}

test('where locks are refused later it is not this tab’s turn, and who waits asks seldom', async () => {
  const working = locksOf();
  const locks = { ...working };
  const books = browser.openBooks({ locks });
  expect(await tryToBegin(books, 1)).toBeDefined();
  let asked = 0;
  locks.request = () => {
    asked += 1;
    return refused();
  };
  expect(await books.takeTurn()).toBeUndefined();
  const before = asked;
  await books.turnIsFree(AbortSignal.timeout(5));
  expect(asked - before).toBe(1);
  locks.request = working.request;
  expect(await books.takeTurn()).toBeDefined();
});

test('without locks a run that was kept before is not sent on', async () => {
  const { id } = (await browser.openBooks().begin(RUN, pairsOf(2))).run();
  const books = browser.openBooks({ locks: undefined });
  await books.takeTurn();
  await books.settleAbandoned();
  expect(await books.reread(id)).toBe('unreadable');
});
