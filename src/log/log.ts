import * as z from 'zod/mini';
import { createStore } from 'zustand/vanilla';
import { createEmitter } from '#src/lib/emitter.ts';
import { throttle, inTime } from '#src/lib/timing.ts';
import { takeLock, type HeldLock } from '#src/storage/tab-lock.ts';
import { joinTabs, webLocks, type TabChannel } from '#src/storage/tabs.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { getDatabaseName, openLogDatabase, type LogDatabase } from './database.ts';
import { closeRow, toRow, type EntryResult, type LogRow, type NewEntry } from './entry.ts';
import { createIds, createTabName } from './ids.ts';
import { interruptRun, type NewLine, type Run } from './run.ts';
import { readAllRuns, readNewestIds, readOpenRows, readRun } from './views.ts';
import { perWorkspace, useWorkspace } from './workspace.ts';

export type TabLocks = Pick<LockManager, 'request'>;

export type LogOptions = {
  /** The service's base address and the key of the signed-in person. */
  service: string;
  personKey: string;
  locks?: TabLocks | undefined;
  epochNow?: () => number;
  /** How long storage may take to open or to answer before it counts as failing. */
  deadlineMs?: number;
};

type LogState = {
  /** False if the browser refuses storage or locks: the log ends with this page, and no run can be sent. */
  isDurable: boolean;
  /** Storage did not take a change: the page has to be reloaded. */
  hasFailed: boolean;
  /** The log had an older form and was deleted. */
  wasReplaced: boolean;
};

/** What another tab asks the tab that sends a run to do. */
export type RunCommand = { run: string; ask: 'pause' | 'cancel' };

const messageSchema = z.union([
  z.object({ changed: z.enum(['entries', 'runs']) }),
  z.object({ run: z.string().check(z.maxLength(100)), ask: z.enum(['pause', 'cancel']) }),
]);

/** A run that is sent changes several times a second. */
const POST_RUNS_EVERY_MS = 250;

const MOST_ENTRIES = 5000;
const MOST_LINES_KEPT = 200_000;

type Put = ['rows', LogRow] | ['runs', Run] | ['lists', { run: string; lines: NewLine[] }];

/** Settles once all of it is in storage. Rejects if rows belong to a run that is not in storage any more. */
const writeAll = async (db: LogDatabase, puts: readonly Put[]): Promise<void> => {
  const transaction = db.transaction(['rows', 'runs', 'lists'], 'readwrite', { durability: 'relaxed' });
  const { done } = transaction;
  // The transaction says whether all of them were taken.
  const ignore = (): void => undefined;
  done.catch(ignore);
  const runs = new Set(puts.flatMap(([store, value]) => (store === 'rows' ? (value.run ?? []) : [])));
  for (const run of runs) {
    if ((await transaction.objectStore('runs').count(run)) === 0) throw new Error('The run was deleted');
  }
  for (const [store, value] of puts)
    transaction
      .objectStore(store)
      .put(value as never)
      .catch(ignore);
  transaction.commit();
  await done;
};

