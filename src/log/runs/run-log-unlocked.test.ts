import { expect, test } from 'playwright/test';
import type { TabLocks } from '#src/log/tabs.ts';
import { browserForTests, openedConnections } from '#src/log/testing/journal-kit.ts';
import { locksOf } from '#src/log/testing/locks-kit.ts';
import { pairsOf, RUN, tryToBegin } from '#src/log/testing/run-kit.ts';

// Tabs that can't agree who sends: there are no runs.

const browser = browserForTests();
let opened: ReturnType<typeof openedConnections>;

test.beforeEach(() => {
  opened = openedConnections();
});

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
  const openTab = () => browser.openRunLog({ locks, storageDeadlineMs: 50 });

  test(`${name} that is said, there is no run, and storage is left alone`, async () => {
    const runLog = openTab();
    expect(await runLog.hasRoom(1)).toBe(false);
    expect(runLog.isKept()).toBe(false);
    expect(runLog.isRefused()).toBe(true);
    expect(await runLog.acquireLease()).toBeDefined();
    expect(await tryToBegin(runLog, 3)).toBe(undefined);
    expect(await runLog.runs()).toEqual([]);
    await runLog.settleAbandoned();
    expect(opened.count()).toBe(0);
  });
}

test('where locks are refused later it is not this tab’s lease, and who waits asks seldom', async () => {
  const working = locksOf();
  const locks = { ...working };
  const runLog = browser.openRunLog({ locks });
  expect(await tryToBegin(runLog, 1)).toBeDefined();
  let asked = 0;
  locks.request = () => {
    asked += 1;
    return refused();
  };
  expect(await runLog.acquireLease()).toBeUndefined();
  const before = asked;
  await runLog.leaseIsFree(AbortSignal.timeout(5));
  expect(asked - before).toBe(1);
  locks.request = working.request;
  expect(await runLog.acquireLease()).toBeDefined();
});

test('without locks a run that was kept before is not sent on', async () => {
  const { id } = (await browser.openRunLog().begin(RUN, pairsOf(2))).run();
  const runLog = browser.openRunLog({ locks: undefined });
  await runLog.acquireLease();
  await runLog.settleAbandoned();
  expect(await runLog.reread(id)).toBe('unreadable');
});
