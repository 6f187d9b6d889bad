import { expect, test } from 'playwright/test';
import { createPace, holdMs, type Lane, type PaceLimits } from './pace.ts';
import { settled, virtualTime } from '#src/lib/testing/time.ts';

const limits = (over: Partial<PaceLimits> = {}): PaceLimits => ({
  maxConcurrentReads: 2,
  maxConcurrentWrites: 1,
  maxRequestsPerSecond: 1000,
  ...over,
});

const setup = (over: Partial<PaceLimits> = {}, random = 0) => {
  const { clock, advance } = virtualTime(random);
  const pace = createPace(limits(over), clock);
  const started: string[] = [];
  const finish = new Map<string, () => void>();
  const ask = (name: string, lane: Lane = 'read', options = {}): Promise<string> =>
    pace.run(
      lane,
      () => {
        started.push(name);
        return new Promise<string>((resolve) => {
          finish.set(name, () => resolve(name));
        });
      },
      options,
    );
  return { pace, clock, advance, ask, started, finish };
};

test('first come, first served; a priority is a head start of ten seconds', async () => {
  const { ask, started, finish, advance } = setup({ maxConcurrentReads: 1 });
  void ask('running');
  void ask('early');
  await advance(11_000);
  void ask('late');
  void ask('urgent', 'read', { priority: 1 });
  await advance(0);
  for (const name of ['running', 'early', 'urgent', 'late']) {
    finish.get(name)?.();
    await advance(0);
  }
  expect(started).toEqual(['running', 'early', 'urgent', 'late']);
});

