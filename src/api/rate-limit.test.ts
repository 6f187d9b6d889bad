import { expect, test } from 'playwright/test';
import { settled, virtualTime } from '#src/lib/testing/time.ts';
import { createPace } from './pace.ts';
import { readQuotas, type Quota } from './rate-limit.ts';
import { serviceOf } from './testing/service-kit.ts';

const one = (quota: Partial<Quota>) => [{ name: '"default"', remaining: 50, resetMs: 30_000, ...quota }];

const FIELDS: [rateLimit: string | null, policy: string | null, quotas: Quota[]][] = [
  [null, null, []],
  ['"default";r=50;t=30', null, one({})],
  [' "default"; r=50;  t=30 ', null, one({})],
  ['"default";r=50;t=30', '"default";q=100;w=60', one({ total: 100, windowMs: 60_000 })],
  ['"default";r=50', '"default";q=100;w=60', one({ total: 100, resetMs: 60_000, windowMs: 60_000 })],
  ['"default";r=50;t=30;pk=:cHNzdA==:;acme="a;r=1,b";x;y=?1;z=tok:en', null, one({})],
  ['"default";r=0;t=0', null, one({ remaining: 0, resetMs: 0 })],
  ['"default";r=1;r=50;t=30', null, one({})],
  // However far off the reset is, a new try is made after five minutes.
  ['"day";r=0;t=86400', null, one({ name: '"day"', remaining: 0, resetMs: 300_000 })],
  [
    '"a \\"b\\", c";r=1;t=1,\t"d";r=2;t=2',
    '"d";q=9;w=2;qu="requests"',
    [
      { name: '"a \\"b\\", c"', remaining: 1, resetMs: 1000 },
      { name: '"d"', remaining: 2, resetMs: 2000, total: 9, windowMs: 2000 },
    ],
  ],
  // Quotas of something else than requests.
  ['"default";r=50;t=30', '"default";q=65535;qu="content-bytes";w=10', []],
  // A malformed policy is as none.
  ['"default";r=50;t=30', '"default";q=100;w=60;', one({})],
  // No time of its reset, or a quota that makes no sense.
  ['"default";r=50', null, []],
  ['"default";t=30', null, []],
  ['"default";r=-1;t=30', null, []],
  ['"default";r=1.5;t=30', null, []],
  ['"default";r="50";t=30', null, []],
  // Malformed as a whole.
  ['', null, []],
  ['default;r=50;t=30', null, []],
  ['limit=100, remaining=50, reset=30', null, []],
  ['"default";r=50;t=30,', null, []],
  ['"default";r=50;t=30, nonsense', null, []],
  ['"default" r=50 t=30', null, []],
  ['"default;r=50;t=30', null, []],
  ['"default";R=50;t=30', null, []],
  ['"default";r=50;t=30 s', null, []],
  ['"défaut";r=50;t=30', null, []],
  ['100', null, []],
];

test('RateLimit and RateLimit-Policy are read as structured fields; what is malformed is ignored', () => {
  for (const [rateLimit, policy, quotas] of FIELDS)
    expect(readQuotas(rateLimit, policy), `${rateLimit} | ${policy}`).toEqual(quotas);
});

const setup = (maxConcurrentReads = 6) => {
  const { clock, advance } = virtualTime();
  const pace = createPace({ maxConcurrentReads, maxConcurrentWrites: 1, maxRequestsPerSecond: 1000 }, clock);
  const started: number[] = [];
  const answers: (() => void)[] = [];
  const ask = (cost = 1): void => {
    void pace.run(
      'read',
      () => {
        started.push(clock.now());
        return new Promise<void>((resolve) => {
          answers.push(resolve);
        });
      },
      { cost },
    );
  };
  /** One request is answered with these fields, so long after it left as the console has it. */
  const tell = async (rateLimit: string, policy: string | null = null, sinceMs = 0) => {
    ask();
    await settled();
    pace.setQuotas(rateLimit, policy, sinceMs);
    answers.pop()?.();
    await settled();
    started.length = 0;
  };
  return { pace, clock, advance, ask, answers, started, tell };
};

test('no more is sent than remains before the reset, and after it as usual', async () => {
  const { advance, ask, answers, started, tell } = setup();
  await tell('"q";r=3;t=2');
  for (let at = 0; at < 9; at += 1) {
    ask();
    await settled();
    answers.shift()?.();
  }
  await advance(1999);
  expect(started).toEqual([0, 0, 0]);
  await advance(1);
  expect(started).toHaveLength(9);
});

test('a quota counts as soon as it is told: nothing waits for a file, which a host may never send', () => {
  const { pace, ask, started } = setup();
  ask();
  pace.setQuotas('"q";r=2;t=2', null, 0);
  for (let at = 0; at < 9; at += 1) ask();
  expect(started).toHaveLength(3);
});

