import type { RunStore } from './run-store.ts';

/** What a line takes in storage, generously: long IDs, words of an error, rows that are written over. */
const LINE_BYTES = 600;
const MOST_TRIED_BYTES = 1_000_000;

/** Whether a run of so many lines can be kept: by what the browser says, and by trying. */
export const hasRoomFor = async (store: Pick<RunStore, 'tryRoom'>, lines: number): Promise<boolean> => {
  const bytes = lines * LINE_BYTES;
  // Absent where the page is not served securely.
  const estimating = globalThis.navigator?.storage?.estimate();
  const { quota, usage = 0 } = (await estimating?.catch(() => undefined)) ?? {};
  if (quota !== undefined && quota - usage < bytes) return false;
  await store.tryRoom(Math.min(bytes, MOST_TRIED_BYTES));
  return true;
};