test('the result and the failure of a task reach the caller, and both free the place', async () => {
  const { clock } = virtualTime();
  const pace = createPace(limits({ maxConcurrentReads: 1 }), clock);
  await expect(pace.run('read', async () => 7)).resolves.toBe(7);
  await expect(pace.run('read', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(pace.run('read', async () => 8)).resolves.toBe(8);
});

test('429 and 503: a hold keeps reads and writes back until its end, and tells', async () => {
  const { pace, ask, started, advance, clock } = setup();
  const told: (number | undefined)[] = [];
  const leave = pace.subscribe(() => told.push(pace.heldUntil()));
  await advance(1000);
  pace.hold(7000);
  expect(pace.heldUntil()).toBe(8000);
  void ask('r');
  void ask('w', 'write');
  await advance(6999);
  expect(started).toEqual([]);
  await advance(1);
  expect(started.toSorted()).toEqual(['r', 'w']);
  expect(clock.now()).toBe(8000);
  expect(pace.heldUntil()).toBeUndefined();
  expect(told).toEqual([8000, undefined]);
  leave();
  pace.hold(1000);
  expect(told).toHaveLength(2);
});

test('a hold ends by itself, also where nobody waits', async () => {
  const { pace, advance } = setup();
  pace.hold(5000);
  await advance(5000);
  expect(pace.heldUntil()).toBeUndefined();
});

test('a shorter hold does not shorten a longer one', () => {
  const { pace } = setup();
  pace.hold(20_000);
  pace.hold(1000);
  expect(pace.heldUntil()).toBe(20_000);
  pace.hold(30_000);
  expect(pace.heldUntil()).toBe(30_000);
});

test('Retry-After: 0 holds nothing', async () => {
  const { pace, ask, started } = setup();
  pace.hold(0);
  void ask('r');
  await settled();
  expect(started).toEqual(['r']);
  expect(pace.heldUntil()).toBeUndefined();
});

test('without Retry-After a hold is 5 to 60 s, grows in a row, and starts anew after an ordinary answer', async () => {
  for (const [row, least, most] of [
    [0, 5000, 10_000],
    [1, 10_000, 20_000],
    [2, 20_000, 40_000],
    [3, 30_000, 60_000],
    [9, 30_000, 60_000],
  ] as const) {
    expect(holdMs(row, 0)).toBe(least);
    expect(holdMs(row, 1)).toBe(most);
  }
  const { pace, advance, clock } = setup();
  const lengths: number[] = [];
  const holdAndWait = async () => {
    pace.hold(undefined);
    const length = (pace.heldUntil() ?? 0) - clock.now();
    lengths.push(length);
    await advance(length);
  };
  await holdAndWait();
  await holdAndWait();
  await holdAndWait();
  pace.ease();
  await holdAndWait();
  expect(lengths).toEqual([5000, 10_000, 20_000, 5000]);
});

test('many refusals at once count as one', () => {
  const { pace } = setup();
  for (let answer = 0; answer < 6; answer += 1) pace.hold(undefined);
  expect(pace.heldUntil()).toBe(5000);
});

test('below one request a second it is one in so many seconds', async () => {
  const { ask, started, finish, advance } = setup({ maxRequestsPerSecond: 0.1, maxConcurrentReads: 6 });
  for (const name of ['a', 'b', 'c']) void ask(name);
  finish.get('a')?.();
  await advance(10_024);
  expect(started).toEqual(['a']);
  await advance(1);
  expect(started).toEqual(['a', 'b']);
  finish.get('b')?.();
  await advance(10_025);
  expect(started).toEqual(['a', 'b', 'c']);
});

test('a request without an answer counts as if it arrived a second late, and holds nobody back for longer', async () => {
  const { ask, started, finish, advance } = setup({ maxRequestsPerSecond: 2, maxConcurrentReads: 6 });
  for (const name of ['silent', 'b', 'c', 'd', 'e']) void ask(name);
  await settled();
  finish.get('b')?.();
  await advance(1024);
  expect(started).toEqual(['silent', 'b']);
  await advance(1);
  expect(started).toEqual(['silent', 'b', 'c']);
  await advance(1000);
  expect(started).toEqual(['silent', 'b', 'c', 'd']);
});

test('what a request took longer than the quickest of late may have passed before it arrived: it counts that much longer', async () => {
  const { ask, started, finish, advance } = setup({ maxRequestsPerSecond: 2, maxConcurrentReads: 6 });
  const exchange = async (name: string, ms: number) => {
    await advance(ms);
    finish.get(name)?.();
    await settled();
  };
  // Ten exchanges say how quick one can be.
  for (let at = 0; at < 10; at += 1) {
    void ask(`quick ${at}`);
    await exchange(`quick ${at}`, 40);
    await advance(1000);
  }
  const before = started.length;
  for (const name of ['slow', 'b', 'c', 'd']) void ask(name);
  await exchange('b', 40);
  await exchange('slow', 260);
  await advance(725);
  expect(started.slice(before)).toEqual(['slow', 'b', 'c']);
  await advance(259);
  expect(started.slice(before)).toHaveLength(3);
  await advance(1);
  expect(started.slice(before)).toEqual(['slow', 'b', 'c', 'd']);
});

test('a request that the browser makes two of takes two places; where the limit is one, twice the time', async () => {
  const one = setup({ maxRequestsPerSecond: 3, maxConcurrentReads: 6 });
  for (const name of ['a', 'b', 'c']) void one.ask(name, 'read', { cost: 2 });
  await settled();
  for (const name of ['a', 'b', 'c']) one.finish.get(name)?.();
  expect(one.started).toEqual(['a']);
  await one.advance(1025);
  expect(one.started).toEqual(['a', 'b']);

  const two = setup({ maxRequestsPerSecond: 1, maxConcurrentReads: 6 });
  for (const name of ['a', 'b']) void two.ask(name, 'read', { cost: 2 });
  await settled();
  two.finish.get('a')?.();
  await two.advance(2049);
  expect(two.started).toEqual(['a']);
  await two.advance(1);
  expect(two.started).toEqual(['a', 'b']);
});

test('neither lane starves the other when the rate is short', async () => {
  const { pace, clock, advance } = setup({ maxRequestsPerSecond: 2, maxConcurrentWrites: 4 });
  const started: Lane[] = [];
  for (let index = 0; index < 20; index += 1) {
    for (const lane of ['write', 'read'] as const) void pace.run(lane, async () => void started.push(lane));
  }
  await advance(4999);
  expect(clock.now()).toBe(4999);
  expect(started).toHaveLength(10);
  expect(started.filter((lane) => lane === 'read')).toHaveLength(5);
});
