import * as z from 'zod/mini';
import { readSavedCall, serializeHistory } from '#src/features/calls/call/saved-call.ts';
import { createMergeCount, type MergeCount } from '#src/lib/merge-count.ts';
import { nextTask } from '#src/lib/next-task.ts';
import type { Board } from './board.ts';
import { openSavedCalls } from './saved-calls.ts';
import { mergeSettings } from './settings.ts';

const rowSchema = z.object({ entry: z.unknown(), history: z.optional(z.string()) });

/** As the database keeps them. Rejects if storage fails. */
export async function* readCallRows(storageKey: string): AsyncGenerator<z.infer<typeof rowSchema>[], void> {
  const saved = openSavedCalls(storageKey);
  try {
    for await (const { calls } of saved.readAll()) {
      yield calls.map(({ entry, history }) => ({ entry, history: history && serializeHistory(history) }));
    }
  } finally {
    saved.close();
  }
}

const whenLoaded = ({ state }: Board): Promise<void> =>
  new Promise((resolve) => {
    if (!state.getState().isLoading) return resolve();
    const stop = state.subscribe(({ isLoading }) => {
      if (isLoading) return;
      stop();
      resolve();
    });
  });

/** Larger slices would block the page. */
const SLICE = 250;

export const mergeCallRows = async (board: Board, values: readonly unknown[]): Promise<MergeCount> => {
  await whenLoaded(board);
  const count = createMergeCount();
  for (let at = 0; at < values.length; at += SLICE) {
    const calls = values.slice(at, at + SLICE).flatMap((value) => {
      const { data } = rowSchema.safeParse(value);
      return (data && readSavedCall(data.entry, data.history)) ?? [];
    });
    count.unreadable += Math.min(SLICE, values.length - at) - calls.length;
    board.merge(calls, count);
    await nextTask();
  }
  return count;
};

/** Adds saved views, and settings that were never changed here. */
export const mergeBoardSettings = (board: Board, saved: unknown): void =>
  void board.changeSettings(mergeSettings(board.settings(), saved));
