import type { JournalDatabase } from './database.ts';
import type { OutcomeKind } from '#src/api/outcome.ts';
import { kindOfEntry, type JournalEntry, type JournalOutcome } from './entry.ts';
import type { Journal } from './journal.ts';
import { blocksOf } from './runs/run-store.ts';
import { readBlock, BLOCK_LINES, SOME_BLOCKS } from './runs/stored-block.ts';
import type { Line, Run, RunOperation } from './runs/run.ts';
import { nextTask } from '#src/lib/slicing.ts';
import { inPortions } from '#src/storage/database.ts';

/** What is looked for; all of it has to fit. */
export type SentQuery = {
  /** Parts of the IDs, in either case. */
  campaign?: string;
  webhook?: string;
  outcome?: OutcomeKind;
  /** When it was sent, in epoch milliseconds. */
  span?: { from: number; until: number };
  limit: number;
};

/** One attach or detach that this browser sent, alone or as a line of a run. */
export type Sent = {
  /** When it was sent, epoch milliseconds; of what was never sent, when it was called off. */
  at: number;
  operation: RunOperation;
  campaignId: string;
  webhookId: string;
  outcome: JournalOutcome;
  withMessage?: true | undefined;
  status: number | undefined;
  durationMs: number | undefined;
  /** The service's own words, at most 200 characters. */
  words?: string | undefined;
  /** How many requests left for a line of a run. */
  requests?: number;
  /** `line` counts from 0 within the run, `sourceLine` from 1 in the list that it came from. */
  from: { entry: string } | { run: string; line: number; sourceLine?: number | undefined; source: string };
};

export type SentFound = {
  /** The newest first. */
  found: Sent[];
  /** There is more than the limit shows. */
  more: boolean;
};

/** Rows that are read before the page gets a turn. */
const SOME_ENTRIES = 500;

const ALL_TIME = { from: -Infinity, until: Infinity };

/** Keeps the newest of all that it is given. */
const newestOf = (limit: number) => {
  let found: Sent[] = [];
  let more = false;
  const shorten = (): void => {
    found = found.toSorted((a, b) => b.at - a.at);
    more ||= found.length > limit;
    found.length = Math.min(found.length, limit);
  };
  return {
    add: (one: Sent): void => {
      found.push(one);
      if (found.length > 2 * limit + 100) shorten();
    },
    result: (): SentFound => {
      shorten();
      return { found, more };
    },
  };
};

const entrySent = (entry: JournalEntry): Sent | undefined => {
  const { id, at, operation, campaignId, webhookId, outcome, withMessage, status, durationMs, words } = entry;
  if (operation !== 'attach' && operation !== 'detach') return undefined;
  if (campaignId === undefined || webhookId === undefined) return undefined;
  return {
    at,
    operation,
    campaignId,
    webhookId,
    outcome,
    withMessage,
    status,
    durationMs,
    words,
    from: { entry: id },
  };
};

const lineSent = (run: Run, line: Line, index: number): Sent | undefined => {
  const { campaignId, webhookId, state, sentAt, status, durationMs, words, sent: requests } = line;
  if (state === 'queued') return undefined;
  return {
    at: sentAt ?? run.cancelledAt ?? run.at,
    operation: run.operation,
    campaignId,
    webhookId,
    outcome: state,
    requests,
    status,
    durationMs,
    words,
    from: { run: run.id, line: index, sourceLine: line.sourceLine, source: run.source },
  };
};

const searchIn = async (
  db: JournalDatabase,
  { campaign = '', webhook = '', outcome, span = ALL_TIME, limit }: SentQuery,
  signal: AbortSignal,
): Promise<SentFound> => {
  const [campaignPart, webhookPart] = [campaign.trim().toLowerCase(), webhook.trim().toLowerCase()];
  const newest = newestOf(limit);
  const see = (sent: Sent | undefined): void => {
    if (!sent || !(sent.at >= span.from && sent.at < span.until)) return;
    if (outcome !== undefined && kindOfEntry(sent) !== outcome) return;
    if (!sent.campaignId.toLowerCase().includes(campaignPart)) return;
    if (sent.webhookId.toLowerCase().includes(webhookPart)) newest.add(sent);
  };
  const entries = inPortions(
    SOME_ENTRIES,
    (range, size) => db.getAll('entries', range, size),
    ({ id }) => id,
  );
  for await (const some of entries) {
    signal.throwIfAborted();
    for (const entry of some) see(entrySent(entry));
  }
  for (const run of await db.getAll('runs')) {
    // Nothing of a run was sent before it was begun.
    if (
      run.at >= span.until ||
      (outcome !== undefined && outcome !== 'with-message' && run.counts[outcome] === 0)
    )
      continue;
    await nextTask();
    const blocks = inPortions(
      SOME_BLOCKS,
      (range, size) => db.getAll('blocks', range, size),
      ({ block }) => [run.id, block],
      blocksOf(run.id),
    );
    for await (const some of blocks) {
      signal.throwIfAborted();
      for (const { block, text } of some) {
        const lines = readBlock(text) ?? [];
        for (const [offset, line] of lines.entries()) see(lineSent(run, line, block * BLOCK_LINES + offset));
      }
    }
  }
  return newest.result();
};

/** Looks through what this browser sent, in slices. Rejects where storage fails, or on `signal`. */
export const searchSent = (
  journal: Pick<Journal, 'read'>,
  query: SentQuery,
  signal: AbortSignal,
): Promise<SentFound> => journal.read((db) => searchIn(db, query, signal), 'long');
