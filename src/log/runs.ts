import type { HeldLock } from '#src/storage/tab-lock.ts';
import type { createWriter, LogDatabase, LogPut } from './database.ts';
import type { LogRow, PairRow } from './entry.ts';
import type { NewLine, RunInput } from './run-input.ts';
import { interruptRun, type Run } from './run.ts';
import { isOfRun, type createTabs } from './tabs.ts';
import { readAllRuns, readRun } from './views.ts';

const MAX_STORED_LINES = 200_000;

/** The runs of the log. */
export const createRuns = ({
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
    const lost = new Set(rows.map((row) => (row.list === 'provider' ? undefined : row.run)));
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
