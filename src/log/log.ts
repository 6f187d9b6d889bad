import { createStore } from 'zustand/vanilla';
import * as z from 'zod/mini';
import { randomHex, toHex } from '#src/lib/hex.ts';
import { waitAtMost, throttle } from '#src/lib/timing.ts';
import type { WriteEntry } from '#src/api/hooks.ts';
import type { WebhookPair } from '#src/api/client.ts';
import { formatConflict } from '#src/storage/format.ts';
import {
  getWebLocks,
  type TabLocks,
  type HeldLock,
  takeLock,
  openTabChannel,
  type TabChannel,
} from '#src/storage/tabs.ts';
import { createEmitter } from '#src/lib/emitter.ts';
import { openLogDatabase, readAllRuns, readRun, type LogDatabase, createPrefixRange } from './database.ts';
import {
  closeRow,
  isPairRow,
  toCheckedRow,
  toRow,
  type EntryResult,
  type LogRow,
  type PairOperation,
  type PairRow,
  parseRows,
} from './entry.ts';
import { perWorkspace, useWorkspace } from './workspace.ts';
import {
  interruptRun,
  isUnderWay,
  type Run,
  type NewLine,
  type RunInput,
  type RunList,
  applyPatch,
  type RunPatch,
} from './run.ts';

const commandSchema = z.object({
  run: z.string().check(z.maxLength(100)),
  ask: z.enum(['pause', 'cancel']),
});

/** What tabs tell each other. */
const messageSchema = z.union([z.object({ changed: z.enum(['entries', 'runs']) }), commandSchema]);

/** Asks the tab that sends a run. */
export type RunCommand = z.infer<typeof commandSchema>;

/** A run changes several times a second. */
const POST_RUNS_EVERY_MS = 250;

const isOfRun = (row: LogRow): boolean => isPairRow(row) && row.run !== undefined;

/** Shares changes with the other tabs, and notices when one is closed. */
const createTabs = ({
  tab,
  name,
  locks,
  readOpen,
  closeLost,
}: {
  tab: string;
  name: Promise<string>;
  locks: TabLocks | undefined;
  /** Rows without an outcome. */
  readOpen: () => Promise<LogRow[]>;
  /** Marks such rows as unknown. */
  closeLost: (isLost: (row: LogRow) => boolean) => Promise<LogRow[]>;
}) => {
  const changes = createEmitter<'entries' | 'runs'>();
  const commands = createEmitter<RunCommand>();
  const watched = new Set([tab]);
  let channel: TabChannel | undefined;

  const lock = async (
    suffix: string,
    options?: Parameters<typeof takeLock>[1],
  ): Promise<HeldLock | undefined> => takeLock(`${await name}-${suffix}`, options, locks);

  const postRuns = throttle(POST_RUNS_EVERY_MS, () => channel?.post({ changed: 'runs' }));
  const emitChange = (changed: 'entries' | 'runs'): void => {
    changes.emit(changed);
    if (changed === 'runs') postRuns.call();
    else channel?.post({ changed });
  };

  const closeRowsOf = async (other: string): Promise<void> => {
    const otherLock = await lock(`tab-${other}`);
    const lost = await closeLost((row) => !isOfRun(row) && row.tab === other);
    otherLock?.release();
    if (lost.length > 0) emitChange('entries');
  };
  /** Waits for the lock of each other tab with open rows: it is free once that tab is closed. */
  const watch = async (): Promise<void> => {
    for (const row of await readOpen()) {
      if (isOfRun(row) || watched.has(row.tab)) continue;
      watched.add(row.tab);
      closeRowsOf(row.tab).catch(() => undefined);
    }
  };

  const onMessage = (message: unknown): void => {
    const { data } = messageSchema.safeParse(message);
    if (!data) return;
    if ('ask' in data) return commands.emit(data);
    changes.emit(data.changed);
    if (data.changed === 'entries') void watch().catch(() => undefined);
  };

  return {
    lock,
    watch,
    emitChange,
    /** Here only: nothing changed for other tabs. */
    emitHere: changes.emit,
    subscribe: changes.subscribe,
    ask: (command: RunCommand): void => channel?.post(command),
    onCommand: commands.subscribe,
    open: async (): Promise<void> => {
      channel = openTabChannel(await name, onMessage);
    },
    close: (): void => {
      postRuns.stop();
      channel?.close();
    },
  };
};

/** A string is the ID of a row to delete. */
type LogPut = ['rows', LogRow | string] | ['runs', Run] | ['lists', RunList];

