import * as z from 'zod/mini';
import { createStore } from 'zustand/vanilla';
import type { WebhookPair } from '#src/api/operations.ts';
import { createEmitter } from '#src/lib/emitter.ts';
import { randomHex } from '#src/lib/hex.ts';
import { throttle, waitAtMost } from '#src/lib/timing.ts';
import { formatConflict } from '#src/storage/format.ts';
import { takeLock, type HeldLock, type TabLocks } from '#src/storage/tab-lock.ts';
import { openTabChannel, getWebLocks, type TabChannel } from '#src/storage/tabs.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';
import {
  createWriter,
  deleteAll,
  getDatabaseName,
  openLogDatabase,
  type LogDatabase,
  type LogPut,
  type LogRecords,
} from './database.ts';
import {
  closeRow,
  toRow,
  type EntryResult,
  type LogRow,
  type NewEntry,
  type PairOperation,
} from './entry.ts';
import { createIds } from './ids.ts';
import type { NewLine, RunInput } from './run-input.ts';
import { interruptRun, type Run } from './run.ts';
import { readAllRuns, readNewestIds, readOpenRows, readRun } from './views.ts';
import { perWorkspace, useWorkspace } from './workspace.ts';

export type LogOptions = {
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

const MAX_SINGLE_CHANGES = 5000;
const MAX_STORED_LINES = 200_000;

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
  const changes = createEmitter<'entries' | 'runs'>();
  const commands = createEmitter<RunCommand>();
  const name = getDatabaseName(service, personKey);
  const database = openLogDatabase(name, deadlineMs, () => state.setState({ wasReplaced: true }));
  /** Rows of this tab without an outcome. */
  const underWay = new Map<string, LogRow>();
  /** All rows, if the browser refuses storage. */
  const memory = new Map<string, LogRow>();
  let channel: TabChannel | undefined;

  const lock = async (suffix: string, options?: Parameters<typeof takeLock>[1]) =>
    takeLock(`${await name}-${suffix}`, options, locks);

  const postRuns = throttle(POST_RUNS_EVERY_MS, () => channel?.post({ changed: 'runs' }));
  const emitChange = (changed: 'entries' | 'runs'): void => {
    changes.emit(changed);
    if (changed === 'runs') postRuns.call();
    else channel?.post({ changed });
  };
  const onMessage = (message: unknown): void => {
    const { data } = messageSchema.safeParse(message);
    if (!data) return;
    if ('ask' in data) return commands.emit(data);
    changes.emit(data.changed);
    if (data.changed === 'entries') void watchTabs().catch(() => undefined);
  };

  const put = createWriter(database, () => state.setState({ hasFailed: true }));

  /** Marks rows that closed tabs left without an outcome as unknown. */
  const closeLostRows = async (isLost: (row: LogRow) => boolean): Promise<LogRow[]> => {
    const lost = (await database.use(readOpenRows)).filter(isLost);
    const toLost = (row: LogRow) => closeRow({ ...row, problem: 'lost' }, { outcome: 'unknown' });
    await put(...lost.map((row): LogPut => ['rows', toLost(row)]));
    return lost;
  };

  const watchedTabs = new Set([tab]);
  /** Waits for the lock of each other tab with open rows: it is free once that tab is closed. */
  const watchTabs = async (): Promise<void> => {
    for (const { tab: other, run } of await database.use(readOpenRows)) {
      if (run !== undefined || watchedTabs.has(other)) continue;
      watchedTabs.add(other);
      const closeItsRows = async (): Promise<void> => {
        const otherLock = await lock(`tab-${other}`);
        const lost = await closeLostRows((row) => row.run === undefined && row.tab === other);
        otherLock?.release();
        if (lost.length > 0) emitChange('entries');
      };
      closeItsRows().catch(() => undefined);
    }
  };

  const open = async (): Promise<boolean> => {
    try {
      // Released when this tab is closed. A browser may never answer.
      const ownLock = await waitAtMost(lock(`tab-${tab}`), deadlineMs);
      if (!ownLock) throw new Error('This browser has no locks');
      for (const id of await database.use(readNewestIds)) ids.startAfter(id);
      channel = openTabChannel(await name, onMessage);
    } catch {
      database.close();
      // Another format is in use: what isn't written must not be sent, either.
      if (formatConflict.getState()) return true;
      state.setState({ isDurable: false });
      return false;
    }
    watchTabs()
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
    emitChange('entries');
    emitChange('runs');
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
    subscribe: changes.subscribe,
    newId: ids.next,
    deleteRecords,
    read,
    edit,

    /** Resolves to the ID once the entry is stored, so that its request may be sent. Rejects if storage refuses it. */
    record: async (entry: NewEntry): Promise<string> => {
      const isStored = await opened;
      const row = toRow(entry, { id: ids.next(), at: epochNow(), tab });
      if (isStored) {
        await put(['rows', row]).catch((error: unknown) => {
          showToast({
            tone: 'bad',
            text: 'This browser’s storage took no entry for it, so nothing was sent. Reload the page, then try again.',
          });
          throw error;
        });
      } else memory.set(row.id, row);
      underWay.set(row.id, row);
      emitChange('entries');
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
      emitChange('entries');
    },
    /** The user's word on an unknown pair, of which nothing is sent. Resolves to a function that takes it back. */
    settle: async (operation: PairOperation, pair: WebhookPair): Promise<() => void> => {
      const isStored = await opened;
      const entry = { operation, ...pair };
      const sending = toRow(entry, { id: ids.next(), at: epochNow(), tab });
      const row = closeRow({ ...sending, checked: true }, { outcome: 'accepted' });
      if (isStored) await put(['rows', row]);
      else memory.set(row.id, row);
      emitChange('entries');
      return () => {
        if (isStored) void deleteRecords({ rows: [row.id] }).catch(() => undefined);
        else if (memory.delete(row.id)) emitChange('entries');
      };
    },
    /** All entries if the browser refuses storage, else undefined. */
    inMemory: async (): Promise<LogRow[] | undefined> => ((await opened) ? undefined : [...memory.values()]),

    /** Rejects if storage refuses it. */
    beginRun: async (run: Run, lines: readonly NewLine[], input?: RunInput): Promise<void> => {
      await put(['runs', run], ['lists', { run: run.id, lines: [...lines], input }]);
      emitChange('runs');
    },
    /** Stores both in one transaction. Rejects if storage refuses it. */
    putRun: async (run: Run, rows: readonly LogRow[]): Promise<void> => {
      await put(...rows.map((row): LogPut => ['rows', row]), ['runs', run]);
      emitChange('runs');
      // Nothing follows that would show a pause or an end.
      if (run.status !== 'running') changes.emit('entries');
    },
    /** Undefined while another tab sends. */
    takeSend: async (waitMs = 0): Promise<HeldLock | undefined> => {
      if (!(await opened)) return undefined;
      const options = waitMs === 0 ? { ifAvailable: true } : { signal: AbortSignal.timeout(waitMs) };
      return lock('send', options).catch(() => undefined);
    },
    waitForSend: async (): Promise<HeldLock | undefined> => {
      await opened;
      return lock('send').catch(() => undefined);
    },
    /** Call it with the `send` lock. Pauses the runs of closed tabs; what they were sending is unknown. */
    settleRuns: async (): Promise<void> => {
      const lost = new Set((await closeLostRows((row) => row.run !== undefined)).map(({ run }) => run));
      const { runs } = await database.use(readAllRuns);
      for (const { id, status, counts } of runs) {
        if (status !== 'running' && counts.sending === 0 && !lost.has(id)) continue;
        const view = await database.use((db) => readRun(db, id));
        if (view) await put(['runs', interruptRun(view, epochNow())]);
      }
      emitChange('runs');
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
    ask: (command: RunCommand): void => channel?.post(command),
    onCommand: commands.subscribe,

    /** Does what closing the tab does, for tests. */
    dispose: (): void => {
      database.close();
      postRuns.stop();
      channel?.close();
    },
  };
};

export type Log = ReturnType<typeof openLog>;

export const getLog = perWorkspace(({ service, personKey }) =>
  openLog({ service: service.baseUrl, personKey }),
);

export const useLog = (): Log => getLog(useWorkspace());
