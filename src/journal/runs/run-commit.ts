import type { LastAccepted } from './run-log.ts';
import type { JournalDatabase } from '#src/journal/database.ts';
import { isLater } from '#src/journal/last.ts';
import type { Line, Run } from './run.ts';
import { SOME_BLOCKS, writeBlock } from './stored-block.ts';

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
  isNew: boolean;
};

/** The run is not kept any more: it has made room for others, or was taken away with the storage. */
export class RunGone extends Error {}

/** The run has been written by another tab: what this one would write rests on what is over. */
export class RunChanged extends Error {}

/** Asks a transaction to end, which it else does by itself a little later. */
const finish = (transaction: { commit: () => void }): void => {
  try {
    transaction.commit();
  } catch {
    // It is between two of its turns, or over.
  }
};

/** Writes it in one transaction. Rejects with `RunGone` and `RunChanged` as well; `onProgress` as in the store. */
export const writeCommit = async (
  db: JournalDatabase,
  { run, base, revision, by, blocks, last, isStrict, isNew }: Commit,
  onProgress: () => void,
): Promise<void> => {
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
  const steps: Promise<unknown>[] = [stores.runs.put({ ...run, revision, by })];
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
  const isAsKnown = isNew ? kept === undefined : kept?.revision === base;
  if (!isAsKnown && kept?.by !== by) {
    transaction.abort();
    throw kept ? new RunChanged() : new RunGone();
  }
  for (const [index, one] of last.entries()) {
    if (isLater(one, await known[index])) stores.last.put(one).catch(() => undefined);
  }
  finish(transaction);
  await transaction.done;
};
