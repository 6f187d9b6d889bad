import { expect, test } from 'playwright/test';
import { browserOf, turn } from './testing/election-kit.ts';
import { joinElection, type BoardMessage } from './leader-election.ts';

const asks = async (...tabs: { isLeader: () => boolean }[]) => {
  await turn();
  return tabs.map((tab) => tab.isLeader());
};

test.describe('who asks', () => {
  test('nobody that is not candidate; then the first that is', async () => {
    const { openTab } = browserOf();
    const [a, b] = [openTab(), openTab()];
    expect(await asks(a, b)).toEqual([false, false]);
    b.setCandidate(true);
    a.setCandidate(true);
    expect(await asks(a, b)).toEqual([false, true]);
    expect([...b.names]).toEqual(['calls-k']);
    expect([a.changes, b.changes]).toEqual([[], [true]]);
  });

  test('one that is not candidate any more gives the turn to the next, at once here', async () => {
    const { openTab } = browserOf();
    const [a, b] = [openTab(), openTab()];
    a.setCandidate(true);
    b.setCandidate(true);
    await turn();
    a.setCandidate(false);
    expect([a.isLeader(), b.isLeader()]).toEqual([false, false]);
    expect(await asks(a, b)).toEqual([false, true]);
    expect([a.changes, b.changes]).toEqual([[true, false], [true]]);
  });

  test('one that waits and is not candidate any more is passed over', async () => {
    const { openTab } = browserOf();
    const [a, b, c] = [openTab(), openTab(), openTab()];
    for (const tab of [a, b, c]) tab.setCandidate(true);
    await turn();
    b.setCandidate(false);
    a.setCandidate(false);
    expect(await asks(a, b, c)).toEqual([false, false, true]);
    expect(b.changes).toEqual([]);
  });

  test('one that gives up and wants again stands behind those that wait', async () => {
    const { openTab } = browserOf();
    const [a, b] = [openTab(), openTab()];
    a.setCandidate(true);
    b.setCandidate(true);
    await turn();
    a.setCandidate(false);
    a.setCandidate(true);
    expect(await asks(a, b)).toEqual([false, true]);
    b.setCandidate(false);
    expect(await asks(a, b)).toEqual([true, false]);
  });

  test('alone, giving up and wanting again it asks again', async () => {
    const { openTab } = browserOf();
    const a = openTab();
    for (const candidate of [true, true, false, true, false, false, true]) a.setCandidate(candidate);
    expect(await asks(a)).toEqual([true]);
    a.setCandidate(false);
    expect(await asks(a)).toEqual([false]);
  });

  test('the death of the one that asks hands over', async () => {
    const { openTab } = browserOf();
    const [a, b] = [openTab(), openTab()];
    a.setCandidate(true);
    b.setCandidate(true);
    await turn();
    a.die();
    expect(await asks(b)).toEqual([true]);
  });

  test('one that leaves hands over, and wants no more', async () => {
    const { openTab } = browserOf();
    const [a, b] = [openTab(), openTab()];
    a.setCandidate(true);
    b.setCandidate(true);
    await turn();
    a.leave();
    a.setCandidate(true);
    expect(await asks(a, b)).toEqual([false, true]);
    b.leave();
    expect(await asks(a, b)).toEqual([false, false]);
  });

  for (const locks of ['none', 'refused'] as const) {
    test(`where locks are ${locks}, each candidate tab asks`, async () => {
      const { openTab } = browserOf();
      const [a, b] = [openTab({ locks }), openTab({ locks })];
      a.setCandidate(true);
      expect(await asks(a, b)).toEqual([true, false]);
      b.setCandidate(true);
      expect(await asks(a, b)).toEqual([true, true]);
      a.setCandidate(false);
      expect(await asks(a, b)).toEqual([false, true]);
      expect(a.changes).toEqual([true, false]);
    });
  }

  test('a refusal that comes after it gave up changes nothing', async () => {
    const { openTab } = browserOf();
    const a = openTab({ locks: 'refused' });
    a.setCandidate(true);
    a.setCandidate(false);
    expect(await asks(a)).toEqual([false]);
    expect(a.changes).toEqual([]);
  });
});

