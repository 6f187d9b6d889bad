/** Writes changes together: one step at a time, and what comes meanwhile goes into the next. */
export type GroupWriter = {
  /** Something is to be written. Settles once it is, or once it is clear that it can only be kept in memory. */
  write: () => Promise<void>;
  /** False from the moment that storage fails until all of it is written after all. */
  isKept: () => boolean;
  /**
   * Writes what waits, without waiting for the time to try again. True once nothing waits; false where it can't be
   * written now.
   */
  flush: () => Promise<boolean>;
  /** Nothing is being written or waits to be. */
  isIdle: () => boolean;
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
  let waiting: (() => void)[] = [];
  const flushing: ((isWritten: boolean) => void)[] = [];
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

  const settle = (some: (() => void)[]): void => {
    for (const one of some) one();
  };
  const endFlush = (isWritten: boolean): void => {
    for (const end of flushing.splice(0)) end(isWritten);
  };

  const run = async (): Promise<void> => {
    isPlanned = false;
    if (isOver) return;
    isWriting = true;
    hasNews = false;
    const settling = waiting;
    waiting = [];
    const goOnInMemory = (): void => {
      become(false);
      settle(settling);
      settle(waiting.splice(0));
      endFlush(false);
    };
    let timer = setTimeout(goOnInMemory, deadlineMs);
    const onProgress = (): void => {
      clearTimeout(timer);
      timer = setTimeout(goOnInMemory, deadlineMs);
    };
    const batch = take();
    try {
      await commit(batch, onProgress);
      settle(settling);
      if (!hasNews && !isOver) become(true);
      onChange('kept');
    } catch (error) {
      putBack(batch);
      hasNews = true;
      isOver ||= isForGood(error);
      goOnInMemory();
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
    else endFlush(true);
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
      if (!isKept || isOver) return Promise.resolve();
      return new Promise((resolve) => waiting.push(resolve));
    },
    isKept: () => isKept,
    flush: () => {
      if (isOver || (!hasNews && !isWriting)) return Promise.resolve(!isOver);
      clearTimeout(retry);
      retry = undefined;
      plan();
      return new Promise((resolve) => flushing.push(resolve));
    },
    isIdle: () => !isWriting && !hasNews,
    stop: () => {
      isOver = true;
      clearTimeout(retry);
      settle(waiting.splice(0));
      endFlush(false);
    },
  };
};
