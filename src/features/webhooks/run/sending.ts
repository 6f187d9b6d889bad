import type { Outcome } from '#src/api/outcome.ts';
import type { Queue } from '#src/api/queue.ts';
import {
  cancelQueued,
  type LineChange,
  type openRunRecord,
  countSettled,
  type LineEvent,
  type Pause,
  type RunPatch,
} from '#src/log/run.ts';
import type { Change } from '#src/features/webhooks/change/change.ts';
import { browserClock } from '#src/lib/timing.ts';
import { createAnswerWatch, createThroughput } from './sending-rules.ts';

const RETRY_OFFLINE_MS = 30_000;

type Connection = {
  isOnline: () => boolean;
  /** The page is being left, so requests on their way break off. */
  isLeaving: () => boolean;
  /** Emits when the browser is online again, or the page stays after all. */
  subscribe: (listener: () => void) => () => void;
};

/** Resolves when the page stays, and never if it is left. */
const untilStaying = ({ isLeaving, subscribe }: Connection): Promise<void> => {
  if (!isLeaving()) return Promise.resolve();
  return new Promise((resolve) => {
    const unsubscribe = subscribe(() => {
      if (isLeaving()) return;
      unsubscribe();
      resolve();
    });
  });
};

type SendingSetup = {
  record: ReturnType<typeof openRunRecord>;
  /** Sends one pair and never repeats it. `queueSignal` cancels it while it waits. */
  send: (change: Change, options: { queueSignal: AbortSignal }) => Promise<Outcome>;
  newId: () => string;
  queue: Pick<Queue, 'store'>;
  maxConcurrent: number;
  connection: Connection;
  /** Emits when there is a new token. */
  onRenewed: (listener: () => void) => () => void;
  /** Monotonic milliseconds. */
  now: () => number;
  epochNow: () => number;
};

/**
 * Sends the queued lines of a run in their order. Stores each one before its request leaves, and repeats only what the
 * service certainly did not carry out.
 */
