import { createStore } from 'zustand/vanilla';
import type { DBSchema, IDBPTransaction, StoreNames } from 'idb';
import * as z from 'zod/mini';

/**
 * Raise it when an older release can't read what this one keeps, and add a step to `MIGRATIONS`. It is the version of the
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

/** Keeps the fields of a later release, which its type doesn't name: they are written again with the rest. */
export const storedObject = <Shape extends z.core.$ZodLooseShape>(shape: Shape): z.ZodMiniObject<Shape> =>
  z.looseObject(shape);

/** The transaction that raises a database's version. */
type Upgrade<Schema> = IDBPTransaction<Schema, StoreNames<Schema>[], 'versionchange'>;

/** May await nothing but requests of the transaction. If it rejects, the database stays as it was. */
type Migration = (upgrade: Upgrade<unknown>) => unknown;

/** By the format that each leads to. */
export type Migrations = Readonly<Record<number, Migration>>;

const keepAll: Migration = () => undefined;

/** A database is kept if there is a step for each format since its own. Otherwise it is deleted, and the page says so. */
export const MIGRATIONS = {
  // Before format 5, each database counted for itself: the same rows were 3 here and 4 there.
  calls: { 4: keepAll, 5: keepAll },
  log: { 5: keepAll },
} satisfies Record<string, Migrations>;

/** False for a new database, and if a step is missing: then nothing is changed. */
export const migrate = <Schema extends DBSchema>(
  upgrade: Upgrade<Schema>,
  migrations: Migrations,
  { from, to }: { from: number; to: number },
): boolean => {
  const steps = Array.from({ length: to - from }, (_, at) => migrations[from + at + 1]);
  if (from === 0 || steps.includes(undefined)) return false;
  const takeAll = async (): Promise<void> => {
    for (const step of steps) await step?.(upgrade as Upgrade<unknown>);
  };
  takeAll().catch(() => upgrade.abort());
  // Opening the database rejects with the same error.
  upgrade.done.catch(() => undefined);
  return true;
};
