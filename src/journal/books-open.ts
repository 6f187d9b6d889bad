import { webLocks } from '#src/lib/between-tabs.ts';
import { abandonedSettler } from './abandoned.ts';
import { atMostEvery } from './at-most-every.ts';
import type { Books, Sheet } from './books.ts';
import { createBounds } from './bounds.ts';
import { connect } from './connection.ts';
import { databaseName } from './database.ts';
import { createIds, randomName } from './ids.ts';
import { inTime } from './in-time.ts';
import { createNotices } from './notices.ts';
import type { OwnSheet } from './own-sheet.ts';
import { makeRoom, MOST_PAIRS } from './retention.ts';
import { hasRoomFor } from './room.ts';
import { countsOf } from './run-rules.ts';
import { runStore, type OnKept, type RunStore } from './run-store.ts';
import type { NewLine, NewRun, Run } from './run.ts';
import { readRun, toLines, type KeptRun } from './sheet-lines.ts';
import { createSheet } from './sheet.ts';
import type { TabLocks } from './tabs.ts';
import { createTurn } from './turn.ts';
import { createWishes } from './wishes.ts';

export type BooksSetup = {
  /** The service's base address and the key of the signed-in person. */
  service: string;
  personKey: string;
  locks?: TabLocks | undefined;
  epochNow?: () => number;
  /** How long storage may take, to open or to go on, before everything goes on without it; default 3 s. */
  storageDeadlineMs?: number;
  /** How long after a failure storage is tried again; default 5 s. */
  storageRetryMs?: number;
};

const READ_EVERY_MS = 250;

