import { expect, test } from 'playwright/test';
import { browserOf, turn } from './testing/asking-kit.ts';
import { enterAsking, type BoardMessage } from './asking.ts';

const asks = async (...tabs: { isAsking: () => boolean }[]) => {
  await turn();
  return tabs.map((tab) => tab.isAsking());
};

test.describe('who asks', () => {
  test('nobody that is not willing; then the first that is', async () => {
    const { openTab } = browserOf();
    const [a, b] = [openTab(), openTab()];
    expect(await asks(a, b)).toEqual([false, false]);
    b.setWilling(true);
    a.setWilling(true);
    expect(await asks(a, b)).toEqual([false, true]);
    expect([...b.names]).toEqual(['calls-k']);
    expect([a.changes, b.changes]).toEqual([[], [true]]);
  });

  test('one that is not willing any more gives the turn to the next, at once here', async () => {
    const { openTab } = browserOf();
    const [a, b] = [openTab(), openTab()];
    a.setWilling(true);
    b.setWilling(true);
    await turn();
    a.setWilling(false);
    expect([a.isAsking(), b.isAsking()]).toEqual([false, false]);
    expect(await asks(a, b)).toEqual([false, true]);
    expect([a.changes, b.changes]).toEqual([[true, false], [true]]);
  });

  test('one that waits and is not willing any more is passed over', async () => {
    const { openTab } = browserOf();
    const [a, b, c] = [openTab(), openTab(), openTab()];
    for (const tab of [a, b, c]) tab.setWilling(true);
    await turn();
    b.setWilling(false);
    a.setWilling(false);
    expect(await asks(a, b, c)).toEqual([false, false, true]);
    expect(b.changes).toEqual([]);
  });

  test('one that gives up and wants again stands behind those that wait', async () => {
    const { openTab } = browserOf();
    const [a, b] = [openTab(), openTab()];
    a.setWilling(true);
    b.setWilling(true);
    await turn();
    a.setWilling(false);
    a.setWilling(true);
    expect(await asks(a, b)).toEqual([false, true]);
    b.setWilling(false);
    expect(await asks(a, b)).toEqual([true, false]);
  });

  test('alone, giving up and wanting again it asks again', async () => {
    const { openTab } = browserOf();
    const a = openTab();
    for (const willing of [true, true, false, true, false, false, true]) a.setWilling(willing);
    expect(await asks(a)).toEqual([true]);
    a.setWilling(false);
    expect(await asks(a)).toEqual([false]);
  });

  test('the death of the one that asks hands over', async () => {
    const { openTab } = browserOf();
    const [a, b] = [openTab(), openTab()];
    a.setWilling(true);
    b.setWilling(true);
    await turn();
    a.die();
    expect(await asks(b)).toEqual([true]);
  });

  test('one that leaves hands over, and wants no more', async () => {
    const { openTab } = browserOf();
    const [a, b] = [openTab(), openTab()];
    a.setWilling(true);
    b.setWilling(true);
    await turn();
    a.leave();
    a.setWilling(true);
    expect(await asks(a, b)).toEqual([false, true]);
    b.leave();
    expect(await asks(a, b)).toEqual([false, false]);
  });

  for (const locks of ['none', 'refused'] as const) {
    test(`where locks are ${locks}, each willing tab asks`, async () => {
      const { openTab } = browserOf();
      const [a, b] = [openTab({ locks }), openTab({ locks })];
      a.setWilling(true);
      expect(await asks(a, b)).toEqual([true, false]);
      b.setWilling(true);
      expect(await asks(a, b)).toEqual([true, true]);
      a.setWilling(false);
      expect(await asks(a, b)).toEqual([false, true]);
      expect(a.changes).toEqual([true, false]);
    });
  }

  test('a refusal that comes after it gave up changes nothing', async () => {
    const { openTab } = browserOf();
    const a = openTab({ locks: 'refused' });
    a.setWilling(true);
    a.setWilling(false);
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
  const asking = enterAsking(
    'k',
    { change: () => undefined, message: () => undefined },
    { locks: { request: request as LockManager['request'] } },
  );
  asking.setWilling(true);
  asking.setWilling(false);
  await grant(null);
  expect(asking.isAsking()).toBe(false);
});

test.describe('what tabs tell each other', () => {
  const seen = { id: 'a', checks: 1, runs: [], ticks: [1] };
  const messages: BoardMessage[] = [
    { kind: 'hello' },
    { kind: 'seen', calls: [{ entry: { id: 'a', addedAt: 1 }, seen }, { entry: { id: 'b', addedAt: 1 } }] },
    { kind: 'list', put: [{ id: 'a', addedAt: 1, paused: true }], removed: ['b'] },
    { kind: 'hold', until: 1_763_735_500_000, status: 429 },
    { kind: 'hold', until: 1_763_735_500_000 },
    { kind: 'attend', tab: 'x', ids: ['a'] },
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
      enterAsking('platform', { change: () => undefined, message: (message) => heard.push([tab, message]) }),
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
    b.send({ kind: 'hello' });
    a.leave();
    await turn();
    a.send({ kind: 'hello' });
    await turn();
    expect([a.messages, b.messages]).toEqual([[], []]);
  });

  test('what a tab of another version says otherwise is not heard', async () => {
    const { openTab } = browserOf();
    const [a, b] = [openTab(), openTab()];
    const foreign: unknown[] = [
      null,
      'hello',
      [],
      {},
      { kind: 'bye' },
      { kind: 'seen' },
      { kind: 'seen', calls: {} },
      { kind: 'seen', calls: [{ entry: { id: 'a', addedAt: 1 } }, { id: 'b' }] },
      { kind: 'seen', calls: [{ entry: { id: 'a', addedAt: 1 }, seen: { ...seen, runs: 1 } }] },
      { kind: 'list', put: [] },
      { kind: 'list', put: ['a'], removed: [] },
      { kind: 'list', put: [], removed: [1] },
      { kind: 'hold', until: 'soon' },
      { kind: 'hold', until: 1, status: '429' },
      { kind: 'attend', ids: [] },
      { kind: 'attend', tab: 'x', ids: [null] },
    ];
    for (const message of foreign) a.say(message);
    a.send({ kind: 'hello' });
    await turn();
    expect(b.messages).toEqual([{ kind: 'hello' }]);
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
    const asking = enterAsking('k', { change: () => undefined, message: () => undefined });
    asking.send({ kind: 'hello' });
    asking.setWilling(true);
    await expect.poll(asking.isAsking).toBe(true);
    asking.leave();
  } finally {
    globalThis.BroadcastChannel = original;
  }
});
