import { inTime } from '#src/lib/timing.ts';

/** Writes changes together: one step at a time, and what comes meanwhile goes into the next. */
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
  let isWriting = false;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const become = (next: boolean): void => {
    if (isKept === next) return;
    isKept = next;
    onChange();
  };
  const isDone = (): boolean => isOver || (!isWriting && !hasNews);
  const tellDone = (): void => {
    if (isDone()) for (const settle of untilDone.splice(0)) settle();
  };

  const run = async (): Promise<void> => {
    isPlanned = false;
    if (isOver) return;
    isWriting = true;
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
      for (const settle of writers) settle(true);
      if (!hasNews && !isOver) become(true);
    } catch (error) {
      putBack(batch);
      hasNews = true;
      isOver ||= isForGood(error);
      fail();
      if (!isOver) retry = setTimeout(planNow, retryMs);
    }
    clearTimeout(timer);
    isWriting = false;
    if (hasNews) plan();
    tellDone();
  };

  const plan = (): void => {
    if (isPlanned || isWriting || isOver || retry !== undefined) return;
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
      return (await inTime(written(), deadlineMs))?.result ?? false;
    },
    isIdle: () => !isWriting && !hasNews,
    whenDone: () => (isDone() ? Promise.resolve() : new Promise((resolve) => untilDone.push(resolve))),
    stop: () => {
      isOver = true;
      clearTimeout(retry);
      for (const settle of waiting.splice(0)) settle(false);
      tellDone();
    },
  };
};
