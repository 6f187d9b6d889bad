import type { QueryClient } from '@tanstack/react-query';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CallRead } from '#src/api/answer.ts';
import { callStatus, callStatusKey } from '#src/api/hooks.ts';
import { PRIORITIES, type Priority } from '#src/api/queue.ts';
import { hasEnded, type CallView, type Statuses } from '#src/features/calls/call/call.ts';
import { createHistory, addCheck } from '#src/features/calls/call/history.ts';
import type { Workspace } from '#src/log/workspace.ts';
import { leaving } from '#src/ui/overlays/leaving.ts';
import { browserClock, type Clock } from '#src/lib/timing.ts';
import type { watchPollingBlockers } from './polling-blockers.ts';
import type { BoardStore } from './store.ts';

const GAP_SLACK_MS = 3000;
/** The time between rounds; the longer one while more calls are due than the queue takes. */
const ROUND_MS = 250;
const BUSY_ROUND_MS = 1000;
/** The queue gets work for this long. More would leave in an order that no longer holds. */
const AHEAD_SECONDS = 2;
/** The pauses between single checks while checks fail. */
const FIRST_PROBE_MS = 5000;
const MAX_PROBE_MS = 30_000;
/** How many checks weigh most in the time that an answer takes. */
const RECENT_CHECKS = 20;

type PollerOptions = {
  workspace: Pick<Workspace, 'config'> & { service: Pick<Workspace['service'], 'readCall' | 'queue'> };
  queryClient: QueryClient;
  statuses: Statuses;
  store: BoardStore;
  blockers: Pick<ReturnType<typeof watchPollingBlockers>, 'current' | 'subscribe' | 'report' | 'tryAll'>;
  /** The time between two checks of a call. */
  intervalMs: () => number;
  /** The call whose detail is shown. */
  findOpened: () => string | undefined;
  /** Tests whether the view of the address shows a call. */
  createShownTest: () => (call: CallView) => boolean;
  /** The user leaves the page, or is asked whether to. */
  isBeingLeft?: StoreApi<boolean>;
  clock?: Clock;
};

const isUnchecked = ({ history }: CallView): boolean => history?.checked === undefined;

