import type { WebhookPair } from '#src/api/operations.ts';
import type { LogDatabase } from './database.ts';
import type { LogRow } from './entry.ts';
import { getPairKey, isPairRow, parseRows, type SentPair } from './views.ts';

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
