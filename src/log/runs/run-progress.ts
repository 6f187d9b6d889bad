import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { readLocal, writeLocal } from '#src/storage/local.ts';

/** How far the run of this browser is, for the navigation of every area: whole percent, undefined where there is none. */
export const runProgress = createStore<number | undefined>(() => undefined);

const keyOf = (storageKey: string): string => `console.run.${storageKey}`;

/** Whether a run is not finished, so that the run log has to be opened at start. */
export const hasOpenRun = (storageKey: string): boolean => readLocal(keyOf(storageKey)) !== null;

/** The same for a page: a run of this browser is under way, or stands still. */
export const useHasOpenRun = (storageKey: string): boolean =>
  useStore(runProgress) !== undefined || hasOpenRun(storageKey);

let isKeptOpen: boolean | undefined;

/** Keeps for the next start whether a run is not finished. */
export const keepOpenRun = (storageKey: string, isOpen: boolean): void => {
  if (isOpen === isKeptOpen) return;
  isKeptOpen = isOpen;
  // Where it is refused, the run is found when the area is opened.
  writeLocal(keyOf(storageKey), isOpen ? '1' : undefined);
};
