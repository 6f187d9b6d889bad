import type { LastAccepted } from './run-log.ts';
import { runOf, type JournalSchema } from '#src/log/database.ts';
import { inPortions, type Database } from '#src/storage/database.ts';
import { writeCommit, writeLast, writeNew, type Commit } from './run-commit.ts';
import { countsOf } from './run-rules.ts';
import type { Line, Run } from './run.ts';
import { BLOCK_LINES, readBlock, SOME_BLOCKS } from './stored-block.ts';
import { nextTask } from '#src/lib/slicing.ts';

const SOME_PAIRS = 1000;
/** Of the run that has no name, and no lines. */
const ROOM_KEY: [string, number] = ['', 0];

/** All blocks of a run: arrays come after all numbers. */
export const blocksOf = (id: string): IDBKeyRange => IDBKeyRange.bound([id], [id, []]);

/** A run with all of its lines as they are kept. */
export type KeptRun = { run: Run; revision: number; lines: Line[] };

/** Where runs are kept. Every function rejects where storage is full, taken away, broken or silent. */
export const runStore = ({ use }: Database<JournalSchema>) => ({
  /** As revision 1. Takes as long as it takes. */
  create: (run: Run, lines: readonly Line[], by: string) => use((db) => writeNew(db, run, lines, by), 'long'),
  /** Rejects with `RunGone` and `RunChanged` as well. */
  commit: (commit: Commit) => use((db) => writeCommit(db, commit), 'long'),
  putLast: (last: readonly LastAccepted[]) => use((db) => writeLast(db, last), 'long'),
  run: (id: string) => use((db) => db.get('runs', id)),
  runs: () => use((db) => db.getAll('runs')),
  /**
   * Undefined where there is no such run, or not all of it can be read. Some lines at a time, and another tab may write
   * meanwhile: what it has changed since `revision` has to be read again.
   */
  read: async (id: string): Promise<KeptRun | undefined> => {
    const known = await use((db) => db.get('runs', id));
    if (!known) return undefined;
    const lines: Line[] = [];
    // Each ID is kept in memory once, in however many lines it stands.
    const ids = new Map<string, string>();
    const once = (one: string): string => ids.get(one) ?? (ids.set(one, one), one);
    const portions = inPortions(
      SOME_BLOCKS,
      (range, size) => use((db) => db.getAll('blocks', range, size)),
      ({ block }) => [id, block],
      blocksOf(id),
    );
    for await (const rows of portions) {
      for (const { block, text } of rows) {
        const some = readBlock(text);
        if (!some || lines.length !== block * BLOCK_LINES) return undefined;
        for (const line of some) {
          line.campaignId = once(line.campaignId);
          line.webhookId = once(line.webhookId);
          lines.push(line);
        }
      }
    }
    if (lines.length !== known.total) return undefined;
    return { run: { ...runOf(known), counts: countsOf(lines) }, revision: known.revision, lines };
  },
  /** The run and its blocks of later revisions, as they stand at one moment. */
  changed: async (id: string, revision: number) => {
    const later = IDBKeyRange.bound([id, revision], [id, []], true);
    const [run, rows] = await use(async (db) => {
      const transaction = db.transaction(['runs', 'blocks']);
      return Promise.all([
        transaction.objectStore('runs').get(id),
        transaction.objectStore('blocks').index('revision').getAll(later),
      ]);
    });
    if (!run) return undefined;
    const blocks = new Map<number, Line[]>();
    for (const [index, { block, text }] of rows.entries()) {
      const lines = readBlock(text);
      if (lines) blocks.set(block, lines);
      if (index % SOME_BLOCKS === SOME_BLOCKS - 1) await nextTask();
    }
    return { run, blocks };
  },
  remove: (ids: readonly string[]) =>
    use(async (db) => {
      const transaction = db.transaction(['runs', 'blocks'], 'readwrite');
      await Promise.all([
        ...ids.map((id) => transaction.objectStore('runs').delete(id)),
        ...ids.map((id) => transaction.objectStore('blocks').delete(blocksOf(id))),
        transaction.done,
      ]);
    }),
  /** All pairs, some at a time. */
  last: async (take: (some: readonly LastAccepted[]) => void): Promise<void> => {
    const portions = inPortions(
      SOME_PAIRS,
      (range, size) => use((db) => db.getAll('last', range, size)),
      ({ campaignId, webhookId }) => [campaignId, webhookId],
    );
    for await (const some of portions) take(some);
  },
  /** Leaves so many pairs, those of late. */
  trimLast: (most: number) =>
    use(async (db) => {
      const transaction = db.transaction('last', 'readwrite');
      let surplus = (await transaction.store.count()) - most;
      let cursor = surplus > 0 ? await transaction.store.index('at').openCursor() : null;
      while (cursor && surplus > 0) {
        await cursor.delete();
        surplus -= 1;
        cursor = await cursor.continue();
      }
      await transaction.done;
    }, 'long'),
  /** The ID of the run that was begun last, and the latest time of a pair's last operation, epoch milliseconds. */
  newest: async () => {
    const [run, last] = await use(async (db) => {
      const transaction = db.transaction(['runs', 'last']);
      return Promise.all([
        transaction.objectStore('runs').openKeyCursor(null, 'prev'),
        transaction.objectStore('last').index('at').openKeyCursor(null, 'prev'),
      ]);
    });
    return { runId: run?.key, lastAt: last?.key };
  },
  /** Writes so many bytes and takes them away again. */
  tryRoom: (bytes: number) =>
    use(async (db) => {
      const [run, block] = ROOM_KEY;
      await db.put('blocks', { run, block, revision: 0, text: ' '.repeat(bytes) });
      await db.delete('blocks', ROOM_KEY);
    }),
});

export type RunStore = ReturnType<typeof runStore>;