export const startSending = (setup: SendingSetup) => {
  const { record, send, newId, queue, maxConcurrent, connection, onRenewed, now, epochNow } = setup;
  const { lines } = record;
  const throughput = createThroughput(now);
  const readAnswer = createAnswerWatch();
  const startedAt = now();
  const { activeMs, pauseAfter = 0, counts: countsBefore } = record.run();
  /** The run pauses by itself when so many lines have their outcome. */
  const pauseAt = pauseAfter > countSettled(countsBefore) ? pauseAfter : Infinity;
  /** No line before it is queued. */
  let cursor = 0;
  /** Lines that are being stored or are on their way. */
  let underWay = 0;
  /** `pausing`, `cancelling`: nothing more is sent, but answers may still come. */
  let phase: 'sending' | 'pausing' | 'cancelling' | 'over' = 'sending';
  let renewals = 0;
  let awaitsToken = false;
  /** Monotonic; a 503 asked the run to wait until then. */
  let heldUntil = -Infinity;
  /** Monotonic; the browser says that it is offline. That is only a hint, so try again then, and at the start. */
  let offlineUntil = -Infinity;
  let wasOnline = false;
  let queueing = new AbortController();
  let cancelWake = (): void => undefined;
  let end: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });

  const msToWait = (): number => Math.max(heldUntil, queue.store.getState().waitUntil ?? -Infinity) - now();
  const isOffline = (): boolean => {
    const isOnline = connection.isOnline();
    // It has just gone offline: no need to try.
    if (wasOnline && !isOnline) offlineUntil = now() + RETRY_OFFLINE_MS;
    wasOnline = isOnline;
    return !isOnline && offlineUntil > now();
  };
  const mayLeave = (): boolean =>
    phase === 'sending' && msToWait() <= 0 && !awaitsToken && !isOffline() && !connection.isLeaving();
  /** Takes lines out of the queue: they must not count as sent while they are held off. */
  const requeue = (): void => {
    queueing.abort();
    queueing = new AbortController();
  };

  const append = async (changes: readonly LineChange[], patch?: RunPatch): Promise<boolean> => {
    const isStored = await record.append(changes, patch);
    if (!isStored && phase === 'sending') {
      phase = 'pausing';
      queueing.abort();
    }
    return isStored;
  };

  const nextIndex = (): number | undefined => {
    while (cursor < lines.length) {
      cursor += 1;
      if (lines[cursor - 1]?.state === 'queued') return cursor - 1;
    }
    return undefined;
  };

  const untilPause = (): number => pauseAt - countSettled(record.run().counts);

  const take = (): number[] => {
    const taken: number[] = [];
    const most = Math.min(maxConcurrent, untilPause());
    while (underWay < most && mayLeave()) {
      const index = nextIndex();
      if (index === undefined) break;
      underWay += 1;
      taken.push(index);
    }
    return taken;
  };

  const writeAhead = async (taken: readonly number[]): Promise<void> => {
    const at = epochNow();
    const isStored = await append(
      taken.map((index): LineChange => [index, { kind: 'send', at, row: newId() }]),
    );
    for (const index of taken) {
      if (isStored && mayLeave()) void exchange(index);
      else close(index, { kind: 'release', wasSent: false });
    }
  };

  const advance = (): void => {
    if (phase === 'over') return;
    // A wait must not slow the estimate.
    if (!mayLeave()) throughput.wait();
    const taken = take();
    if (taken.length > 0) void writeAhead(taken);
    cancelWake();
    const wakeMs = (isOffline() ? Math.max(heldUntil, offlineUntil) : heldUntil) - now();
    if (wakeMs > 0) cancelWake = browserClock.after(wakeMs, advance);
    if (underWay === 0 && (phase !== 'sending' || record.run().counts.queued === 0)) void finish();
  };

  const finish = async (): Promise<void> => {
    phase = 'over';
    for (const unsubscribe of [...subscriptions, cancelWake]) unsubscribe();
    // Shown as finished once all answers are stored.
    await append([], { activeMs: activeMs + now() - startedAt, activeSince: null });
    if (record.run().counts.queued === 0)
      await append([], { status: 'finished', finishedAt: epochNow(), pause: null });
    end();
  };

  const stop = (
    next: 'pausing' | 'cancelling',
    patch: RunPatch,
    changes: readonly LineChange[] = [],
  ): void => {
    phase = next;
    queueing.abort();
    void append(changes, patch);
    advance();
  };
  const pause = (why: Omit<Pause, 'at'>): void => {
    if (phase === 'sending') stop('pausing', { status: 'paused', pause: { ...why, at: epochNow() } });
  };

  const close = (index: number, event: LineEvent): void => {
    underWay -= 1;
    const changes: LineChange[] = [[index, event]];
    if (event.kind === 'answer') throughput.count();
    else if (phase === 'cancelling') changes.push([index, { kind: 'cancel' }]);
    else cursor = Math.min(cursor, index);
    void append(changes);
    if (untilPause() <= 0 && record.run().counts.queued > 0) pause({ why: 'person', afterFirst: pauseAt });
    advance();
  };

  const exchange = async (index: number): Promise<void> => {
    const line = lines[index];
    if (!line) return;
    const { campaignId, webhookId } = line;
    const change = { campaignId, webhookId, operation: record.run().operation };
    const queueSignal = queueing.signal;
    const renewalsBefore = renewals;
    const outcome = await send(change, { queueSignal }).catch(() => undefined);
    // Leaving a page breaks off its requests. The outcome is unknown only if the page stays.
    if (!outcome || outcome.kind === 'unknown') await untilStaying(connection);
    if (!outcome) return close(index, { kind: 'answer', outcome: 'unknown' });
    if ('problem' in outcome && outcome.problem.kind === 'offline') {
      offlineUntil = now() + RETRY_OFFLINE_MS;
    }
    const { event, failures, holdMs, isSessionOver, isTokenRefused } = readAnswer(index, outcome);
    if (holdMs !== undefined) {
      heldUntil = Math.max(heldUntil, now() + holdMs);
      requeue();
    }
    if (isSessionOver && !queueSignal.aborted) pause({ why: 'session' });
    // A new token may have arrived while the old one was refused.
    if (isTokenRefused && renewalsBefore === renewals) awaitsToken = true;
    if (failures) pause({ why: 'failures', failures });
    close(index, event);
  };

  const subscriptions = [
    queue.store.subscribe(() => {
      if (msToWait() > 0) requeue();
      advance();
    }),
    connection.subscribe(advance),
    onRenewed(() => {
      renewals += 1;
      awaitsToken = false;
      advance();
    }),
  ];

  void append([], { status: 'running', pause: null, activeSince: epochNow() });
  advance();

  return {
    pause,
    /** Goes on after a pause whose last answers have not come yet. False if it is over. */
    resume: (): boolean => {
      if (phase === 'pausing' && !record.hasFailed()) {
        phase = 'sending';
        queueing = new AbortController();
        void append([], { status: 'running', pause: null });
        advance();
      }
      return phase === 'sending';
    },
    cancel: (): void => {
      if (phase === 'over' || phase === 'cancelling') return;
      stop('cancelling', { cancelledAt: epochNow() }, cancelQueued(lines));
    },
    patch: (patch: RunPatch): void => void append([], patch),
    /** Resolves when nothing is under way and this is stored, or storage has failed. */
    done,
    /** The token is refused and the sign-in server doesn't answer: nothing is sent until there is a new one. */
    awaitsToken: (): boolean => awaitsToken,
    isOffline,
    /** How long the service asked to wait; undefined if it did not. */
    waitMs: (): number | undefined => (msToWait() > 0 ? msToWait() : undefined),
    remainingMs: (): number | undefined => {
      const { queued, sending } = record.run().counts;
      return throughput.msFor(queued + sending);
    },
  };
};