test('what is on its way may be counted in it or not: it is taken off', async () => {
  const { advance, ask, started, tell } = setup(100);
  ask();
  ask();
  await settled();
  await tell('"q";r=3;t=1');
  for (let at = 0; at < 9; at += 1) ask();
  await settled();
  expect(started).toHaveLength(1);
  await advance(1000);
  expect(started).toHaveLength(9);
});

test('a request that the browser makes two of counts twice', async () => {
  const { ask, started, tell } = setup();
  await tell('"q";r=3;t=1');
  ask(2);
  ask(2);
  await settled();
  expect(started).toHaveLength(1);
});

test('an answer that was overtaken raises nothing', async () => {
  const { clock, advance, ask, started, tell } = setup(100);
  await advance(100);
  await tell('"q";r=2;t=2');
  await tell('"q";r=9;t=2', null, clock.now());
  for (let at = 0; at < 9; at += 1) ask();
  await settled();
  expect(started).toHaveLength(1);
});

test('the second half of a quota is spread over the time that is left', async () => {
  const { pace, advance, ask, answers, started, tell } = setup();
  await tell('"q";r=20;t=60', '"q";q=40');
  expect(pace.perSecond()).toBeCloseTo(1 / 3);
  await tell('"q";r=20;t=60', '"q";q=40;w=60');
  expect(pace.perSecond()).toBeCloseTo(2 / 3);
  for (let at = 0; at < 9; at += 1) ask();
  for (let second = 0; second < 30; second += 1) {
    answers.shift()?.();
    await advance(1000);
  }
  expect(started.length).toBeGreaterThanOrEqual(9);
  expect((started[8] ?? 0) - (started[0] ?? 0)).toBeGreaterThan(20_000);
});

const LITTLE = ['"q";r=2;t=60', '"q";q=40;w=60'] as const;

test('a quota keeps nothing back beyond its reset, however little is left of it', async () => {
  const { advance, ask, started, tell } = setup();
  await tell(...LITTLE);
  ask(2);
  ask();
  await advance(59_999);
  expect(started).toEqual([0]);
  await advance(1);
  expect(started).toEqual([0, 60_000]);
});

test('a quota keeps nothing back once the service has named a time to come again, or says that more is left', async () => {
  for (const [learn, at] of [
    [({ pace }: ReturnType<typeof setup>) => pace.hold(3000), 3000],
    [({ tell }: ReturnType<typeof setup>) => tell('"q";r=30;t=60', LITTLE[1]), 1],
  ] as const) {
    const tab = setup();
    await tab.tell(...LITTLE);
    tab.ask();
    await learn(tab);
    tab.started.length = 0;
    tab.ask();
    await tab.advance(at);
    expect(tab.started).toHaveLength(1);
  }
});

test('of several quotas the one that lets least through counts', async () => {
  const { ask, started, tell } = setup();
  await tell('"second";r=5;t=1, "day";r=2;t=2');
  for (let at = 0; at < 9; at += 1) ask();
  await settled();
  expect(started).toHaveLength(2);
});

test('a quota that is used up is told as a wish to wait', async () => {
  const { pace, advance, tell } = setup();
  await tell('"q";r=0;t=8');
  expect(pace.heldUntil()).toBe(8000);
  await advance(8000);
  expect(pace.heldUntil()).toBeUndefined();
  await tell('"q";r=0;t=1');
  expect(pace.heldUntil()).toBeUndefined();
});

test('what is left of a quota is told to another tab, which keeps to it', async () => {
  const [first, second] = [setup(), setup()];
  await first.tell('"q";r=5;t=2');
  first.ask();
  first.ask();
  await settled();
  second.pace.learn(first.pace.found());
  for (let at = 0; at < 9; at += 1) second.ask();
  await settled();
  expect(second.started).toHaveLength(3);
});

const answered = (status: number, headers: Record<string, string>) =>
  new Response('{"status":"in-progress"}', { status, headers });

test('both headers come from any answer; Retry-After goes before them', async () => {
  const quota = { RateLimit: '"a";r=0', 'RateLimit-Policy': '"a";q=9;w=200' };
  for (const [status, headers, seconds] of [
    [429, { ...quota, 'Retry-After': '7' }, 7],
    [500, quota, 200],
  ] as const) {
    const { service } = serviceOf(() => answered(status, headers));
    await service.readCall('one');
    expect(service.pace.heldUntil()).toBeDefined();
    const left = ((service.pace.heldUntil() ?? 0) - performance.now()) / 1000;
    expect(left).toBeLessThanOrEqual(seconds);
    expect(left).toBeGreaterThan(seconds - 5);
  }
});

test('without the headers, as where another origin does not expose them, nothing is held', async () => {
  const { service } = serviceOf(() => answered(200, { RateLimit: 'not for this page' }));
  await service.readCall('one');
  expect(service.pace.heldUntil()).toBeUndefined();
  expect(service.pace.perSecond()).toBe(1000);
});
