import { expect, test } from 'playwright/test';
import type { LineEvent } from './run.ts';
import type { TabLocks } from '#src/journal/tabs.ts';
import { browserOf, locksOf, openedConnections } from '#src/journal/testing/journal-kit.ts';
import { ACCEPTED, pairsOf, RUN } from '#src/journal/testing/run-kit.ts';

// Tabs that can't agree who sends: each run is in the memory of its own.

let browser: ReturnType<typeof browserOf>;
let opened: ReturnType<typeof openedConnections>;

test.beforeEach(() => {
  browser = browserOf();
  opened = openedConnections();
});

test.afterEach(() => browser.end());

const send = (): LineEvent => ({ kind: 'send', at: browser.now() });
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

  test(`${name} a run is in its tab’s memory, which is said before it, and no other tab has it`, async () => {
    const [one, two] = [openTab(), openTab()];
    expect(await one.hasRoom(1)).toBe(false);
    expect(one.isKept()).toBe(false);
    expect(await one.takeTurn()).toBeDefined();
    const sheet = await one.begin(RUN, pairsOf(3));
    const { id } = sheet.run();
    await sheet.apply([[0, send()]], { status: 'running' });
    await sheet.apply([[0, ACCEPTED]], { status: 'paused' });
    expect(sheet.isKept()).toBe(false);
    expect(one.unkept()).toEqual([sheet]);
    expect(await one.runs()).toEqual([sheet.run()]);
    expect(await one.reread(id)).toBe(sheet);
    expect(await two.takeTurn()).toBeDefined();
    await two.settleAbandoned();
    expect(await two.runs()).toEqual([]);
    expect(await two.open(id)).toBeUndefined();
    expect(await two.reread(id)).toBe('unreadable');
    // Nor one with locks, as after the browser was told otherwise.
    expect(opened.count()).toBe(0);
    expect(await browser.openBooks().open(id)).toBeUndefined();
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
  const sheet = await books.begin(RUN, pairsOf(1));
  expect(sheet.isKept()).toBe(true);
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
