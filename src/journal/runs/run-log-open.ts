import { webLocks } from '#src/storage/tabs.ts';
import { abandonedSettler } from './abandoned.ts';
import { atMostEvery } from '#src/lib/timing.ts';
import type { RunLog } from './run-log.ts';
import { createBounds } from './bounds.ts';
import { databaseName, journalDatabase, runOf } from '#src/journal/database.ts';
import { createIds, randomName } from '#src/journal/entry.ts';
import { journalOf } from '#src/journal/journal.ts';
import { createNotices } from '#src/journal/notices.ts';
import { hasRoomFor, makeRoom, MOST_PAIRS } from './room.ts';
import { countsOf } from './run-rules.ts';
import { runStore, type OnKept, type RunStore } from './run-store.ts';
import type { NewLine, NewRun, Run } from './run.ts';
import { readRun, toLines, type KeptRun } from './record-lines.ts';
import { createRunRecord, type OwnRunRecord } from './run-record.ts';
import { perWorkspace } from '#src/journal/workspace.ts';
import type { TabLocks } from '#src/journal/tabs.ts';
import { createLease } from './lease.ts';
import { createCommands } from './commands.ts';

export type RunLogSetup = {
  /** The service's base address and the key of the signed-in person. */
  service: string;
  personKey: string;
  locks?: TabLocks | undefined;
  epochNow?: () => number;
  /** How long storage may take, to open or to go on, before it counts as failing; default 5 s. */
  storageDeadlineMs?: number;
  /** How long after a failure storage is tried again; default 5 s. */
  storageRetryMs?: number;
};

const READ_EVERY_MS = 250;

