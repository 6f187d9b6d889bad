import type { LastAccepted, Wish } from './books.ts';
import type { Connection } from '#src/journal/connection.ts';
import type { StoredRun } from '#src/journal/database.ts';
import { orReject } from '#src/journal/in-time.ts';
import { writeCommit, type Commit } from './run-commit.ts';
import type { Line } from './run.ts';
import { readBlock, SOME_BLOCKS } from './stored-block.ts';
import { nextTask } from './next-task.ts';

type KeptWish = { key: number; run: string; wish: Wish };

/** Where runs are kept. Every function rejects where storage is full, taken away or broken. */
export type RunStore = {
  /**
   * `onProgress` is told while much is being written, so that slow is not taken for stuck. Rejects with `RunGone` and
   * `RunChanged` as well.
   */
  commit: (commit: Commit, onProgress: () => void) => Promise<void>;
  run: (id: string) => Promise<StoredRun | undefined>;
  runs: () => Promise<StoredRun[]>;
  /** All blocks of a run in their order, some at a time. */
  blocks: (id: string, take: (block: number, lines: Line[] | undefined) => void) => Promise<void>;
  /** The run and its blocks of later revisions, as they stand at one moment. */
  changed: (
    id: string,
    revision: number,
  ) => Promise<{ run: StoredRun; blocks: Map<number, Line[]> } | undefined>;
  remove: (ids: readonly string[]) => Promise<void>;
  /** All pairs, some at a time. */
  last: (take: (some: readonly LastAccepted[]) => void) => Promise<void>;
  /** Leaves so many pairs, those of late. */
  trimLast: (most: number) => Promise<void>;
  wish: (run: string, wish: Wish) => Promise<void>;
  wishes: () => Promise<KeptWish[]>;
  clearWishes: () => Promise<void>;
  removeWishes: (wishes: readonly KeptWish[]) => Promise<void>;
  /** The ID of the run that was begun last, and the latest time of a pair's last operation, epoch milliseconds. */
  newest: () => Promise<{ runId: string | undefined; lastAt: number | undefined }>;
  /** Writes so many bytes and takes them away again. */
  tryRoom: (bytes: number) => Promise<void>;
  close: () => void;
};

/** Acts on what is kept; undefined where storage fails. */
export type OnKept = <T>(act: (store: RunStore) => Promise<T>) => Promise<{ result: T } | undefined>;

const SOME_PAIRS = 1000;
/** Of the run that has no name, and no lines. */
const ROOM_KEY: [string, number] = ['', 0];

/** All blocks of a run: arrays come after all numbers. */
const blocksOf = (id: string): IDBKeyRange => IDBKeyRange.bound([id], [id, []]);

/** `deadlineMs`: how long one reading may take. */
export const runStore = ({ use, close }: Connection, deadlineMs: number): RunStore => {
  const inTimeUse: Connection['use'] = (act) => orReject(use(act), deadlineMs);
  return {
    commit: (commit, onProgress) => use((db) => writeCommit(db, commit, onProgress)),
    run: (id) => inTimeUse((db) => db.get('runs', id)),
    runs: () => inTimeUse((db) => db.getAll('runs')),
    blocks: async (id, take) => {
      let range = blocksOf(id);
      for (;;) {
        const from = range;
        const rows = await inTimeUse((db) => db.getAll('blocks', from, SOME_BLOCKS));
        for (const { block, text } of rows) take(block, readBlock(text));
        const end = rows.at(-1);
        if (!end || rows.length < SOME_BLOCKS) return;
        range = IDBKeyRange.bound([id, end.block], [id, []], true);
        await nextTask();
      }
    },
    changed: async (id, revision) => {
      const later = IDBKeyRange.bound([id, revision], [id, []], true);
      const [run, rows] = await inTimeUse(async (db) => {
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
    remove: (ids) =>
      inTimeUse(async (db) => {
        const transaction = db.transaction(['runs', 'blocks'], 'readwrite');
        await Promise.all([
          ...ids.map((id) => transaction.objectStore('runs').delete(id)),
          ...ids.map((id) => transaction.objectStore('blocks').delete(blocksOf(id))),
          transaction.done,
        ]);
      }),
    last: async (take) => {
      let range: IDBKeyRange | undefined;
      for (;;) {
        const from = range;
        const some = await inTimeUse((db) => db.getAll('last', from, SOME_PAIRS));
        const end = some.at(-1);
        if (end) take(some);
        if (!end || some.length < SOME_PAIRS) return;
        range = IDBKeyRange.lowerBound([end.campaignId, end.webhookId], true);
        await nextTask();
      }
    },
    trimLast: (most) =>
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
      }),
    wish: async (run, wish) => {
      await inTimeUse((db) => db.add('wishes', { run, wish }));
    },
    wishes: async () => {
      const [keys, wishes] = await inTimeUse(async (db) => {
        const { store } = db.transaction('wishes');
        return Promise.all([store.getAllKeys(), store.getAll()]);
      });
      return wishes.flatMap((wish, index) => {
        const key = keys[index];
        return key === undefined ? [] : [{ ...wish, key }];
      });
    },
    clearWishes: () => inTimeUse((db) => db.clear('wishes')),
    removeWishes: (wishes) =>
      inTimeUse(async (db) => {
        const transaction = db.transaction('wishes', 'readwrite');
        await Promise.all([...wishes.map(({ key }) => transaction.store.delete(key)), transaction.done]);
      }),
    newest: async () => {
      const [run, last] = await inTimeUse(async (db) => {
        const transaction = db.transaction(['runs', 'last']);
        return Promise.all([
          transaction.objectStore('runs').openKeyCursor(null, 'prev'),
          transaction.objectStore('last').index('at').openKeyCursor(null, 'prev'),
        ]);
      });
      return { runId: run?.key, lastAt: last?.key };
    },
    tryRoom: (bytes) =>
      inTimeUse(async (db) => {
        const [run, block] = ROOM_KEY;
        await db.put('blocks', { run, block, revision: 0, text: ' '.repeat(bytes) });
        await db.delete('blocks', ROOM_KEY);
      }),
    close,
  };
};
