import { expect, test } from 'playwright/test';
import { createTestLocks } from '#src/storage/testing/locks-kit.ts';
import { createPollLock } from './polling-blockers.ts';

const openTab = (locks: Parameters<typeof createPollLock>[2]) => {
  const changes: boolean[] = [];
  return { ...createPollLock('poll', (isHeld) => changes.push(isHeld), locks), changes };
};

const held = async (...tabs: { isHeld: () => boolean }[]) => {
  await new Promise((resolve) => setTimeout(resolve, 0));
  return tabs.map((tab) => tab.isHeld());
};

test('the tab that was shown last holds the lock', async () => {
  const locks = createTestLocks();
  const [a, b] = [openTab(locks), openTab(locks)];
  a.want('shown');
  expect(await held(a, b)).toEqual([true, false]);
  b.want('shown');
  expect(await held(a, b)).toEqual([false, true]);
  expect([a.changes, b.changes]).toEqual([[true, false], [true]]);
});

test('a tab that lost the lock gets it back', async () => {
  const locks = createTestLocks();
  const [a, b] = [openTab(locks), openTab(locks)];
  a.want('shown');
  await held(a);
  b.want('shown');
  await held(b);
  b.want('none');
  expect(b.isHeld()).toBe(false);
  expect(await held(a, b)).toEqual([true, false]);
});

test('a hidden tab waits for the lock until it is shown', async () => {
  const locks = createTestLocks();
  const [a, b] = [openTab(locks), openTab(locks)];
  a.want('shown');
  await held(a);
  b.want('hidden');
  expect(await held(a, b)).toEqual([true, false]);
  b.want('shown');
  expect(await held(a, b)).toEqual([false, true]);
});

test('a tab that gives up at once never holds the lock', async () => {
  const locks = createTestLocks();
  const [a, b] = [openTab(locks), openTab(locks)];
  a.want('shown');
  a.want('none');
  b.want('hidden');
  expect(await held(a, b)).toEqual([false, true]);
  expect(a.changes).toEqual([]);
});

for (const [what, locks] of [
  ['has no locks', undefined],
  ['refuses locks', { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) }],
] as const) {
  test(`each tab polls if the browser ${what}`, async () => {
    const [a, b] = [openTab(locks), openTab(locks)];
    a.want('shown');
    b.want('hidden');
    expect(await held(a, b)).toEqual([true, true]);
    a.want('none');
    expect(await held(a, b)).toEqual([false, true]);
  });
}
