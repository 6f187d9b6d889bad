import { inTime } from '#src/lib/timing.ts';

/**
 * Writes changes in batches, a few on their way at once and in their order; what comes while those are on their way goes
 * into one more together.
 */
export type GroupWriter = {
  /**
   * Something is to be written. True once it is; false where storage does not take it at present: it is tried again by and
   * by.
   */
  write: () => Promise<boolean>;
  /** False from the moment that storage fails until all of it is written after all. */
  isKept: () => boolean;
  /** Writes what waits, without waiting for the time to try again. False where it can't be written now. */
  flush: () => Promise<boolean>;
  /** Nothing is being written or waits to be. */
  isIdle: () => boolean;
  /** Settles once all is written, or will never be. */
  whenDone: () => Promise<void>;
  /** From here on nothing is written. */
  stop: () => void;
};

type WriterSetup<Batch> = {
  /** What there is to write at this moment. */
  take: () => Batch;
  commit: (batch: Batch) => Promise<void>;
  /** The batch is not kept: it is to be part of the next one. */
  putBack: (batch: Batch) => void;
  /** Told when `isKept` has changed. */
  onChange: () => void;
  /** How long storage may be silent. */
  deadlineMs: number;
  retryMs: number;
  /** Whether a failure is for good. */
  isForGood: (error: unknown) => boolean;
};

/** As many as answers may come apart from each other: each goes on its way at once. */
const MOST_AT_ONCE = 4;

export const createGroupWriter = <Batch>({
  take,
  commit,
  putBack,
  onChange,
  deadlineMs,
  retryMs,
  isForGood,
}: WriterSetup<Batch>): GroupWriter => {
  let waiting: ((isWritten: boolean) => void)[] = [];
  const untilDone: (() => void)[] = [];
  let isKept = true;
  let isOver = false;
  let hasNews = false;
  let isPlanned = false;
  let underWay = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const become = (next: boolean): void => {
    if (isKept === next) return;
    isKept = next;
    onChange();
  };
  const isIdle = (): boolean => underWay === 0 && !hasNews;
  const isDone = (): boolean => isOver || isIdle();
  const tellDone = (): void => {
    if (isDone()) for (const settle of untilDone.splice(0)) settle();
  };

  const run = async (): Promise<void> => {
    isPlanned = false;
    if (isOver) return;
    underWay += 1;
    hasNews = false;
    const writers = waiting;
    waiting = [];
    const fail = (): void => {
      become(false);
      for (const settle of [...writers, ...waiting.splice(0)]) settle(false);
    };
    const timer = setTimeout(fail, deadlineMs);
    const batch = take();
    try {
      await commit(batch);
      // Nothing that another batch has found to be over.
      for (const settle of writers) settle(!isOver);
      if (underWay === 1 && !hasNews && !isOver) become(true);
    } catch (error) {
      putBack(batch);
      hasNews = true;
      isOver ||= isForGood(error);
      fail();
      if (!isOver) retry = setTimeout(planNow, retryMs);
    }
    clearTimeout(timer);
    underWay -= 1;
    if (hasNews) plan();
    tellDone();
  };

  const plan = (): void => {
    if (isPlanned || underWay >= MOST_AT_ONCE || isOver || retry !== undefined) return;
    isPlanned = true;
    queueMicrotask(() => void run());
  };
  const planNow = (): void => {
    clearTimeout(retry);
    retry = undefined;
    plan();
  };
  const written = (): Promise<boolean> => new Promise((resolve) => waiting.push(resolve));

  return {
    write: () => {
      hasNews = true;
      plan();
      return isKept && !isOver ? written() : Promise.resolve(false);
    },
    isKept: () => isKept,
    flush: async () => {
      if (isDone()) return !isOver;
      hasNews = true;
      planNow();
      // What is being written may hang since long.
      return (await inTime(written(), deadlineMs))?.result === true && isKept;
    },
    isIdle,
    whenDone: () => (isDone() ? Promise.resolve() : new Promise((resolve) => untilDone.push(resolve))),
    stop: () => {
      isOver = true;
      clearTimeout(retry);
      for (const settle of waiting.splice(0)) settle(false);
      tellDone();
    },
  };
};
