import { createService } from '#src/api/operations.ts';
import { createPace } from '#src/api/pace.ts';
import { browserSurroundings } from '#src/api/request.ts';
import { configOf, PAGE, tokensOf } from '#src/api/testing/service-kit.ts';
import { createElection } from '#src/features/calls/board/leader-election.ts';
import { createScheduler } from '#src/features/calls/board/scheduler.ts';
import { noHistory, observe, type CallHistory } from '#src/features/calls/call/history.ts';
import { nextCheck } from '#src/features/calls/call/next-check.ts';
import { CHECK_RULES, RULES } from '#src/features/calls/call/testing/call-kit.ts';
import { createRunner } from '#src/features/webhooks/run/runner.ts';
import { recorded } from '#src/log/recorded.ts';
import { readAllRuns, readRun } from '#src/log/views.ts';
import { browserOf, replaceMethod, type Method } from '#src/log/testing/log-kit.ts';
import { locksOf } from '#src/log/testing/locks-kit.ts';
import { createEmitter } from '#src/lib/emitter.ts';
import { virtualTime } from '#src/lib/testing/time.ts';
import { openService, type Fate } from './world-service.ts';

/**
 * One browser with its tabs, storage, clocks and network, and the service behind it: all that sends is the product's own. What
 * waits for the service waits in simulated time, what waits for storage in real time. For tests only.
 */

const LIMITS = { maxConcurrentReads: 3, maxConcurrentWrites: 3, maxRequestsPerSecond: 8 };
/** So many turns without any news, and nothing waits but for the service. */
const QUIET_TURNS = 15;
const MOST_TURNS = 1000;

const failing = (): Method => () => {
  throw new DOMException('full', 'QuotaExceededError');
};

/** As the database that stands in for the browser's own waits. */
const nextTurn = (): Promise<void> =>
  new Promise((resolve) => Reflect.get(globalThis, 'setImmediate')(resolve));

