import type { Sheet } from '#src/journal/books.ts';
import type { NewRun, RunPair } from '#src/journal/run.ts';

/** Sends runs, one at a time in this browser, whichever area is shown. */
export type Runner = {
  /** The run that this browser sends at present, in this tab or in another one. */
  current: () => { sheet: Sheet; isHere: boolean } | undefined;
  /** Told whenever `current` has changed; what happens within a run is told by its sheet. */
  subscribe: (listener: () => void) => () => void;
  /** Writes the run down and begins to send it. `busy`: this browser sends another run already. */
  begin: (run: NewRun, pairs: readonly RunPair[]) => Promise<{ id: string } | 'busy'>;
  /** Goes on with what is queued. */
  resume: (runId: string) => Promise<'running' | 'busy'>;
  /** Sends nothing more; what is on its way still gets its answer. */
  pause: (runId: string) => Promise<void>;
  /** What has not been sent stays so; what is on its way still gets its answer. */
  cancel: (runId: string) => Promise<void>;
  /** Opens closed lines again by the person's word, and goes on. */
  sendAgain: (runId: string, state: 'refused' | 'unknown' | 'not-sent') => Promise<'running' | 'busy'>;
  /** About how long the rest will take at the pace of late, in milliseconds; undefined where nothing can be said. */
  remainingMs: () => number | undefined;
};
