import type { DBSchema } from 'idb';
import { isPersistedCall, type PersistedCall } from '#src/features/calls/call/persisted-call.ts';
import { parseJson } from '#src/storage/local.ts';
import { openDatabase, type Database } from '#src/storage/database.ts';

/** A call is kept as text: that is read and written several times as fast as its runs and times as objects. */
type Row = { id: string; text: string };
export type Schema = DBSchema & { calls: { key: string; value: Row } };

/** The call of a row; none where the row is damaged. */
export const parse = ({ text }: Row): PersistedCall[] => {
  const call = parseJson(text);
  return isPersistedCall(call) ? [call] : [];
};

export const nameOf = (storageKey: string): string => `calls-${storageKey}`;

/** A database that is silent for so long counts as refused. */
const SILENT_MS = 3000;

/** The calls of one service and person. Another tab may forget them, or bring a later version: this one ends then. */
export const callDatabase = (
  storageKey: string,
  delay?: (ms: number, act: () => void) => () => void,
): Database<Schema> =>
  openDatabase<Schema>({
    name: nameOf(storageKey),
    version: 1,
    upgrade: (fresh) => void fresh.createObjectStore('calls', { keyPath: 'id' }),
    deadlineMs: SILENT_MS,
    endsWhenReplaced: true,
    ...(delay && { delay }),
  });
