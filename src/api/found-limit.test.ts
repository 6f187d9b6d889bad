import { expect, test } from 'playwright/test';
import { virtualTime } from '#src/lib/testing/time.ts';
import { createPace } from './pace.ts';

const MINUTE = 60_000;

/** A service that takes so many requests a second: a bucket of as many, or windows of a second. */
const capped = (perSecond: number, shape: 'bucket' | 'windows') => {
  let tokens = perSecond;
  let last = 0;
  let log: number[] = [];
  return (now: number): boolean => {
    if (shape === 'bucket') {
      tokens = Math.min(perSecond, tokens + ((now - last) * perSecond) / 1000);
      last = now;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    }
    log = log.filter((at) => Math.floor(at / 1000) === Math.floor(now / 1000));
    if (log.length >= perSecond) return false;
    log.push(now);
    return true;
  };
};

type Load = { most?: number; minutes?: number; retryAfterMs?: number; shape?: 'bucket' | 'windows' };

/** As many requests as may leave, for so long, and what became of them. Answers take 40 to 76 ms. */
const load = async (cap: number, { most = 20, minutes = 15, retryAfterMs, shape = 'bucket' }: Load = {}) => {
  const { clock, advance } = virtualTime(0.5);
  const pace = createPace(
    { maxConcurrentReads: 6, maxConcurrentWrites: 1, maxRequestsPerSecond: most },
    clock,
  );
  const takes = capped(cap, shape);
  const counts = { taken: 0, refused: 0 };
  let trip = 0;
  const pass = (ms: number) =>
    new Promise<void>((resolve) => {
      clock.after(ms, resolve);
    });
  const ask = async (): Promise<void> => {
    trip = (trip + 7) % 19;
    await pass(20 + trip);
    const isTaken = takes(clock.now());
    await pass(20 + trip);
    counts[isTaken ? 'taken' : 'refused'] += 1;
    if (isTaken) pace.ease();
    else pace.hold(retryAfterMs);
  };
  const work = async (): Promise<never> => {
    for (;;) await pace.run('read', ask);
  };
  for (let worker = 0; worker < 6; worker += 1) void work();
  await advance(minutes * MINUTE);
  const { taken, refused } = counts;
  return { used: taken / (cap * minutes * 60), refused: refused / (taken + refused), pace, clock };
};

const CAPS: [cap: number, most: number, load?: Load][] = [
  [2, 20],
  [2, 20, { retryAfterMs: 1000 }],
  [2, 20, { shape: 'windows' }],
  [10, 20],
  [10, 20, { retryAfterMs: 1000 }],
  [10, 20, { shape: 'windows' }],
  [50, 100, { retryAfterMs: 1000, minutes: 4 }],
];

for (const [cap, most, given = {}] of CAPS) {
  test(`a service that takes ${cap} a second, ${JSON.stringify(given)}: at most 1 % are refused, 90 % of it is used`, async () => {
    const { used, refused } = await load(cap, { most, ...given });
    expect(refused).toBeLessThanOrEqual(0.01);
    expect(used).toBeGreaterThanOrEqual(0.9);
  });
}

test('a service that takes more than may be asked is asked as much as may be', async () => {
  const { used, refused, pace } = await load(50, { most: 20, minutes: 1 });
  expect(refused).toBe(0);
  // A few milliseconds of each second are kept free.
  expect(used * 50).toBeGreaterThan(19);
  expect(used * 50).toBeLessThanOrEqual(20);
  expect(pace.perSecond()).toBe(20);
});

const setup = (maxRequestsPerSecond = 20) => {
  const { clock, advance } = virtualTime();
  const pace = createPace({ maxConcurrentReads: 6, maxConcurrentWrites: 1, maxRequestsPerSecond }, clock);
  /** So many answers, `apartMs` after one another. */
  const answers = async (count: number, apartMs: number) => {
    for (let at = 0; at < count; at += 1) {
      void pace.run('read', () => Promise.resolve());
      pace.ease();
      await advance(apartMs);
    }
  };
  return { pace, advance, answers };
};

test('a service that is down is not taken for one that bears little', async () => {
  const { pace, advance, answers } = setup();
  await answers(40, 250);
  pace.hold(1000);
  const found = pace.perSecond();
  expect(found).toBeGreaterThan(3);
  expect(found).toBeLessThan(4.5);
  for (let refusal = 0; refusal < 20; refusal += 1) {
    await advance(1000);
    void pace.run('read', () => Promise.resolve());
    pace.hold(1000);
  }
  expect(pace.perSecond()).toBeGreaterThanOrEqual(found);
});

test('one refusal of few requests halves what was asked at most, and what is not refused comes back', async () => {
  const { pace, advance } = setup();
  void pace.run('read', () => Promise.resolve());
  pace.ease();
  await advance(5000);
  void pace.run('read', () => Promise.resolve());
  pace.hold(1000);
  expect(pace.perSecond()).toBeCloseTo(0.97 * 10);
  await advance(MINUTE);
  expect(pace.perSecond()).toBeLessThan(11);
  await advance(5 * MINUTE);
  expect(pace.perSecond()).toBe(20);
});

test('where slower requests are refused as often, it goes on at a part of the rate', async () => {
  const { pace, advance, answers } = setup();
  for (let refusal = 0; refusal < 10; refusal += 1) {
    // Every tenth, however fast.
    await answers(10, 1000 / pace.perSecond());
    pace.hold(1000);
    await advance(1000);
  }
  expect(pace.perSecond()).toBeGreaterThan(0.5);
  expect(pace.perSecond()).toBeLessThan(2);
});

test('Retry-After: 0 asks for nothing less', async () => {
  const { pace, answers } = setup();
  await answers(10, 50);
  pace.hold(0);
  expect(pace.perSecond()).toBe(20);
});

test('three time-outs in a row, without an answer in between, are taken for a refusal', async () => {
  const { pace, answers } = setup();
  await answers(10, 50);
  pace.silent();
  pace.silent();
  pace.ease();
  pace.silent();
  pace.silent();
  expect(pace.perSecond()).toBe(20);
  pace.silent();
  expect(pace.perSecond()).toBeCloseTo(14);
  // Nothing has been answered since: that the service is silent is known already.
  for (let at = 0; at < 9; at += 1) pace.silent();
  expect(pace.perSecond()).toBeCloseTo(14);
});

test('what another tab has found is kept to, unless less is known here', () => {
  const { pace } = setup();
  pace.learn({ perSecond: 30, quotas: [] });
  expect(pace.perSecond()).toBe(20);
  pace.learn({ perSecond: 5, quotas: [] });
  pace.learn({ perSecond: 8, quotas: [] });
  expect(pace.perSecond()).toBe(5);
});

test('tabs that tell each other what they have found, again and again, raise it as one alone does', async () => {
  const { clock, advance } = virtualTime();
  const tabOf = () =>
    createPace({ maxConcurrentReads: 6, maxConcurrentWrites: 1, maxRequestsPerSecond: 20 }, clock);
  const tabs = [tabOf(), tabOf()];
  for (const tab of tabs) {
    void tab.run('read', () => Promise.resolve());
    tab.ease();
    await advance(5000);
    void tab.run('read', () => Promise.resolve());
    tab.hold(1000);
  }
  for (let at = 0; at < 36; at += 1) {
    await advance(10_000);
    // Now and then one more is opened.
    if (at % 6 === 0) tabs.push(tabOf());
    for (const from of tabs) for (const to of tabs) if (to !== from) to.learn(from.found());
  }
  for (const tab of tabs) expect(tab.perSecond()).toBe(20);
});
