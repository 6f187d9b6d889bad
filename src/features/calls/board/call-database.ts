import { openDB, type DBSchema, type IDBPDatabase, type OpenDBCallbacks } from 'idb';
import { isPersistedCall, type PersistedCall } from '#src/features/calls/call/persisted-call.ts';

/** A call is kept as text: that is read and written several times as fast as its runs and times as objects. */
type Row = { id: string; text: string };
export type Schema = DBSchema & { calls: { key: string; value: Row } };

/** The call of a row; none where the row is damaged. */
export const parse = ({ text }: Row): PersistedCall[] => {
  try {
    const call: unknown = JSON.parse(text);
    return isPersistedCall(call) ? [call] : [];
  } catch {
    return [];
  }
};

export const nameOf = (storageKey: string): string => `calls-${storageKey}`;

export const open = async (
  storageKey: string,
  on: OpenDBCallbacks<Schema> = {},
): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>(nameOf(storageKey), 1, {
    ...on,
    upgrade: (fresh) => void fresh.createObjectStore('calls', { keyPath: 'id' }),
  });
