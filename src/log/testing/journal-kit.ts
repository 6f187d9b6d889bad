import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { test } from 'playwright/test';
import { openRunLog, type RunLogSetup } from '#src/log/runs/run-log-open.ts';
import type { LastAccepted, RunLog, RunRecord } from '#src/log/runs/run-log.ts';
import type { LineEvent } from '#src/log/runs/run.ts';
import { openJournal, type Journal, type JournalSetup } from '#src/log/journal.ts';
import { locksOf, locksUntil } from './locks-kit.ts';

/** Parts for the tests of this room. Nothing of the product imports it. */

/** A run log whose runs can be begun, which is not asked each time. */
export type TestRunLog = Omit<RunLog, 'begin'> & {
  begin: (...given: Parameters<RunLog['begin']>) => Promise<RunRecord>;
  /** As the product has them. */
  product: RunLog;
};

/** One browser: its storage, its locks, its clock, and the tabs that are open in it. */
export const browserOf = () => {
  globalThis.indexedDB = new IDBFactory();
  const locks = locksOf();
  const tabs = new Set<Journal | RunLog>();
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
    /** The run log of a tab. What it sends ends with it: `closeTab` gives its locks back as well. */
    openRunLog: (setup: Partial<RunLogSetup> = {}): TestRunLog => {
      const life = new AbortController();
      const runLog = openRunLog({
        service: 'https://service.example',
        personKey: 'https://issuer.example maya',
        locks: locksUntil(locks, life.signal),
        epochNow: () => now,
        ...setup,
      });
      const product = { ...runLog, dispose: () => (runLog.dispose(), life.abort()) };
      tabs.add(product);
      const begin: TestRunLog['begin'] = async (...given) => {
        const record = await runLog.begin(...given);
        if (!record) throw new Error('The run can’t be kept');
        return record;
      };
      return { ...product, begin, product };
    },
    now: () => now,
    /** A line’s request leaves. */
    send: (): LineEvent => ({ kind: 'send', at: now }),
    /** Ends a journal that was opened elsewhere together with the others. */
    adopt: (journal: Journal) => {
      tabs.add(journal);
    },
    closeTab: async (journal: Journal | TestRunLog) => {
      journal.dispose();
      tabs.delete('product' in journal ? journal.product : journal);
      // The lock goes once the tab's last task has run.
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
    },
    end: () => {
      for (const journal of tabs) journal.dispose();
    },
  };
};

/** A browser of its own for each test of the file that calls it. */
export const browserForTests = () => {
  const browser = browserOf();
  test.beforeEach(() => void Object.assign(browser, browserOf()));
  test.afterEach(() => browser.end());
  return browser;
};

/** Takes all runs out of storage, as a browser does that makes room. */
export const removeRuns = async (): Promise<void> => {
  const [{ name = '' } = {}] = await indexedDB.databases();
  const db = await openDB(name);
  const transaction = db.transaction(['runs', 'blocks'], 'readwrite');
  await Promise.all([transaction.objectStore('runs').clear(), transaction.objectStore('blocks').clear()]);
  await transaction.done;
  db.close();
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

/** The browser refuses storage from now on. */
export const refuseStorage = (): void => {
  globalThis.indexedDB.open = () => {
    throw new DOMException('denied', 'SecurityError');
  };
};

/** Has one method of all stores fail, until the returned function is called. */
export const failStores = (name: 'put' | 'add' | 'get' | 'getAll', error: string): (() => void) =>
  replaceMethod(IDBObjectStore.prototype, name, () => () => {
    throw new DOMException(error, error);
  });

/** Holds up whoever writes to one of the journal’s stores, as another page may, until the result is called. */
export const holdUp = async (name: 'entries' | 'runs'): Promise<() => void> => {
  const [{ name: known = '' } = {}] = await indexedDB.databases();
  const db = await openDB(known);
  const { store } = db.transaction(name, 'readwrite');
  const other = { holds: true };
  const hold = async (): Promise<void> => {
    while (other.holds) await store.count();
  };
  void hold();
  return () => {
    other.holds = false;
    db.close();
  };
};

/** The options of each transaction that writes while `work` is done. */
export const optionsOfWrites = async (work: () => Promise<unknown>): Promise<unknown[]> => {
  const all: unknown[] = [];
  const putBack = replaceMethod(
    IDBDatabase.prototype,
    'transaction',
    (original): Method =>
      function (...given) {
        if (given[1] === 'readwrite') all.push(given[2]);
        return original.apply(this, given);
      },
  );
  try {
    await work();
  } finally {
    putBack();
  }
  return all;
};

/** The last accepted operation of each pair that a run log knows. */
export const allLast = async (runLog: Pick<RunLog, 'lastAccepted'>): Promise<LastAccepted[]> => {
  const all: LastAccepted[] = [];
  await runLog.lastAccepted((some) => all.push(...some));
  return all;
};

/** All connections to the storage of the browser of now, in the order in which they were opened. */
export const openedConnections = () => {
  const all: IDBDatabase[] = [];
  const factory = globalThis.indexedDB;
  const open = factory.open.bind(factory);
  factory.open = (...given) => {
    const request = open(...given);
    request.addEventListener('success', () => all.push(request.result));
    return request;
  };
  const known = (connection: IDBDatabase | undefined): IDBDatabase => {
    if (!connection) throw new Error('No tab has used the storage');
    return connection;
  };
  return { count: () => all.length, first: () => known(all[0]), last: () => known(all.at(-1)) };
};

/** As before; that of one tab can fail while others keep theirs. */
export const losableConnections = () => {
  const opened = openedConnections();
  const lost = new Set<unknown>();
  const lose = (connection: IDBDatabase) => {
    lost.add(connection);
    return () => void lost.delete(connection);
  };
  const end = replaceMethod(
    IDBDatabase.prototype,
    'transaction',
    (original): Method =>
      function (...given) {
        if (lost.has(this)) throw new DOMException('It can’t be read.', 'NotReadableError');
        return original.apply(this, given);
      },
  );
  return {
    /** That of the tab which opened the storage first; the result gives it back. */
    loseFirst: () => lose(opened.first()),
    /** That of the tab which opened it last. */
    loseLast: () => lose(opened.last()),
    end,
  };
};