/** Opens the runs of one service and one person. Usable at once: what is asked of it waits for the storage to open. */
export const openRunLog = ({
  service,
  personKey,
  locks = webLocks(),
  epochNow = Date.now,
  storageDeadlineMs = 5000,
  storageRetryMs = 5000,
}: RunLogSetup): RunLog => {
  const tab = randomName();
  const newId = createIds(tab);
  const records = new Map<string, Promise<OwnRunRecord | undefined>>();
  const inMemory = new Set<OwnRunRecord>();
  let isRefused = false;
  let isTrimmed = false;
  let isOver = false;

  const notices = createNotices(() => {
    readAgain.call();
    void commands.receive();
  });

  const name = databaseName(service, personKey);
  const database = journalDatabase(name, storageDeadlineMs);
  database.subscribe(notices.tellHere);
  const lease = createLease(name, locks, storageDeadlineMs);
  const open = async (): Promise<RunStore | undefined> => {
    try {
      // Where tabs can't agree who sends, there are no runs.
      if (!(await lease.isShared())) throw new Error('No locks');
      await database.use(async () => undefined);
      notices.join(await name);
      return runStore(database);
    } catch {
      database.close();
      isRefused = true;
      notices.tellHere();
      return undefined;
    }
  };
  const opened = open();

  const onKept: OnKept = async (act) => {
    const store = await opened;
    try {
      return store && { result: await act(store) };
    } catch {
      // Full, taken away, broken or held up: said by `isKept`.
      return undefined;
    }
  };
  const isAnswering = (): boolean => !isRefused && database.isAnswering();

  const refreshAll = async (): Promise<void> => {
    await onKept(() => Promise.all([...inMemory].map((record) => record.refresh())));
  };
  const readAgain = atMostEvery(READ_EVERY_MS, () => {
    void refreshAll();
    notices.tellHere();
  });

  const commands = createCommands(onKept);
  const bounds = createBounds(onKept, epochNow);
  const trim = (): void => {
    void onKept((store) => store.trimLast(MOST_PAIRS));
  };

  const recordOf = (kept: KeptRun, store: RunStore, notBefore: number): OwnRunRecord => {
    const record: OwnRunRecord = createRunRecord({
      ...kept,
      store,
      tab,
      notBefore,
      deadlineMs: storageDeadlineMs,
      retryMs: storageRetryMs,
      onNews: (news) => {
        if (news === 'changed') return notices.tellHere();
        notices.tellOthers();
        if (record.run().status === 'finished') trim();
      },
    });
    inMemory.add(record);
    return record;
  };

  const begin = async ({ operation, source, undoOf }: NewRun, pairs: readonly NewLine[]) => {
    const store = await opened;
    if (!store || isOver) return undefined;
    const at = epochNow();
    const lines = await toLines(pairs);
    const { idAt, notBefore } = await bounds.ofNew();
    const run: Run = {
      id: newId(idAt),
      at,
      operation,
      source,
      total: lines.length,
      counts: countsOf(lines),
      status: 'running',
      activeMs: 0,
      ...(undoOf === undefined ? {} : { undoOf }),
      tab,
    };
    await onKept((kept) => makeRoom(kept, lines.length));
    const record = recordOf({ run, revision: 0, lines }, store, notBefore);
    if (!(await record.writeNew())) {
      record.stop();
      inMemory.delete(record);
      // Storage that was only slow may have taken it after all, and nobody would know of it.
      void onKept((kept) => kept.remove([run.id]));
      return undefined;
    }
    records.set(run.id, Promise.resolve(record));
    return record;
  };

  const load = async (runId: string): Promise<OwnRunRecord | undefined> => {
    const store = await opened;
    const kept = await onKept((from) => readRun(from, runId));
    if (!store || !kept?.result) return undefined;
    const record = recordOf(kept.result, store, 0);
    await onKept(() => record.refresh());
    return record;
  };

  const openRecord = (runId: string): Promise<OwnRunRecord | undefined> => {
    const known = records.get(runId);
    if (known) return known;
    const loading = load(runId);
    records.set(runId, loading);
    const forget = (): void => void records.delete(runId);
    loading.then((record) => record ?? forget(), forget);
    return loading;
  };

  const runs = async (): Promise<Run[]> => {
    const found = new Map<string, Run>();
    const kept = await onKept((store) => store.runs());
    for (const stored of kept?.result ?? []) found.set(stored.id, runOf(stored));
    for (const record of inMemory) {
      const run = record.run();
      // One that is not kept any more is gone.
      if (found.has(run.id) || !kept) found.set(run.id, run);
    }
    return [...found.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1));
  };

  const reread = async (runId: string): Promise<OwnRunRecord | 'unreadable' | undefined> => {
    const notBefore = await bounds.notBefore();
    const record = await openRecord(runId);
    if (!record) return isAnswering() ? undefined : 'unreadable';
    return (await record.reread(notBefore)) ? record : 'unreadable';
  };

  const settleAbandoned = abandonedSettler({ tab, epochNow, runs, reread });

  return {
    isRefused: () => isRefused,
    isKept: () => isAnswering() && ![...inMemory].some((record) => record.trouble() === 'unwritten'),
    hasRoom: async (lines) => (await onKept((store) => hasRoomFor(store, lines)))?.result ?? false,
    begin,
    open: openRecord,
    reread,
    runs,
    subscribe: notices.subscribe,
    lastAccepted: async (take) => {
      const kept = await onKept(async (store) => store.last(take));
      return kept !== undefined;
    },
    acquireLease: async () => {
      const end = await lease.take();
      if (!end) return undefined;
      // Whoever asked for something asked the tab that had the lease before.
      await commands.begin();
      await refreshAll();
      return () => {
        commands.end();
        end();
      };
    },
    leaseIsFree: lease.isFree,
    settleAbandoned: async () => {
      await settleAbandoned();
      if (!isTrimmed) trim();
      isTrimmed = true;
    },
    command: async (runId, command) => {
      await onKept((store) => store.addCommand(runId, command));
      notices.tellOthersNow();
    },
    onCommand: commands.listen,
    receiveCommands: commands.receive,
    dispose: () => {
      isOver = true;
      commands.stop();
      notices.stop();
      readAgain.stop();
      for (const record of inMemory) record.stop();
      database.close();
    },
  };
};

/** The runs of a workspace, opened when they are first needed. Whoever reads the journal is told of their changes. */
export const runLogOf = perWorkspace((workspace) => {
  const runLog = openRunLog({ service: workspace.service.baseUrl, personKey: workspace.personKey });
  runLog.subscribe(journalOf(workspace).noticeRuns);
  return runLog;
});
