import { useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import * as z from 'zod/mini';
import { parseJson, readLocal, writeLocal } from '#src/storage/local.ts';

const openRunSchema = z.object({
  id: z.string(),
  name: z.string(),
  percent: z.number(),
  /** Also while answers are awaited. */
  isSending: z.boolean(),
});

export type OpenRun = z.infer<typeof openRunSchema>;

export const openRun = createStore<OpenRun | undefined>(() => undefined);

const getKey = (storageKey: string): string => `console.run.${storageKey}`;

export const readOpenRun = (storageKey: string): OpenRun | undefined =>
  openRunSchema.safeParse(parseJson(readLocal(getKey(storageKey)))).data;

export const hasOpenRun = (storageKey: string): boolean => readLocal(getKey(storageKey)) !== null;

export const useHasOpenRun = (storageKey: string): boolean =>
  useStore(openRun) !== undefined || hasOpenRun(storageKey);

const subscribe = (listener: () => void): (() => void) => {
  const unsubscribe = openRun.subscribe(listener);
  // Another tab may send.
  addEventListener('storage', listener);
  return () => {
    unsubscribe();
    removeEventListener('storage', listener);
  };
};

/** Whether any tab of this browser sends a run. */
export const useIsRunSent = (storageKey: string): boolean =>
  useSyncExternalStore(subscribe, () => readOpenRun(storageKey)?.isSending === true);

/** `null` until this page has stored one. */
let stored: string | undefined | null = null;

/** Lets other tabs and the next start open the log of runs. Leaves `percent` out of date. */
export const storeOpenRun = (storageKey: string, run: OpenRun | undefined): void => {
  const next = run && `${run.id} ${run.isSending}`;
  if (next === stored) return;
  stored = next;
  writeLocal(getKey(storageKey), run && JSON.stringify(run));
};
