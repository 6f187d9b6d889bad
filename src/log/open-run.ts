import { createStore } from 'zustand/vanilla';
import * as z from 'zod/mini';
import { onLocalChange, parseJson, readLocal, writeLocal } from '#src/storage/local.ts';

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

/** Also for changes in other tabs. */
export const subscribeToOpenRun = (storageKey: string, listener: () => void): (() => void) => {
  const unsubscribers = [openRun.subscribe(listener), onLocalChange(getKey(storageKey), listener)];
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe();
  };
};

/** `null` until this page has stored one. */
let stored: string | undefined | null = null;

/** Also for other tabs and the next start, whose `percent` may be out of date. */
export const storeOpenRun = (storageKey: string, run: OpenRun | undefined): void => {
  const next = run && `${run.id} ${run.isSending}`;
  if (next !== stored) writeLocal(getKey(storageKey), run && JSON.stringify(run));
  stored = next;
  // Its listeners read what is stored.
  openRun.setState(run, true);
};
