import * as z from 'zod/mini';
import { createMergeCount, type MergeCount } from '#src/lib/merge-count.ts';
import { nextTask } from '#src/lib/timing.ts';
import { MAX_LIST_LINES } from '#src/lists/list-text.ts';
import type { LogDatabase } from './database.ts';
import { closeRow, parseRow, type LogRow } from './entry.ts';
import { isLogId } from './ids.ts';
import type { Log } from './log.ts';
import { listSchema, type RunList } from './run-input.ts';
import { interruptRun, lineToRow, type Line, type Run, type RunView } from './run.ts';
import { parseRows, readAllRuns, readRun, toRunView } from './views.ts';

/** A run with its list and its rows. */
export type SavedRun = Omit<RunList, 'run'> & { run: Run; rows: readonly LogRow[] };

export const readSavedChanges = (log: Log): Promise<LogRow[]> =>
  log.read(async (db) => parseRows(await db.getAllFromIndex('rows', 'list')));

const toRows = ({ run, lines }: RunView): LogRow[] =>
  lines.flatMap((line, index) => (line.row === undefined ? [] : lineToRow(run, line, index, run.tab)));

/** The newest first. */
export const readSavedRuns = async (log: Log): Promise<SavedRun[]> => {
  const saved: SavedRun[] = [];
  const { runs } = await log.read(readAllRuns);
  for (const { id } of runs) {
    const view = await log.read((db) => readRun(db, id));
    const { data: list } = listSchema.safeParse(await log.read((db) => db.get('lists', id)));
    if (view && list) saved.push({ ...list, run: view.run, rows: toRows(view) });
  }
  return saved;
};

/** As after a crash: what was being sent is unknown. Undefined if it is no single change. */
const readChange = (value: unknown, now: number): LogRow | undefined => {
  const row = parseRow(value);
  if (!row?.list || row.run !== undefined || !isLogId(row.id, now)) return undefined;
  const { outcome } = row;
  const restored = { ...row, restored: true as const };
  if (outcome === 'sending') return closeRow({ ...restored, problem: 'lost' }, { outcome: 'unknown' });
  return outcome === 'queued' ? undefined : closeRow(restored, { outcome });
};

/** Adds the single changes that are not here. Rejects if storage fails. */
export const mergeChanges = (log: Log, values: readonly unknown[], now: number): Promise<MergeCount> =>
  log.edit(async (db) => {
    const { store, done } = db.transaction('rows', 'readwrite');
    const here = new Set(await store.getAllKeys());
    const rows = values.flatMap((value) => readChange(value, now) ?? []);
    const added = rows.filter(({ id }) => !here.has(id));
    await Promise.all([...added.map((row) => store.put(row)), done]);
    const known = rows.length - added.length;
    return { added: added.length, known, leftOut: values.length - rows.length };
  });

const savedRunSchema = z.object({
  run: z.unknown(),
  lines: z.unknown(),
  rows: z.array(z.unknown()),
  input: z.optional(z.unknown()),
});

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

type EndedRun = { view: RunView; list: RunList };

/** Undefined unless all its parts fit together. */
const parseSavedRun = (value: unknown, backupAt: number, now: number): EndedRun | undefined => {
  const { data } = savedRunSchema.safeParse(value);
  const rows = parseRows(data?.rows ?? []);
  const view = data && toRunView(data.run, data.lines, rows);
  if (!view || rows.length !== data.rows.length) return undefined;
  const { id, total } = view.run;
  const { data: list } = listSchema.safeParse({ run: id, lines: data.lines, input: data.input });
  const isValid =
    total <= MAX_LIST_LINES &&
    [id, ...rows.map((row) => row.id)].every((each) => isLogId(each, now)) &&
    rows.every(({ run, line = total }) => run === id && line < total);
  return isValid && list ? { view: endRun(view, backupAt), list } : undefined;
};

/** In one transaction: without its rows, a run would say that its lines were not sent. */
const addRun = async (db: LogDatabase, { view, list }: EndedRun): Promise<'added'> => {
  const transaction = db.transaction(['rows', 'runs', 'lists'], 'readwrite');
  const rows = transaction.objectStore('rows');
  await Promise.all([
    ...toRows(view).map((row) => rows.add(row)),
    transaction.objectStore('runs').add(view.run),
    transaction.objectStore('lists').put(list),
    transaction.done,
  ]);
  return 'added';
};

/** Adds the runs that are not here. */
export const mergeRuns = async (
  log: Log,
  values: readonly unknown[],
  { backupAt, now }: { backupAt: number; now: number },
): Promise<MergeCount> => {
  const count = createMergeCount();
  const { runs } = await log.read(readAllRuns);
  const here = new Set(runs.map(({ id }) => id));
  for (const value of values) {
    const ended = parseSavedRun(value, backupAt, now);
    if (!ended) count.leftOut += 1;
    else if (here.has(ended.view.run.id)) count.known += 1;
    else {
      const result = await log.edit((db) => addRun(db, ended)).catch(() => 'leftOut' as const);
      count[result] += 1;
    }
    await nextTask();
  }
  return count;
};
