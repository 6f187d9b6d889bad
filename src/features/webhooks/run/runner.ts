import type { RunRecord } from '#src/journal/runs/run-log.ts';
import type { NewLine, NewRun } from '#src/journal/runs/run.ts';

/**
 * What came of the person's word. `busy`: this browser sends another run, or is about to; `changed`: the run has gone on or
 * was called off since it was looked at; `unreadable`: the run log can't be asked what another tab has sent; `unwritten`: what
 * is known here can't be written down, so nothing more is sent.
 */
export type Asked = 'running' | 'busy' | 'changed' | 'unreadable' | 'unwritten';

/** Sends runs, one at a time in this browser, whichever area is shown. */
export type Runner = {
  /** The run that this browser sends at present, in this tab or in another one. */
  current: () => { record: RunRecord; isHere: boolean } | undefined;
  /** Told whenever `current` has changed; what happens within a run is told by its record. */
  subscribe: (listener: () => void) => () => void;
  /**
   * Writes the run down and begins to send it. `busy`: this browser sends another run already; `unwritten`: it can't be
   * written down, so there is none.
   */
  begin: (run: NewRun, pairs: readonly NewLine[]) => Promise<{ id: string } | 'busy' | 'unwritten'>;
  /** Goes on with what is queued. */
  resume: (runId: string) => Promise<Asked>;
  /** Sends nothing more; what is on its way still gets its answer. */
  pause: (runId: string) => Promise<void>;
  /** What has not been sent stays so; what is on its way still gets its answer. */
  cancel: (runId: string) => Promise<void>;
  /** Opens closed lines again by the person's word, and goes on. */
  sendAgain: (runId: string, state: 'refused' | 'unknown' | 'not-sent') => Promise<Asked>;
  /** The token is refused and the sign-in server does not answer: nothing is sent until there is a new one. */
  awaitsToken: () => boolean;
  /** The person signs out: settles when what is on its way has its answers, and nothing more is sent. */
  leave: () => Promise<void>;
  /** About how long the rest will take at the pace of late, in milliseconds; undefined where nothing can be said. */
  remainingMs: () => number | undefined;
};