test('a turn that is granted just after it was given up is given back', async () => {
  let grant: (lock: null) => unknown = () => undefined;
  const request = (_: string, _options: LockOptions, act: LockGrantedCallback<unknown>) => {
    grant = act;
    return new Promise(() => undefined);
  };
  const election = joinElection(
    'k',
    { change: () => undefined, message: () => undefined },
    { locks: { request: request as LockManager['request'] } },
  );
  election.setCandidate(true);
  election.setCandidate(false);
  await grant(null);
  expect(election.isLeader()).toBe(false);
});

test.describe('what tabs tell each other', () => {
  const seen = { id: 'a', checks: 1, runs: [], ticks: [1] };
  const messages: BoardMessage[] = [
    { kind: 'syncRequest' },
    { kind: 'seen', calls: [{ entry: { id: 'a', addedAt: 1 }, seen }, { entry: { id: 'b', addedAt: 1 } }] },
    { kind: 'entriesChanged', put: [{ id: 'a', addedAt: 1, paused: true }], removed: ['b'] },
    { kind: 'rateLimited', until: 1_763_735_500_000, status: 429 },
    { kind: 'rateLimited', until: 1_763_735_500_000 },
    { kind: 'visibleCalls', tab: 'x', ids: ['a'] },
  ];

  test('each message reaches all the others, as it was sent, and not its sender', async () => {
    const { openTab } = browserOf();
    const [a, b, c] = [openTab(), openTab(), openTab()];
    for (const message of messages) a.send(message);
    await turn();
    expect([a.messages, b.messages, c.messages]).toEqual([[], messages, messages]);
  });

  test('the same over the channels of the platform', async () => {
    const heard: [string, BoardMessage][] = [];
    const tabs = ['a', 'b'].map((tab) =>
      joinElection('platform', { change: () => undefined, message: (message) => heard.push([tab, message]) }),
    );
    try {
      for (const message of messages) tabs[0]?.send(message);
      await expect.poll(() => heard).toEqual(messages.map((message) => ['b', message]));
    } finally {
      for (const tab of tabs) tab.leave();
    }
  });

  test('after leaving nothing is sent or heard', async () => {
    const { openTab } = browserOf();
    const [a, b] = [openTab(), openTab()];
    b.send({ kind: 'syncRequest' });
    a.leave();
    await turn();
    a.send({ kind: 'syncRequest' });
    await turn();
    expect([a.messages, b.messages]).toEqual([[], []]);
  });

  test('what a tab of another version says otherwise is not heard', async () => {
    const { openTab } = browserOf();
    const [a, b] = [openTab(), openTab()];
    const foreign: unknown[] = [
      null,
      'syncRequest',
      [],
      {},
      { kind: 'bye' },
      { kind: 'seen' },
      { kind: 'seen', calls: {} },
      { kind: 'seen', calls: [{ entry: { id: 'a', addedAt: 1 } }, { id: 'b' }] },
      { kind: 'seen', calls: [{ entry: { id: 'a', addedAt: 1 }, seen: { ...seen, runs: 1 } }] },
      { kind: 'entriesChanged', put: [] },
      { kind: 'entriesChanged', put: ['a'], removed: [] },
      { kind: 'entriesChanged', put: [], removed: [1] },
      { kind: 'rateLimited', until: 'soon' },
      { kind: 'rateLimited', until: 1, status: '429' },
      { kind: 'visibleCalls', ids: [] },
      { kind: 'visibleCalls', tab: 'x', ids: [null] },
    ];
    for (const message of foreign) a.say(message);
    a.send({ kind: 'syncRequest' });
    await turn();
    expect(b.messages).toEqual([{ kind: 'syncRequest' }]);
  });
});

test('where channels are refused it asks all the same', async () => {
  const original = globalThis.BroadcastChannel;
  Object.assign(globalThis, {
    BroadcastChannel: function refused() {
      throw new DOMException('denied', 'SecurityError');
    },
  });
  try {
    const election = joinElection('k', { change: () => undefined, message: () => undefined });
    election.send({ kind: 'syncRequest' });
    election.setCandidate(true);
    await expect.poll(election.isLeader).toBe(true);
    election.leave();
  } finally {
    globalThis.BroadcastChannel = original;
  }
});
