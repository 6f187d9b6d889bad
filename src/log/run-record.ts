import { createEmitter } from '#src/lib/emitter.ts';
import type { Log } from './log.ts';
import {
  patched,
  rowOfLine,
  step,
  type Line,
  type LineEvent,
  type Run,
  type RunPatch,
  type RunView,
} from './run.ts';

/** What happens to a line, by its index. */
export type Change = readonly [index: number, event: LineEvent];

/** A run as the tab that sends it knows it: in memory, and in storage as soon as `append` has settled. */
export type RunRecord = {
  /** Another object whenever something has changed. */
  run: () => Run;
  /** Each line is another object whenever it has changed. */
  lines: readonly Line[];
  /** Told after each change. */
  subscribe: (listener: () => void) => () => void;
  /**
   * Takes in changes at once. True as soon as they are in storage; false if storage has failed: nothing may leave any more.
   * Throws if an event does not fit the state of its line.
   */
  append: (changes: readonly Change[], patch?: RunPatch) => Promise<boolean>;
  /** Storage did not take something. It is known to this page alone. */
  hasFailed: () => boolean;
};

/** `view` is the record's own from here on. */
export const openRecord = (log: Pick<Log, 'putRun' | 'tab'>, view: RunView): RunRecord => {
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
      const touched = new Set<number>();
      for (const [index, event] of changes) {
        const before = lineAt(index);
        const after = step(before, event);
        lines[index] = after;
        counts[before.state] -= 1;
        counts[after.state] += 1;
        if (after.withMessage) messages += 1;
        // What was never sent has no row.
        if (after.row !== undefined) touched.add(index);
      }
      run = { ...patched(run, patch), counts, messages, tab: log.tab };
      emit();
      if (hasFailed) return false;
      const rows = [...touched].map((index) => rowOfLine(run, lineAt(index), index, log.tab));
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
