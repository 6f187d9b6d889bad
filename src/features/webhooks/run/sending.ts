import type { Outcome } from '#src/api/outcome.ts';
import type { Queue } from '#src/api/queue.ts';
import type { LineChange, RunRecord } from '#src/log/run-record.ts';
import type { WebhookPair } from '#src/api/request.ts';
import type { LineEvent, Pause, RunPatch } from '#src/log/run.ts';
import { untilStaying, type Connection } from './leaving.ts';
import {
  closing,
  createAnswerWatch,
  createThroughput,
  isSessionOver,
  isUnauthorized,
} from './sending-rules.ts';

export type SendingSetup = {
  record: RunRecord;
  /** Sends one pair and never repeats it. `queueSignal` cancels it while it waits. */
  send: (pair: WebhookPair, options: { queueSignal: AbortSignal }) => Promise<Outcome>;
  /** The ID of a new row in the log. */
  newId: () => string;
  queue: Pick<Queue, 'store'>;
  /** Requests at once. */
  maxConcurrent: number;
  connection: Connection;
  /** Emits each time that there is a new token. */
  onRenewed: (listener: () => void) => () => void;
  /** Monotonic milliseconds. */
  now: () => number;
  epochNow: () => number;
};

export type Sending = {
  /** Sends nothing more; what is on its way still gets its answer. */
  pause: (why: Omit<Pause, 'at'>) => void;
  /** The same, and what has not been sent stays so. */
  cancel: () => void;
  /** Settles when nothing is under way any more, and that is in storage or storage has failed. */
  done: Promise<void>;
  /** The token is refused and the sign-in server does not answer: nothing is sent until there is a new one. */
  awaitsToken: () => boolean;
  remainingMs: () => number | undefined;
};

/**
 * Sends the queued lines of a run in their order, each written ahead before its request may leave. Only what was certainly
 * not carried out is repeated: 429, and 503 with Retry-After, once the hold is over.
 */
export const startSending = (setup: SendingSetup): Sending => {
  const { record, send, newId, queue, maxConcurrent, connection, onRenewed, now, epochNow } = setup;
  const { lines } = record;
  const returned: number[] = [];
  const throughput = createThroughput(now);
  const watch = createAnswerWatch();
  const begunAt = now();
  const { activeMs } = record.run();
  const stops: (() => void)[] = [];
  let cursor = 0;
  /** Lines that are being written ahead or are on their way. */
  let underWay = 0;
  let isStopping = false;
  let isCancelled = false;
  let isOver = false;
  /** Grows with each new token. */
  let renewals = 0;
  let awaitsToken = false;
  let turn = new AbortController();
  let end: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });

  const isHeld = (): boolean => (queue.store.getState().heldUntil ?? -Infinity) > now();
  const mayLeave = (): boolean =>
    !isStopping && !isHeld() && !awaitsToken && connection.isOnline() && !connection.isLeaving();

  const append = async (changes: readonly LineChange[], patch?: RunPatch): Promise<boolean> => {
    const isStored = await record.append(changes, patch);
    if (!isStored && !isStopping) {
      isStopping = true;
      turn.abort();
    }
    return isStored;
  };

  /** The next line that waits; those that came back go first. */
  const nextIndex = (): number | undefined => {
    for (;;) {
      const index = returned.shift() ?? (cursor < lines.length ? cursor++ : undefined);
      if (index === undefined || lines[index]?.state === 'queued') return index;
    }
  };

  const take = (): number[] => {
    const taken: number[] = [];
    while (underWay < maxConcurrent && mayLeave()) {
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
      else close(index, { kind: 'release', left: false });
    }
  };

  const advance = (): void => {
    if (isOver) return;
    const taken = take();
    if (taken.length > 0) void writeAhead(taken);
    if (underWay === 0 && (isStopping || record.run().counts.queued === 0)) void rest();
  };

  const rest = async (): Promise<void> => {
    isOver = true;
    for (const stop of stops) stop();
    const isFinished = record.run().counts.queued === 0;
    await append([], {
      activeMs: activeMs + now() - begunAt,
      activeSince: null,
      ...(isFinished && { status: 'finished', finishedAt: epochNow(), pause: null }),
    });
    end();
  };

  const stop = (changes: readonly LineChange[], patch: RunPatch): void => {
    isStopping = true;
    turn.abort();
    void append(changes, patch);
    advance();
  };
  const pause = (why: Omit<Pause, 'at'>): void => {
    if (!isStopping && !isOver) stop([], { status: 'paused', pause: { ...why, at: epochNow() } });
  };

  const close = (index: number, event: LineEvent): void => {
    underWay -= 1;
    const changes: LineChange[] = [[index, event]];
    if (event.kind === 'answer') throughput.count();
    else if (isCancelled) changes.push([index, { kind: 'cancel' }]);
    else {
      returned.push(index);
      // In the order of the run again.
      returned.sort((a, b) => a - b);
    }
    void append(changes);
    advance();
  };

  const exchange = async (index: number): Promise<void> => {
    const { campaignId = '', webhookId = '' } = lines[index] ?? {};
    const own = turn.signal;
    const since = renewals;
    const outcome = await send({ campaignId, webhookId }, { queueSignal: own }).catch(() => undefined);
    // The page breaks off what is on its way as it goes; only if it stays, that is an answer that never came.
    if (!outcome || outcome.kind === 'unknown') await untilStaying(connection);
    if (!outcome) return close(index, { kind: 'answer', outcome: 'unknown' });
    if (isSessionOver(outcome) && !own.aborted) pause({ why: 'session' });
    // Another token may have come while this one was refused.
    if (isUnauthorized(outcome) && since === renewals) awaitsToken = true;
    const { isRepeated, failures } = watch.see(index, outcome);
    if (failures) pause({ why: 'failures', failures });
    close(index, closing(outcome, isRepeated));
  };

  const follow = (): void => {
    if (isHeld()) {
      // What still waits in the queue is not to count as sent all the while.
      turn.abort();
      turn = new AbortController();
    }
    advance();
  };
  stops.push(
    queue.store.subscribe(follow),
    connection.subscribe(advance),
    onRenewed(() => {
      renewals += 1;
      awaitsToken = false;
      advance();
    }),
  );

  void append([], { status: 'running', pause: null, activeSince: epochNow() });
  advance();

  return {
    pause,
    cancel: () => {
      if (isOver || isCancelled) return;
      isCancelled = true;
      const queued = [...lines.keys()].filter((index) => lines[index]?.state === 'queued');
      stop(
        queued.map((index): LineChange => [index, { kind: 'cancel' }]),
        { cancelledAt: epochNow() },
      );
    },
    done,
    awaitsToken: () => awaitsToken,
    remainingMs: () => {
      const { queued, sending } = record.run().counts;
      return throughput.msFor(queued + sending);
    },
  };
};
