import { expect, test } from 'playwright/test';
import { mergeChanges, mergeRuns, readSavedChanges, readSavedRuns, type SavedRun } from './backup.ts';
import { closeRow } from './entry.ts';
import type { Log } from './log.ts';
import type { RunTable } from './run-input.ts';
import { openRunRecord } from './run-record.ts';
import { countLines, type Line, type Run } from './run.ts';
import { readRunSource } from './views.ts';
import { ATTACH, createTestBrowser, readRunView, readSentEntries } from './testing/log-kit.ts';

let browsers: ReturnType<typeof createTestBrowser>[] = [];

test.afterEach(() => {
  for (const browser of browsers) browser.end();
  browsers = [];
});

const openBrowser = () => {
  const browser = createTestBrowser();
  browsers.push(browser);
  return browser.openTab();
};

const NOW = 1_763_735_500_000;
const AT = { backupAt: NOW, now: NOW };
const TABLE: RunTable = {
  text: 'a;b',
  separator: ';',
  hasHeader: false,
  columns: { campaign: 0, webhook: 1 },
};

const saveRun = async (log: Log): Promise<SavedRun> => {
  const [run] = await readSavedRuns(log);
  if (!run) throw new Error('There is no run');
  return structuredClone(run);
};

/** A run with one line of each: accepted, sending, sent and queued again, queued. */
const beginRun = async (log: Log) => {
  const lines = ['a', 'b', 'c', 'd'].map((webhookId): Line => ({
    campaignId: 'cmp-1',
    webhookId,
    state: 'queued',
    requests: 0,
  }));
  const own: Pick<Run, 'activeMs' | 'messages' | 'operation' | 'source' | 'status'> = {
    activeMs: 0,
    messages: 0,
    operation: 'attach',
    source: '',
    status: 'running',
  };
  const counts = countLines(lines);
  const run: Run = { ...own, id: log.newId(), at: NOW, total: lines.length, counts, tab: log.tab };
  await log.beginRun(
    run,
    lines.map(({ campaignId, webhookId }) => ({ campaignId, webhookId })),
  );
  const record = openRunRecord(log, { run, lines });
  for (const index of [0, 1, 2]) await record.append([[index, { kind: 'send', at: NOW, row: log.newId() }]]);
  await record.append([
    [0, { kind: 'answer', outcome: 'accepted', status: 200 }],
    [2, { kind: 'release', wasSent: true, status: 429 }],
  ]);
  return record;
};

test('adds each change once', async () => {
  const from = openBrowser();
  await from.close(await from.record(ATTACH), { outcome: 'accepted', status: 200 });
  await from.record({ operation: 'save', sidEnding: 'AC-whole-123', phoneEnding: '+49 12345678' });
  const saved = await readSavedChanges(from);
  expect(saved.map(({ outcome }) => outcome)).toEqual(['accepted', 'sending']);
  const to = openBrowser();
  expect(await mergeChanges(to, saved, NOW)).toMatchObject({ added: 2, known: 0, leftOut: 0 });
  expect(await mergeChanges(to, saved, NOW)).toMatchObject({ added: 0, known: 2 });
  expect((await readSavedChanges(to)).map(({ outcome, problem }) => [outcome, problem])).toEqual([
    ['accepted', undefined],
    ['unknown', 'lost'],
  ]);
  expect(await readSentEntries(to)).toHaveLength(1);
});

test('leaves out rows that are damaged or from the future', async () => {
  const from = openBrowser();
  await from.close(await from.record(ATTACH), { outcome: 'accepted' });
  const [row] = await readSavedChanges(from);
  const to = openBrowser();
  const bad = [
    null,
    { ...row, operation: 'pause' },
    { ...row, id: 'zzzzzzzzz-000001-a' },
    { ...row, id: `${(NOW + 3_600_000).toString(36).padStart(9, '0')}-000001-a` },
    { ...row, id: 'x' },
    { ...row, run: 'r' },
  ];
  expect(await mergeChanges(to, bad, NOW)).toMatchObject({ added: 0, leftOut: bad.length });
  expect(await readSavedChanges(to)).toEqual([]);
});

test('never takes the place of a row of a run', async () => {
  const log = openBrowser();
  const { run } = await beginRun(log);
  const { rows } = await saveRun(log);
  const unknown = rows.find(({ line }) => line === 1);
  if (!unknown) throw new Error('There is no row');
  await log.putRun(run(), [closeRow({ ...unknown, problem: 'lost' }, { outcome: 'unknown' })]);
  const { run: _run, line: _line, ...single } = unknown;
  const crafted = { ...single, list: 'pairs', outcome: 'accepted' };
  expect(await mergeChanges(log, [crafted], NOW)).toMatchObject({ known: 1, added: 0 });
  expect((await readRunView(log, run().id))?.lines[1]).toMatchObject({ state: 'unknown' });
});

test('adds an unfinished run as ended', async () => {
  const from = openBrowser();
  const { run } = await beginRun(from);
  const saved = await saveRun(from);
  const to = openBrowser();
  expect(await mergeRuns(to, [saved], AT)).toMatchObject({ added: 1, leftOut: 0 });
  const view = await readRunView(to, run().id);
  expect(view?.run).toMatchObject({ status: 'finished', finishedAt: NOW, cancelledAt: NOW, backupAt: NOW });
  expect(view?.lines.map(({ state }) => state)).toEqual(['accepted', 'unknown', 'not-sent', 'not-sent']);
  expect(view?.run.counts).toEqual(countLines(view?.lines ?? []));
  // Nothing is left to be sent, or to be closed as lost.
  await to.settleRuns();
  expect((await readRunView(to, run().id))?.run).toEqual(view?.run);
});

test('keeps the list that a run was read from', async () => {
  const from = openBrowser();
  await beginRun(from);
  const saved = { ...(await saveRun(from)), input: { leftOut: [], table: TABLE } };
  const to = openBrowser();
  await mergeRuns(to, [saved], AT);
  expect((await saveRun(to)).input).toEqual(saved.input);
  expect(await to.read((db) => readRunSource(db, saved.run))).toMatchObject({
    table: TABLE,
    isInherited: false,
  });
});

test('changes no run that this browser sends', async () => {
  const log = openBrowser();
  const record = await beginRun(log);
  expect(await mergeRuns(log, [await saveRun(log)], AT)).toMatchObject({ known: 1 });
  expect((await readRunView(log, record.run().id))?.run).toEqual(record.run());
});

test('leaves out a run whose parts do not fit', async () => {
  const from = openBrowser();
  await beginRun(from);
  const { run, lines, rows } = await saveRun(from);
  const [row] = rows;
  const to = openBrowser();
  const taken = await to.record(ATTACH);
  const bad = [
    { run, lines: lines.slice(1), rows },
    { run, lines, rows: [{ ...row, run: 'other' }] },
    { run, lines, rows: [{ ...row, line: 4 }] },
    { run, lines, rows: [{ ...row, id: taken }] },
    { run: { ...run, id: 'x' }, lines, rows: [] },
    { run, lines, rows, input: { leftOut: [], table: { ...TABLE, separator: ',=1+1,' } } },
    { run, lines, rows, input: { leftOut: [], table: { ...TABLE, columns: { campaign: 1e9, webhook: 0 } } } },
    { run: { ...run, total: 10_001 }, lines: Array.from({ length: 10_001 }, () => lines[0]), rows },
  ];
  expect(await mergeRuns(to, bad, AT)).toMatchObject({ added: 0, leftOut: bad.length });
  expect(await readSentEntries(to)).toMatchObject([{ id: taken, outcome: 'sending' }]);
});
