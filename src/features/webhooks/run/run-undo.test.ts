import { expect, test } from 'playwright/test';
import type { LastAccepted, RunRecord } from '#src/journal/runs/run-log.ts';
import type { Line, Run, RunOperation } from '#src/journal/runs/run.ts';
import { replaceMethod, type Method } from '#src/journal/testing/journal-kit.ts';
import { lineOf, runOf as aRun } from './testing/run-kit.ts';
import { findUndoable, undoSentences, type Undoable } from './run-undo.ts';
import { begin, endBrowsers, OK, pairsOf, sendingBrowser, statusOf } from './testing/runner-kit.ts';
import { sentRunWords } from './sent-runs.ts';

test.afterEach(endBrowsers);

const SENT_AT = 5000;
const { signal } = new AbortController();

const recordOf = (lines: readonly Line[]): RunRecord => {
  const run = aRun({ id: 'run-1', total: lines.length, status: 'finished' });
  return {
    run: () => run,
    line: (index) => lines[index] ?? lineOf('queued'),
    subscribe: () => () => undefined,
    append: () => Promise.resolve(true),
    trouble: () => undefined,
    flush: () => Promise.resolve(true),
    whenWritten: () => Promise.resolve(),
  };
};

const accepted = (webhookId: string, patch: Partial<Line> = {}): Line =>
  lineOf('accepted', { webhookId, sent: 1, sentAt: SENT_AT, ...patch });

const last = (
  webhookId: string,
  by: LastAccepted['by'],
  at = SENT_AT,
  operation: RunOperation = 'attach',
): LastAccepted => ({ campaignId: 'cmp-1', webhookId, operation, at, by });

const find = (lines: readonly Line[], rows: readonly LastAccepted[], runs: readonly Run[] = []) =>
  findUndoable(
    recordOf(lines),
    {
      runs: () => Promise.resolve([...runs]),
      lastAccepted: (take) => {
        take(rows);
        return Promise.resolve(true);
      },
    },
    signal,
  );

test('each accepted line is taken back, or left as it is for one reason', async () => {
  const lines = [
    accepted('own'),
    accepted('before', { again: true }),
    lineOf('refused', { webhookId: 'failed' }),
    accepted('later'),
    accepted('later-run'),
    accepted('taken-back'),
    accepted('forgotten'),
    accepted('only-older'),
  ];
  const rows = [
    last('own', { run: 'run-1', line: 0 }),
    last('before', { run: 'run-1', line: 1 }),
    last('failed', { run: 'run-9', line: 0 }, 9000),
    last('later', { entry: 'entry-1' }, 9000, 'detach'),
    last('later-run', { run: 'run-9', line: 1 }, 9000),
    last('taken-back', { run: 'run-2', line: 0 }, 9000, 'detach'),
    last('only-older', { entry: 'entry-0' }, 1000),
    last('of another list', { entry: 'entry-7' }, 9000),
  ];
  expect(await find(lines, rows, [aRun({ id: 'run-2', undoOf: 'run-1' }), aRun({ id: 'run-9' })])).toEqual({
    lines: [0, 6, 7],
    untold: 2,
    again: 1,
    changed: 2,
    undone: 1,
  } satisfies Undoable);
});

test('a browser whose storage can’t be read does not say that pairs were changed since', async () => {
  const tab = sendingBrowser(() => OK()).openTab();
  const id = await begin(tab, pairsOf(3));
  await expect.poll(() => statusOf(tab, id)).toBe('finished');
  const record = await tab.runLog.open(id);
  if (!record) throw new Error('No record');
  expect(await findUndoable(record, tab.runLog, signal)).toMatchObject({ lines: [0, 1, 2], untold: 0 });
  const putBack = replaceMethod(IDBObjectStore.prototype, 'getAll', (): Method => () => {
    throw new DOMException('broken', 'UnknownError');
  });
  try {
    const found = await findUndoable(record, tab.runLog, signal);
    expect(found).toMatchObject({ lines: [0, 1, 2], untold: 3, changed: 0, undone: 0 });
    expect(undoSentences(record.run(), found).join(' ')).toBe(
      '3 pairs will be detached, in a run of its own. For 3 pairs this browser can’t tell whether a later operation changed them. They are included.',
    );
  } finally {
    putBack();
  }
});

test('the question says what is left as it is, and why', () => {
  const none = { lines: [], untold: 0, again: 0, changed: 0, undone: 0 };
  expect(undoSentences(aRun(), { ...none, undone: 3 })).toEqual([
    'Nothing is left to undo.',
    '3 pairs were detached by an undo already.',
  ]);
  expect(undoSentences(aRun(), { ...none, lines: [0], again: 2, changed: 1, untold: 1 })).toEqual([
    '1 pair will be detached, in a run of its own.',
    '2 pairs were attached from this browser before this run and are left as they are.',
    '1 pair was changed since by a later operation and is left out.',
    'For 1 pair this browser can’t tell whether a later operation changed it. It is included.',
  ]);
  expect(undoSentences(aRun({ operation: 'detach' }), { ...none, lines: [0, 1], again: 1 })).toEqual([
    '2 pairs will be attached, in a run of its own.',
    '1 pair was detached from this browser before this run and is left as it is.',
  ]);
});

test('what is being taken back is not offered to be taken back once more', () => {
  const counts = { queued: 0, sending: 0, accepted: 3, refused: 0, unknown: 0, 'not-sent': 0 };
  const run = aRun({ status: 'finished', total: 3, counts });
  const mayUndo = (runs: readonly Run[]) => sentRunWords(run, [...runs, run], 0).mayUndo;
  expect(mayUndo([])).toBe(true);
  for (const status of ['running', 'paused'] as const) {
    expect(mayUndo([aRun({ id: 'run-2', undoOf: 'run-1', status })])).toBe(false);
  }
});
