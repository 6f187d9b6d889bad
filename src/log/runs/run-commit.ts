import type { LastAccepted } from './run-log.ts';
import type { JournalDatabase, StoredBlock, StoredRun } from '#src/log/database.ts';
import { isLater } from '#src/log/last.ts';
import type { Line, Run } from './run.ts';
import { BLOCK_LINES, SOME_BLOCKS, writeBlock } from './stored-block.ts';

/** What is written of a run in one step: all of it or nothing. */
export type Commit = {
  run: Run;
  /** That of what is kept, as this tab knows it; otherwise another tab has written meanwhile. */
  base: number;
  /** Greater than any that this tab has tried to write before. */
  revision: number;
  /** This tab. What it has written itself it may write over, also where it never heard that it was written. */
  by: string;
  /** The lines of each block that has changed. */
  blocks: ReadonlyMap<number, readonly Line[]>;
  /** What has become the last accepted operation of a pair. */
  last: readonly LastAccepted[];
  /** Kept even through a power cut: something leaves once this is kept. */
  isStrict: boolean;
  /**
   * This tab sends the run and has written it last: nobody else writes it meanwhile, so that what is kept need not be read
   * first. `last` is empty then.
   */
  isSole: boolean;
};

/** The run is not kept any more: it has made room for others, or was taken away with the storage. */
export class RunGone extends Error {}

/** The run has been written by another tab: what this one would write rests on what is over. */
export class RunChanged extends Error {}

/** Writes a new run with all of its lines, which are the first revision, in one transaction. */
export const writeNew = async (
  db: JournalDatabase,
  run: Run,
  lines: readonly Line[],
  by: string,
): Promise<void> => {
  const revision = 1;
  const transaction = db.transaction(['runs', 'blocks'], 'readwrite', { durability: 'relaxed' });
  // Said by the awaited steps below; alone it would count as unhandled.
  transaction.done.catch(() => undefined);
  const steps: Promise<unknown>[] = [transaction.objectStore('runs').put({ ...run, revision, by })];
  const blocks = transaction.objectStore('blocks');
  for (let block = 0; block * BLOCK_LINES < lines.length; block += 1) {
    const text = writeBlock(lines.slice(block * BLOCK_LINES, (block + 1) * BLOCK_LINES));
    steps.push(blocks.put({ run: run.id, block, revision, text }));
    if (steps.length >= SOME_BLOCKS) await Promise.all(steps.splice(0));
  }
  await Promise.all(steps);
  await transaction.done;
};

/** Asks a transaction to end, which it else does by itself a little later. */
const finish = (transaction: { commit: () => void }): void => {
  try {
    transaction.commit();
  } catch {
    // It is between two of its turns, or over.
  }
};

const durabilityOf = ({ isStrict }: Commit) => ({ durability: isStrict ? 'strict' : 'relaxed' }) as const;

const storedRun = ({ run, revision, by }: Commit): StoredRun => ({ ...run, revision, by });
const storedBlocks = ({ run, revision, blocks }: Commit): StoredBlock[] =>
  [...blocks].map(([block, lines]) => ({ run: run.id, block, revision, text: writeBlock(lines) }));

/** Writes without waiting for what it reads: the whole way to the database and back once, and several may be on it. */
const writeSole = async (db: JournalDatabase, commit: Commit): Promise<void> => {
  const transaction = db.transaction(['runs', 'blocks'], 'readwrite', durabilityOf(commit));
  transaction.done.catch(() => undefined);
  const runs = transaction.objectStore('runs');
  const blocks = transaction.objectStore('blocks');
  const reading = runs.get(commit.run.id);
  const steps = [runs.put(storedRun(commit)), ...storedBlocks(commit).map((row) => blocks.put(row))];
  for (const one of [reading, ...steps]) one.catch(() => undefined);
  finish(transaction);
  await transaction.done;
  const kept = await reading;
  if (!kept) throw new RunGone();
  if (kept.by !== commit.by) throw new RunChanged();
};

/** Writes a change in one transaction. Rejects with `RunGone` and `RunChanged` as well. */
export const writeCommit = async (db: JournalDatabase, commit: Commit): Promise<void> => {
  if (commit.isSole) return writeSole(db, commit);
  const { run, base, by, last } = commit;
  const transaction = db.transaction(['runs', 'blocks', 'last'], 'readwrite', durabilityOf(commit));
  transaction.done.catch(() => undefined);
  const stores = {
    runs: transaction.objectStore('runs'),
    blocks: transaction.objectStore('blocks'),
    last: transaction.objectStore('last'),
  };
  // All reading first and at once, and the end asked for: requests wait for this, and each turn of the database counts.
  const reading = stores.runs.get(run.id);
  const known = last.map(({ campaignId, webhookId }) => stores.last.get([campaignId, webhookId]));
  const steps = [
    stores.runs.put(storedRun(commit)),
    ...storedBlocks(commit).map((row) => stores.blocks.put(row)),
  ];
  // What fails of them fails the transaction.
  for (const one of [...steps, ...known]) one.catch(() => undefined);
  const kept = await reading;
  if (kept?.revision !== base && kept?.by !== by) {
    transaction.abort();
    throw kept ? new RunChanged() : new RunGone();
  }
  for (const [index, one] of last.entries()) {
    if (isLater(one, await known[index])) stores.last.put(one).catch(() => undefined);
  }
  finish(transaction);
  await transaction.done;
};

/** Writes what is later than what is known of the same pair. */
export const writeLast = async (db: JournalDatabase, last: readonly LastAccepted[]): Promise<void> => {
  const transaction = db.transaction('last', 'readwrite', { durability: 'relaxed' });
  await Promise.all([
    ...last.map(async (one) => {
      const known = await transaction.store.get([one.campaignId, one.webhookId]);
      if (isLater(one, known)) await transaction.store.put(one);
    }),
    transaction.done,
  ]);
};