/** Of one request: `done` rejects, too. */
const ignore = (): void => undefined;

/** Rejects if a row belongs to a deleted run. */
const writeAll = async (db: LogDatabase, puts: readonly LogPut[]): Promise<void> => {
  const transaction = db.transaction(['rows', 'runs', 'lists'], 'readwrite', { durability: 'relaxed' });
  const runs = new Set(
    puts.flatMap(([store, value]) =>
      store === 'rows' && typeof value !== 'string' && isPairRow(value) ? (value.run ?? []) : [],
    ),
  );
  for (const run of runs) {
    if ((await transaction.objectStore('runs').count(run)) === 0) throw new Error('The run was deleted');
  }
  for (const [name, value] of puts) {
    const store = transaction.objectStore(name);
    const request = typeof value === 'string' ? store.delete(value) : store.put(value);
    request.catch(ignore);
  }
  transaction.commit();
  await transaction.done;
};

/**
 * What is put during a transaction goes into the next one. Rejects if storage fails, and from then on always: a later entry
 * must not be written beside a missing one.
 */
const createWriter = ({ use }: Pick<ReturnType<typeof openLogDatabase>, 'use'>, onFailed: () => void) => {
  let waiting: LogPut[] = [];
  let writing: Promise<void> = Promise.resolve();
  let hasFailed = false;
  const writeBatch = (): Promise<void> => {
    const batch = waiting;
    waiting = [];
    return use((db) => writeAll(db, batch));
  };
  const fail = (): void => {
    hasFailed = true;
    onFailed();
  };
  return (...puts: LogPut[]): Promise<void> => {
    if (puts.length === 0) return Promise.resolve();
    if (hasFailed) return writing;
    if (waiting.length === 0) {
      writing = writing.then(writeBatch);
      writing.catch(fail);
    }
    waiting.push(...puts);
    return writing;
  };
};

/** Nothing if the run was deleted. */
const patchRun = async (db: LogDatabase, id: string, patch: RunPatch): Promise<void> => {
  const { store, done } = db.transaction('runs', 'readwrite');
  const run = await store.get(id);
  if (run) store.put(applyPatch(run, patch)).catch(ignore);
  await done;
};

/** IDs of single rows, and of runs with all their rows. */
type LogRecords = { rows?: readonly string[]; runs?: readonly string[] };

const deleteAll = async (db: LogDatabase, { rows = [], runs = [] }: LogRecords): Promise<void> => {
  const transaction = db.transaction(['rows', 'runs', 'lists'], 'readwrite');
  const store = transaction.objectStore('rows');
  const ofRuns = runs.map((run) => store.index('run').getAllKeys(createPrefixRange(run)));
  for (const row of [...rows, ...(await Promise.all(ofRuns)).flat()]) store.delete(row).catch(ignore);
  for (const run of runs) {
    transaction.objectStore('lists').delete(run).catch(ignore);
    transaction.objectStore('runs').delete(run).catch(ignore);
  }
  await transaction.done;
};

const readNewestIds = async (db: LogDatabase): Promise<string[]> => {
  const transaction = db.transaction(['rows', 'runs']);
  const row = transaction.objectStore('rows').openKeyCursor(null, 'prev');
  const run = transaction.objectStore('runs').openKeyCursor(null, 'prev');
  return (await Promise.all([row, run])).flatMap((cursor) => cursor?.key ?? []);
};

type LogOptions = {
  /** The base URL, without a trailing slash. */
  service: string;
  personKey: string;
  locks?: TabLocks | undefined;
  epochNow?: () => number;
  /** Storage that takes longer to open or answer counts as failed. */
  deadlineMs?: number;
};

type LogState = {
  /** False if the browser refuses storage or locks: the log is lost with this page, and no run can be sent. */
  isDurable: boolean;
  /** Storage refused a change: the page has to be reloaded. */
  hasFailed: boolean;
  /** The log was of an older version and was deleted. */
  wasReplaced: boolean;
};

const MAX_SINGLE_CHANGES = 5000;
/** Of all runs. */
const MAX_STORED_LINES = 200_000;

/** Enough for times up to the year 5188. */
const TIME_DIGITS = 9;

const getIdPrefix = (epochMs: number): string => Math.max(0, epochMs).toString(36).padStart(TIME_DIGITS, '0');

const parseIdTime = (id: string): number => Number.parseInt(id.slice(0, TIME_DIGITS), 36) || 0;

