import type { LastAccepted, Wish } from './books.ts';
import type { JournalDatabase, StoredRun } from './database.ts';
import { orReject } from './in-time.ts';
import { isLater } from './last.ts';
import type { Line, Run } from './run.ts';
import { readBlock, writeBlock } from './stored-block.ts';

/** What is written of a run in one step: all of it or nothing. */
export type Commit = {
  run: Run;
  /** One more than that of what is kept; otherwise another tab has written meanwhile. */
  revision: number;
  /** The lines of each block that has changed. */
  blocks: ReadonlyMap<number, readonly Line[]>;
  /** What has become the last accepted operation of a pair. */
  last: readonly LastAccepted[];
  /** Kept even through a power cut: something leaves once this is kept. */
  isStrict: boolean;
  isNew: boolean;
};

/** The run is not kept any more: it has made room for others. */
export class RunGone extends Error {}

/** The run has been written by another tab: what this one would write rests on what is over. */
export class RunChanged extends Error {}

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

/** Blocks that are read or written before the page gets a turn. */
const SOME_BLOCKS = 40;
const SOME_PAIRS = 1000;
/** Of the run that has no name, and no lines. */
const ROOM_KEY: [string, number] = ['', 0];

/** All blocks of a run: arrays come after all numbers. */
const blocksOf = (id: string): IDBKeyRange => IDBKeyRange.bound([id], [id, []]);

/** The next task, so that the page can draw and take input. */
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Asks a transaction to end, which it else does by itself a little later. */
const finish = (transaction: { commit: () => void }): void => {
  try {
    transaction.commit();
  } catch {
    // It is between two of its turns, or over.
  }
};

/** `deadlineMs`: how long one reading may take. */
export const runStore = (db: JournalDatabase, deadlineMs: number): RunStore => ({
  commit: async ({ run, revision, blocks, last, isStrict, isNew }, onProgress) => {
    const transaction = db.transaction(['runs', 'blocks', 'last'], 'readwrite', {
      durability: isStrict ? 'strict' : 'relaxed',
    });
    // Said by the awaited steps below; alone it would count as unhandled.
    transaction.done.catch(() => undefined);
    const stores = {
      runs: transaction.objectStore('runs'),
      blocks: transaction.objectStore('blocks'),
      last: transaction.objectStore('last'),
    };
    // All reading first and at once, and the end asked for: requests wait for this, and each turn of the database counts.
    const reading = stores.runs.get(run.id);
    const known = last.map(({ campaignId, webhookId }) => stores.last.get([campaignId, webhookId]));
    const steps: Promise<unknown>[] = [stores.runs.put({ ...run, revision })];
    let count = 0;
    for (const [block, lines] of blocks) {
      steps.push(stores.blocks.put({ run: run.id, block, revision, text: writeBlock(lines) }));
      count += 1;
      if (count % SOME_BLOCKS === 0) {
        await Promise.all(steps.splice(0));
        onProgress();
      }
    }
    // What fails of them fails the transaction.
    for (const step of [...steps, ...known]) step.catch(() => undefined);
    const kept = await reading;
    if (kept?.revision !== (isNew ? undefined : revision - 1)) {
      transaction.abort();
      throw kept ? new RunChanged() : new RunGone();
    }
    for (const [index, one] of last.entries()) {
      if (isLater(one, await known[index])) stores.last.put(one).catch(() => undefined);
    }
    finish(transaction);
    await transaction.done;
  },
  run: (id) => orReject(db.get('runs', id), deadlineMs),
  runs: () => orReject(db.getAll('runs'), deadlineMs),
  blocks: async (id, take) => {
    let range = blocksOf(id);
    for (;;) {
      const rows = await orReject(db.getAll('blocks', range, SOME_BLOCKS), deadlineMs);
      for (const { block, text } of rows) take(block, readBlock(text));
      const end = rows.at(-1);
      if (!end || rows.length < SOME_BLOCKS) return;
      range = IDBKeyRange.bound([id, end.block], [id, []], true);
      await nextTask();
    }
  },
  changed: async (id, revision) => {
    const transaction = db.transaction(['runs', 'blocks']);
    const later = IDBKeyRange.bound([id, revision], [id, []], true);
    const reading = Promise.all([
      transaction.objectStore('runs').get(id),
      transaction.objectStore('blocks').index('revision').getAll(later),
    ]);
    const [run, rows] = await orReject(reading, deadlineMs);
    if (!run) return undefined;
    const blocks = new Map<number, Line[]>();
    for (const [index, { block, text }] of rows.entries()) {
      const lines = readBlock(text);
      if (lines) blocks.set(block, lines);
      if (index % SOME_BLOCKS === SOME_BLOCKS - 1) await nextTask();
    }
    return { run, blocks };
  },
  remove: async (ids) => {
    const transaction = db.transaction(['runs', 'blocks'], 'readwrite');
    const removing = Promise.all([
      ...ids.map((id) => transaction.objectStore('runs').delete(id)),
      ...ids.map((id) => transaction.objectStore('blocks').delete(blocksOf(id))),
      transaction.done,
    ]);
    await orReject(removing, deadlineMs);
  },
  last: async (take) => {
    let range: IDBKeyRange | undefined;
    for (;;) {
      const some = await orReject(db.getAll('last', range, SOME_PAIRS), deadlineMs);
      const end = some.at(-1);
      if (end) take(some);
      if (!end || some.length < SOME_PAIRS) return;
      range = IDBKeyRange.lowerBound([end.campaignId, end.webhookId], true);
      await nextTask();
    }
  },
  trimLast: async (most) => {
    const transaction = db.transaction('last', 'readwrite');
    let surplus = (await transaction.store.count()) - most;
    let cursor = surplus > 0 ? await transaction.store.index('at').openCursor() : null;
    while (cursor && surplus > 0) {
      await cursor.delete();
      surplus -= 1;
      cursor = await cursor.continue();
    }
    await transaction.done;
  },
  wish: async (run, wish) => {
    await orReject(db.add('wishes', { run, wish }), deadlineMs);
  },
  wishes: async () => {
    const { store } = db.transaction('wishes');
    const [keys, wishes] = await orReject(Promise.all([store.getAllKeys(), store.getAll()]), deadlineMs);
    return wishes.flatMap((wish, index) => {
      const key = keys[index];
      return key === undefined ? [] : [{ ...wish, key }];
    });
  },
  clearWishes: () => orReject(db.clear('wishes'), deadlineMs),
  removeWishes: async (wishes) => {
    const transaction = db.transaction('wishes', 'readwrite');
    const removing = wishes.map(({ key }) => transaction.store.delete(key));
    await orReject(Promise.all([...removing, transaction.done]), deadlineMs);
  },
  newest: async () => {
    const transaction = db.transaction(['runs', 'last']);
    const looking = Promise.all([
      transaction.objectStore('runs').openKeyCursor(null, 'prev'),
      transaction.objectStore('last').index('at').openKeyCursor(null, 'prev'),
    ]);
    const [run, last] = await orReject(looking, deadlineMs);
    return { runId: run?.key, lastAt: last?.key };
  },
  tryRoom: async (bytes) => {
    const [run, block] = ROOM_KEY;
    const text = ' '.repeat(bytes);
    await orReject(db.put('blocks', { run, block, revision: 0, text }), deadlineMs);
    await orReject(db.delete('blocks', ROOM_KEY), deadlineMs);
  },
  close: () => db.close(),
});
