import type { DBSchema, IDBPDatabase } from 'idb';
import { openDatabase } from '#src/storage/database.ts';
import { MIGRATIONS } from '#src/storage/format.ts';
import { isPairRow, parsePairRows, type LogRow } from './entry.ts';
import { parseRun, rowToLine, type Run, type RunView, listSchema, type RunList } from './run.ts';

type LogSchema = DBSchema & {
  /** One per request. */
  rows: {
    key: string;
    value: LogRow;
    indexes: {
      /** Single changes by area and time. */
      list: [string, string];
      run: [string, number];
      /** Accepted rows by pair, then by time. */
      accepted: [string, string];
      /** Without an outcome yet. */
      open: number;
    };
  };
  runs: { key: string; value: Run };
  /** The lines of each run as it began. */
  lists: { key: string; value: RunList };
};

export type LogDatabase = IDBPDatabase<LogSchema>;

export const openLogDatabase = (name: Promise<string>, deadlineMs: number, onDeleted: () => void) =>
  openDatabase<LogSchema>({
    name,
    create: (db) => {
      const rows = db.createObjectStore('rows', { keyPath: 'id' });
      rows.createIndex('list', ['list', 'id']);
      rows.createIndex('run', ['run', 'line']);
      rows.createIndex('accepted', 'acceptedPair');
      rows.createIndex('open', 'open');
      db.createObjectStore('runs', { keyPath: 'id' });
      db.createObjectStore('lists', { keyPath: 'run' });
    },
    migrations: MIGRATIONS.log,
    onDeleted,
    deadlineMs,
  });

/** For an index whose keys are arrays. */
export const createPrefixRange = (first: string): IDBKeyRange => IDBKeyRange.bound([first], [first, []]);

/** Newest first. `damaged`: the IDs of runs that cannot be read. */
export const readAllRuns = async (db: LogDatabase): Promise<{ runs: Run[]; damaged: string[] }> => {
  const runs: Run[] = [];
  const damaged: string[] = [];
  for (const value of await db.getAll('runs')) {
    const run = parseRun(value);
    if (run) runs.unshift(run);
    else damaged.push(value.id);
  }
  return { runs, damaged };
};

/** Undefined if it cannot be read. */
export const readRun = async (db: LogDatabase, id: string): Promise<RunView | undefined> => {
  const transaction = db.transaction(['runs', 'lists', 'rows']);
  const [header, stored, rows] = await Promise.all([
    transaction.objectStore('runs').get(id),
    transaction.objectStore('lists').get(id),
    transaction.objectStore('rows').index('run').getAll(createPrefixRange(id)),
  ]);
  const run = parseRun(header);
  // Also if what it was read from is damaged.
  const list = listSchema.safeParse({ run: id, lines: stored?.lines }).data?.lines;
  if (!run || list?.length !== run.total) return undefined;
  const byLine = new Map(rows.map((row) => [isPairRow(row) ? row.line : undefined, row]));
  return {
    run,
    lines: list.map((line, index) => {
      const row = byLine.get(index);
      if (!row) return rowToLine(line, undefined, run);
      // A damaged row means that a request may have been sent, so the line is unknown.
      const lost = { id: row.id, at: run.at, outcome: 'unknown' } as const;
      return rowToLine(line, parsePairRows([row])[0] ?? lost, run);
    }),
  };
};
