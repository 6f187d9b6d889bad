import { openBroadcast, webLocks } from '#src/lib/between-tabs.ts';
import { atMostEvery } from './at-most-every.ts';
import type { LastAccepted } from './runs/books.ts';
import { databaseName } from './database.ts';
import type { EntryResult, JournalEntry, ListFilter, NewEntry } from './entry.ts';
import { createIds, randomName } from './ids.ts';
import { inTime } from './in-time.ts';
import { lastOf, latestOf, marked, pairsOf } from './last.ts';
import { RUNS_MESSAGE } from './notices.ts';
import { closed, gather, toEntry } from './rules.ts';
import type { Run } from './runs/run.ts';
import { memoryEntryStore, openEntryStore, type EntryStore, type Rule } from './store.ts';
import { enterTab, type Tab, type TabLocks } from './tabs.ts';

/** `runs`: no entry has changed. */
export type JournalNews = 'entries' | 'runs';

/** What this browser sent, and what came of it. Nothing here rejects: without storage it keeps to memory. */
export type Journal = {
  /** False where the browser refuses storage or it is full: what is recorded then ends with this tab. */
  isDurable: () => boolean;
  /** Writes ahead: settles once the entry is kept, so that its request may leave. Gives the entry's ID. */
  record: (entry: NewEntry) => Promise<string>;
  /** Closes an entry with what came of it. A closed entry never changes. */
  close: (id: string, result: EntryResult) => Promise<void>;
  /** The newest first, with `undoneBy` and `overtaken` filled in. */
  list: (filter?: ListFilter) => Promise<JournalEntry[]>;
  /**
   * The newest accepted attach or detach of a pair, also one of a run; a refused or unknown one does not take its
   * place.
   */
  lastAccepted: (campaignId: string, webhookId: string) => Promise<LastAccepted | undefined>;
  /** Runs that are kept, the newest first. */
  runs: (limit?: number) => Promise<Run[]>;
  /** Tells of changes in this tab and in others, also of runs. Gives back how to leave. */
  subscribe: (listener: (news: JournalNews) => void) => () => void;
  /** Leaves the channel and the tab's lock, as a tab that closes does by itself. What is kept stays. */
  dispose: () => void;
};

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

/** The store, or undefined where the browser refuses it or does not answer in time. */
const tryToOpen = async (name: string, deadlineMs: number): Promise<EntryStore | undefined> =>
  (await inTime(openEntryStore(name), deadlineMs).catch(() => undefined))?.result;

/**
 * Opens the journal of one service and one person, and gives up what tabs that are gone have left `sending`. Usable at
 * once: what is asked of it waits for the storage to open.
 */
