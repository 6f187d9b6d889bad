import * as z from 'zod/mini';
import { createMergeCount, type MergeCount } from '#src/lib/merge-count.ts';
import { nextTask } from '#src/lib/next-task.ts';
import { MAX_LIST_LINES } from '#src/lists/list-text.ts';
import type { LogDatabase } from './database.ts';
import { closeRow, parseRow, type LogRow } from './entry.ts';
import { isLogId } from './ids.ts';
import { MAX_SINGLE_CHANGES, MAX_STORED_LINES, type Log } from './log.ts';
import { inputSchema, listSchema, type NewLine, type RunInput } from './run-input.ts';
import { interruptRun, lineToRow, type Line, type Run, type RunView } from './run.ts';
import { readAllRuns, readRun, toRunView } from './views.ts';

const BATCH = 1000;

/** A run with its list and its rows. */
export type SavedRun = {
  run: Run;
  lines: readonly NewLine[];
  rows: readonly LogRow[];
  input?: RunInput | undefined;
};

export async function* readSavedChanges(log: Log): AsyncGenerator<LogRow[], void> {
  const keys = await log.read((db) => db.getAllKeysFromIndex('rows', 'list'));
  for (let at = 0; at < keys.length; at += BATCH) {
    const ids = keys.slice(at, at + BATCH);
    const values = await log.read((db) => Promise.all(ids.map((id) => db.get('rows', id))));
    yield values.flatMap((value) => parseRow(value) ?? []);
  }
}

const toRows = ({ run, lines }: RunView): LogRow[] =>
  lines.flatMap((line, index) => (line.row === undefined ? [] : lineToRow(run, line, index, run.tab)));

const toNewLine = ({ campaignId, webhookId, sourceLine, operation }: Line): NewLine => ({
  campaignId,
  webhookId,
  sourceLine,
  operation,
});

/** The newest first. */
export async function* readSavedRuns(log: Log): AsyncGenerator<SavedRun, void> {
  const { runs } = await log.read(readAllRuns);
  for (const { id } of runs) {
    const view = await log.read((db) => readRun(db, id));
    const list = listSchema.safeParse(await log.read((db) => db.get('lists', id))).data;
    if (!view) continue;
    yield { run: view.run, lines: view.lines.map(toNewLine), rows: toRows(view), input: list?.input };
  }
}

/** As after a crash: what was being sent is unknown. Undefined if it is no single change. */
const readChange = (value: unknown, now: number): LogRow | undefined => {
  const row = parseRow(value);
  if (!row?.list || row.run !== undefined || !isLogId(row.id, now)) return undefined;
  const { outcome } = row;
  const restored = { ...row, restored: true as const };
  if (outcome === 'sending') return closeRow({ ...restored, problem: 'lost' }, { outcome: 'unknown' });
  return outcome === 'queued' ? undefined : closeRow(restored, { outcome });
};

/** Merges single changes. Rejects if storage fails. */
export const mergeChanges = async (log: Log, values: readonly unknown[], now: number) => {
  const count = createMergeCount();
  const valid = new Map<string, LogRow>();
  for (const value of values) {
    const row = readChange(value, now);
    if (row) valid.set(row.id, row);
    else count.unreadable += 1;
  }
  await log.edit(async (db) => {
    const transaction = db.transaction('rows', 'readwrite');
    const here = await transaction.store.index('list').getAllKeys();
    const kept = new Set([...new Set([...here, ...valid.keys()])].toSorted().slice(-MAX_SINGLE_CHANGES));
    for (const row of valid.values()) {
      const current = parseRow(await transaction.store.get(row.id));
      // Without its row, a line of a run would count as not sent.
      const isBetter = current?.run === undefined && current?.problem === 'lost' && row.problem !== 'lost';
      if (current && !isBetter) count.known += 1;
      else if (!kept.has(row.id)) count.surplus += 1;
      else {
        void transaction.store.put(row);
        count[current ? 'updated' : 'added'] += 1;
      }
    }
    await transaction.done;
  });
  return count;
};

