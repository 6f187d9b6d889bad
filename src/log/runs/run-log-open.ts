import { joinTabs, webLocks, type TabChannel } from '#src/storage/tabs.ts';
import { settleAbandoned } from './abandoned.ts';
import { createEmitter } from '#src/lib/emitter.ts';
import { atMostEvery, inTime } from '#src/lib/timing.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { present } from '#src/lib/present.ts';
import { nextTask } from '#src/lib/slicing.ts';
import type { LastAccepted, RunCommand, RunLog } from './run-log.ts';
import { databaseName, journalDatabase, runOf } from '#src/log/database.ts';
import { createIds, randomName, timeOfId } from '#src/log/entry.ts';
import { journalOf } from '#src/log/journal.ts';
import { createNotices } from '#src/log/notices.ts';
import { hasRoomFor, makeRoom, MOST_PAIRS } from './room.ts';
import { asBegun, countsOf, QUEUED } from './run-rules.ts';
import { runStore, type KeptRun, type RunStore } from './run-store.ts';
import type { Line, NewLine, Run } from './run.ts';
import { createRunRecord, type OwnRunRecord } from './run-record.ts';
import { perWorkspace } from '#src/log/workspace.ts';
import type { TabLocks } from '#src/log/tabs.ts';
import { createLease } from './lease.ts';

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
/** Lines that are made before the page gets a turn. */
const SOME_LINES = 5000;
/** To write so many lines of a new run, storage may take as long again as it may to go on. */
const LINES_IN_TIME = 10_000;

const isCommand = (message: unknown): message is { runId: string; command: RunCommand } =>
  isRecord(message) && (message['command'] === 'pause' || message['command'] === 'cancel');

