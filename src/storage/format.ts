import { createStore } from 'zustand/vanilla';

/**
 * Raise it when an older release can't read what this one keeps, and add a step to `migrations.ts`. It is the version of the
 * databases and part of the names of channels and locks.
 */
export const STORAGE_FORMAT = 5;

/** For channels and locks: tabs of different formats share none. */
export const addFormat = (name: string): string => `${name} format ${STORAGE_FORMAT}`;

/**
 * `replaced`: a newer format was opened in another tab. `newer`: this browser has data of a newer format. `blocked`: a tab of
 * an older format keeps a database open.
 */
export type FormatConflict = 'replaced' | 'newer' | 'blocked';

export const formatConflict = createStore<FormatConflict | undefined>(() => undefined);

/** Then this page must not write. */
export const isSuperseded = (): boolean => {
  const conflict = formatConflict.getState();
  return conflict === 'replaced' || conflict === 'newer';
};
