import { expect, test } from 'playwright/test';
import type { LastAccepted } from '#src/log/runs/run-log.ts';
import type { Line, Run, RunOperation } from '#src/log/runs/run.ts';
import { lineOf, recordOf, runOf as aRun } from './testing/run-kit.ts';
import { findUndoable, undoSentences, type Undoable } from './run-undo.ts';
import {
  begin,
  endBrowsers,
  OK,
  finished,
  pairsOf,
  sendingBrowser,
  whileFailing,
} from './testing/runner-kit.ts';

test.afterEach(endBrowsers);

const SENT_AT = 5000;
const { signal } = new AbortController();

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
  await finished(tab, id);
  const record = await tab.runLog.open(id);
  if (!record) throw new Error('No record');
  expect(await findUndoable(record, tab.runLog, signal)).toMatchObject({ lines: [0, 1, 2], untold: 0 });
  await whileFailing('getAll', 'UnknownError', async () => {
    const found = await findUndoable(record, tab.runLog, signal);
    expect(found).toMatchObject({ lines: [0, 1, 2], untold: 3, changed: 0, undone: 0 });
    expect(undoSentences(record.run(), found).join(' ')).toBe(
      '3 pairs will be detached as a new run. For 3 pairs this browser can’t tell whether a later operation changed them. They are included.',
    );
  });
});
