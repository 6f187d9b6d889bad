import type { Outcome } from '#src/api/outcome.ts';
import type { Queue } from '#src/api/queue.ts';
import type { RunRecord } from '#src/log/runs/run-log.ts';
import type { Change } from '#src/log/runs/run-rules.ts';
import type { Line, LineEvent, Pause, RunPair, RunPatch } from '#src/log/runs/run.ts';
import { untilStaying, type Connection } from './leaving.ts';
import {
  cancelQueued,
  closing,
  createAnswerWatch,
  createThroughput,
  isSessionOver,
  isUnauthorized,
  restingPatch,
} from './sending-rules.ts';

export type SendingSetup = {
  record: RunRecord;
  /** Sends one pair and never repeats it. `queueSignal` cancels it while it waits. */
  send: (pair: RunPair, options: { queueSignal: AbortSignal }) => Promise<Outcome>;
  queue: Pick<Queue, 'store'>;
  /** Requests at once. */
  maxConcurrent: number;
  connection: Connection;
  /** Tells each time that there is a new token. */
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
  /** Settles when nothing is under way any more: the run is paused or finished then. */
  atRest: Promise<void>;
  /** Settles when that is kept, with all answers. */
  done: Promise<void>;
  isAtRest: () => boolean;
  /** The token is refused and the sign-in server does not answer: nothing is sent until there is a new one. */
  awaitsToken: () => boolean;
  remainingMs: () => number | undefined;
};

/**
 * Sends the queued lines of a run, each written ahead before its request may leave, in their order, at most so many at
 * once. Only what was certainly not carried out is repeated: 429, and 503 with Retry-After, once the hold is over.
 */
export const startSending = (setup: SendingSetup): Sending => {
  const { record, send, queue, maxConcurrent, connection, onRenewed, now, epochNow } = setup;
  const { total } = record.run();
  const returned: number[] = [];
  const throughput = createThroughput(now);
  const begunAt = now();
  const stops: (() => void)[] = [];
  const watch = createAnswerWatch();
  let cursor = 0;
  /** Lines that are being written ahead. */
  let writing = 0;
  /** Each line as it stood when its request left: another one by then is the run log's word of another tab. */
  const underWay = new Map<number, Line>();
  let isStopping = false;
  let isCancelled = false;
  let isCancelling = false;
  let isOver = false;
  /** Grows with each new token. */
  let renewals = 0;
  let awaitsToken = false;
  let turn = new AbortController();
  let tellRest: () => void = () => undefined;
  const atRest = new Promise<void>((resolve) => {
    tellRest = resolve;
  });

  const isHeld = (): boolean => (queue.store.getState().heldUntil ?? -Infinity) > now();
  const mayLeave = (): boolean =>
    !isStopping && !isHeld() && !awaitsToken && connection.isOnline() && !connection.isLeaving();

  /** The next line that waits; those that came back go first. */
  const nextIndex = (): number | undefined => {
    for (;;) {
      const index = returned.shift() ?? (cursor < total ? cursor++ : undefined);
      if (index === undefined || record.line(index).state === 'queued') return index;
    }
  };

  const take = (): number[] => {
    const taken: number[] = [];
    while (underWay.size + writing < maxConcurrent && mayLeave()) {
      const index = nextIndex();
      if (index === undefined) break;
      writing += 1;
      taken.push(index);
    }
    return taken;
  };

  /** Lets a line go that is kept as it was written ahead. What may not leave after all is back in the line. */
  const launch = (index: number, line: Line | undefined, isKept: boolean): void => {
    if (isOver) return;
    if (!line || line !== record.line(index)) return abandon();
    if (!isKept || !mayLeave()) {
      return void record.append(released(index, { kind: 'release', left: false }));
    }
    underWay.set(index, line);
    exchange(index, line).catch(abandon);
  };

  /** Takes in what came of a line, and writes the next ones ahead; the run log keeps both in one step. */
  const advance = (closed: readonly Change[] = []): void => {
    if (isOver) return;
    if (closed.length > 0) void record.append(closed);
    const taken = take();
    if (taken.length > 0) {
      const sentAt = epochNow();
      const kept = record.append(taken.map((index): Change => [index, { kind: 'send', at: sentAt }]));
      const written = taken.map((index) => record.line(index));
      void kept.then((isKept) => {
        writing -= taken.length;
        for (const [at, index] of taken.entries()) launch(index, written[at], isKept);
        if (!isKept) pause({ why: 'storage' });
        advance();
      });
    }
    const isAtRest =
      underWay.size + writing === 0 && !isCancelling && (isStopping || record.run().counts.queued === 0);
    if (isAtRest) rest();
  };

  const end = (): void => {
    isOver = true;
    for (const each of stops) each();
  };

  const rest = (): void => {
    end();
    void record.append([], restingPatch(record, epochNow(), now() - begunAt)).then(tellRest);
  };

  const stop = (patch: RunPatch): void => {
    isStopping = true;
    void record.append([], patch);
    turn.abort();
  };
  const pause = (why: Omit<Pause, 'at'>): void => {
    if (isStopping || isOver) return;
    stop({ status: 'paused', pause: { ...why, at: epochNow() } });
    advance();
  };

  /** Back into the line, or called off with the others. */
  const released = (index: number, event: LineEvent & { kind: 'release' }): Change[] => {
    if (!isCancelled) {
      returned.push(index);
      // In the order of the run again.
      returned.sort((a, b) => a - b);
    }
    const release: Change = [index, event];
    return isCancelled ? [release, [index, { kind: 'cancel' }]] : [release];
  };

  const close = (index: number, event: LineEvent): void => {
    if (record.line(index) !== underWay.get(index)) return abandon();
    underWay.delete(index);
    // An answer that comes after all belongs to the run log, whoever goes on with them.
    if (isOver) return void record.append([[index, event]]);
    if (event.kind === 'release') return advance(released(index, event));
    throughput.count();
    advance([[index, event]]);
  };

  /** The run log has gone on without this tab, as after a lost connection to it: it sends nothing more of it. */
  const abandon = (): void => {
    if (isOver) return;
    end();
    turn.abort();
    tellRest();
  };

  const exchange = async (index: number, { campaignId, webhookId }: Line): Promise<void> => {
    const own = turn.signal;
    const since = renewals;
    const outcome = await send({ campaignId, webhookId }, { queueSignal: own }).catch(() => undefined);
    // The page breaks off what is on its way as it goes; only where it stays, that is an answer that never came.
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
      // Nothing that still waits for its turn is to count as sent all the while.
      turn.abort();
      turn = new AbortController();
    }
    advance();
  };
  stops.push(
    queue.store.subscribe(follow),
    connection.subscribe(() => advance()),
    onRenewed(() => {
      renewals += 1;
      awaitsToken = false;
      advance();
    }),
  );

  const running = { status: 'running', pause: null, activeSince: epochNow(), finishedAt: null } as const;
  const hasCalledOff = record.run().counts['not-sent'] > 0;
  void record.append([], { ...running, ...(!hasCalledOff && { cancelledAt: null }) });
  advance();

  return {
    pause,
    cancel: () => {
      if (isOver || isCancelling) return;
      isCancelling = true;
      stop({ cancelledAt: epochNow() });
      isCancelled = true;
      void cancelQueued(record).then(() => {
        isCancelling = false;
        advance();
      });
    },
    atRest,
    done: atRest.then(record.whenWritten),
    isAtRest: () => isOver,
    awaitsToken: () => awaitsToken,
    remainingMs: () => {
      const { queued, sending } = record.run().counts;
      return throughput.msFor(queued + sending);
    },
  };
};
