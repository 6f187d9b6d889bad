import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import * as z from 'zod/mini';
import { parseJson, readLocal, writeLocal } from '#src/storage/local.ts';

const runSchema = z.object({ id: z.string(), name: z.string(), percent: z.number(), isSending: z.boolean() });

/** A run that is not finished. `percent`: how much of it is sent; `isSending`: requests leave, or answers are to come. */
export type OpenRun = z.infer<typeof runSchema>;

/** The run that is not finished, as this tab knows it; undefined if there is none. */
export const openRun = createStore<OpenRun | undefined>(() => undefined);

const keyOf = (storageKey: string): string => `console.run.${storageKey}`;

/** The unfinished run of this browser, in whichever tab it is. */
export const readOpenRun = (storageKey: string): OpenRun | undefined =>
  runSchema.safeParse(parseJson(readLocal(keyOf(storageKey)))).data;

/** Whether a run is not finished, so that the run log has to be opened at start. */
export const hasOpenRun = (storageKey: string): boolean => readLocal(keyOf(storageKey)) !== null;

/** The same for a page: a run of this browser is under way, or stands still. */
export const useHasOpenRun = (storageKey: string): boolean =>
  useStore(openRun) !== undefined || hasOpenRun(storageKey);

let kept: string | undefined | null = null;

/** Keeps for the other tabs and the next start which run is not finished. */
export const keepOpenRun = (storageKey: string, run: OpenRun | undefined): void => {
  const next = run && `${run.id} ${run.isSending}`;
  if (next === kept) return;
  kept = next;
  // If it is refused, the run is found when the area is opened.
  writeLocal(keyOf(storageKey), run && JSON.stringify(run));
};