/** What this browser sent to one service for one person. Usable at once: it waits for its database itself. */
export const openLog = ({
  service,
  personKey,
  locks = webLocks(),
  epochNow = Date.now,
  deadlineMs = 5000,
}: LogOptions) => {
  const tab = createTabName();
  const ids = createIds(tab, epochNow);
  const state = createStore<LogState>(() => ({ isDurable: true, hasFailed: false, wasReplaced: false }));
  const changes = createEmitter<'entries' | 'runs'>();
  const commands = createEmitter<RunCommand>();
  const life = new AbortController();
  const name = getDatabaseName(service, personKey);
  const database = openLogDatabase(name, deadlineMs, () => state.setState({ wasReplaced: true }));
  /** Rows without an outcome that this tab wrote. */
  const underWay = new Map<string, LogRow>();
  /** All rows, if the browser refuses storage. */
  const memory = new Map<string, LogRow>();
  let channel: TabChannel | undefined;

  const lock = async (suffix: string, options: Parameters<typeof takeLock>[1]) =>
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

  let waiting: Put[] = [];
  let writing: Promise<void> = Promise.resolve();
  /** One transaction after the other: what comes while one is under way goes into the next. */
  const put = (...puts: Put[]): Promise<void> => {
    if (puts.length === 0) return Promise.resolve();
    if (waiting.length === 0) {
      writing = writing
        .catch(() => undefined)
        .then(() => {
          const batch = waiting;
          waiting = [];
          return database.use((db) => writeAll(db, batch));
        });
      writing.catch(() => state.setState({ hasFailed: true }));
    }
    waiting.push(...puts);
    return writing;
  };

  /** Rows that a closed tab left without an outcome are unknown. */
  const closeLost = async (isLost: (row: LogRow) => boolean): Promise<LogRow[]> => {
    const lost = (await database.use(readOpenRows)).filter(isLost);
    const toLost = (row: LogRow) => closeRow({ ...row, problem: 'lost' }, { outcome: 'unknown' });
    await put(...lost.map((row): Put => ['rows', toLost(row)]));
    return lost;
  };

  const watchedTabs = new Set([tab]);
  /** Waits until each other tab that has sent something is closed: its lock is free then. */
  const watchTabs = async (): Promise<void> => {
    for (const { tab: other, run } of await database.use(readOpenRows)) {
      if (run !== undefined || watchedTabs.has(other)) continue;
      watchedTabs.add(other);
      const closeItsRows = async (): Promise<void> => {
        const held = await lock(`tab-${other}`, { signal: life.signal });
        if (!held) return;
        const lost = await closeLost((row) => row.run === undefined && row.tab === other);
        held.release();
        if (lost.length > 0) emitChange('entries');
      };
      closeItsRows().catch(() => undefined);
    }
  };

  const open = async (): Promise<boolean> => {
    try {
      // Held until this tab is closed. A browser may have locks and never answer.
      const own = await inTime(lock(`tab-${tab}`, { signal: life.signal }), deadlineMs);
      if (!own?.result) throw new Error('This browser has no locks');
      life.signal.addEventListener('abort', own.result.release);
      for (const id of await database.use(readNewestIds)) ids.startAfter(id);
      channel = joinTabs(await name, onMessage);
    } catch {
      state.setState({ isDurable: false });
      database.close();
      return false;
    }
    watchTabs()
      .then(trimEntries)
      .catch(() => undefined);
    return true;
  };

  /** Deletes rows, and runs with their lines. */
  const forget = async ({ rows = [], runs = [] }: { rows?: readonly string[]; runs?: readonly string[] }) => {
    await database.use(async (db) => {
      const transaction = db.transaction(['rows', 'runs', 'lists'], 'readwrite');
      const store = transaction.objectStore('rows');
      const ofRuns = runs.map((run) => store.index('run').getAllKeys(IDBKeyRange.bound([run], [run, []])));
      for (const row of [...rows, ...(await Promise.all(ofRuns)).flat()]) void store.delete(row);
      for (const run of runs) {
        void transaction.objectStore('lists').delete(run);
        void transaction.objectStore('runs').delete(run);
      }
      await transaction.done;
    });
    emitChange('entries');
    emitChange('runs');
  };

  /** Deletes the oldest single changes. Rows of a run are deleted with their run. */
  const trimEntries = async (): Promise<void> => {
    const keys = await database.use((db) => db.getAllKeysFromIndex('rows', 'list'));
    const rows = keys.toSorted().slice(0, -MOST_ENTRIES);
    if (rows.length > 0) await forget({ rows });
  };

  const opened = open();

  return {
    /** Names this tab in the rows that it writes. */
    tab,
    state,
    subscribe: changes.subscribe,
    newId: ids.next,
    forget,

    /** Gives the entry's ID once it is in storage, so that its request may leave. Rejects if storage does not take it. */
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
    /** If storage does not take the result, the entry is unknown after a reload. */
    close: async (id: string, result: EntryResult): Promise<void> => {
      const row = underWay.get(id);
      underWay.delete(id);
      if (!row) return;
      const closed = closeRow(row, result);
      if (memory.has(id)) memory.set(id, closed);
      else await put(['rows', closed]).catch(() => undefined);
      emitChange('entries');
    },
    /** Rejects if storage fails. */
    read: async <T>(act: (db: LogDatabase) => Promise<T>): Promise<T> => {
      if (await opened) return database.use(act, 'late');
      throw new Error('This browser refuses storage');
    },
    /** All entries if the browser refuses storage, else undefined. */
    inMemory: async (): Promise<LogRow[] | undefined> => ((await opened) ? undefined : [...memory.values()]),

    /** Stores a new run. Rejects if storage does not take it. */
    beginRun: async (run: Run, lines: readonly NewLine[]): Promise<void> => {
      await put(['runs', run], ['lists', { run: run.id, lines: [...lines] }]);
      emitChange('runs');
    },
    /** Stores lines of a run and its header together. Rejects if storage does not take them. */
    putRun: async (run: Run, rows: readonly LogRow[]): Promise<void> => {
      await put(...rows.map((row): Put => ['rows', row]), ['runs', run]);
      emitChange('runs');
    },
    /** Undefined while another tab sends. */
    takeSend: async (waitMs = 0): Promise<HeldLock | undefined> => {
      if (!(await opened)) return undefined;
      const options = waitMs === 0 ? { ifAvailable: true } : { signal: AbortSignal.timeout(waitMs) };
      return lock('send', options).catch(() => undefined);
    },
    /** Waits until no other tab sends. */
    waitForSend: async (): Promise<HeldLock | undefined> => {
      await opened;
      return lock('send', { signal: life.signal }).catch(() => undefined);
    },
    /** Only for the tab that holds the `send` lock: what closed tabs left is unknown, and their runs pause. */
    settleRuns: async (): Promise<void> => {
      const lost = new Set((await closeLost((row) => row.run !== undefined)).map(({ run }) => run));
      const { runs } = await database.use(readAllRuns);
      for (const { id, status, counts } of runs) {
        if (status !== 'running' && counts.sending === 0 && !lost.has(id)) continue;
        const view = await database.use((db) => readRun(db, id));
        if (view) await put(['runs', interruptRun(view, epochNow())]);
      }
      emitChange('runs');
    },
    /** Deletes the oldest finished runs, so that there is room for a new one. */
    makeRoom: async (lines: number): Promise<void> => {
      const { runs } = await database.use(readAllRuns);
      let kept = runs.reduce((sum, { total }) => sum + total, lines);
      const surplus: string[] = [];
      for (const { id, status, total } of runs.toReversed()) {
        if (kept <= MOST_LINES_KEPT) break;
        if (status !== 'finished') continue;
        surplus.push(id);
        kept -= total;
      }
      if (surplus.length > 0) await forget({ runs: surplus });
    },
    ask: (command: RunCommand): void => channel?.post(command),
    onCommand: commands.subscribe,

    /** What the browser does when the tab is closed. */
    dispose: (): void => {
      changes.clear();
      commands.clear();
      database.close();
      postRuns.stop();
      channel?.close();
      life.abort();
    },
  };
};

export type Log = ReturnType<typeof openLog>;

/** Opens the log of a workspace when it is first needed. */
export const getLog = perWorkspace(({ service, personKey }) =>
  openLog({ service: service.baseUrl, personKey }),
);

export const useLog = (): Log => getLog(useWorkspace());
