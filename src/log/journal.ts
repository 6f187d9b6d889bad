import type { Database } from '#src/storage/database.ts';
import { joinTabs, webLocks, type TabChannel } from '#src/storage/tabs.ts';
import { atMostEvery } from '#src/lib/timing.ts';
import { createEmitter } from '#src/lib/emitter.ts';
import type { LastAccepted } from './runs/run-log.ts';
import { databaseName, journalDatabase, type JournalDatabase, type JournalSchema } from './database.ts';
import {
  closed,
  createIds,
  randomName,
  toEntry,
  type EntryResult,
  type JournalEntry,
  type ListFilter,
  type NewEntry,
} from './entry.ts';
import { keyOf, lastOf as lastOfEntry, latestOf, marked, pairsOf } from './last.ts';
import { RUNS_MESSAGE } from './notices.ts';
import type { Run } from './runs/run.ts';
import { perWorkspace, useWorkspace } from './workspace.ts';
import { addEntry, closeEntry, lastOfPairs, newestEntries, newestRuns } from './store.ts';
import { enterTab, type TabLocks } from './tabs.ts';

/** `runs`: nothing but how far a run is that goes on. */
export type JournalNews = 'changed' | 'runs';

export type JournalSetup = {
  /** The service's base address and the key of the signed-in person. */
  service: string;
  personKey: string;
  locks?: TabLocks | undefined;
  epochNow?: () => number;
  /** How long storage may take, to open or to answer, before everything goes on without it; default 3 s. */
  storageDeadlineMs?: number;
};

/** Others may have much to tell: a run that is sent does several times a second. */
const HEAR_EVERY_MS = 500;
const HEAR_RUNS_EVERY_MS = 1000;

/**
 * What this browser sent to one service for one person, and what came of it; what tabs that are gone have left `sending` is
 * given up. Usable at once: what is asked of it waits for the storage to open. But for `read` nothing rejects: without
 * storage it keeps to memory.
 */