export const openWorld = () => {
  const browser = browserOf();
  const { clock, advance, wait } = virtualTime(0.5);
  const restores: (() => void)[] = [];
  const service = openService({ now: clock.now, wait }, LIMITS);
  const network = createEmitter();
  const sessions = createEmitter();
  const electionLocks = locksOf();
  /** What the tabs of a person have seen of each call: they tell each other. */
  const seen = new Map<string, CallHistory>();
  const watched = new Map<string, Set<string>>();
  let isOnline = true;
  let isSignedIn = true;
  let news = 0;
  let lastTab = 0;
  const countTransactions = replaceMethod(
    IDBDatabase.prototype,
    'transaction',
    (original): Method =>
      function (...given) {
        news += 1;
        return original.apply(this, given);
      },
  );

  /** Lets storage, locks and messages go on until nothing of it does. */
  const settle = async (): Promise<void> => {
    let before = -1;
    // Storage that fails is tried again and again: that never ends.
    for (let quiet = 0, turn = 0; quiet < QUIET_TURNS && turn < MOST_TURNS; quiet += 1, turn += 1) {
      await nextTurn();
      const now = news + service.log.length;
      if (now !== before) quiet = 0;
      before = now;
    }
  };

  const openTab = (person: string) => {
    lastTab += 1;
    const tab = { id: lastTab, person, isGone: false };
    const config = configOf({ api: { ...LIMITS, readTimeoutSeconds: 3, writeTimeoutSeconds: 3 } });
    const pace = createPace(config.api, clock);
    const { tokens } = tokensOf();
    const client = createService(
      config,
      { ...tokens, freshToken: async () => (isSignedIn ? tokens.freshToken() : undefined) },
      {
        pageOrigin: PAGE,
        pace,
        surroundings: {
          ...browserSurroundings,
          now: clock.now,
          after: clock.after,
          epochNow: browser.now,
          isOnline: () => isOnline,
          fetch: service.fetchOf(tab),
        },
      },
    );
    const never = new Promise<never>(() => undefined);
    const unlessGone = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      if (tab.isGone) return never;
      const result = await work();
      return tab.isGone ? never : result;
    };
    const log = browser.openTab({ personKey: person });
    const runner = createRunner({
      log,
      read: {
        runs: async () => (await log.read(readAllRuns)).runs,
        run: (id) => log.read((db) => readRun(db, id)),
      },
      send: ({ operation }, pair, options) =>
        unlessGone(() =>
          operation === 'attach' ? client.addWebhook(pair, options) : client.removeWebhook(pair, options),
        ),
      platform: {
        pace,
        maxConcurrent: LIMITS.maxConcurrentWrites,
        connection: { isOnline: () => isOnline, isLeaving: () => tab.isGone, subscribe: network.subscribe },
        onRenewed: sessions.subscribe,
        now: clock.now,
        epochNow: browser.now,
      },
      onProgress: () => (news += 1),
      holdTab: () => () => undefined,
    });

    const keyOf = (id: string): string => `${person} ${id}`;
    const plan = (id: string): void => {
      const history = seen.get(keyOf(id));
      const now = clock.now();
      const waitMs = nextCheck(history, { ...CHECK_RULES, now });
      const isWanted = watched.get(person)?.has(id) === true && waitMs !== false;
      scheduler.plan(id, isWanted ? (history?.checked?.mono ?? now) + waitMs : undefined);
    };
    const scheduler = createScheduler({
      clock,
      limit: LIMITS.maxConcurrentReads,
      check: (id) =>
        unlessGone(async () => {
          const read = await client.readCall(id);
          if (tab.isGone) return;
          const mono = clock.now();
          const before = seen.get(keyOf(id)) ?? noHistory(id);
          const after = observe(before, { read, at: browser.now(), mono }, RULES);
          seen.set(keyOf(id), after);
          if (after === before) scheduler.plan(id, mono + CHECK_RULES.intervalMs);
          else plan(id);
        }),
    });
    const election = createElection(`board ${person}`, () => follow(), electionLocks);
    const follow = (): void => {
      if (election.isLeader()) for (const id of watched.get(person) ?? []) plan(id);
      scheduler.setHeld(!election.isLeader());
    };
    scheduler.setHeld(true);
    election.setCandidate(true);

    return {
      person,
      runner,
      log,
      follow,
      write: (operation: 'attach' | 'detach', webhookId: string) => {
        const pair = { campaignId: 'cmp', webhookId };
        return unlessGone(() =>
          recorded(log, { operation, ...pair }, () =>
            operation === 'attach' ? client.addWebhook(pair) : client.removeWebhook(pair),
          ),
        );
      },
      /** As the browser ends it: with all that is on its way, its locks given back. */
      close: async () => {
        tab.isGone = true;
        service.leave(tab.id);
        scheduler.setHeld(true);
        election.setCandidate(false);
        await browser.closeTab(log);
        await settle();
      },
    };
  };
  type Tab = ReturnType<typeof openTab>;
  const tabs: Tab[] = [];

  const setStorage = (works: boolean): void => {
    for (const restore of restores.splice(0)) restore();
    if (works) return;
    for (const name of ['put', 'add']) restores.push(replaceMethod(IDBObjectStore.prototype, name, failing));
  };

  return {
    tabs,
    service,
    settle,
    open: async (person: string): Promise<void> => {
      const tab = openTab(person);
      tabs.push(tab);
      // Its database gets its name on a thread of its own, for which no count of turns waits.
      await tab.log.inMemory();
    },
    close: async (at: number): Promise<void> => {
      const [gone] = tabs.splice(at % tabs.length, 1);
      await gone?.close();
    },
    watch: (person: string, id: string): void => {
      watched.set(person, (watched.get(person) ?? new Set()).add(id));
      for (const tab of tabs) if (tab.person === person) tab.follow();
    },
    /** Time passes: for the pace, the checks and what the service takes. */
    pass: async (ms: number): Promise<void> => {
      const steps = Math.ceil(ms / 250);
      for (let step = 0; step < steps; step += 1) {
        browser.tick(ms / steps);
        await advance(ms / steps);
        await settle();
      }
    },
    /** Somebody sets the clock of this computer. */
    setClock: (ms: number): void => browser.tick(ms),
    setOnline: (next: boolean): void => {
      isOnline = next;
      if (next) network.emit();
    },
    setSignedIn: (next: boolean): void => {
      isSignedIn = next;
      if (next) sessions.emit();
    },
    setStorage,
    isStorageFailing: () => restores.length > 0,
    plan: (fates: readonly Fate[]): void => service.plan(fates),
    end: (): void => {
      setStorage(true);
      countTransactions();
      browser.end();
    },
  };
};

export type World = ReturnType<typeof openWorld>;
