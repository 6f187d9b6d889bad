import type { WebhookPair } from '#src/api/client.ts';
import { groupBy } from '#src/lib/group-by.ts';
import { createPrefixRange, readAllRuns, readRun, type LogDatabase } from './database.ts';
import {
  isPairRow,
  parsePairRows,
  parseRows,
  type LogRow,
  type PairOperation,
  type PairRow,
} from './entry.ts';
import { parseRun, type Run, listSchema, type DetachNext } from './run.ts';

export const getPairKey = ({ campaignId, webhookId }: WebhookPair): string =>
  JSON.stringify([campaignId, webhookId]);

/** An attach or detach. */
export type SentPair = Omit<PairRow, 'outcome'> & {
  outcome: Exclude<PairRow['outcome'], 'queued'>;
  /** ID of the accepted entry that undid this one. Computed, never stored. */
  undoneBy?: string | undefined;
  /** Whether a later request for this pair was accepted, or is only in the same list. Computed, never stored. */
  later?: 'accepted' | 'listed' | undefined;
};

const parseAccepted = (values: readonly unknown[]): PairRow[] =>
  parsePairRows(values).filter(({ outcome }) => outcome === 'accepted');

/** More requests in one task would block the page. */
const MAX_CAMPAIGNS_AT_ONCE = 100;

/** By {@link getPairKey}, oldest first. Includes other pairs of these campaigns. */
export const readAccepted = async (
  db: LogDatabase,
  pairs: Iterable<WebhookPair>,
): Promise<Map<string, PairRow[]>> => {
  const campaigns = [...new Set([...pairs].map(({ campaignId }) => campaignId))];
  const index = db.transaction('rows').store.index('accepted');
  const rows: LogRow[][] = [];
  for (let from = 0; from < campaigns.length; from += MAX_CAMPAIGNS_AT_ONCE) {
    const some = campaigns.slice(from, from + MAX_CAMPAIGNS_AT_ONCE);
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    rows.push(...(await Promise.all(some.map((campaign) => index.getAll(createPrefixRange(campaign))))));
  }
  return groupBy(parseAccepted(rows.flat()), getPairKey);
};

export const readLastAccepted = async (
  db: LogDatabase,
  { campaignId, webhookId }: WebhookPair,
): Promise<PairRow | undefined> => {
  const index = db.transaction('rows').store.index('accepted');
  const cursor = await index.openCursor(IDBKeyRange.only([campaignId, webhookId]), 'prev');
  return cursor ? parseAccepted([cursor.value])[0] : undefined;
};

/** Oldest first, in batches, so that the page stays responsive. */
type SentBatches = AsyncIterable<SentPair[]> | Iterable<SentPair[]>;

/** Without lines of runs that are queued. */
export const filterSent = (rows: readonly LogRow[]): SentPair[] =>
  rows.flatMap((row) =>
    isPairRow(row) && row.outcome !== 'queued' ? [{ ...row, outcome: row.outcome }] : [],
  );

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
    yield filterSent(parseRows(rows));
    const last = rows.at(-1);
    if (!last || rows.length < MAX_ROWS_AT_ONCE) return;
    range = IDBKeyRange.lowerBound(last.id, true);
  }
}

type Known = { known?: PairOperation | undefined; mayBeAttached: boolean };

/**
 * What a pair is after a request. What is accepted with a message, or unknown, may have changed nothing: only a pair that was
 * so before is known to be so.
 */
const addRequest = (
  before: Known | undefined,
  { operation, outcome, withMessage }: Pick<PairRow, 'operation' | 'outcome' | 'withMessage'>,
): Known => {
  const { known, mayBeAttached = false } = before ?? {};
  if (outcome === 'accepted' && !withMessage)
    return { known: operation, mayBeAttached: operation === 'attach' };
  if (outcome !== 'accepted' && outcome !== 'unknown') return { known, mayBeAttached };
  return {
    known: known === operation ? known : undefined,
    mayBeAttached: mayBeAttached || operation === 'attach',
  };
};

/** What a pair is for certain after these accepted requests, oldest first. */
export const findKnown = (accepted: readonly PairRow[]): PairOperation | undefined =>
  accepted.reduce<Known | undefined>(addRequest, undefined)?.known;

/** What this browser knows of a pair. It never proves that the webhook is attached. */
export type PairState = WebhookPair &
  Known & {
    key: string;
    accepted: SentPair | undefined;
    last: SentPair;
    /** Sent after `accepted`, and the service may have carried it out. */
    unknown: SentPair | undefined;
  };