export const openJournal = ({
  service,
  personKey,
  locks = webLocks(),
  epochNow = Date.now,
  storageDeadlineMs = 3000,
}: JournalSetup): Journal => {
  const tabId = randomName();
  const memory = memoryEntryStore();
  const inFlight = new Map<string, JournalEntry>();
  const listeners = new Set<(news: JournalNews) => void>();
  let channel: BroadcastChannel | undefined;
  let isDurable = true;
  let isOver = false;
  const newId = createIds(tabId);

  const tellHere = (news: JournalNews = 'entries'): void => {
    for (const listener of listeners) listener(news);
  };
  const tell = (): void => {
    tellHere();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none
    if (!isOver) channel?.postMessage('changed');
  };

  const hear = atMostEvery(HEAR_EVERY_MS, () => tellHere());
  const hearRuns = atMostEvery(HEAR_RUNS_EVERY_MS, () => tellHere('runs'));

  const open = async (): Promise<{ kept: EntryStore | undefined; tab: Tab }> => {
    const tab = await enterTab(tabId, locks);
    const name = await databaseName(service, personKey).catch(() => undefined);
    const kept = name === undefined ? undefined : await tryToOpen(name, storageDeadlineMs);
    if (kept && name !== undefined) {
      channel = openBroadcast(name);
      // Whatever a message says, it only leads to reading again.
      channel?.addEventListener('message', ({ data }) => (data === RUNS_MESSAGE ? hearRuns : hear).call());
    }
    return { kept, tab };
  };
  const opened = open();

  /** Acts on the kept entries. Undefined where storage fails: everything goes on without it. */
  const onKept = async <T>(act: (store: EntryStore) => Promise<T>): Promise<{ result: T } | undefined> => {
    const { kept } = await opened;
    if (isOver) return undefined;
    try {
      const done = kept && (await inTime(act(kept), storageDeadlineMs));
      if (done) return done;
    } catch {
      // Full, taken away, broken or held up: said by `isDurable`.
    }
    if (isDurable) {
      isDurable = false;
      tellHere();
    }
    return undefined;
  };

  /** Sending entries of tabs that are gone: nobody will ever hear what came of them. */
  const giveUpAbandoned = async (): Promise<void> => {
    const { tab } = await opened;
    const sending = await onKept((store) => store.sending());
    const abandoned = await tab.abandoned(sending?.result ?? [], epochNow());
    for (const { id } of abandoned) {
      await onKept((store) => store.change(id, (entry) => closed(entry, { outcome: 'unknown' }), epochNow()));
    }
    if (abandoned.length > 0) tell();
  };
  void giveUpAbandoned();

  /** What is known of some pairs, kept or not. */
  const lastOfPairs = async (pairs: readonly (readonly [string, string])[]): Promise<LastAccepted[]> => {
    const kept = pairs.length > 0 ? await onKept((store) => store.last(pairs)) : undefined;
    const keys = new Set(pairs.map((pair) => JSON.stringify(pair)));
    const inMemory = memory.newestFirst().flatMap((entry) => lastOf(entry) ?? []);
    return [
      ...inMemory.filter(({ campaignId, webhookId }) => keys.has(JSON.stringify([campaignId, webhookId]))),
      ...(kept?.result ?? []),
    ];
  };

  return {
    isDurable: () => isDurable,
    record: async (entry) => {
      const at = epochNow();
      const fresh = toEntry(entry, { id: newId(at), at, tab: tabId });
      inFlight.set(fresh.id, fresh);
      if (!(await onKept((store) => store.add(fresh)))) memory.add(fresh);
      tell();
      return fresh.id;
    },
    close: async (id, result) => {
      const rule: Rule = (entry) => closed(entry, result);
      const fresh = inFlight.get(id);
      inFlight.delete(id);
      const isInMemory = memory.change(id, rule);
      const kept = onKept((store) => store.change(id, rule, epochNow()));
      // Storage took the entry and now fails, or was cleared: what came of it is at least known as long as this tab lives.
      if (!isInMemory && (await kept)?.result === undefined && fresh) memory.add(rule(fresh) ?? fresh);
      tell();
    },
    list: async (filter = {}) => {
      await giveUpAbandoned();
      const { found, see } = gather(filter);
      const fromMemory = memory.newestFirst();
      const inMemory = new Set(fromMemory.map(({ id }) => id));
      const seeMerged = (entry: JournalEntry): 'on' | 'stop' => {
        while (fromMemory[0] && fromMemory[0].id > entry.id) {
          if (see(fromMemory[0]) === 'stop') return 'stop';
          fromMemory.shift();
        }
        return inMemory.has(entry.id) ? 'on' : see(entry);
      };
      await onKept((store) => store.visit(seeMerged));
      for (const rest of fromMemory) if (see(rest) === 'stop') break;
      const last = latestOf(await lastOfPairs(pairsOf(found)));
      return found.map((entry) => marked(entry, last));
    },
    lastAccepted: async (campaignId, webhookId) => {
      const [last] = latestOf(await lastOfPairs([[campaignId, webhookId]])).values();
      return last;
    },
    runs: async (limit = Infinity) => (await onKept((store) => store.runs(limit)))?.result ?? [],
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose: () => {
      isOver = true;
      listeners.clear();
      hear.stop();
      hearRuns.stop();
      void opened.then(({ kept, tab }) => {
        channel?.close();
        kept?.close();
        tab.leave();
      });
    },
  };
};
