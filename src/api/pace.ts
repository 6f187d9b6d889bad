import { createEmitter } from '#src/lib/emitter.ts';
import { browserClock, type Clock } from '#src/lib/timing.ts';
import { createFoundLimit } from './found-limit.ts';
import { createQuotas, readQuotas, type Quota } from './rate-limit.ts';

/** Reads and writes wait in lanes of their own, so that neither keeps the other from being sent. */
export type Lane = 'read' | 'write';

export type PaceOptions = {
  signal?: AbortSignal | undefined;
  /** Each step is a head start of ten seconds in the lane; bounded, so that nobody starves. Default 0. */
  priority?: number | undefined;
  /** How many requests the browser makes of it: two where it asks for leave first (a preflight). Default 1. */
  cost?: number | undefined;
};

export type PaceLimits = {
  maxConcurrentReads: number;
  maxConcurrentWrites: number;
  maxRequestsPerSecond: number;
};

/**
 * How many requests a second the service bears, as far as was found, how often what that is raised by has doubled since
 * (tabs of an earlier version don't say), and what is left of its quotas.
 */
export type Found = { perSecond: number; doublings?: number; quotas: Quota[] };

/** What time is and what chance is, from 0 to 1; tests bring their own. */
export type PaceClock = Clock & { random: () => number };

const HEAD_START_MS = 10_000;
/** A request and its preflight. */
const MOST_COST = 2;
/**
 * A request arrives at the service at some time between its leaving and its answer: behind a preflight, a new connection
 * or others in the browser's own line. What its exchange took longer than the quickest of late may all have gone by
 * before; so it counts that much longer, and by this, for the service's own part in the quickest.
 */
const ARRIVAL_SLACK_MS = 25;
/** A request without an answer counts as if it arrived this late, so that silence does not stop all others. */
const LATEST_ARRIVAL_MS = 1000;
/** The latest so many exchanges say how quick one can be; fewer than the least say nothing yet. */
const RECENT = 250;
const LEAST_RECENT = 10;
/** By so much a timer may be late, in milliseconds, without lowering the rate of what leaves evenly. */
const LATE_TIMER_MS = 30;
/** A quota that is used up is told as a wish to wait where it takes longer than this. */
const TOLD_WAIT_MS = 2000;
const SHORTEST_HOLD_MS = 5000;
const LONGEST_HOLD_MS = 60_000;

/** How long to hold where the service named no time: 5–10 s, then 10–20, 20–40, 30–60 (`random` from 0 to 1). */
export const holdMs = (holdsInARow: number, random: number): number => {
  const most = Math.min(LONGEST_HOLD_MS, 2 * SHORTEST_HOLD_MS * 2 ** holdsInARow);
  return most / 2 + (most / 2) * random;
};

type Waiter = { rank: number; cost: number; start: (done: () => void) => void };

/** A request that may have arrived within the last window, or may still arrive. */
type Place = { startedAt: number; answeredAt?: number; heldMs: number };

/**
 * How much the service is asked: at most so many requests at once in each lane, and at most `maxRequestsPerSecond`
 * arrivals there in any second over both (below one: one in so many seconds). Where the service refuses that much, or tells
 * what is left of a quota, it is less, and requests leave evenly. In a lane the order is first come, first served.
 */
