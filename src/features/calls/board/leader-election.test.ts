import { expect, test } from 'playwright/test';
import { locksOf, locksUntil } from '#src/log/testing/locks-kit.ts';
import { createElection } from './leader-election.ts';

type Locks = Parameters<typeof createElection>[2];

const openTab = (locks: Locks) => {
  const changes: boolean[] = [];
  const election = createElection('k', () => changes.push(election.isLeader()), locks);
  return { ...election, changes };
};

const REFUSING = { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) };

const leaders = async (...tabs: { isLeader: () => boolean }[]) => {
  await new Promise((resolve) => setTimeout(resolve, 0));
  return tabs.map((tab) => tab.isLeader());
};

test('nobody leads that is not candidate; then the first that is', async () => {
  const locks = locksOf();
  const [a, b] = [openTab(locks), openTab(locks)];
  expect(await leaders(a, b)).toEqual([false, false]);
  b.setCandidate(true);
  a.setCandidate(true);
  expect(await leaders(a, b)).toEqual([false, true]);
  expect((await locks.query()).held).toMatchObject([{ name: 'k' }]);
  expect([a.changes, b.changes]).toEqual([[], [true]]);
});

test('one that gives up hands over to the next that waits, and asks no more from that moment', async () => {
  const locks = locksOf();
  const [a, b, c] = [openTab(locks), openTab(locks), openTab(locks)];
  for (const tab of [a, b, c]) tab.setCandidate(true);
  expect(await leaders(a, b, c)).toEqual([true, false, false]);
  b.setCandidate(false);
  a.setCandidate(false);
  expect([a.isLeader(), b.isLeader(), c.isLeader()]).toEqual([false, false, false]);
  expect(await leaders(a, b, c)).toEqual([false, false, true]);
  expect([a.changes, b.changes, c.changes]).toEqual([[true, false], [], [true]]);
});

test('one that gives up and wants again stands behind those that wait', async () => {
  const locks = locksOf();
  const [a, b] = [openTab(locks), openTab(locks)];
  a.setCandidate(true);
  b.setCandidate(true);
  expect(await leaders(a, b)).toEqual([true, false]);
  a.setCandidate(false);
  a.setCandidate(true);
  expect(await leaders(a, b)).toEqual([false, true]);
  b.setCandidate(false);
  expect(await leaders(a, b)).toEqual([true, false]);
});

test('alone, giving up and wanting again it leads again', async () => {
  const a = openTab(locksOf());
  for (const candidate of [true, true, false, true, false, false, true]) a.setCandidate(candidate);
  expect(await leaders(a)).toEqual([true]);
  a.setCandidate(false);
  expect(await leaders(a)).toEqual([false]);
});

test('the death of the leader hands over', async () => {
  const locks = locksOf();
  const life = new AbortController();
  const [a, b] = [openTab(locksUntil(locks, life.signal)), openTab(locks)];
  a.setCandidate(true);
  b.setCandidate(true);
  expect(await leaders(a, b)).toEqual([true, false]);
  life.abort();
  expect(await leaders(b)).toEqual([true]);
});

for (const [what, locks] of [
  ['none', undefined],
  ['refused', REFUSING],
] as const) {
  test(`where locks are ${what}, each candidate asks for itself`, async () => {
    const [a, b] = [openTab(locks), openTab(locks)];
    a.setCandidate(true);
    expect(await leaders(a, b)).toEqual([true, false]);
    b.setCandidate(true);
    expect(await leaders(a, b)).toEqual([true, true]);
    a.setCandidate(false);
    expect(await leaders(a, b)).toEqual([false, true]);
    expect(a.changes).toEqual([true, false]);
  });
}

test('a refusal that comes after it gave up changes nothing', async () => {
  const a = openTab(REFUSING);
  a.setCandidate(true);
  a.setCandidate(false);
  expect(await leaders(a)).toEqual([false]);
  expect(a.changes).toEqual([]);
});

test('a lease that is granted just after it was given up is given back', async () => {
  let grant: (lock: null) => unknown = () => undefined;
  const request = (_: string, _options: LockOptions, act: LockGrantedCallback<unknown>) => {
    grant = act;
    return new Promise(() => undefined);
  };
  const election = openTab({ request: request as LockManager['request'] });
  election.setCandidate(true);
  election.setCandidate(false);
  await grant(null);
  expect(election.isLeader()).toBe(false);
});
