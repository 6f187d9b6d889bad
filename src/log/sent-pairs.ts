import type { WebhookPair } from '#src/api/operations.ts';
import type { LogDatabase } from './database.ts';
import type { LogRow } from './entry.ts';
import { getPairKey, isPairRow, parseRows, readAllRuns, readRun, type SentPair } from './views.ts';

/** Oldest first, in batches, so that the page stays responsive. */
type SentBatches = AsyncIterable<SentPair[]> | Iterable<SentPair[]>;

// Only lines of a run are queued.
const isSent = (row: LogRow): row is LogRow & Pick<SentPair, 'outcome'> => row.outcome !== 'queued';

export const filterSentPairs = (rows: readonly LogRow[]): SentPair[] => rows.filter(isSent).filter(isPairRow);

const MAX_ROWS_AT_ONCE = 500;

/** All, or those after the row or run of this ID. Rejects on `signal`. */
export async function* readSentPairs(
  db: LogDatabase,
  { signal, after }: { signal?: AbortSignal; after?: string } = {},
): AsyncGenerator<SentPair[]> {
  let range = after === undefined ? undefined : IDBKeyRange.lowerBound(after, true);
  for (;;) {
    signal?.throwIfAborted();
    // oxlint-disable-next-line no-await-in-loop -- each batch begins after the last
    const rows: LogRow[] = await db.getAll('rows', range, MAX_ROWS_AT_ONCE);
    yield filterSentPairs(parseRows(rows));
    const last = rows.at(-1);
    if (!last || rows.length < MAX_ROWS_AT_ONCE) return;
    range = IDBKeyRange.lowerBound(last.id, true);
  }
}

/** What this browser knows of a pair. It never proves that the webhook is attached. */
export type PairState = WebhookPair & {
  key: string;
  accepted: SentPair | undefined;
  last: SentPair;
  /** Sent after `accepted`, and the service may have carried it out. */
  unknown: SentPair | undefined;
};

export const collectPairStates = async (batches: SentBatches): Promise<PairState[]> => {
  const states = new Map<string, PairState>();
  for await (const batch of batches) {
    for (const sent of batch) {
      const key = getPairKey(sent);
      const { campaignId, webhookId, outcome } = sent;
      const before = states.get(key);
      const isAccepted = outcome === 'accepted';
      const accepted = isAccepted ? sent : before?.accepted;
      const unknown = outcome === 'unknown' ? sent : isAccepted ? undefined : before?.unknown;
      states.set(key, { key, campaignId, webhookId, last: sent, accepted, unknown });
    }
  }
  return [...states.values()];
};

/**
 * What was sent since a run began: the last row of each pair, the numbers of lines that a retry sent, perhaps corrected,
 * and how many pairs are as a retry left them. A retry of a retry counts, too.
 */
export const readSentSince = async (db: LogDatabase, runId: string) => {
  const pairs = await collectPairStates(readSentPairs(db, { after: runId }));
  const { runs } = await readAllRuns(db);
  const retries = new Set<string>();
  for (const { id, earlier } of runs.toReversed())
    if (earlier && !earlier.isUndo && (earlier.run === runId || retries.has(earlier.run))) retries.add(id);
  const views = await Promise.all([...retries].map((id) => readRun(db, id)));
  const sent = views.flatMap((view) => view?.lines ?? []).filter(({ row }) => row !== undefined);
  const acceptedRows = new Set(pairs.map(({ accepted }) => accepted?.id));
  return {
    lastRows: new Map(pairs.map(({ key, last }) => [key, last.id])),
    retriedPairs: sent.filter(({ row }) => acceptedRows.has(row)).length,
    retriedLines: new Set<number | undefined>(sent.flatMap(({ sourceLine }) => sourceLine ?? [])),
  };
};

export type SentSince = Awaited<ReturnType<typeof readSentSince>>;
