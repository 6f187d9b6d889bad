import type { LastAccepted, RunCommand } from './run-log.ts';
import type { JournalSchema } from '#src/journal/database.ts';
import type { Database } from '#src/storage/database.ts';
import { writeCommit, type Commit } from './run-commit.ts';
import type { Line } from './run.ts';
import { readBlock, SOME_BLOCKS } from './stored-block.ts';
import { nextTask } from '#src/lib/slicing.ts';

/** `wish`: the name that it was stored under from the beginning. */
type StoredCommand = { key: number; run: string; wish: RunCommand };

const SOME_PAIRS = 1000;
/** Of the run that has no name, and no lines. */
const ROOM_KEY: [string, number] = ['', 0];

/** All blocks of a run: arrays come after all numbers. */
const blocksOf = (id: string): IDBKeyRange => IDBKeyRange.bound([id], [id, []]);

/** Where runs are kept. Every function rejects where storage is full, taken away, broken or silent. */
export const runStore = ({ use }: Database<JournalSchema>) => ({
  /**
   * `onProgress` is told while much is being written, so that slow is not taken for stuck. Rejects with `RunGone` and
   * `RunChanged` as well.
   */
  commit: (commit: Commit, onProgress: () => void) =>
    use((db) => writeCommit(db, commit, onProgress), 'long'),
  run: (id: string) => use((db) => db.get('runs', id)),
  runs: () => use((db) => db.getAll('runs')),
  /** All blocks of a run in their order, some at a time. */
  blocks: async (id: string, take: (block: number, lines: Line[] | undefined) => void): Promise<void> => {
    let range = blocksOf(id);
    for (;;) {
      const from = range;
      const rows = await use((db) => db.getAll('blocks', from, SOME_BLOCKS));
      for (const { block, text } of rows) take(block, readBlock(text));
      const end = rows.at(-1);
      if (!end || rows.length < SOME_BLOCKS) return;
      range = IDBKeyRange.bound([id, end.block], [id, []], true);
      await nextTask();
    }
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
    let range: IDBKeyRange | undefined;
    for (;;) {
      const from = range;
      const some = await use((db) => db.getAll('last', from, SOME_PAIRS));
      const end = some.at(-1);
      if (end) take(some);
      if (!end || some.length < SOME_PAIRS) return;
      range = IDBKeyRange.lowerBound([end.campaignId, end.webhookId], true);
      await nextTask();
    }
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
  addCommand: async (run: string, wish: RunCommand): Promise<void> => {
    await use((db) => db.add('wishes', { run, wish }));
  },
  commands: async (): Promise<StoredCommand[]> => {
    const [keys, commands] = await use(async (db) => {
      const { store } = db.transaction('wishes');
      return Promise.all([store.getAllKeys(), store.getAll()]);
    });
    return commands.flatMap((command, index) => {
      const key = keys[index];
      return key === undefined ? [] : [{ ...command, key }];
    });
  },
  clearCommands: () => use((db) => db.clear('wishes')),
  removeCommands: (commands: readonly StoredCommand[]) =>
    use(async (db) => {
      const transaction = db.transaction('wishes', 'readwrite');
      await Promise.all([...commands.map(({ key }) => transaction.store.delete(key)), transaction.done]);
    }),
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

/** Acts on what is kept; undefined where storage fails. */
export type OnKept = <T>(act: (store: RunStore) => Promise<T>) => Promise<{ result: T } | undefined>;
