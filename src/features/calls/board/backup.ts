import * as z from 'zod/mini';
import {
  findMissing,
  readSavedCall,
  serializeHistory,
  type SavedCall,
} from '#src/features/calls/call/saved-call.ts';
import { createMergeCount, type MergeCount } from '#src/lib/merge-count.ts';
import { nextTask } from '#src/lib/timing.ts';
import type { Board } from './board.ts';
import { openSavedCalls } from './saved-calls.ts';
import { MAX_CALLS } from './store.ts';
import { parseSettings, type Settings } from './settings.ts';

const rowSchema = z.object({ entry: z.unknown(), history: z.optional(z.string()) });

/** As the database keeps them. Rejects if storage fails. */
export const readCallRows = async (storageKey: string): Promise<z.infer<typeof rowSchema>[]> => {
  const rows: z.infer<typeof rowSchema>[] = [];
  const saved = openSavedCalls(storageKey);
  try {
    for await (const { calls } of saved.readAll()) {
      for (const { entry, history } of calls)
        rows.push({ entry, history: history && serializeHistory(history) });
    }
  } finally {
    saved.close();
  }
  return rows;
};

const whenLoaded = ({ store }: Board): Promise<void> =>
  new Promise((resolve) => {
    if (!store.isLoading()) return resolve();
    const stop = store.subscribe(({ cause }) => {
      if (cause !== 'ready') return;
      stop();
      resolve();
    });
  });

/** Keeps what is here. Undefined if the backup adds nothing: no extras, no later check. */
const mergeCall = (saved: SavedCall, { entry, history }: SavedCall): SavedCall | undefined => {
  const missing = findMissing(entry, saved.entry);
  const isLater = (saved.history?.checked?.at ?? 0) > (history?.checked?.at ?? 0);
  return missing || isLater ? { entry: { ...entry, ...missing }, history: saved.history } : undefined;
};

const mergeCalls = (board: Board, saved: readonly SavedCall[], count: MergeCount): void => {
  let room = MAX_CALLS - board.store.size();
  const merged: SavedCall[] = [];
  for (const call of saved) {
    const here = board.store.call(call.entry.id);
    const more = here ? mergeCall(call, here) : call;
    if (!more) count.known += 1;
    else if (!here && room <= 0) count.leftOut += 1;
    else {
      merged.push(more);
      count.added += 1;
      if (!here) room -= 1;
    }
  }
  board.store.mergeSaved(merged, 'restored');
};

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
    count.leftOut += Math.min(SLICE, values.length - at) - calls.length;
    mergeCalls(board, calls, count);
    await nextTask();
  }
  return count;
};

/** What was chosen here stays. */
const mergeSettings = (here: Settings, saved: unknown): Settings => {
  const { watching: _watching, ...others } = parseSettings(saved);
  return {
    ...others,
    ...here,
  };
};

export const mergeBoardSettings = (board: Board, saved: unknown): void =>
  void board.settings.change(mergeSettings(board.settings.getState(), saved));