/** Opens the runs of one service and one person. Usable at once: what is asked of it waits for the storage to open. */
export const openBooks = ({
  service,
  personKey,
  locks = webLocks(),
  epochNow = Date.now,
  storageDeadlineMs = 3000,
  storageRetryMs = 5000,
}: BooksSetup): Books => {
  const tab = randomName();
  const newId = createIds(tab);
  const sheets = new Map<string, Promise<OwnSheet | undefined>>();
  const inMemory = new Set<OwnSheet>();
  let isAnswering = true;
  let isTrimmed = false;
  let isOver = false;

  const notices = createNotices(() => {
    readAgain.call();
    void wishes.hear();
  });

  const become = (next: boolean): void => {
    if (isAnswering === next) return;
    isAnswering = next;
    notices.tellHere();
  };

  const name = databaseName(service, personKey).catch(() => undefined);
  const turn = createTurn(name, locks, storageDeadlineMs);
  const open = async (): Promise<RunStore | undefined> => {
    const known = await name;
    // Where tabs can't agree who sends, a run is kept where no other one finds it: in memory.
    const opening = known === undefined || !(await turn.isShared()) ? undefined : connect(known);
    const connection = opening && (await inTime(opening, storageDeadlineMs).catch(() => undefined))?.result;
    if (!connection) {
      // Too late to be of use.
      void opening?.then((late) => late.close()).catch(() => undefined);
      become(false);
      return undefined;
    }
    if (known !== undefined) notices.join(known);
    return runStore(connection, storageDeadlineMs);
  };
  const opened = open();

  const onKept: OnKept = async (act) => {
    const store = await opened;
    if (!store || isOver) return undefined;
    try {
      const result = await act(store);
      become(true);
      return { result };
    } catch {
      // Full, taken away, broken or held up: said by `isKept`.
      become(false);
      return undefined;
    }
  };

  const refreshAll = async (): Promise<void> => {
    await onKept(() => Promise.all([...inMemory].map((sheet) => sheet.refresh())));
  };
  const readAgain = atMostEvery(READ_EVERY_MS, () => {
    void refreshAll();
    notices.tellHere();
  });

  const wishes = createWishes(onKept);
  const bounds = createBounds(onKept, epochNow);
  const trim = (): void => {
    void onKept((store) => store.trimLast(MOST_PAIRS));
  };

  const sheetOf = (kept: KeptRun, store: RunStore | undefined, notBefore: number): OwnSheet => {
    const sheet: OwnSheet = createSheet({
      ...kept,
      store: isOver ? undefined : store,
      tab,
      notBefore,
      holdTurn: turn.hold,
      term: turn.term,
      deadlineMs: storageDeadlineMs,
      retryMs: storageRetryMs,
      onNews: (news) => {
        if (news === 'changed') return notices.tellHere();
        notices.tellOthers();
        if (sheet.run().status === 'finished') trim();
      },
    });
    inMemory.add(sheet);
    return sheet;
  };

  const begin = async ({ operation, source, undoOf }: NewRun, pairs: readonly NewLine[]): Promise<Sheet> => {
    const store = await opened;
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
    const sheet = sheetOf({ run, revision: 0, lines }, store, notBefore);
    sheets.set(run.id, Promise.resolve(sheet));
    await sheet.writeNew();
    return sheet;
  };

  const load = async (runId: string): Promise<OwnSheet | undefined> => {
    const store = await opened;
    const kept = await onKept((from) => readRun(from, runId));
    if (!store || !kept?.result) return undefined;
    const sheet = sheetOf(kept.result, store, 0);
    await onKept(() => sheet.refresh());
    return sheet;
  };

  const openSheet = (runId: string): Promise<OwnSheet | undefined> => {
    const known = sheets.get(runId);
    if (known) return known;
    const loading = load(runId);
    sheets.set(runId, loading);
    const forget = (): void => void sheets.delete(runId);
    loading.then((sheet) => sheet ?? forget(), forget);
    return loading;
  };

  const runs = async (): Promise<Run[]> => {
    const found = new Map<string, Run>();
    const kept = await onKept((store) => store.runs());
    for (const { revision: _, ...run } of kept?.result ?? []) found.set(run.id, run);
    for (const sheet of inMemory) {
      const run = sheet.run();
      // One that is not kept any more is gone, unless only this tab knows it.
      if (found.has(run.id) || !kept || !sheet.isKept()) found.set(run.id, run);
    }
    return [...found.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1));
  };

  const reread = async (runId: string): Promise<OwnSheet | 'unreadable' | undefined> => {
    const notBefore = await bounds.notBefore();
    const sheet = await openSheet(runId);
    if (!sheet) return isAnswering ? undefined : 'unreadable';
    const stand = await sheet.reread(notBefore);
    if (stand === 'known') return sheet;
    if (stand === 'unreadable') become(false);
    return 'unreadable';
  };

  const settleAbandoned = abandonedSettler({ tab, epochNow, runs, reread });

  return {
    isKept: () => isAnswering && [...inMemory].every((sheet) => sheet.isKept()),
    hasRoom: async (lines) => (await onKept((store) => hasRoomFor(store, lines)))?.result ?? false,
    begin,
    open: openSheet,
    reread,
    runs,
    unkept: () => [...inMemory].filter((sheet) => !sheet.isKept()),
    subscribe: notices.subscribe,
    lastAccepted: async (take) => {
      const kept = await onKept(async (store) => store.last(take));
      for (const sheet of inMemory) {
        const some = sheet.unkept();
        if (some.length > 0) take(some);
      }
      return kept !== undefined;
    },
    takeTurn: async () => {
      const end = await turn.take();
      if (!end) return undefined;
      // Whoever asked for something asked the tab that had the turn before.
      await wishes.begin();
      await refreshAll();
      return () => {
        wishes.end();
        end();
      };
    },
    turnIsFree: turn.isFree,
    settleAbandoned: async () => {
      await settleAbandoned();
      if (!isTrimmed) trim();
      isTrimmed = true;
    },
    wish: async (runId, wish) => {
      await onKept((store) => store.wish(runId, wish));
      notices.tellOthersNow();
    },
    wishes: wishes.listen,
    hearWishes: wishes.hear,
    dispose: () => {
      isOver = true;
      wishes.stop();
      notices.stop();
      readAgain.stop();
      for (const sheet of inMemory) sheet.stop();
      void opened.then((store) => store?.close());
    },
  };
};
