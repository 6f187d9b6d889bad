import type { Outcome } from '#src/api/outcome.ts';
import type { Pace } from '#src/api/pace.ts';
import type { Sheet } from '#src/journal/books.ts';
import type { LineEvent, Pause, RunPair, RunPatch } from '#src/journal/run.ts';
import { closing, isSessionOver, isToBeRepeated, MOST_ALIKE, MOST_REPEATS } from './sending-rules.ts';
import { createThroughput } from './throughput.ts';

/** Whether the browser has a network. */
export type Connection = { isOnline: () => boolean; subscribe: (listener: () => void) => () => void };

export type SendingSetup = {
  sheet: Sheet;
  /** Sends one pair and never repeats it. `turn` calls it off as long as it waits for its turn. */
  send: (pair: RunPair, options: { turn: AbortSignal }) => Promise<Outcome>;
  pace: Pick<Pace, 'heldUntil' | 'subscribe'>;
  /** Requests at once. */
  maxConcurrent: number;
  connection: Connection;
  /** Monotonic milliseconds. */
  now: () => number;
  epochNow: () => number;
};

export type Sending = {
  /** Sends nothing more; what is on its way still gets its answer. */
  pause: (why: Omit<Pause, 'at'>) => void;
  /** The same, and what has not been sent stays so. */
  cancel: () => void;
  /** Settles when nothing is under way any more: the run is paused or finished then, and that is kept. */
  done: Promise<void>;
  remainingMs: () => number | undefined;
};

type Change = readonly [index: number, event: LineEvent];

/** So many lines are called off before the page may draw again. */
const CANCEL_SLICE = 1000;

/** Calls off what has not been sent, in slices. */
export const cancelQueued = async (sheet: Sheet): Promise<void> => {
  const { total } = sheet.run();
  for (let from = 0; from < total; from += CANCEL_SLICE) {
    const changes: Change[] = [];
    for (let index = from; index < Math.min(total, from + CANCEL_SLICE); index += 1) {
      if (sheet.line(index).state === 'queued') changes.push([index, { kind: 'cancel' }]);
    }
    if (changes.length > 0) await sheet.apply(changes);
  }
};

/** What ends the time of sending. */
export const restingPatch = (sheet: Sheet, epochMs: number): RunPatch => {
  const { activeMs, activeSince, counts } = sheet.run();
  const spentMs = activeMs + Math.max(0, epochMs - (activeSince ?? epochMs));
  const isFinished = counts.queued === 0 && counts.sending === 0;
  return {
    activeMs: spentMs,
    activeSince: null,
    ...(isFinished && { status: 'finished', finishedAt: epochMs, pause: null }),
  };
};

/**
 * Sends the queued lines of a run, each written ahead before its request may leave, in their order, at most so many at
 * once. Only what was certainly not carried out is repeated: 429, and 503 with Retry-After, once the hold is over.
 */
