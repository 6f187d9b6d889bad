import { expect, test } from 'playwright/test';
import { settled, virtualTime } from '#src/lib/testing/time.ts';
import { createQueue, type Lane } from './queue.ts';

type QueueLimits = Parameters<typeof createQueue>[0];

const setup = (over: Partial<QueueLimits> = {}) => {
  const { clock, advance } = virtualTime();
  const limits = { maxConcurrentReads: 2, maxConcurrentWrites: 1, maxRequestsPerSecond: 1000, ...over };
  const queue = createQueue(limits, clock);
  const started: string[] = [];
  const finish = new Map<string, () => void>();
  const ask = (name: string, lane: Lane = 'read', options = {}): Promise<string> => {
    const task = () => {
      started.push(name);
      return new Promise<string>((resolve) => finish.set(name, () => resolve(name)));
    };
    return queue.run(lane, task, options);
  };
  const finishAll = async (): Promise<void> => {
    for (const [name, end] of finish) {
      finish.delete(name);
      end();
    }
    await settled();
  };
  return { queue, clock, advance, ask, started, finish, finishAll };
};

/** Queues requests without a pause, and returns when each was sent. */
const recordSendTimes = async (
  over: Partial<QueueLimits>,
  ms: number,
  before?: (queue: ReturnType<typeof createQueue>) => void,
) => {
  const { queue, clock, advance } = setup({ maxConcurrentReads: 100, ...over });
  const sentAt: number[] = [];
  const askAgain = (): void => {
    void queue.run('read', async () => sentAt.push(clock.now())).then(askAgain);
  };
  before?.(queue);
  for (let i = 0; i < 100; i += 1) askAgain();
  await advance(ms);
  return sentAt;
};

test('what the user asked for goes first, then first checks', async () => {
  const { ask, started, finishAll } = setup({ maxConcurrentReads: 1 });
  void ask('under way');
  void ask('late', 'read', { priority: 'routine', dueAt: 20 });
  void ask('early', 'read', { priority: 'routine', dueAt: 10 });
  void ask('first', 'read', { priority: 'first', dueAt: 30 });
  void ask('asked');
  for (let i = 0; i < 5; i += 1) await finishAll();
  expect(started).toEqual(['under way', 'asked', 'first', 'early', 'late']);
});

test('reads and writes have separate lanes', async () => {
  const { ask, started, finishAll } = setup({ maxConcurrentReads: 1 });
  void ask('read 1');
  void ask('write 1', 'write');
  void ask('read 2', 'read', { priority: 'routine' });
  void ask('write 2', 'write', { priority: 'routine' });
  expect(started).toEqual(['read 1', 'write 1']);
  await finishAll();
  expect(started.toSorted()).toEqual(['read 1', 'read 2', 'write 1', 'write 2']);
});

test('no second has more requests than the limit', async () => {
  const sentAt = await recordSendTimes({ maxRequestsPerSecond: 20 }, 10_000);
  for (const at of sentAt) {
    expect(sentAt.filter((each) => each >= at && each < at + 1000).length).toBeLessThanOrEqual(20);
  }
  // All but the slack of a window is used.
  expect(sentAt.length).toBeGreaterThanOrEqual(190);
});

test('a limit below one a second spreads requests', async () => {
  expect(await recordSendTimes({ maxRequestsPerSecond: 0.5 }, 9000)).toHaveLength(5);
});

test('waits as long as the service asks', async () => {
  const { queue, ask, started, advance, clock } = setup();
  queue.reportRefusal(60_000, clock.now());
  // A shorter wait does not end the longer one.
  queue.reportRefusal(1000, clock.now());
  void ask('read');
  void ask('write', 'write');
  await advance(59_999);
  expect(started).toEqual([]);
  expect(queue.store.getState().waitUntil).toBe(60_000);
  await advance(1);
  expect(started.toSorted()).toEqual(['read', 'write']);
  expect(queue.store.getState().waitUntil).toBeUndefined();
});

test('a 429 without a time halves the rate', async () => {
  const sentAt = await recordSendTimes({ maxRequestsPerSecond: 20 }, 4999, (queue) =>
    queue.reportRefusal(undefined, 0),
  );
  expect(sentAt[0]).toBeGreaterThanOrEqual(1000);
  expect(sentAt.length).toBeGreaterThanOrEqual(38);
  expect(sentAt.length).toBeLessThanOrEqual(41);
});

test('refusals of one moment count once', async () => {
  const { queue, clock } = setup({ maxRequestsPerSecond: 20 });
  for (let i = 0; i < 6; i += 1) queue.reportRefusal(undefined, clock.now() - i);
  expect(queue.store.getState().perSecond).toBe(10);
});

test('the rate never falls below one a second', async () => {
  const { queue, clock, advance } = setup({ maxRequestsPerSecond: 20 });
  for (let i = 0; i < 10; i += 1) {
    await advance(10);
    queue.reportRefusal(undefined, clock.now());
  }
  expect(queue.store.getState().perSecond).toBe(1);
});

test('quiet seconds bring the rate back', async () => {
  const { queue, ask, advance, clock } = setup({ maxRequestsPerSecond: 20 });
  await advance(1);
  queue.reportRefusal(undefined, clock.now());
  await advance(5000);
  void ask('after five seconds');
  expect(queue.store.getState().perSecond).toBeCloseTo(11);
  await advance(60_000);
  void ask('after a minute');
  expect(queue.store.getState().perSecond).toBe(20);
});

test('never sends a cancelled request', async () => {
  const { ask, started, finishAll } = setup({ maxConcurrentReads: 1 });
  const controller = new AbortController();
  void ask('under way');
  const waiting = ask('waiting', 'read', { queueSignal: controller.signal });
  controller.abort(new Error('cancelled'));
  await expect(waiting).rejects.toThrow('cancelled');
  await finishAll();
  expect(started).toEqual(['under way']);
});
