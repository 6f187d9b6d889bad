import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { openJournal, type Journal, type JournalSetup } from './journal.ts';
import type { TabLocks } from './tabs.ts';

/** Parts for the tests of this room. Nothing of the product imports it. */

/** Web Locks of one browser, as far as the journal uses them. */
export const locksOf = (): TabLocks => {
  const held = new Set<string>();
  const request = async (name: string, act: (lock: Lock | null) => unknown): Promise<unknown> => {
    held.add(name);
    try {
      return await act({ name, mode: 'exclusive' });
    } finally {
      held.delete(name);
    }
  };
  return {
    request: request as TabLocks['request'],
    query: async () => ({ held: [...held].map((name) => ({ name })), pending: [] }),
  };
};

/** One browser: its storage, its locks, its clock, and the tabs that are open in it. */
export const browserOf = () => {
  globalThis.indexedDB = new IDBFactory();
  const locks = locksOf();
  const tabs = new Set<Journal>();
  let now = 1_763_735_500_000;
  return {
    tick: (ms: number) => {
      now += ms;
    },
    openTab: (setup: Partial<JournalSetup> = {}): Journal => {
      const journal = openJournal({
        service: 'https://service.example',
        personKey: 'https://issuer.example maya',
        locks,
        epochNow: () => now,
        ...setup,
      });
      tabs.add(journal);
      return journal;
    },
    /** Ends a journal that was opened elsewhere together with the others. */
    adopt: (journal: Journal) => {
      tabs.add(journal);
    },
    closeTab: async (journal: Journal) => {
      journal.dispose();
      tabs.delete(journal);
      // The lock goes once the tab's last task has run.
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
    },
    end: () => {
      for (const journal of tabs) journal.dispose();
    },
  };
};

export const ATTACH = { operation: 'attach', campaignId: 'cmp-1', webhookId: 'wh-1' } as const;
export const DETACH = { operation: 'detach', campaignId: 'cmp-1', webhookId: 'wh-1' } as const;

export type Method = (this: unknown, ...given: unknown[]) => unknown;

/** Puts another method in the place of one of the storage's own, until the returned function is called. */
export const replaceMethod = (
  prototype: object,
  name: string,
  by: (original: Method) => Method,
): (() => void) => {
  const original: Method = Reflect.get(prototype, name);
  Reflect.set(prototype, name, by(original));
  return () => Reflect.set(prototype, name, original);
};
