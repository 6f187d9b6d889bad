import * as z from 'zod/mini';
import { createStore } from 'zustand/vanilla';
import { createEmitter } from '#src/lib/emitter.ts';
import { atMostEvery, inTime } from '#src/lib/timing.ts';
import type { Database } from '#src/storage/database.ts';
import { takeLock, type HeldLock } from '#src/storage/tab-lock.ts';
import { joinTabs, webLocks, type TabChannel } from '#src/storage/tabs.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { databaseName, logDatabase, type LogDatabase, type LogSchema } from './database.ts';
import { closeRow, parseRow, toRow, type EntryResult, type LogRow, type NewEntry } from './entry.ts';
import { createIds, randomName } from './ids.ts';
import { interrupted, type NewLine, type Run } from './run.ts';
import { readAllRuns, readRun } from './views.ts';
import { perWorkspace, useWorkspace } from './workspace.ts';

/** The part of Web Locks that is used. */
export type TabLocks = Pick<LockManager, 'request'>;

export type LogSetup = {
  /** The service's base address and the key of the signed-in person. */
  service: string;
  personKey: string;
  locks?: TabLocks | undefined;
  epochNow?: () => number;
  /** How long storage may take to open or to answer before it counts as failing; default 5 s. */
  deadlineMs?: number;
};

export type LogState = {
  /** False: the browser refuses storage, so the log ends with this page. */
  isDurable: boolean;
  /** False: without storage, or without locks by which tabs agree who sends, no run can be begun. */
  canRun: boolean;
  /** Storage did not take a change: the page has to be reloaded. */
  hasFailed: boolean;
  /** The log had an older form and was deleted. */
  wasReplaced: boolean;
};

/** What another tab asks the sending one to do. */
export type RunCommand = { run: string; ask: 'pause' | 'cancel' };

const messageSchema = z.union([
  z.object({ changed: z.enum(['entries', 'runs']) }),
  z.object({ run: z.string().check(z.maxLength(100)), ask: z.enum(['pause', 'cancel']) }),
]);

/** Another tab that sends a run says so several times a second. */
const POST_RUNS_EVERY_MS = 250;
const HEAR_EVERY_MS = 500;

/** Longer than the longest deadline of a write: without locks, an entry without a result is given up by its age. */
const GONE_AFTER_MS = 900_000;

const MOST_ENTRIES = 5000;
const MOST_LINES_KEPT = 200_000;

type Put = ['rows', LogRow] | ['runs', Run] | ['lists', { run: string; lines: NewLine[] }];

/** Settles once all of it is in storage. `run`: rejects if that run is not in storage any more. */
const write = async (db: LogDatabase, puts: readonly Put[], run?: string): Promise<void> => {
  const transaction = db.transaction(['rows', 'runs', 'lists'], 'readwrite', { durability: 'relaxed' });
  const done = transaction.done;
  done.catch(() => undefined);
  if (run !== undefined && (await transaction.objectStore('runs').count(run)) === 0) {
    throw new Error('The run is not in storage any more');
  }
  // The transaction says whether all of them were taken.
  for (const [store, value] of puts)
    transaction
      .objectStore(store)
      .put(value as never)
      .catch(() => undefined);
  transaction.commit();
  await done;
};