export const startSending = (setup: SendingSetup): Sending => {
  const { sheet, send, pace, maxConcurrent, connection, now, epochNow } = setup;
  const { total } = sheet.run();
  const repeats = new Map<number, number>();
  const returned: number[] = [];
  const throughput = createThroughput(now);
  const leaves: (() => void)[] = [];
  let alike = { key: '', count: 0 };
  let cursor = 0;
  let underWay = 0;
  let isStopping = false;
  let isCancelled = false;
  let isCancelling = false;
  let isOver = false;
  let turn = new AbortController();
  let finish: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });

  const isHeld = (): boolean => (pace.heldUntil() ?? -Infinity) > now();
  const mayLeave = (): boolean => !isStopping && !isHeld() && connection.isOnline();

  /** The next line that waits; those that came back go first. */
  const nextIndex = (): number | undefined => {
    for (;;) {
      const index = returned.shift() ?? (cursor < total ? cursor++ : undefined);
      if (index === undefined || sheet.line(index).state === 'queued') return index;
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

  /** Takes in what came of a line, and writes the next ones ahead; the books keep both in one step. */
  const advance = (closed: readonly Change[] = []): void => {
    if (isOver) return;
    if (closed.length > 0) void sheet.apply(closed);
    const taken = take();
    if (taken.length > 0) {
      const at = epochNow();
      const kept = sheet.apply(taken.map((index): Change => [index, { kind: 'send', at }]));
      void kept.then(() => {
        for (const index of taken) void exchange(index);
      });
    }
    const isAtRest = underWay === 0 && !isCancelling && (isStopping || sheet.run().counts.queued === 0);
    if (isAtRest) rest();
  };

  const rest = (): void => {
    isOver = true;
    for (const leave of leaves) leave();
    void sheet.apply([], restingPatch(sheet, epochNow())).then(finish);
  };

  const stop = (patch: RunPatch): void => {
    isStopping = true;
    void sheet.apply([], patch);
    turn.abort();
  };
  const pause = (why: Omit<Pause, 'at'>): void => {
    if (isStopping || isOver) return;
    stop({ status: 'paused', pause: { ...why, at: epochNow() } });
    advance();
  };

  const close = (index: number, event: LineEvent): void => {
    underWay -= 1;
    if (event.kind !== 'release') throughput.count();
    else if (isCancelled)
      return advance([
        [index, event],
        [index, { kind: 'cancel' }],
      ]);
    else returned.push(index);
    advance([[index, event]]);
  };

  /** Ten failures in a row alike are no accident of one pair: the person is asked before more is sent. */
  const watchFailures = (outcome: Outcome): void => {
    if (outcome.kind === 'accepted') alike = { key: '', count: 0 };
    if (outcome.kind !== 'refused' && outcome.kind !== 'unknown') return;
    const { status } = outcome.problem;
    const key = `${outcome.kind} ${status}`;
    alike = { key, count: key === alike.key ? alike.count + 1 : 1 };
    if (alike.count < MOST_ALIKE) return;
    pause({ why: 'failures', failures: { count: alike.count, ...(status !== undefined && { status }) } });
  };

  const isRepeated = (index: number, outcome: Outcome): boolean => {
    const before = repeats.get(index) ?? 0;
    if (!isToBeRepeated(outcome) || before >= MOST_REPEATS) return false;
    repeats.set(index, before + 1);
    return true;
  };

  const exchange = async (index: number): Promise<void> => {
    // What has come up while the line was being written ahead.
    if (!mayLeave()) return close(index, { kind: 'release', left: false });
    const { campaignId, webhookId } = sheet.line(index);
    const own = turn.signal;
    const outcome = await send({ campaignId, webhookId }, { turn: own }).catch(() => undefined);
    if (!outcome) return close(index, { kind: 'answer', outcome: 'unknown' });
    if (isSessionOver(outcome) && !own.aborted) pause({ why: 'session' });
    const isRefused = isRepeated(index, outcome);
    const event = closing(outcome, isRefused);
    close(index, event);
    if (event.kind === 'answer') watchFailures(outcome);
  };

  const follow = (): void => {
    if (isHeld()) {
      // Nothing that still waits for its turn is to count as sent all the while.
      turn.abort();
      turn = new AbortController();
    }
    advance();
  };
  leaves.push(
    pace.subscribe(follow),
    connection.subscribe(() => advance()),
  );

  const running = { status: 'running', pause: null, activeSince: epochNow(), finishedAt: null } as const;
  void sheet.apply([], { ...running, cancelledAt: null });
  advance();

  return {
    pause,
    cancel: () => {
      if (isOver || isCancelling) return;
      isCancelling = true;
      stop({ cancelledAt: epochNow() });
      isCancelled = true;
      void cancelQueued(sheet).then(() => {
        isCancelling = false;
        advance();
      });
    },
    done,
    remainingMs: () => {
      const { queued, sending } = sheet.run().counts;
      return throughput.msFor(queued + sending);
    },
  };
};