export const createPace = (
  limits: PaceLimits,
  clock: PaceClock = { ...browserClock, random: Math.random },
) => {
  const perWindow = Math.max(1, Math.floor(limits.maxRequestsPerSecond));
  const windowMs = (perWindow / limits.maxRequestsPerSecond) * 1000 + ARRIVAL_SLACK_MS;
  const recentMs: number[] = [];
  let quickestMs = 0;
  let taken: Place[] = [];
  const free: Record<Lane, number> = { read: limits.maxConcurrentReads, write: limits.maxConcurrentWrites };
  const waiting: Record<Lane, Waiter[]> = { read: [], write: [] };
  const { subscribe, emit } = createEmitter();
  let next: Lane = 'write';
  let held: number | undefined;
  let holdsInARow = 0;
  let cancelWake: (() => void) | undefined;
  const limit = createFoundLimit(limits.maxRequestsPerSecond);
  const quotas = createQuotas();
  /** When the next one may leave, where they leave evenly. */
  const evenlyAt: Record<Lane, number> = { read: -Infinity, write: -Infinity };

  const wakeIn = (ms: number): void => {
    cancelWake?.();
    cancelWake = clock.after(ms, () => {
      cancelWake = undefined;
      dispatch();
    });
  };

  const freeAt = ({ startedAt, answeredAt, heldMs }: Place): number => {
    const lateMs = answeredAt === undefined ? Infinity : answeredAt - startedAt - quickestMs;
    return startedAt + Math.min(Math.max(0, lateMs), LATEST_ARRIVAL_MS) + heldMs;
  };

  /** How long until so many more may leave. */
  const msUntilFree = (cost: number): number => {
    const now = clock.now();
    const freeTimes = taken.map(freeAt);
    taken = taken.filter((_, at) => (freeTimes[at] ?? 0) > now);
    const missing = taken.length + cost - perWindow;
    if (missing <= 0) return 0;
    return (freeTimes.filter((time) => time > now).toSorted((a, b) => a - b)[missing - 1] ?? now) - now;
  };

  /** How long after such a request the next may leave, beyond what the limits ask for; 0 where nothing else is known. */
  const apartMs = (now: number, lane: Lane, cost: number): number => {
    // A write that is turned away may be for its own pair: those wait, and are not slowed down.
    const perSecond = lane === 'read' ? limit.perSecond(now) : limits.maxRequestsPerSecond;
    return Math.max(
      perSecond < limits.maxRequestsPerSecond ? (cost * 1000) / perSecond : 0,
      quotas.apartMs(now, cost),
    );
  };

  /** What is known of quotas now may ask for less than what was known when the last request left. */
  const shortenWaits = (): void => {
    const now = clock.now();
    for (const lane of ['read', 'write'] as const)
      evenlyAt[lane] = Math.min(evenlyAt[lane], now + apartMs(now, lane, MOST_COST));
  };

  const msUntilMayLeave = (lane: Lane, cost: number): number => {
    const now = clock.now();
    return Math.max(msUntilFree(cost), quotas.msUntil(now, cost), evenlyAt[lane] - now);
  };

  /** Takes the places of one request. The result is called at its answer. */
  const takePlaces = (lane: Lane, cost: number): (() => void) => {
    // Where a window holds fewer, they count for longer.
    const count = Math.min(cost, perWindow);
    const startedAt = clock.now();
    if (lane === 'read') limit.left();
    quotas.left(startedAt, cost);
    const wait = apartMs(startedAt, lane, cost);
    if (wait > 0) evenlyAt[lane] = Math.max(evenlyAt[lane], startedAt - Math.min(wait, LATE_TIMER_MS)) + wait;
    const places = Array.from({ length: count }, (): Place => ({
      startedAt,
      heldMs: windowMs * (cost / count),
    }));
    taken.push(...places);
    return () => {
      const answeredAt = clock.now();
      recentMs.push(answeredAt - startedAt);
      if (recentMs.length > RECENT) recentMs.shift();
      quickestMs = recentMs.length < LEAST_RECENT ? 0 : Math.min(...recentMs);
      for (const place of places) place.answeredAt = answeredAt;
    };
  };

  const isReady = (lane: Lane): boolean => free[lane] > 0 && waiting[lane].length > 0;

  const dispatch = (): void => {
    if (held !== undefined) {
      const left = held - clock.now();
      if (left > 0) return wakeIn(left);
      held = undefined;
      emit();
    }
    for (;;) {
      const other: Lane = next === 'write' ? 'read' : 'write';
      const ready = [next, other].filter(isReady);
      const waits = ready.map((each) =>
        msUntilMayLeave(each, Math.min(waiting[each][0]?.cost ?? 1, perWindow)),
      );
      const lane = ready[waits.findIndex((wait) => wait <= 0)];
      const first = lane && waiting[lane][0];
      if (!first) return ready.length > 0 ? wakeIn(Math.min(...waits)) : undefined;
      waiting[lane].shift();
      free[lane] -= 1;
      next = lane === 'write' ? 'read' : 'write';
      first.start(takePlaces(lane, first.cost));
    }
  };

  const enqueue = (lane: Lane, waiter: Waiter): void => {
    const line = waiting[lane];
    let at = line.length;
    while (at > 0 && (line[at - 1]?.rank ?? 0) > waiter.rank) at -= 1;
    line.splice(at, 0, waiter);
  };

  const holdFor = (ms: number): void => {
    held = Math.max(held ?? 0, clock.now() + ms);
    emit();
    wakeIn(held - clock.now());
  };

  return {
    /** Runs the task when its turn comes. Rejects with the signal's reason where it is aborted while waiting. */
    run: <T>(lane: Lane, task: () => Promise<T>, { signal, priority = 0, cost = 1 }: PaceOptions = {}) =>
      new Promise<T>((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const leave = (): void => {
          const at = waiting[lane].indexOf(waiter);
          if (at >= 0) waiting[lane].splice(at, 1);
          reject(signal?.reason);
        };
        const waiter: Waiter = {
          rank: clock.now() - priority * HEAD_START_MS,
          cost,
          start: (done) => {
            signal?.removeEventListener('abort', leave);
            task()
              .then(resolve, reject)
              .finally(() => {
                free[lane] += 1;
                done();
                dispatch();
              });
          },
        };
        signal?.addEventListener('abort', leave, { once: true });
        enqueue(lane, waiter);
        dispatch();
      }),
    /** Holds everything that has not been sent, for the given time or else 5 to 60 s, longer each time in a row. */
    hold: (retryAfterMs: number | undefined, lane: Lane = 'read'): void => {
      // A time to come again says more than a quota's.
      if (retryAfterMs !== undefined) {
        quotas.forget();
        shortenWaits();
      }
      const running = held !== undefined && held > clock.now();
      const wait =
        retryAfterMs ?? holdMs(running ? Math.max(0, holdsInARow - 1) : holdsInARow, clock.random());
      // Answers to what was in flight when the hold began are one refusal together, not one after the other.
      if (!running) {
        holdsInARow += 1;
        // Whoever may come again at once was not too fast.
        if (wait > 0 && lane === 'read') limit.refused(clock.now(), taken.length);
      }
      if (wait > 0) holdFor(wait);
    },
    /** Another tab was asked to wait so long. */
    holdFor,
    /** An ordinary answer came: the next hold without a given time starts at the shortest again. */
    ease: (lane: Lane = 'read'): void => {
      if (held === undefined) holdsInARow = 0;
      if (lane === 'read') limit.answered(clock.now());
    },
    /** No answer came in time. */
    silent: (): void => limit.silent(clock.now()),
    /** The answer to a request that left so long ago, and is on its way still, begins with these header fields. */
    setQuotas: (rateLimit: string, policy: string | null, sinceMs: number): void => {
      const leftAt = clock.now() - sinceMs;
      const underWay = limits.maxConcurrentReads + limits.maxConcurrentWrites - free.read - free.write;
      const told = readQuotas(rateLimit, policy);
      quotas.told(clock.now(), told, { leftAt, others: underWay - 1 });
      shortenWaits();
      const wait = Math.max(0, ...told.map(({ remaining, resetMs }) => (remaining === 0 ? resetMs : 0)));
      if (wait > TOLD_WAIT_MS) holdFor(wait);
    },
    /** How many reads a second are sent at most, as far as is known. */
    perSecond: (): number => {
      const now = clock.now();
      return Math.min(limit.perSecond(now), quotas.perSecond(now));
    },
    /** What was found here, for the other tabs, and what another one has found. */
    found: (): Found => {
      const now = clock.now();
      return { perSecond: limit.perSecond(now), doublings: limit.doublings(now), quotas: quotas.all(now) };
    },
    learn: (found: Found): void => {
      limit.learn(clock.now(), found.perSecond, found.doublings ?? 0);
      quotas.told(clock.now(), found.quotas, { leftAt: clock.now(), others: 0 });
      shortenWaits();
      dispatch();
    },
    /** Until when everything is held, on the clock of `performance.now()`; undefined where nothing is. */
    heldUntil: () => held,
    /** Tells of every change of `heldUntil`. Gives back how to leave. */
    subscribe,
  };
};

export type Pace = ReturnType<typeof createPace>;
