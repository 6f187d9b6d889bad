import type { EntryResult, JournalEntry, ListFilter, NewEntry } from './entry.ts';
import { closed, gather, lastAcceptedOf, toEntry } from './rules.ts';
import { memoryEntryStore, openEntryStore, type EntryStore, type Rule } from './store.ts';
import { enterTab, type Tab, type TabLocks } from './tabs.ts';

/** What this browser sent, and what came of it. Nothing here rejects: without storage it keeps to memory. */
export type Journal = {
  /** False where the browser refuses storage or it is full: what is recorded then ends with this tab. */
  isDurable: () => boolean;
  /** Writes ahead: settles once the entry is kept, so that its request may leave. Gives the entry's ID. */
  record: (entry: NewEntry) => Promise<string>;
  /** Closes an entry with what came of it. A closed entry never changes. */
  close: (id: string, result: EntryResult) => Promise<void>;
  /** The newest first, with `undoneBy` filled in. */
  list: (filter?: ListFilter) => Promise<JournalEntry[]>;
  /** The newest accepted attach or detach of a pair; a refused or unknown one does not take its place. */
  lastAccepted: (campaignId: string, webhookId: string) => Promise<JournalEntry | undefined>;
  /** Tells of changes in this tab and in others. Gives back how to leave. */
  subscribe: (listener: () => void) => () => void;
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

const randomName = (): string =>
  [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(36).padStart(2, '0')).join('');

const databaseName = async (service: string, personKey: string): Promise<string> => {
  const text = JSON.stringify([service.replace(/\/+$/, ''), personKey]);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `journal-${hex.slice(0, 32)}`;
};

/** Storage that another page holds up may never answer; nothing that is sent waits for it without an end. */
const inTime = async <T>(work: Promise<T>, deadlineMs: number): Promise<{ result: T } | undefined> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), deadlineMs);
  });
  try {
    return await Promise.race([work.then((result) => ({ result })), late]);
  } finally {
    clearTimeout(timer);
  }
};

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
  locks = globalThis.navigator?.locks,
  epochNow = Date.now,
  storageDeadlineMs = 3000,
}: JournalSetup): Journal => {
  const tabId = randomName();
  const memory = memoryEntryStore();
  const inFlight = new Map<string, JournalEntry>();
  const listeners = new Set<() => void>();
  let channel: BroadcastChannel | undefined;
  let isDurable = true;
  let isOver = false;
  let count = 0;

  const tellHere = (): void => {
    for (const listener of listeners) listener();
  };
  const tell = (): void => {
    tellHere();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none
    if (!isOver) channel?.postMessage('changed');
  };

  const open = async (): Promise<{ kept: EntryStore | undefined; tab: Tab }> => {
    const tab = await enterTab(tabId, locks);
    const name = await databaseName(service, personKey).catch(() => undefined);
    const kept = name === undefined ? undefined : await tryToOpen(name, storageDeadlineMs);
    if (kept && name !== undefined && typeof BroadcastChannel !== 'undefined') {
      channel = new BroadcastChannel(name);
      // Whatever a message says, it only leads to reading again.
      channel.addEventListener('message', tellHere);
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

  const newId = (at: number): string => {
    count += 1;
    return `${at.toString(36).padStart(9, '0')}-${count.toString(36).padStart(6, '0')}-${tabId}`;
  };

  /** Sending entries of tabs that are gone: nobody will ever hear what came of them. */
  const giveUpAbandoned = async (): Promise<void> => {
    const { tab } = await opened;
    const sending = await onKept((store) => store.sending());
    const abandoned = await tab.abandoned(sending?.result ?? [], epochNow());
    for (const { id } of abandoned) {
      await onKept((store) => store.change(id, (entry) => closed(entry, { outcome: 'unknown' })));
    }
    if (abandoned.length > 0) tell();
  };
  void giveUpAbandoned();

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
      const kept = onKept((store) => store.change(id, rule));
      // Storage took the entry and now fails: what came of it is at least known as long as this tab lives.
      if (!isInMemory && !(await kept) && fresh) memory.add(rule(fresh) ?? fresh);
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
      return found;
    },
    lastAccepted: async (campaignId, webhookId) => {
      const kept = await onKept((store) => store.ofPair(campaignId, webhookId));
      return lastAcceptedOf([...memory.newestFirst(), ...(kept?.result ?? [])], { campaignId, webhookId });
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose: () => {
      isOver = true;
      listeners.clear();
      void opened.then(({ kept, tab }) => {
        channel?.close();
        kept?.close();
        tab.leave();
      });
    },
  };
};
