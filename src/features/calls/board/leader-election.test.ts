import { expect, test } from 'playwright/test';
import { createElection } from './leader-election.ts';

/** Lets locks arrive. */
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

type Hold = () => Promise<unknown>;
type Waiting = { act: Hold; resolve: (value: unknown) => void };

/** The Web Locks of one browser, as far as the board uses them. Tabs can die, without a word. */
const browserOf = () => {
  const queue: Waiting[] = [];
  let held: Waiting | undefined;
  const next = (): void => {
    const granted = (held = queue.shift());
    if (granted) void release(granted);
  };
  const release = async (granted: Waiting): Promise<void> => {
    granted.resolve(await granted.act());
    if (held === granted) next();
  };
  return (locks?: 'none' | 'refused') => {
    const own: Waiting[] = [];
    const names = new Set<string>();
    const request = (name: string, { signal }: LockOptions, act: Hold) =>
      new Promise((resolve, reject) => {
        if (locks === 'refused') return reject(new DOMException('denied', 'SecurityError'));
        names.add(name);
        const waiting = { act, resolve };
        own.push(waiting);
        queue.push(waiting);
        signal?.addEventListener('abort', () => {
          const at = queue.indexOf(waiting);
          if (at === -1) return;
          queue.splice(at, 1);
          reject(signal.reason);
        });
        if (!held) queueMicrotask(() => held ?? next());
      });
    const changes: boolean[] = [];
    const election = createElection(
      'k',
      () => changes.push(election.isLeader()),
      locks === 'none' ? undefined : { request: request as LockManager['request'] },
    );
    const die = (): void => {
      for (const each of own) if (queue.includes(each)) queue.splice(queue.indexOf(each), 1);
      if (held && own.includes(held)) next();
    };
    return { ...election, changes, names, die };
  };
};

const leaders = async (...tabs: { isLeader: () => boolean }[]) => {
  await turn();
  return tabs.map((tab) => tab.isLeader());
};

test('nobody leads that is not candidate; then the first that is', async () => {
  const openTab = browserOf();
  const [a, b] = [openTab(), openTab()];
  expect(await leaders(a, b)).toEqual([false, false]);
  b.setCandidate(true);
  a.setCandidate(true);
  expect(await leaders(a, b)).toEqual([false, true]);
  expect([...b.names]).toEqual(['k']);
  expect([a.changes, b.changes]).toEqual([[], [true]]);
});

test('one that gives up hands over to the next that waits, and asks no more from that moment', async () => {
  const openTab = browserOf();
  const [a, b, c] = [openTab(), openTab(), openTab()];
  for (const tab of [a, b, c]) tab.setCandidate(true);
  await turn();
  b.setCandidate(false);
  a.setCandidate(false);
  expect([a.isLeader(), b.isLeader(), c.isLeader()]).toEqual([false, false, false]);
  expect(await leaders(a, b, c)).toEqual([false, false, true]);
  expect([a.changes, b.changes, c.changes]).toEqual([[true, false], [], [true]]);
});

test('one that gives up and wants again stands behind those that wait', async () => {
  const openTab = browserOf();
  const [a, b] = [openTab(), openTab()];
  a.setCandidate(true);
  b.setCandidate(true);
  await turn();
  a.setCandidate(false);
  a.setCandidate(true);
  expect(await leaders(a, b)).toEqual([false, true]);
  b.setCandidate(false);
  expect(await leaders(a, b)).toEqual([true, false]);
});

test('alone, giving up and wanting again it leads again', async () => {
  const a = browserOf()();
  for (const candidate of [true, true, false, true, false, false, true]) a.setCandidate(candidate);
  expect(await leaders(a)).toEqual([true]);
  a.setCandidate(false);
  expect(await leaders(a)).toEqual([false]);
});

test('the death of the leader hands over', async () => {
  const openTab = browserOf();
  const [a, b] = [openTab(), openTab()];
  a.setCandidate(true);
  b.setCandidate(true);
  await turn();
  a.die();
  expect(await leaders(b)).toEqual([true]);
});

for (const locks of ['none', 'refused'] as const) {
  test(`where locks are ${locks}, each candidate asks for itself`, async () => {
    const openTab = browserOf();
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
  const a = browserOf()('refused');
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
  const election = createElection('k', () => undefined, { request: request as LockManager['request'] });
  election.setCandidate(true);
  election.setCandidate(false);
  await grant(null);
  expect(election.isLeader()).toBe(false);
});