/** IDs sort by time, then by order in this tab, even if the clock is set back. */
const createIds = (tab: string, epochNow: () => number) => {
  let count = 0;
  let last = 0;
  return {
    /** Later IDs sort after this one. */
    startAfter: (id: string): void => {
      last = Math.max(last, parseIdTime(id) + 1);
    },
    next: (): string => {
      count += 1;
      last = Math.max(last, epochNow());
      return `${getIdPrefix(last)}-${count.toString(36).padStart(6, '0')}-${tab}`;
    },
  };
};

/** Hashed, so that the name reveals neither service nor person. Rejects without Web Crypto. */
const getDatabaseName = async (service: string, personKey: string): Promise<string> => {
  const text = JSON.stringify([service, personKey]);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return `log-${toHex(new Uint8Array(digest, 0, 16))}`;
};

/** Usable at once: every call waits for the database. */
export const openLog = ({
  service,
  personKey,
  locks = getWebLocks(),
  epochNow = Date.now,
  deadlineMs = 10_000,
}: LogOptions) => {
  const tab = randomHex(8);
  const ids = createIds(tab, epochNow);
  const state = createStore<LogState>(() => ({ isDurable: true, hasFailed: false, wasReplaced: false }));
  const name = getDatabaseName(service, personKey);
  const database = openLogDatabase(name, deadlineMs, () => state.setState({ wasReplaced: true }));
  /** Rows of this tab without an outcome. */
  const underWay = new Map<string, LogRow>();
  /** All rows, if the browser refuses storage. */
  const memory = new Map<string, LogRow>();

  const put = createWriter(database, () => state.setState({ hasFailed: true }));
  const readOpen = () => database.use(async (db) => parseRows(await db.getAllFromIndex('rows', 'open')));
  const closeLost = async (isLost: (row: LogRow) => boolean): Promise<LogRow[]> => {
    const lost = (await readOpen()).filter(isLost);
    const toLost = (row: LogRow) => closeRow({ ...row, problem: 'lost' }, { outcome: 'unknown' });
    await put(...lost.map((row): LogPut => ['rows', toLost(row)]));
    return lost;
  };
  const tabs = createTabs({ tab, name, locks, readOpen, closeLost });

  const open = async (): Promise<boolean> => {
    try {
      // Released when this tab is closed. A browser may never answer.
      const ownLock = await waitAtMost(tabs.lock(`tab-${tab}`), deadlineMs);
      if (!ownLock) throw new Error('This browser has no locks');
      for (const id of await database.use(readNewestIds)) ids.startAfter(id);
      await tabs.open();
    } catch {
      database.close();
      // Another format is in use: what isn't written must not be sent, either.
      if (formatConflict.getState()) return true;
      state.setState({ isDurable: false });
      return false;
    }
    tabs
      .watch()
      .then(trimEntries)
      .catch(() => undefined);
    return true;
  };

  /** Rejects if storage fails. */
  const read = async <T>(act: (db: LogDatabase) => Promise<T>): Promise<T> => {
    if (await opened) return database.useWithoutDeadline(act);
    throw new Error('This browser refuses storage');
  };
  /** Rejects if storage fails. */
  const edit = async (act: (db: LogDatabase) => Promise<void>): Promise<void> => {
    await read(act);
    tabs.emitChange('entries');
    tabs.emitChange('runs');
  };
  const deleteRecords = (records: LogRecords): Promise<void> => edit((db) => deleteAll(db, records));

  /** Only single changes: the rows of a run are deleted with it. */
  const trimEntries = async (): Promise<void> => {
    const keys = await database.use((db) => db.getAllKeysFromIndex('rows', 'list'));
    const rows = keys.toSorted().slice(0, -MAX_SINGLE_CHANGES);
    if (rows.length > 0) await deleteRecords({ rows });
  };

  const opened = open();

  /** Rejects if storage refuses them. */
  const storeRows = async (...rows: LogRow[]): Promise<void> => {
    if (await opened) await put(...rows.map((row): LogPut => ['rows', row]));
    else for (const row of rows) memory.set(row.id, row);
    tabs.emitChange('entries');
  };

  return {
    tab,
    state,
    subscribe: tabs.subscribe,
    newId: ids.next,
    deleteRecords,
    read,
    patchRun: (id: string, patch: RunPatch): Promise<void> => edit((db) => patchRun(db, id, patch)),

    /** Resolves to the ID once the entry is stored, so that its request may be sent. Rejects if storage refuses it. */
    record: async (entry: WriteEntry): Promise<string> => {
      await opened;
      const row = toRow(entry, { id: ids.next(), at: epochNow(), tab });
      await storeRows(row);
      underWay.set(row.id, row);
      return row.id;
    },
    /** If storage refuses the result, the entry is unknown after a reload. */
    close: async (id: string, result: EntryResult): Promise<void> => {
      const row = underWay.get(id);
      underWay.delete(id);
      if (row) await storeRows(closeRow(row, result)).catch(() => undefined);
    },
    /** The user's word on unknown pairs, of which nothing is sent. Resolves to a function that takes it back. */
    settle: async (operation: PairOperation, pairs: readonly WebhookPair[]): Promise<() => void> => {
      const isStored = await opened;
      const rows = pairs.map((pair) =>
        toCheckedRow({ operation, ...pair }, { id: ids.next(), at: epochNow(), tab }),
      );
      await storeRows(...rows);
      const rowIds = rows.map(({ id }) => id);
      return () => {
        if (isStored) void deleteRecords({ rows: rowIds }).catch(() => undefined);
        else if (rowIds.filter((id) => memory.delete(id)).length > 0) tabs.emitChange('entries');
      };
    },
    /** All entries if the browser refuses storage, else undefined. */
    inMemory: async (): Promise<LogRow[] | undefined> => ((await opened) ? undefined : [...memory.values()]),

    /** Rejects if storage refuses it. */
    beginRun: async (run: Run, lines: readonly NewLine[], input?: RunInput): Promise<void> => {
      await put(['runs', run], ['lists', { run: run.id, lines: [...lines], input }]);
      tabs.emitChange('runs');
    },
    /** Stores all in one transaction. `replaced`: IDs of rows to delete. Rejects if storage refuses it. */
    putRun: async (run: Run, rows: readonly PairRow[], replaced: readonly string[] = []): Promise<void> => {
      await put(...[...replaced, ...rows].map((row): LogPut => ['rows', row]), ['runs', run]);
      tabs.emitChange('runs');
      // Nothing follows that would show a pause or an end.
      if (run.status !== 'running') tabs.emitHere('entries');
    },
    /** Undefined while another tab sends. */
    takeSend: async (waitMs = 0): Promise<HeldLock | undefined> => {
      if (!(await opened)) return undefined;
      const options = waitMs === 0 ? { ifAvailable: true } : { signal: AbortSignal.timeout(waitMs) };
      return tabs.lock('send', options).catch(() => undefined);
    },
    waitForSend: async (): Promise<HeldLock | undefined> => {
      await opened;
      return tabs.lock('send').catch(() => undefined);
    },
    /** Call it with the `send` lock. Pauses the runs of closed tabs; what they were sending is unknown. */
    settleRuns: async (): Promise<void> => {
      const rows = await closeLost(isOfRun);
      const lost = new Set(rows.map((row) => (isPairRow(row) ? row.run : undefined)));
      const { runs } = await database.use(readAllRuns);
      const settled: LogPut[] = [];
      for (const run of runs) {
        if (!isUnderWay(run) && !lost.has(run.id)) continue;
        const view = await database.use((db) => readRun(db, run.id));
        if (view) settled.push(['runs', interruptRun(view, epochNow())]);
      }
      await put(...settled);
      // Otherwise two tabs would call each other to settle what can't be read.
      if (settled.length > 0) tabs.emitChange('runs');
    },
    /** Deletes the oldest finished runs. */
    makeRoom: async (lines: number): Promise<void> => {
      const { runs } = await database.use(readAllRuns);
      let storedLines = runs.reduce((sum, { total }) => sum + total, lines);
      const surplus: string[] = [];
      for (const { id, status, total } of runs.toReversed()) {
        if (storedLines <= MAX_STORED_LINES) break;
        if (status !== 'finished') continue;
        surplus.push(id);
        storedLines -= total;
      }
      if (surplus.length > 0) await deleteRecords({ runs: surplus });
    },
    ask: tabs.ask,
    onCommand: tabs.onCommand,

    /** Does what closing the tab does, for tests. */
    dispose: (): void => {
      database.close();
      tabs.close();
    },
  };
};

export type Log = ReturnType<typeof openLog>;

export const getLog = perWorkspace(({ service, personKey }) =>
  openLog({ service: service.baseUrl, personKey }),
);

export const useLog = (): Log => getLog(useWorkspace());