/** What this browser sent to one service for one person. Usable at once: what is asked of it waits until it is open. */
export const openLog = ({
  service,
  personKey,
  locks = webLocks(),
  epochNow = Date.now,
  deadlineMs = 5000,
}: LogSetup) => {
  const tab = randomName();
  const ids = createIds(tab, epochNow);
  const state = createStore<LogState>(() => ({
    isDurable: true,
    canRun: true,
    hasFailed: false,
    wasReplaced: false,
  }));
  const { subscribe, emit, clear } = createEmitter<'entries' | 'runs'>();
  const commands = createEmitter<RunCommand>();
  /** All entries, if the browser refuses storage. */
  const memory = new Map<string, LogRow>();
  const underWay = new Map<string, LogRow>();
  const name = databaseName(service, personKey);
  const database: Database<LogSchema> = logDatabase(name, deadlineMs, () =>
    state.setState({ wasReplaced: true }),
  );
  const life = new AbortController();
  let channel: TabChannel | undefined;

  const hear = {
    entries: atMostEvery(HEAR_EVERY_MS, () => {
      emit('entries');
      void followTabs().catch(() => undefined);
    }),
    runs: atMostEvery(HEAR_EVERY_MS, () => emit('runs')),
  };
  const onMessage = (message: unknown): void => {
    const { data } = messageSchema.safeParse(message);
    if (!data) return;
    if ('changed' in data) hear[data.changed].call();
    else commands.emit(data);
  };
  const postRuns = atMostEvery(POST_RUNS_EVERY_MS, () => channel?.post({ changed: 'runs' }));
  const changed = (what: 'entries' | 'runs'): void => {
    emit(what);
    if (what === 'runs') postRuns.call();
    else channel?.post({ changed: what });
  };

  const fail = (): void => state.setState({ hasFailed: true });
  const lock = (suffix: string, options?: Parameters<typeof takeLock>[1]): Promise<HeldLock | undefined> =>
    name.then((known) => takeLock(`${known}-${suffix}`, options, locks));

  /** Rows that tabs which are gone left without a result: nobody knows what came of them. */
  const giveUp = async (mayGiveUp: (row: LogRow) => boolean): Promise<LogRow[]> => {
    const open = await database.use((db) => db.getAllFromIndex('rows', 'open'));
    const left = open.flatMap((row) => parseRow(row) ?? []).filter(mayGiveUp);
    const problem = 'lost';
    await put(left.map((row) => ['rows', closeRow({ ...row, problem }, { outcome: 'unknown' })]));
    return left;
  };
  const awaited = new Set([tab]);
  /** What another tab has under way is unknown as soon as that tab is gone: its lock is free then. */
  const followTabs = async (): Promise<void> => {
    const open = await database.use((db) => db.getAllFromIndex('rows', 'open'));
    for (const { tab: other, run } of open) {
      if (run !== undefined || awaited.has(other)) continue;
      awaited.add(other);
      const isOld = ({ at }: LogRow): boolean => epochNow() - at > GONE_AFTER_MS;
      void lock(`tab-${other}`, { signal: life.signal })
        .then((own) => own && { own, isGone: () => true })
        .catch(() => ({ own: undefined, isGone: isOld }))
        .then(async (free) => {
          if (!free) return;
          const isLeft = (row: LogRow) => row.run === undefined && row.tab === other && free.isGone(row);
          const left = await giveUp(isLeft).catch(() => []);
          free.own?.release();
          if (left.length > 0) changed('entries');
        });
    }
  };

  /** The oldest leave. Those of runs leave with their run. */
  const trimEntries = (): Promise<void> =>
    database.use(async (db) => {
      const all = IDBKeyRange.bound([''], [[]]);
      const surplus = (await db.countFromIndex('rows', 'list', all)) - MOST_ENTRIES;
      if (surplus <= 0) return;
      const keys = await db.getAllKeysFromIndex('rows', 'list', all);
      await remove(db, keys.toSorted().slice(0, surplus));
    });
  const remove = async (db: LogDatabase, keys: readonly string[]): Promise<void> => {
    const transaction = db.transaction('rows', 'readwrite');
    await Promise.all([...keys.map((key) => transaction.store.delete(key)), transaction.done]);
  };

  const open = async (): Promise<boolean> => {
    try {
      const newest = await database.use(async (db) => {
        const transaction = db.transaction(['rows', 'runs']);
        return Promise.all(
          (['rows', 'runs'] as const).map((store) =>
            transaction.objectStore(store).openKeyCursor(null, 'prev'),
          ),
        );
      });
      for (const cursor of newest) if (cursor) ids.after(cursor.key);
      if (!life.signal.aborted) channel = joinTabs(await name, onMessage);
    } catch {
      state.setState({ isDurable: false, canRun: false });
      database.close();
      return false;
    }
    // Held until the tab goes. A browser that has locks and does not answer has none for us.
    const own = await inTime(
      lock(`tab-${tab}`).catch(() => undefined),
      deadlineMs,
    );
    if (!own?.result) state.setState({ canRun: false });
    life.signal.addEventListener('abort', () => own?.result?.release());
    followTabs()
      .then(trimEntries)
      .catch(() => undefined);
    return true;
  };
  const opened = open();

  let waiting: Put[] = [];
  let writing: Promise<unknown> = Promise.resolve();
  let planned: Promise<void> | undefined;
  let ofRun: string | undefined;
  /** One transaction after the other: what comes while one is under way goes into the next. */
  const put = (puts: readonly Put[], run?: string): Promise<void> => {
    if (puts.length === 0) return Promise.resolve();
    waiting.push(...puts);
    ofRun = run ?? ofRun;
    planned ??= writing
      .catch(() => undefined)
      .then(() => {
        const [batch, known] = [waiting, ofRun];
        waiting = [];
        planned = ofRun = undefined;
        const own = database.use((db) => write(db, batch, known));
        writing = own;
        return own;
      });
    planned.catch(fail);
    return planned;
  };

  /** Deletes rows, and runs with their lines. */
  const forget = async ({ rows = [], runs = [] }: { rows?: readonly string[]; runs?: readonly string[] }) => {
    await database.use(async (db) => {
      const ofRuns = runs.map((run) =>
        db.getAllKeysFromIndex('rows', 'run', IDBKeyRange.bound([run], [run, []])),
      );
      await remove(db, [...rows, ...(await Promise.all(ofRuns)).flat()]);
      for (const run of runs) await Promise.all([db.delete('lists', run), db.delete('runs', run)]);
    });
    changed('entries');
    changed('runs');
  };

  return {
    /** Names this tab in the rows that it writes. */
    tab,
    state,
    /** Emits what has changed, here or in another tab. The result leaves. */
    subscribe,
    /** Settles once the entry is in storage, so that its request may leave. Gives its ID. Rejects if storage does not take it. */
    record: async (entry: NewEntry): Promise<string> => {
      const isStored = await opened;
      const row = toRow(entry, { id: ids.next(), at: epochNow(), tab });
      underWay.set(row.id, row);
      if (!isStored) memory.set(row.id, row);
      else {
        await put([['rows', row]]).catch((error: unknown) => {
          showToast({
            tone: 'bad',
            text: 'This browser’s storage took no entry for it, so nothing was sent. Reload the page, then try again.',
          });
          throw error;
        });
      }
      changed('entries');
      return row.id;
    },
    /** Closes an entry with its result. If storage does not take it, the result is unknown after a reload. */
    close: async (id: string, result: EntryResult): Promise<void> => {
      const row = underWay.get(id);
      underWay.delete(id);
      if (!row) return;
      const closed = closeRow(row, result);
      if (memory.has(id)) memory.set(id, closed);
      else await put([['rows', closed]]).catch(() => undefined);
      changed('entries');
    },
    /** Reads from storage. Rejects if it fails. */
    read: async <T>(act: (db: LogDatabase) => Promise<T>): Promise<T> => {
      if (await opened) return database.use(act, 'late');
      throw new Error('This browser refuses storage');
    },
    /** All entries, if the browser refuses storage; undefined if it does not. */
    inMemory: async (): Promise<LogRow[] | undefined> => ((await opened) ? undefined : [...memory.values()]),
    forget,

    /** Sorts by time. */
    newId: ids.next,
    /** Writes a new run. Rejects if storage does not take it: there is no run then. */
    beginRun: async (run: Run, lines: readonly NewLine[]): Promise<void> => {
      await put([
        ['runs', run],
        ['lists', { run: run.id, lines: [...lines] }],
      ]);
      changed('runs');
    },
    /** Writes lines of a run and its header in one step. Rejects if storage does not take them. */
    putRun: async (run: Run, rows: readonly LogRow[]): Promise<void> => {
      await put([...rows.map((row): Put => ['rows', row]), ['runs', run]], run.id);
      changed('runs');
    },
    /** Makes this tab the one that sends; undefined while another one is. */
    takeSend: async (waitMs = 0): Promise<HeldLock | undefined> => {
      if (!(await opened) || !state.getState().canRun) return undefined;
      return lock(
        'send',
        waitMs === 0 ? { ifAvailable: true } : { signal: AbortSignal.timeout(waitMs) },
      ).catch(() => undefined);
    },
    /** Waits until no other tab sends. */
    waitForSend: async (): Promise<HeldLock | undefined> => {
      await opened;
      return lock('send', { signal: life.signal }).catch(() => undefined);
    },
    /** Only for the tab that holds the lock: what others left under way is unknown, and their runs stand still. */
    settleRuns: async (): Promise<void> => {
      const left = new Set((await giveUp((row) => row.run !== undefined)).map(({ run }) => run));
      const runs = await database.use(readAllRuns);
      for (const { id, status, counts } of runs.runs) {
        if (status !== 'running' && counts.sending === 0 && !left.has(id)) continue;
        const view = await database.use((db) => readRun(db, id));
        if (view) await put([['runs', interrupted(view, epochNow())]], id);
      }
      changed('runs');
    },
    /** Room for a new run: the oldest finished runs leave. */
    makeRoom: async (lines: number): Promise<void> => {
      const { runs } = await database.use(readAllRuns);
      let kept = runs.reduce((sum, { total }) => sum + total, lines);
      const leaving: string[] = [];
      for (const { id, status, total } of runs.toReversed()) {
        if (kept <= MOST_LINES_KEPT) break;
        if (status !== 'finished') continue;
        leaving.push(id);
        kept -= total;
      }
      if (leaving.length > 0) await forget({ runs: leaving });
    },
    ask: (command: RunCommand): void => channel?.post(command),
    onCommand: commands.subscribe,
    /** As a tab that closes does by itself. */
    dispose: (): void => {
      clear();
      commands.clear();
      database.close();
      hear.entries.stop();
      hear.runs.stop();
      postRuns.stop();
      channel?.close();
      life.abort();
    },
  };
};

export type Log = ReturnType<typeof openLog>;

/** The log of a workspace, opened when it is first needed. */
export const logOf = perWorkspace(({ service, personKey }) =>
  openLog({ service: service.baseUrl, personKey }),
);

/** The log of the signed-in person. */
export const useLog = (): Log => logOf(useWorkspace());
