import { createContext, use } from 'react';
import type { RunRecord } from '#src/journal/runs/run-log.ts';
import type { Run } from '#src/journal/runs/run.ts';
import type { Moment } from '#src/features/webhooks/run/run-words.ts';
import type { UndoState } from '#src/features/webhooks/run/use-undo.ts';

/** A question about the run, or one of its lines, that is open above it. */
export type Question = { kind: 'cancel' | 'unknown' | 'undo' } | { kind: 'line'; index: number };

/** What a person can do about a run. */
export type RunActs = {
  pause: () => void;
  resume: () => void;
  /** Sends nothing more of it. */
  cancel: () => void;
  sendAgain: (state: 'refused' | 'unknown' | 'not-sent') => void;
  /** Begins the run that takes these lines back. */
  undo: (lines: readonly number[]) => void;
  ask: (question: Question) => void;
  closeQuestion: () => void;
};

type RunShown = {
  record: RunRecord;
  run: Run;
  moment: Moment;
  /** Undefined where nothing can be undone, or until that is known. */
  undoState: UndoState | undefined;
  /** Something was asked for, and has not begun yet. */
  isBeginning: boolean;
  act: RunActs;
};

export const RunContext = createContext<RunShown | undefined>(undefined);

/** The run on the screen. */
export const useRun = (): RunShown => {
  const shown = use(RunContext);
  if (!shown) throw new Error('No run is shown here');
  return shown;
};
