import type { JournalDatabase } from './database.ts';
import type { Journal } from './journal.ts';

/** IDs that this browser has used, each once, those of late first. */
export type UsedIds = { campaigns: string[]; webhooks: string[] };

/** Looking at more would be felt where a page opens; whoever uses one campaign for long gets fewer suggestions. */
const MOST_LOOKED_AT = 400;

type Use = { at: number; campaignId: string; webhookId: string };

/** Where the newest so many begin; undefined where there are no more than that. Two steps, however many are passed over. */
const beginOf = async <Key extends IDBValidKey>(
  cursor: { key: Key; advance: (count: number) => Promise<{ key: Key } | null> } | null,
  count: number,
): Promise<IDBKeyRange | undefined> => {
  const begin = await cursor?.advance(count);
  return begin ? IDBKeyRange.lowerBound(begin.key) : undefined;
};

const accepted = async (db: JournalDatabase): Promise<Use[]> => {
  const index = db.transaction('last').store.index('at');
  return index.getAll(await beginOf(await index.openKeyCursor(null, 'prev'), MOST_LOOKED_AT));
};

/** Entries that were not accepted name IDs as well. */
const attempted = async (db: JournalDatabase): Promise<Use[]> => {
  const { store } = db.transaction('entries');
  const some = await store.getAll(await beginOf(await store.openKeyCursor(null, 'prev'), MOST_LOOKED_AT));
  return some.flatMap(({ at, campaignId, webhookId }) =>
    campaignId === undefined || webhookId === undefined ? [] : [{ at, campaignId, webhookId }],
  );
};

const usedIn = async (db: JournalDatabase, limit: number): Promise<UsedIds> => {
  const uses = (await Promise.all([accepted(db), attempted(db)])).flat();
  const newestFirst = uses.toSorted((a, b) => b.at - a.at);
  const some = (ids: string[]): string[] => [...new Set(ids)].slice(0, limit);
  return {
    campaigns: some(newestFirst.map(({ campaignId }) => campaignId)),
    webhooks: some(newestFirst.map(({ webhookId }) => webhookId)),
  };
};

/** The IDs that this browser used of late, at most so many of each kind; none where storage fails. */
export const usedIds = (journal: Pick<Journal, 'read'>, limit: number): Promise<UsedIds> =>
  journal.read((db) => usedIn(db, limit)).catch(() => ({ campaigns: [], webhooks: [] }));