export const openJournal = ({
  service,
  personKey,
  locks = webLocks(),
  epochNow = Date.now,
  storageDeadlineMs = 3000,
}: JournalSetup) => {
  const tabId = randomName();
  const newId = createIds(tabId);
  /** What storage did not take. It forgets with the tab. */
  const memory = new Map<string, JournalEntry>();
  const inFlight = new Map<string, JournalEntry>();
  const { subscribe, emit, clear } = createEmitter<JournalNews>();
  const name = databaseName(service, personKey);
  const database = journalDatabase(name, storageDeadlineMs);
  let channel: TabChannel | undefined;
  /** Why the browser refuses storage, or that it did not answer in time: nothing waits for it again. */
  let refusal: unknown;
  let isDurable = true;
  let isOver = false;

  const tell = (): void => {
    emit('changed');
    channel?.post('changed');
  };
  const hear = atMostEvery(HEAR_EVERY_MS, () => emit('changed'));
  const hearRuns = atMostEvery(HEAR_RUNS_EVERY_MS, () => emit('runs'));

  const open = async () => {
    const tab = await enterTab(tabId, locks);
    try {
      await database.use(async () => undefined);
      // Whatever a message says, it only leads to reading again.
      const onMessage = (message: unknown) => (message === RUNS_MESSAGE ? hearRuns : hear).call();
      if (!isOver) channel = joinTabs(await name, onMessage);
    } catch (error) {
      refusal = error;
    }
    return tab;
  };
  const opened = open();

  const use: Database<JournalSchema>['use'] = async (...given) => {
    await opened;
    if (refusal !== undefined) throw refusal;
    return database.use(...given);
  };

  /** Acts on what is kept. Undefined where storage fails: everything goes on without it. */
  const onKept = async <T>(act: (db: JournalDatabase) => Promise<T>): Promise<{ result: T } | undefined> => {
    try {
      return { result: await use(act) };
    } catch {
      // Refused, full, taken away, broken or held up: said by `isDurable`.
      if (isDurable && !isOver) {
        isDurable = false;
        emit('changed');
      }
      return undefined;
    }
  };

  /** Sending entries of tabs that are gone: nobody will ever hear what came of them. */
  const giveUpAbandoned = async (): Promise<void> => {
    const tab = await opened;
    const sending = await onKept((db) => db.getAllFromIndex('entries', 'outcome', 'sending'));
    const abandoned = await tab.abandoned(sending?.result ?? [], epochNow());
    for (const { id } of abandoned) {
      await onKept((db) => closeEntry(db, { id, result: { outcome: 'unknown' }, now: epochNow() }));
    }
    if (abandoned.length > 0) tell();
  };
  void giveUpAbandoned();

  /** The last accepted operations of some pairs, kept or not, and maybe of others. */
  const latestKnown = async (pairs: readonly (readonly [string, string])[]) => {
    const kept = pairs.length > 0 ? await onKept((db) => lastOfPairs(db, pairs)) : undefined;
    const inMemory = [...memory.values()].flatMap((entry) => lastOfEntry(entry) ?? []);
    return latestOf([...inMemory, ...(kept?.result ?? [])]);
  };

  return {
    /** False where the browser refuses storage or it is full: what is recorded then ends with this tab. */
    isDurable: (): boolean => isDurable,
    /** Writes ahead: settles once the entry is kept, so that its request may leave. Gives the entry's ID. */
    record: async (entry: NewEntry): Promise<string> => {
      const at = epochNow();
      const fresh = toEntry(entry, { id: newId(at), at, tab: tabId });
      inFlight.set(fresh.id, fresh);
      if (!(await onKept((db) => addEntry(db, fresh)))) memory.set(fresh.id, fresh);
      tell();
      return fresh.id;
    },
    /** Closes an entry with what came of it. A closed entry never changes. */
    close: async (id: string, result: EntryResult): Promise<void> => {
      const fresh = inFlight.get(id);
      inFlight.delete(id);
      const unkept = memory.get(id);
      if (unkept) memory.set(id, closed(unkept, result));
      const kept = onKept((db) => closeEntry(db, { id, result, now: epochNow() }));
      // Storage took the entry and now fails, or was cleared: what came of it is at least known as long as this tab lives.
      if (!unkept && (await kept)?.result === undefined && fresh) memory.set(id, closed(fresh, result));
      tell();
    },
    /** The newest first, with `undoneBy` and `overtaken` filled in. */
    list: async ({ operations, limit = Infinity }: ListFilter = {}): Promise<JournalEntry[]> => {
      await giveUpAbandoned();
      const fits = ({ operation }: JournalEntry) => !operations || operations.includes(operation);
      const kept = await onKept((db) => newestEntries(db, (one) => fits(one) && !memory.has(one.id), limit));
      const found = [...(kept?.result ?? []), ...[...memory.values()].filter(fits)]
        .toSorted((a, b) => (a.id < b.id ? 1 : -1))
        .slice(0, limit);
      const undone = new Map(
        found.filter(({ outcome }) => outcome === 'accepted').map(({ id, undoOf }) => [undoOf, id]),
      );
      const last = await latestKnown(pairsOf(found));
      return found.map((entry) => marked({ ...entry, undoneBy: undone.get(entry.id) }, last));
    },
    /** The newest accepted attach or detach of a pair, also one of a run; a refused or unknown one does not take its place. */
    lastAccepted: async (campaignId: string, webhookId: string): Promise<LastAccepted | undefined> => {
      const latest = await latestKnown([[campaignId, webhookId]]);
      return latest.get(keyOf({ campaignId, webhookId }));
    },
    /** Runs that are kept, the newest first. */
    runs: async (limit = Infinity): Promise<Run[]> =>
      (await onKept((db) => newestRuns(db, limit)))?.result ?? [],
    /** Reads what is kept. Rejects where storage fails, and as `act` does. */
    read: use,
    /** Tells of changes in this tab and in others, also of runs. Gives back how to leave. */
    subscribe,
    /** Runs have changed in this tab. */
    noticeRuns: (): void => emit('runs'),
    /** Leaves the channel and the tab's lock, as a tab that closes does by itself. What is kept stays. */
    dispose: (): void => {
      isOver = true;
      clear();
      database.close();
      hear.stop();
      hearRuns.stop();
      channel?.close();
      void opened.then((tab) => tab.leave());
    },
  };
};

export type Journal = ReturnType<typeof openJournal>;

/** The journal of a workspace, opened when it is first needed. */
export const journalOf = perWorkspace(({ service, personKey }) =>
  openJournal({ service: service.baseUrl, personKey }),
);

/** The journal of the signed-in person. */
export const useJournal = (): Journal => journalOf(useWorkspace());
