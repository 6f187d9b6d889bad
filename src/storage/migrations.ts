import type { IDBPTransaction } from 'idb';

/**
 * Changes the content of a database within the transaction that raises its version: it may await nothing but requests of that
 * transaction. If it rejects, the database stays as it was.
 */
export type Migration = (transaction: IDBPTransaction<unknown, string[], 'versionchange'>) => unknown;

/** By the format that each leads to. */
export type Migrations = Readonly<Record<number, Migration>>;

const keepAll: Migration = () => undefined;

/** A database is kept if there is a step for each format since its own. Otherwise it is deleted, and the page says so. */
export const MIGRATIONS = {
  // Before format 5, each database counted for itself: equal rows were 3 here and 4 there.
  calls: { 4: keepAll, 5: keepAll },
  log: { 5: keepAll },
} satisfies Record<string, Migrations>;
