import { createPace } from '#src/api/pace.ts';
import { virtualTime } from '#src/lib/testing/time.ts';
import { nextCheck } from '#src/features/calls/call/next-check.ts';
import { createScheduler } from '#src/features/calls/board/scheduler.ts';
import { observe, noHistory, type CallHistory } from '#src/features/calls/call/history.ts';
import { hasEnded } from '#src/features/calls/call/call.ts';
import { CHECK_RULES, record, RULES, STATUSES } from '#src/features/calls/call/testing/call-kit.ts';

/** A service with calls, watched by the real scheduler, rules and pace in simulated time. For tests only. */

export type SimulatedCall = { id: string; endsAt: number };

export type Arrival = { id: string; at: number };

/** 30 to 50 ms each way: arrivals differ by up to 20 ms from the departures. */
const wayMs = (random: number): number => 30 + 20 * random;
export const ROUND_TRIP_MS = 100;
export const INTERVAL_MS = CHECK_RULES.intervalMs;

/** Numbers from 0 to 1 that are the same in every run. */
export const randomOf = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

export const simulate = (calls: readonly SimulatedCall[], seed: number, maxRequestsPerSecond = 20) => {
  const limits = { maxConcurrentReads: 6, maxConcurrentWrites: 1, maxRequestsPerSecond };
  const random = randomOf(seed);
  const { clock, advance, wait } = virtualTime();
  const pace = createPace(limits, clock);
  const endsAt = new Map(calls.map((call) => [call.id, call.endsAt]));
  const seen = new Map<string, CallHistory>();
  /** When each call's end was first shown. */
  const noticed = new Map<string, number>();
  const arrivals: Arrival[] = [];
  let atOnce = 0;
  let mostAtOnce = 0;

  const ask = async (id: string): Promise<void> => {
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    await wait(wayMs(random()));
    arrivals.push({ id, at: clock.now() });
    const status = clock.now() >= (endsAt.get(id) ?? Infinity) ? 'completed' : 'in-progress';
    await wait(wayMs(random()));
    atOnce -= 1;
    const check = { read: record({ status }), at: clock.now(), mono: clock.now() };
    const now = observe(seen.get(id) ?? noHistory(id), check, RULES);
    seen.set(id, now);
    if (now.last && hasEnded(STATUSES, now.last.record) && !noticed.has(id)) noticed.set(id, clock.now());
  };

  const plan = (id: string): void => {
    const now = clock.now();
    const next = nextCheck(seen.get(id), { ...CHECK_RULES, now, random: random() });
    scheduler.plan(id, next === false ? undefined : (seen.get(id)?.checked?.mono ?? now) + next);
  };

  const scheduler = createScheduler({
    clock,
    limit: limits.maxConcurrentReads,
    check: async (id, urgent) => {
      await pace.run('read', () => ask(id), { priority: urgent ? 1 : 0 });
      plan(id);
    },
  });

  for (const { id } of calls) plan(id);
  pace.subscribe(() => scheduler.setHeld(pace.heldUntil() !== undefined));

  return { scheduler, pace, clock, advance, arrivals, noticed, mostAtOnce: () => mostAtOnce };
};

/** So many calls that never end. */
export const simulateEndless = (count: number, seed: number) => {
  const ids = Array.from({ length: count }, (_, index) => `call-${index}`);
  return {
    ids,
    ...simulate(
      ids.map((id) => ({ id, endsAt: Infinity })),
      seed,
    ),
  };
};

/** The value that so much of all (0 to 1) does not exceed. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

/** The most arrivals in any second. */
export const peakPerSecond = (arrivals: readonly Arrival[]): number => {
  let from = 0;
  let peak = 0;
  arrivals.forEach(({ at }, index) => {
    while (at - (arrivals[from]?.at ?? at) >= 1000) from += 1;
    peak = Math.max(peak, index - from + 1);
  });
  return peak;
};

/** The times between two checks of one call, in milliseconds, by call. */
export const gapsOf = (arrivals: readonly Arrival[]): Map<string, number[]> => {
  const last = new Map<string, number>();
  const gaps = new Map<string, number[]>();
  for (const { id, at } of arrivals) {
    const before = last.get(id);
    if (before === undefined) gaps.set(id, []);
    else gaps.get(id)?.push(at - before);
    last.set(id, at);
  }
  return gaps;
};
