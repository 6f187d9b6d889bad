import { expect, test } from 'playwright/test';
import type { Run } from '#src/log/runs/run.ts';
import type { PairEntry } from '#src/features/webhooks/change/change.ts';
import { runOf } from './testing/run-kit.ts';
import { sentRunWords } from './sent-runs.ts';
import { mergeSent } from '#src/features/webhooks/history/sent.ts';

const NOW = new Date(2025, 10, 21, 15, 0, 0).getTime();
const ALL = { queued: 0, sending: 0, accepted: 96, refused: 0, unknown: 0, 'not-sent': 0 };

const read = (run: Run, runs: readonly Run[] = [run]) => {
  const { what, rest, tone } = sentRunWords(run, runs);
  return [tone, what, rest];
};

test('a run that was taken back whole is struck through, and only then', () => {
  const run = runOf({ status: 'finished', total: 96, counts: ALL });
  const undo = runOf({
    id: 'run-2',
    at: NOW,
    status: 'finished',
    operation: 'detach',
    total: 96,
    counts: ALL,
    undoOf: 'run-1',
  });
  expect(sentRunWords(run, [undo, run])).toMatchObject({
    isUndone: true,
    mayUndo: false,
    rest: 'from renewals-nov.csv, undone',
  });
  expect(read(undo, [undo, run])).toEqual(['ok', 'Detached 96 of 96 pairs', 'undo of 14:30:14']);
  expect(sentRunWords(undo, [undo, run]).mayUndo).toBe(false);
  const half = { ...undo, counts: { ...ALL, accepted: 95, unknown: 1 } };
  expect(sentRunWords(run, [half, run])).toMatchObject({ isUndone: false, mayUndo: true });
});

test('pairs and runs stand in one list, the newest first', () => {
  const entry = (at: number): PairEntry => ({
    id: String(at),
    at,
    operation: 'attach',
    campaignId: 'c',
    webhookId: 'w',
    outcome: 'accepted',
    tab: 't',
  });
  const merged = mergeSent([entry(5), entry(3), entry(1)], [runOf({ at: 4 }), runOf({ at: 2 })], 4);
  expect(merged.map(({ at }) => at)).toEqual([5, 4, 3, 2]);
});
