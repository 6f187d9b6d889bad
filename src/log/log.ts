import { createStore } from 'zustand/vanilla';
import { randomHex } from '#src/lib/hex.ts';
import { waitAtMost } from '#src/lib/timing.ts';
import type { WriteEntry } from '#src/api/hooks.ts';
import type { WebhookPair } from '#src/api/client.ts';
import { formatConflict } from '#src/storage/format.ts';
import { getWebLocks, type TabLocks, type HeldLock } from '#src/storage/tabs.ts';
import {
  createWriter,
  deleteAll,
  getDatabaseName,
  openLogDatabase,
  readNewestIds,
  readOpenRows,
  readAllRuns,
  readRun,
  type LogDatabase,
  type LogPut,
  type LogRecords,
} from './database.ts';
import {
  closeRow,
  isPairRow,
  toCheckedRow,
  toRow,
  type EntryResult,
  type LogRow,
  type PairOperation,
  type PairRow,
} from './entry.ts';
import { createTabs, isOfRun } from './tabs.ts';
import { perWorkspace, useWorkspace } from './workspace.ts';
import { interruptRun, type Run, type NewLine, type RunInput } from './run.ts';

const MAX_STORED_LINES = 200_000;

/** The runs of the log. */
const createRuns = ({
  opened,
  use,
  put,
  tabs,
  closeLost,
  deleteRuns,
  epochNow,
}: {
  /** False if the browser refuses storage. */
  opened: Promise<boolean>;
  use: <T>(act: (db: LogDatabase) => Promise<T>) => Promise<T>;
  put: ReturnType<typeof createWriter>;
  tabs: ReturnType<typeof createTabs>;
  closeLost: (isLost: (row: LogRow) => boolean) => Promise<LogRow[]>;
  deleteRuns: (runs: readonly string[]) => Promise<void>;
  epochNow: () => number;
}) => ({
  /** Rejects if storage refuses it. */
  beginRun: async (run: Run, lines: readonly NewLine[], input?: RunInput): Promise<void> => {
    await put(['runs', run], ['lists', { run: run.id, lines: [...lines], input }]);
    tabs.emitChange('runs');
  },
  /** Stores both in one transaction. Rejects if storage refuses it. */
  putRun: async (run: Run, rows: readonly PairRow[]): Promise<void> => {
    await put(...rows.map((row): LogPut => ['rows', row]), ['runs', run]);
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
    const { runs } = await use(readAllRuns);
    for (const { id, status, counts } of runs) {
      if (status !== 'running' && counts.sending === 0 && !lost.has(id)) continue;
      const view = await use((db) => readRun(db, id));
      if (view) await put(['runs', interruptRun(view, epochNow())]);
    }
    tabs.emitChange('runs');
  },
  /** Deletes the oldest finished runs. */
  makeRoom: async (lines: number): Promise<void> => {
    const { runs } = await use(readAllRuns);
    let storedLines = runs.reduce((sum, { total }) => sum + total, lines);
    const surplus: string[] = [];
    for (const { id, status, total } of runs.toReversed()) {
      if (storedLines <= MAX_STORED_LINES) break;
      if (status !== 'finished') continue;
      surplus.push(id);
      storedLines -= total;
    }
    if (surplus.length > 0) await deleteRuns(surplus);
  },
});

type LogOptions = {
  /** The base URL. */
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
  const readOpen = () => database.use(readOpenRows);
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
  const edit = async <T>(act: (db: LogDatabase) => Promise<T>): Promise<T> => {
    const result = await read(act);
    tabs.emitChange('entries');
    tabs.emitChange('runs');
    return result;
  };
  const deleteRecords = (records: Partial<LogRecords>): Promise<void> => edit((db) => deleteAll(db, records));

  /** Only single changes: the rows of a run are deleted with it. */
  const trimEntries = async (): Promise<void> => {
    const keys = await database.use((db) => db.getAllKeysFromIndex('rows', 'list'));
    const rows = keys.toSorted().slice(0, -MAX_SINGLE_CHANGES);
    if (rows.length > 0) await deleteRecords({ rows });
  };

  const opened = open();

  return {
    tab,
    state,
    subscribe: tabs.subscribe,
    newId: ids.next,
    deleteRecords,
    read,
    edit,

    /** Resolves to the ID once the entry is stored, so that its request may be sent. Rejects if storage refuses it. */
    record: async (entry: WriteEntry): Promise<string> => {
      const isStored = await opened;
      const row = toRow(entry, { id: ids.next(), at: epochNow(), tab });
      if (isStored) await put(['rows', row]);
      else memory.set(row.id, row);
      underWay.set(row.id, row);
      tabs.emitChange('entries');
      return row.id;
    },
    /** If storage refuses the result, the entry is unknown after a reload. */
    close: async (id: string, result: EntryResult): Promise<void> => {
      const row = underWay.get(id);
      underWay.delete(id);
      if (!row) return;
      const closed = closeRow(row, result);
      if (memory.has(id)) memory.set(id, closed);
      else await put(['rows', closed]).catch(() => undefined);
      tabs.emitChange('entries');
    },
    /** The user's word on unknown pairs, of which nothing is sent. Resolves to a function that takes it back. */
    settle: async (operation: PairOperation, pairs: readonly WebhookPair[]): Promise<() => void> => {
      const isStored = await opened;
      const rows = pairs.map((pair) =>
        toCheckedRow({ operation, ...pair }, { id: ids.next(), at: epochNow(), tab }),
      );
      if (isStored) await put(...rows.map((row): LogPut => ['rows', row]));
      else for (const row of rows) memory.set(row.id, row);
      tabs.emitChange('entries');
      const rowIds = rows.map(({ id }) => id);
      return () => {
        if (isStored) void deleteRecords({ rows: rowIds }).catch(() => undefined);
        else if (rowIds.filter((id) => memory.delete(id)).length > 0) tabs.emitChange('entries');
      };
    },
    /** All entries if the browser refuses storage, else undefined. */
    inMemory: async (): Promise<LogRow[] | undefined> => ((await opened) ? undefined : [...memory.values()]),

    ...createRuns({
      opened,
      use: database.use,
      put,
      tabs,
      closeLost,
      deleteRuns: (runs) => deleteRecords({ runs }),
      epochNow,
    }),
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