/** The lines of a new run. */
const toLines = async (pairs: readonly NewLine[]): Promise<Line[]> => {
  const lines: Line[] = [];
  for (const [index, pair] of pairs.entries()) {
    lines.push({ ...asBegun(pair), ...QUEUED });
    if (index % SOME_LINES === SOME_LINES - 1) await nextTask();
  }
  return lines;
};

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
  /** Those that were opened or begun here, by their IDs. */
  const records = new Map<string, OwnRunRecord>();
  const commands = createEmitter<{ runId: string; command: RunCommand }>();
  let commandChannel: TabChannel | undefined;
  let newestIdAt = 0;
  let isRefused = false;
  let isOver = false;

  const notices = createNotices(() => readAgain.call());
  const name = databaseName(service, personKey);
  const database = journalDatabase(name, storageDeadlineMs);
  database.subscribe(notices.tellHere);
  const lease = createLease(name, locks, storageDeadlineMs);

  const open = async (): Promise<RunStore | undefined> => {
    try {
      // Where tabs can't agree who sends, there are no runs.
      if (!(await lease.isShared())) throw new Error('No locks');
      await database.use(async () => undefined);
      const known = await name;
      notices.join(known);
      if (!isOver) {
        commandChannel = joinTabs(`${known}-commands`, (message) => {
          if (isCommand(message)) commands.emit(message);
        });
      }
      return runStore(database);
    } catch {
      database.close();
      isRefused = true;
      notices.tellHere();
      return undefined;
    }
  };
  const opened = open();

  /** Acts on what is kept; undefined where storage fails: full, taken away, broken or held up. `isKept` says that. */
  const onKept = async <T>(act: (store: RunStore) => Promise<T>): Promise<{ result: T } | undefined> => {
    const store = await opened;
    try {
      return store && { result: await act(store) };
    } catch {
      return undefined;
    }
  };
  const isAnswering = (): boolean => !isRefused && database.isAnswering();

  const refreshAll = () => onKept(() => Promise.all([...records.values()].map((record) => record.refresh())));
  const readAgain = atMostEvery(READ_EVERY_MS, () => {
    void refreshAll();
    notices.tellHere();
  });

  /** What is new must not fall behind of what is kept, though the clock is put back: later stays later. */
  const notBeforeNow = async (): Promise<number> => {
    const { runId, lastAt = 0 } = (await onKept((store) => store.newest()))?.result ?? {};
    if (runId !== undefined) newestIdAt = Math.max(newestIdAt, timeOfId(runId));
    return lastAt > epochNow() ? lastAt + 1 : 0;
  };

  const recordOf = (kept: KeptRun, store: RunStore, notBefore: number): OwnRunRecord => {
    const record: OwnRunRecord = createRunRecord({
      ...kept,
      store,
      tab,
      notBefore,
      deadlineMs: storageDeadlineMs,
      retryMs: storageRetryMs,
      onNews: (news) => notices[news](),
    });
    records.set(kept.run.id, record);
    return record;
  };

  const begin: RunLog['begin'] = async ({ operation, source, undoOf }, pairs) => {
    const store = await opened;
    if (!store || isOver) return undefined;
    const at = epochNow();
    const lines = await toLines(pairs);
    const notBefore = await notBeforeNow();
    newestIdAt = Math.max(epochNow(), newestIdAt + 1);
    const run = present<Run>({
      id: newId(newestIdAt),
      at,
      operation,
      source,
      total: lines.length,
      counts: countsOf(lines),
      status: 'running',
      activeMs: 0,
      undoOf,
      tab,
    });
    await onKept(() => makeRoom(store, lines.length));
    const writing = onKept(() => store.create(run, lines, tab).then(() => true));
    const deadlineMs = storageDeadlineMs * (1 + lines.length / LINES_IN_TIME);
    if (!(await inTime(writing, deadlineMs))?.result) {
      // Storage that was only slow may take it after all, and nobody would know of it.
      void writing.then(() => onKept(() => store.remove([run.id])));
      return undefined;
    }
    const record = recordOf({ run, revision: 1, lines }, store, notBefore);
    notices.tellHere();
    notices.tellOthersNow();
    return record;
  };

  const openRecord = async (runId: string): Promise<OwnRunRecord | undefined> => {
    const known = records.get(runId);
    if (known) return known;
    const store = await opened;
    const kept = (await onKept((from) => from.read(runId)))?.result;
    if (!store || !kept) return undefined;
    // Somebody else may have asked for it meanwhile.
    const record = records.get(runId) ?? recordOf(kept, store, 0);
    await onKept(() => record.refresh());
    return record;
  };

  const runs = async (): Promise<Run[]> => {
    const kept = await onKept((store) => store.runs());
    const inMemory = [...records.values()].map((record) => record.run());
    // One that is not kept any more is gone; where storage fails nobody can say that.
    const found = kept
      ? kept.result.map((stored) => records.get(stored.id)?.run() ?? runOf(stored))
      : inMemory;
    return found.toSorted((a, b) => (a.id < b.id ? 1 : -1));
  };

  const reread: RunLog['reread'] = async (runId) => {
    const notBefore = await notBeforeNow();
    const record = await openRecord(runId);
    if (!record) return isAnswering() ? undefined : 'unreadable';
    return (await record.reread(notBefore)) ? record : 'unreadable';
  };

  return {
    isRefused: () => isRefused,
    isKept: () => isAnswering() && ![...records.values()].some((record) => record.trouble() === 'unwritten'),
    hasRoom: async (lines) => (await onKept((store) => hasRoomFor(store, lines)))?.result ?? false,
    begin,
    open: openRecord,
    reread,
    runs,
    subscribe: notices.subscribe,
    lastAccepted: async (take) => (await onKept((store) => store.last(take))) !== undefined,
    acquireLease: async (waitMs) => {
      const release = await lease.take(waitMs);
      if (release) await refreshAll();
      return release;
    },
    leaseIsFree: lease.isFree,
    settleAbandoned: async () => {
      const putLast = (last: readonly LastAccepted[]) => onKept((store) => store.putLast(last));
      await settleAbandoned({ runs, reread }, putLast, tab, epochNow);
      await onKept((store) => store.trimLast(MOST_PAIRS));
    },
    command: (runId, command) => commandChannel?.post({ runId, command }),
    onCommand: commands.subscribe,
    dispose: () => {
      isOver = true;
      commands.clear();
      commandChannel?.close();
      notices.stop();
      readAgain.stop();
      for (const record of records.values()) record.stop();
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
