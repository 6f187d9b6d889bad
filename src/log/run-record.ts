import { createEmitter } from '#src/lib/emitter.ts';
import type { Log } from './log.ts';
import {
  applyEvent,
  applyPatch,
  lineToRow,
  type Line,
  type LineEvent,
  type Run,
  type RunPatch,
  type RunView,
} from './run.ts';

export type LineChange = readonly [index: number, event: LineEvent];

/** Queued lines are never sent. */
export const cancelQueued = (lines: readonly Line[]): LineChange[] =>
  lines.flatMap(({ state }, index): LineChange[] =>
    state === 'queued' ? [[index, { kind: 'cancel' }]] : [],
  );

export type RunRecord = {
  /** A new object after each change. */
  run: () => Run;
  /** A line is a new object after each of its changes. */
  lines: readonly Line[];
  subscribe: (listener: () => void) => () => void;
  /** False if storage has failed: nothing more may be sent. Throws if an event doesn't fit the state of its line. */
  append: (changes: readonly LineChange[], patch?: RunPatch) => Promise<boolean>;
  /** Storage refused a change, so only this page has it. */
  hasFailed: () => boolean;
};

export const openRunRecord = (log: Pick<Log, 'putRun' | 'tab'>, view: RunView): RunRecord => {
  const lines = [...view.lines];
  const { subscribe, emit } = createEmitter();
  let run = view.run;
  let hasFailed = false;

  const lineAt = (index: number): Line => {
    const line = lines[index];
    if (!line) throw new RangeError(`No line ${index}`);
    return line;
  };

  return {
    run: () => run,
    lines,
    subscribe,
    hasFailed: () => hasFailed,
    append: async (changes, patch = {}) => {
      const counts = { ...run.counts };
      let { messages } = run;
      const changed = new Set<number>();
      for (const [index, event] of changes) {
        const before = lineAt(index);
        const after = applyEvent(before, event);
        lines[index] = after;
        counts[before.state] -= 1;
        counts[after.state] += 1;
        if (after.withMessage) messages += 1;
        // A line that was never sent has no row.
        if (after.row !== undefined) changed.add(index);
      }
      run = { ...applyPatch(run, patch), counts, messages, tab: log.tab };
      emit();
      if (hasFailed) return false;
      const rows = [...changed].map((index) => lineToRow(run, lineAt(index), index, log.tab));
      try {
        await log.putRun(run, rows);
      } catch {
        hasFailed = true;
        emit();
      }
      return !hasFailed;
    },
  };
};
