import { expect, test } from 'playwright/test';
import * as fc from 'fast-check';
import { createPace, type Lane } from './pace.ts';
import { virtualTime } from '#src/lib/testing/time.ts';

type Job = { lane: Lane; arriveMs: number; takesMs: number; priority: number; abortMs: number | undefined };

const job = fc.record<Job>({
  lane: fc.constantFrom<Lane>('read', 'write'),
  arriveMs: fc.nat(4000),
  takesMs: fc.nat(2000),
  priority: fc.nat(2),
  abortMs: fc.option(fc.nat(8000), { nil: undefined, freq: 5 }),
});

test('never too many at once, never too many in a second, every one in its turn, whatever arrives', async () => {
  const given = fc.record({
    maxConcurrentReads: fc.integer({ min: 1, max: 6 }),
    maxConcurrentWrites: fc.integer({ min: 1, max: 6 }),
    maxRequestsPerSecond: fc.double({ min: 0.5, max: 30, noNaN: true }),
  });
  const holds = fc.array(fc.record({ atMs: fc.nat(6000), ms: fc.option(fc.nat(9000), { nil: undefined }) }), {
    maxLength: 3,
  });
  await fc.assert(
    fc.asyncProperty(given, fc.array(job, { maxLength: 40 }), holds, async (bounds, jobs, refusals) => {
      const { clock, advance } = virtualTime(0.5);
      const pace = createPace(bounds, clock);
      const most: Record<Lane, number> = {
        read: bounds.maxConcurrentReads,
        write: bounds.maxConcurrentWrites,
      };
      const running: Record<Lane, number> = { read: 0, write: 0 };
      const starts: number[] = [];
      const ends: ('done' | 'aborted')[] = [];
      for (const { lane, arriveMs, takesMs, priority, abortMs } of jobs) {
        const controller = new AbortController();
        let hasStarted = false;
        if (abortMs !== undefined) clock.after(abortMs, () => controller.abort());
        const work = (): Promise<void> => {
          hasStarted = true;
          expect(pace.heldUntil() ?? 0).toBeLessThanOrEqual(clock.now());
          running[lane] += 1;
          expect(running[lane]).toBeLessThanOrEqual(most[lane]);
          starts.push(clock.now());
          return new Promise((resolve) => {
            clock.after(takesMs, () => {
              running[lane] -= 1;
              resolve();
            });
          });
        };
        clock.after(arriveMs, () => {
          pace.run(lane, work, { priority, signal: controller.signal }).then(
            () => ends.push('done'),
            () => {
              expect(hasStarted).toBe(false);
              ends.push('aborted');
            },
          );
        });
      }
      for (const { atMs, ms } of refusals) clock.after(atMs, () => pace.hold(ms));
      await advance(600_000);
      expect(ends).toHaveLength(jobs.length);
      const many = Math.max(1, Math.floor(bounds.maxRequestsPerSecond));
      // 25 ms more than the limit asks for, against what the way to the service does to the order of things.
      const windowMs = (many / bounds.maxRequestsPerSecond) * 1000 + 25;
      for (let at = many; at < starts.length; at += 1) {
        expect((starts[at] ?? 0) - (starts[at - many] ?? 0)).toBeGreaterThanOrEqual(windowMs - 1e-6);
      }
      expect(running).toEqual({ read: 0, write: 0 });
    }),
    { numRuns: 150 },
  );
});

test('whenever a request arrives between its leaving and its answer, and however timers slip, no window there sees too many', async () => {
  /** How much later than the quickest, in milliseconds, each request comes to the service; one in nine is not late. */
  const lateMs = fc.array(fc.nat(400), { maxLength: 8 }).map((late) => late.concat(0));
  const slips = fc.array(fc.double({ min: -1, max: 8, noNaN: true }), { minLength: 1, maxLength: 6 });
  const rate = fc.integer({ min: 1, max: 12 });
  await fc.assert(
    fc.asyncProperty(rate, lateMs, slips, async (maxRequestsPerSecond, late, slip) => {
      const { clock, advance } = virtualTime(0.5, slip);
      const pace = createPace({ maxConcurrentReads: 6, maxConcurrentWrites: 1, maxRequestsPerSecond }, clock);
      const arrivals: number[] = [];
      const pass = (ms: number) =>
        new Promise<void>((resolve) => {
          clock.after(ms, resolve);
        });
      for (let index = 0; index < 30; index += 1) {
        void pace.run('read', async () => {
          await pass(10 + (late[index % late.length] ?? 0));
          arrivals.push(clock.now());
          await pass(20);
        });
      }
      await advance(60_000);
      expect(arrivals).toHaveLength(30);
      arrivals.sort((a, b) => a - b);
      for (let at = maxRequestsPerSecond; at < arrivals.length; at += 1) {
        const apart = (arrivals[at] ?? 0) - (arrivals[at - maxRequestsPerSecond] ?? 0);
        expect(apart).toBeGreaterThanOrEqual(1000);
      }
    }),
    { numRuns: 40 },
  );
});
