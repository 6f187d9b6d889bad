import type { RunRecord } from '#src/log/runs/run-log.ts';
import type { Line, LineState, Run } from '#src/log/runs/run.ts';

/** A run of 312 pairs that is under way, as the tests of its words begin with; local time of this browser. */
export const runOf = (patch: Partial<Run> = {}): Run => ({
  id: 'run-1',
  at: new Date(2025, 10, 21, 14, 30, 14).getTime(),
  operation: 'attach',
  source: 'renewals-nov.csv',
  total: 312,
  counts: { queued: 116, sending: 4, accepted: 186, refused: 4, unknown: 2, 'not-sent': 0 },
  status: 'running',
  activeMs: 38_000,
  tab: 'tab',
  ...patch,
});

/** A line in one state. */
export const lineOf = (state: LineState, patch: Partial<Line> = {}): Line => ({
  campaignId: 'cmp-1',
  webhookId: 'wh-1',
  state,
  sent: 0,
  ...patch,
});

/** The record of a run that is over, of which nothing is written. */
export const recordOf = (lines: readonly Line[], patch: Partial<Run> = {}): RunRecord => {
  const run = runOf({ total: lines.length, status: 'finished', ...patch });
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