export const createPoller = (options: PollerOptions) => {
  const { workspace, queryClient, statuses, store, blockers, clock = browserClock } = options;
  const { intervalMs, findOpened, createShownTest, isBeingLeft = leaving.isBeingLeft } = options;
  const { service, config } = workspace;
  const { maxConcurrentReads } = config.api;
  const { now } = clock;
  let otherTabPolls = true;
  const isPolling = createStore<boolean>(() => false);
  const underWay = new Map<string, AbortController>();
  /** Calls that the user asked to check, even if checks are stopped. */
  const asked = new Set<string>();
  let queuedChecks = new AbortController();
  /** How many checks that a round began aren't over. */
  let pendingChecks = 0;
  let cancelTimer = (): void => undefined;
  let cancelProbe: (() => void) | undefined;

  /** How long checks take, in milliseconds: the mean, in which the latest count most. */
  let answerMs = 0;

  /** What the queue allows, or less if the service answers slowly: rounded, since it changes with each answer. */
  const perSecond = (): number => {
    const answered = (1000 * maxConcurrentReads) / answerMs;
    return Math.min(
      service.queue.store.getState().perSecond,
      Number(answered.toPrecision(answered < 10 ? 1 : 2)),
    );
  };
  /** How long it takes at the present rate to check each call once. */
  const passMs = (): number => (1000 * store.checking()) / perSecond();
  const periodMs = (): number => Math.max(intervalMs(), passMs());

  const isBlocked = (): boolean => blockers.current()?.isTrying === false;

  /** By the hash of the key, which is cheaper to make here than in react-query for each of 10,000 calls. */
  const findQuery = (id: string) => queryClient.getQueryCache().get(JSON.stringify(callStatusKey(id)));

  /** Adds an answer to the history of its call. */
  const takeAnswer = (id: string, answer: CallRead): void => {
    const call = store.call(id);
    if (!call) return;
    const { due, history = createHistory(id) } = call;
    const checkedAt = history.checked?.mono;
    const planned = due === undefined || checkedAt === undefined ? 0 : due - checkedAt;
    const next = addCheck(
      history,
      { read: answer, at: Date.now(), mono: now(), jitter: Math.random() },
      {
        gapMs: 2 * Math.max(periodMs(), planned) + GAP_SLACK_MS,
        hasEnded: (record, at) => hasEnded(statuses, record, at),
      },
    );
    if (next !== history) {
      store.setHistory(next);
      const { durationMs = 0 } = next.checked ?? {};
      answerMs ||= durationMs;
      answerMs += (durationMs - answerMs) / RECENT_CHECKS;
    } else if (due !== undefined && !isBlocked()) {
      // Nothing was sent, so the next check is later. While all checks are stopped, the call keeps its place.
      store.setDue([id], now() + intervalMs());
    }
  };

  const read = async (id: string): Promise<CallRead> => {
    const call = store.call(id);
    const isAsked = asked.delete(id) || !call;
    const controller = new AbortController();
    // The page would break the request off: no sign of a failure.
    if (!isAsked && isBeingLeft.getState()) controller.abort();
    underWay.set(id, controller);
    const place = isAsked ? {} : { ...findPlace(call), queueSignal: queuedChecks.signal };
    const answer = await service.readCall(id, { signal: controller.signal, ...place });
    blockers.report(id, answer);
    // Else the call was removed meanwhile.
    if (underWay.get(id) === controller) {
      underWay.delete(id);
      takeAnswer(id, answer);
    }
    return answer;
  };

  /** Never rejects. */
  const check = (id: string): Promise<unknown> =>
    queryClient.fetchQuery({ ...callStatus(id, read), staleTime: 0 }).catch(() => undefined);

  const findPlace = (call: CallView, opened = findOpened(), isShown = createShownTest()) => {
    const priority: Priority = call.entry.id === opened ? 'asked' : isUnchecked(call) ? 'first' : 'routine';
    // First checks of shown calls overtake those that wait in the queue.
    return { priority, dueAt: priority === 'first' && isShown(call) ? -Infinity : (call.due ?? now()) };
  };

  const listDue = (): { id: string }[] => {
    const startedAt = now();
    const opened = findOpened();
    const isShown = createShownTest();
    const due: Record<Priority, { id: string; dueAt: number }[]> = { asked: [], first: [], routine: [] };
    for (const call of store.calls()) {
      const { id } = call.entry;
      if (call.due === undefined || call.due > startedAt || underWay.has(id)) continue;
      // Its hook asks.
      if (findQuery(id)?.isActive()) continue;
      const { priority, dueAt } = findPlace(call, opened, isShown);
      due[priority].push({ id, dueAt });
    }
    // The difference of two infinities counts as 0.
    return PRIORITIES.flatMap((priority) => due[priority].toSorted((a, b) => a.dueAt - b.dueAt));
  };

  /** Hands to the queue what is due, again and again. At once: requests leave before the next render. */
  const runRound = (): void => {
    cancelTimer();
    if (!isPolling.getState()) return;
    const ordered = listDue();
    const most = Math.max(maxConcurrentReads, Math.ceil(AHEAD_SECONDS * perSecond()));
    const room = Math.max(0, most - pendingChecks);
    for (const { id } of ordered.slice(0, room)) {
      pendingChecks += 1;
      void check(id).finally(() => {
        pendingChecks -= 1;
      });
    }
    cancelTimer = clock.after(ordered.length > room ? BUSY_ROUND_MS : ROUND_MS, runRound);
  };

  /** While checks fail, one call at a time is checked, after growing pauses. First those that didn't fail themselves. */
  const probeAfter = (ms: number): void => {
    const cancel = clock.after(ms, () => {
      const due = listDue();
      const next = due.find(({ id }) => store.call(id)?.group !== 'problems') ?? due[0];
      void (next ? check(next.id) : Promise.resolve()).finally(() => {
        // Else checks went on meanwhile, and may have failed again.
        if (cancelProbe === cancel) probeAfter(Math.min(MAX_PROBE_MS, 2 * ms));
      });
    });
    cancelProbe = cancel;
  };

  const follow = (): void => {
    const mayPoll = !store.isLoading() && !otherTabPolls;
    isPolling.setState(mayPoll && !isBlocked(), true);
    if (isPolling.getState()) runRound();
    const { reason } = blockers.current() ?? {};
    const isProbing = mayPoll && isBlocked() && (reason === 'failing' || reason === 'offline');
    if (isProbing && !cancelProbe) probeAfter(FIRST_PROBE_MS);
    if (isProbing) return;
    cancelProbe?.();
    cancelProbe = undefined;
  };

  /** Requests that have left go on. */
  const cancelQueued = (): void => {
    queuedChecks.abort();
    queuedChecks = new AbortController();
  };

  const forget = (id: string): void => {
    underWay.get(id)?.abort();
    underWay.delete(id);
    const query = findQuery(id);
    if (query) queryClient.getQueryCache().remove(query);
  };

  store.subscribe(({ cause, ids }) => {
    if (cause === 'ready') follow();
    else if (cause !== 'planned' && cause !== 'checked') {
      for (const id of ids) if (!store.call(id)) forget(id);
      runRound();
    }
  });
  blockers.subscribe((blocker) => {
    follow();
    if (isBlocked() && blocker?.reason !== 'asked-to-wait') cancelQueued();
  });

  /** Checks those that haven't ended, in their turn. */
  const checkSoon = (ids: readonly string[]): void => {
    store.setDue(ids, now());
    runRound();
  };

  const cancelAll = (): void => {
    for (const controller of underWay.values()) controller.abort();
  };

  return {
    /** Returns a function that stops listening, and cancels the checks under way. */
    listen: (): (() => void) => {
      const leave = isBeingLeft.subscribe((isLeft) => isLeft && cancelAll());
      return () => {
        leave();
        cancelAll();
      };
    },
    /** Emits when the rate of the queue changes. */
    subscribe: (listener: () => void) =>
      service.queue.store.subscribe((state, before) => state.perSecond !== before.perSecond && listener()),
    /** While another tab polls, this one does not. */
    setOtherTabPolls: (isOtherTab: boolean): void => {
      otherTabPolls = isOtherTab;
      follow();
      if (isOtherTab) cancelQueued();
    },
    planAll: (): void => {
      store.planAll();
      runRound();
    },
    /** For `useCallStatus`. */
    read,
    isPolling,
    msUntilNext: (id: string): number | false => {
      const { due } = store.call(id) ?? {};
      // The interval goes on while the request waits in the queue.
      return due !== undefined && Math.max(ROUND_MS, due - now());
    },
    /** Checks ahead of the others, even if checks are stopped. Never rejects. */
    checkNow: async (id: string): Promise<void> => {
      if (!underWay.has(id)) asked.add(id);
      await check(id);
    },
    checkSoon,
    /** Checks all calls that could not be checked, and goes on as usual until checks fail again. */
    tryAll: (): void => {
      blockers.tryAll();
      const failing = [...store.calls()].filter(({ group }) => group === 'problems' || group === 'first');
      checkSoon(failing.map(({ entry }) => entry.id));
    },
    /** Milliseconds between two checks of a call: the interval, or more if there are too many calls. */
    periodMs,
  };
};
