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
  /**
   * Writes what waits, without waiting for the time to try again. True once nothing waits; false where it can't be
   * written now.
   */
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
  commit: (batch: Batch, onProgress: () => void) => Promise<void>;
  /** The batch is not kept: it is to be part of the next one. */
  putBack: (batch: Batch) => void;
  onChange: (change: 'kept' | 'state') => void;
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
  type Told = (isWritten: boolean) => void;
  let waiting: Told[] = [];
  const flushing: Told[] = [];
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
    onChange('state');
  };

  const settle = (some: Told[], isWritten: boolean): void => {
    for (const one of some) one(isWritten);
  };
  const isDone = (): boolean => isOver || (!isWriting && !hasNews);
  const tellDone = (): void => {
    if (isDone()) for (const one of untilDone.splice(0)) one();
  };

  const run = async (): Promise<void> => {
    isPlanned = false;
    if (isOver) return;
    isWriting = true;
    hasNews = false;
    const settling = waiting;
    waiting = [];
    const fail = (): void => {
      become(false);
      settle(settling, false);
      settle(waiting.splice(0), false);
      settle(flushing.splice(0), false);
    };
    let timer = setTimeout(fail, deadlineMs);
    const onProgress = (): void => {
      clearTimeout(timer);
      timer = setTimeout(fail, deadlineMs);
    };
    const batch = take();
    try {
      await commit(batch, onProgress);
      settle(settling, true);
      if (!hasNews && !isOver) become(true);
      onChange('kept');
    } catch (error) {
      putBack(batch);
      hasNews = true;
      isOver ||= isForGood(error);
      fail();
      if (!isOver) {
        retry = setTimeout(() => {
          retry = undefined;
          plan();
        }, retryMs);
      }
    }
    clearTimeout(timer);
    isWriting = false;
    if (hasNews) plan();
    else settle(flushing.splice(0), true);
    tellDone();
  };

  const plan = (): void => {
    if (isPlanned || isWriting || isOver || retry !== undefined) return;
    isPlanned = true;
    queueMicrotask(() => void run());
  };

  return {
    write: () => {
      hasNews = true;
      plan();
      if (!isKept || isOver) return Promise.resolve(false);
      return new Promise((resolve) => waiting.push(resolve));
    },
    isKept: () => isKept,
    flush: async () => {
      if (isOver || (!hasNews && !isWriting)) return !isOver;
      clearTimeout(retry);
      retry = undefined;
      plan();
      const isWritten = new Promise<boolean>((resolve) => flushing.push(resolve));
      // What is being written may hang since long.
      return (await inTime(isWritten, deadlineMs))?.result ?? false;
    },
    isIdle: () => !isWriting && !hasNews,
    whenDone: () => (isDone() ? Promise.resolve() : new Promise((resolve) => untilDone.push(resolve))),
    stop: () => {
      isOver = true;
      clearTimeout(retry);
      settle(waiting.splice(0), false);
      settle(flushing.splice(0), false);
      tellDone();
    },
  };
};