const savedRunSchema = z.object({
  run: z.unknown(),
  lines: z.unknown(),
  rows: z.array(z.unknown()),
  input: z.optional(inputSchema),
});

type ReadRun = RunView & Pick<SavedRun, 'input'>;

/** Queued lines become "not sent": only the browser that began a run may continue it. */
const endRun = ({ run, lines }: RunView, backupAt: number): RunView => {
  const ended = lines.map((line): Line => {
    if (line.state === 'sending') return { ...line, state: 'unknown', problem: 'lost' };
    return line.state === 'queued' ? { ...line, state: 'not-sent' } : line;
  });
  const isUnfinished = run.status !== 'finished';
  const header = { ...run, ...(isUnfinished && { cancelledAt: run.cancelledAt ?? backupAt }) };
  const finishedAt = run.finishedAt ?? backupAt;
  return {
    run: { ...interruptRun({ run: header, lines: ended }, backupAt), finishedAt, backupAt },
    lines: ended,
  };
};

const parseSavedRun = (value: unknown, backupAt: number, now: number): ReadRun | undefined => {
  const { data } = savedRunSchema.safeParse(value);
  if (!data) return undefined;
  const rows = data.rows.flatMap((row) => parseRow(row) ?? []);
  const view = toRunView(data.run, data.lines, rows);
  if (!view || rows.length !== data.rows.length) return undefined;
  const { id, operation, total } = view.run;
  const isValid =
    total <= MAX_LIST_LINES &&
    [id, ...rows.map((row) => row.id)].every((each) => isLogId(each, now)) &&
    rows.every(({ run, line = total }) => run === id && line < total) &&
    (operation !== 'change' || view.lines.every((line) => line.operation !== undefined));
  return isValid ? { ...endRun(view, backupAt), input: data.input } : undefined;
};

type Merge = 'added' | 'updated' | 'known' | 'unreadable';

const mergeRun = async (db: LogDatabase, view: ReadRun): Promise<Merge> => {
  const { id, backupAt = 0 } = view.run;
  const here = await readRun(db, id);
  // This browser began it, or has a later backup of it.
  if (here && (here.run.backupAt ?? Infinity) >= backupAt) return 'known';
  const rows = toRows(view);
  const ownRows = new Set(here?.lines.map(({ row }) => row));
  // One transaction: without its rows, a run would say that its lines were not sent.
  const transaction = db.transaction(['rows', 'runs', 'lists'], 'readwrite');
  const store = transaction.objectStore('rows');
  const present = new Set(await store.getAllKeys());
  const overwrites = rows.some((row) => present.has(row.id) && !ownRows.has(row.id));
  if (!overwrites) {
    for (const row of rows) void store.put(row);
    void transaction.objectStore('runs').put(view.run);
    void transaction
      .objectStore('lists')
      .put({ run: id, lines: view.lines.map(toNewLine), input: view.input });
  }
  await transaction.done;
  if (overwrites) return 'unreadable';
  return here ? 'updated' : 'added';
};

/** Counts the requests of each run, and a run that can't be read as one. Rejects if storage fails. */
export const mergeRuns = async (
  log: Log,
  values: readonly unknown[],
  { backupAt, now }: { backupAt: number; now: number },
): Promise<MergeCount> => {
  const count = createMergeCount();
  const { runs } = await log.read(readAllRuns);
  let storedLines = runs.reduce((sum, { total }) => sum + total, 0);
  for (const value of values) {
    const view = parseSavedRun(value, backupAt, now);
    if (!view) count.unreadable += 1;
    else if (storedLines + view.run.total > MAX_STORED_LINES) count.surplus += toRows(view).length;
    else {
      const merged = await log.edit((db) => mergeRun(db, view));
      count[merged] += merged === 'unreadable' ? 1 : toRows(view).length;
      if (merged === 'added') storedLines += view.run.total;
    }
    await nextTask();
  }
  return count;
};
