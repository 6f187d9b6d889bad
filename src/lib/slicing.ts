/** How work goes on in slices, so that the page keeps answering meanwhile. */
export type Slicing = {
  signal: AbortSignal;
  /** Told from 0 to 1, between two slices. */
  onProgress?: (share: number) => void;
  /** Lets the browser draw and take input before the next slice. */
  turn?: () => Promise<void>;
};

const SLICE_MS = 8;

/** Lets the browser draw and take input before work goes on. */
export const nextTask = (): Promise<void> =>
  'scheduler' in globalThis && 'yield' in scheduler
    ? scheduler.yield()
    : new Promise((resolve) => setTimeout(resolve));

/** A promise to wait for where this slice of work has lasted long enough. */
export const createPause = ({ signal, turn = nextTask, onProgress }: Slicing) => {
  let until = performance.now() + SLICE_MS;
  return (share: number): Promise<void> | undefined => {
    if (performance.now() < until) return undefined;
    onProgress?.(share);
    return turn().then(() => {
      signal.throwIfAborted();
      until = performance.now() + SLICE_MS;
    });
  };
};