export const addSent = (before: PairState | undefined, sent: SentPair): PairState => {
  const { campaignId, webhookId, outcome } = sent;
  const isAccepted = outcome === 'accepted';
  const accepted = isAccepted ? sent : before?.accepted;
  const unknown = outcome === 'unknown' ? sent : isAccepted ? undefined : before?.unknown;
  return {
    ...addRequest(before, sent),
    key: getPairKey(sent),
    campaignId,
    webhookId,
    last: sent,
    accepted,
    unknown,
  };
};

type PairStatus = 'attached' | 'detached' | 'with-message' | 'unknown' | 'sending' | 'refused' | 'not-sent';

/** The one word for what a pair is, everywhere. */
export const getPairStatus = ({ accepted, unknown, known, last }: PairState): PairStatus => {
  if (unknown) return 'unknown';
  if (known) return known === 'attach' ? 'attached' : 'detached';
  if (accepted) return 'with-message';
  return last.outcome === 'refused' || last.outcome === 'sending' ? last.outcome : 'not-sent';
};

export const collectPairStates = async (batches: SentBatches): Promise<PairState[]> => {
  const states = new Map<string, PairState>();
  for await (const batch of batches) {
    for (const sent of batch) {
      const key = getPairKey(sent);
      states.set(key, addSent(states.get(key), sent));
    }
  }
  return [...states.values()];
};

/**
 * What was sent since a run began: what became of each pair, by {@link getPairKey}, and the run's retries, oldest first.
 */
export const readSentSince = async (db: LogDatabase, runId: string) => {
  const pairs = await collectPairStates(readSentPairs(db, { after: runId }));
  const { runs } = await readAllRuns(db);
  const operation = runs.find(({ id }) => id === runId)?.operation;
  const retries = new Set<string>();
  for (const { id, earlier, ...run } of runs.toReversed()) {
    if (!earlier || earlier.isUndo || run.operation !== operation) continue;
    if (earlier.run === runId || retries.has(earlier.run)) retries.add(id);
  }
  const views = await Promise.all([...retries].map((id) => readRun(db, id)));
  return {
    pairs: new Map(pairs.map((pair) => [pair.key, pair])),
    retries: views.filter((view) => view !== undefined),
  };
};

/** With the ID of the attach run that they came with: this one, or the one that it follows. */
const findDetachNext = async (
  db: LogDatabase,
  { id, earlier }: Run,
): Promise<{ since: string; pairs: readonly DetachNext[] } | undefined> => {
  const pairs = listSchema.safeParse(await db.get('lists', id)).data?.input?.detachNext;
  if (pairs) return { since: id, pairs };
  const before = earlier && !earlier.isUndo ? parseRun(await db.get('runs', earlier.run)) : undefined;
  return before && findDetachNext(db, before);
};

/** What is left to detach after an attach run: replaced pairs only if the new webhook is attached, without a message. */
export const readDetachNext = async (db: LogDatabase, run: Run): Promise<DetachNext[]> => {
  const next = run.operation === 'attach' ? await findDetachNext(db, run) : undefined;
  if (!next) return [];
  const accepted = await readAccepted(db, next.pairs);
  const isAttached = (pair: WebhookPair) => findKnown(accepted.get(getPairKey(pair)) ?? []) === 'attach';
  return next.pairs.filter(({ campaignId, webhookId, replacedBy, alsoBy = [] }) => {
    const last = accepted.get(getPairKey({ campaignId, webhookId }))?.at(-1);
    // Detached, or attached again by an undo.
    if (last && last.id > next.since) return false;
    const wanted = replacedBy === undefined ? [] : [replacedBy, ...alsoBy];
    return wanted.every((id) => isAttached({ campaignId, webhookId: id }));
  });
};

/** The attach run of a replacement, either run of which may be given, and what was detached after it and still is. */
export const readReplaced = async (db: LogDatabase, run: Run) => {
  const next = await findDetachNext(db, run);
  const first = next && (await readRun(db, next.since));
  if (!first) return undefined;
  const accepted = await readAccepted(db, next.pairs);
  const detached = next.pairs.filter((pair) => {
    const ofPair = accepted.get(getPairKey(pair)) ?? [];
    return (ofPair.at(-1)?.id ?? '') > next.since && findKnown(ofPair) === 'detach';
  });
  return { first, detached, others: next.pairs.length - detached.length };
};

export type SentSince = Awaited<ReturnType<typeof readSentSince>>;
