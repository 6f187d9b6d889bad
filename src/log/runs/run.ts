import type { ProblemKind } from '#src/api/outcome.ts';

/** A webhook and a campaign, by their IDs (interface 2.3). */
export type RunPair = { campaignId: string; webhookId: string };

/** What a run does with each of its pairs. */
export type RunOperation = 'attach' | 'detach';

/**
 * Where one line of a run stands. `queued`: no request for it may be under way. `sending`: written ahead, its request may
 * have left. The four others are closed, and only a person opens them again.
 */
export type LineState = 'queued' | 'sending' | 'accepted' | 'refused' | 'unknown' | 'not-sent';

/** An answer, or none, that the person did not leave it at. */
export type Attempt = {
  state: 'refused' | 'unknown';
  sentAt?: number;
  status?: number;
  durationMs?: number;
};

/** What the run log holds of one line beside its pair; never a body. */
export type Mark = {
  state: LineState;
  /** Requests that left, or may have left, for this line; those that were refused with 429 or 503 and repeated as well. */
  sent: number;
  /** When the last of them was written ahead, epoch milliseconds. */
  sentAt?: number;
  /** The HTTP status, where an answer came; of a line that waits or was called off: what turned it away before. */
  status?: number;
  durationMs?: number;
  /** Why no answer came, or none that counts; `lost`: the tab that sent it was gone. */
  problem?: ProblemKind | 'lost';
  /** The service's own words of an error answer, at most 200 characters. */
  words?: string;
  /** Earlier attempts, the oldest first, each sent again by a person's word. */
  before?: readonly Attempt[];
};

/** A line as it begins. */
export type NewLine = RunPair & {
  /** The pair's last accepted operation from this browser was the same one already. */
  again?: true;
  /** Its number in the list it came from, from 1; absent where there was no list. */
  sourceLine?: number;
};

export type Line = NewLine & Mark;

/** What happens to a line. */
export type LineEvent =
  /** Its request may leave now. `at` in epoch milliseconds. */
  | { kind: 'send'; at: number }
  | {
      kind: 'answer';
      outcome: 'accepted' | 'refused' | 'unknown';
      status?: number;
      durationMs?: number;
      problem?: ProblemKind;
      words?: string;
    }
  /**
   * Certainly not carried out: back into the line. `left`: a request had left and was turned away; `status` (401, 429,
   * 503) is what came back then.
   */
  | { kind: 'release'; left: boolean; status?: number }
  /** The tab that sent it is gone: nobody will ever hear what came of it. */
  | { kind: 'lose' }
  /** The person calls off what has not been sent. */
  | { kind: 'cancel' }
  /** The person wants it sent again, or sent after all. */
  | { kind: 'reopen' };

/**
 * Why a run stands still. `failures`: ten failures in a row alike. `interrupted`: the tab that sent it was gone. `storage`:
 * a line could not be written down, so it was not sent.
 */
export type Pause = {
  why: 'person' | 'session' | 'failures' | 'interrupted' | 'storage';
  /** Epoch milliseconds. */
  at: number;
  /**
   * Of `failures`: how many in a row, and the status of each; without one no answer came. `areTurnedAway`: the service
   * carried none of them out and said to come again.
   */
  failures?: { count: number; status?: number; areTurnedAway?: true };
};

/** `finished`: every line is closed. */
export type RunStatus = 'running' | 'paused' | 'finished';

export type Counts = Readonly<Record<LineState, number>>;

/** One run as the run log names it. Counts always sum to `total`. */
export type Run = {
  /** Sorts by the time it was begun. */
  id: string;
  /** When it was begun, epoch milliseconds. */
  at: number;
  operation: RunOperation;
  /** A file's name, or "" where the pairs were pasted or put together. */
  source: string;
  total: number;
  counts: Counts;
  status: RunStatus;
  pause?: Pause;
  /** Time spent sending up to `activeSince`, in milliseconds. */
  activeMs: number;
  /** Since when it sends, epoch milliseconds; absent while it does not. */
  activeSince?: number;
  finishedAt?: number;
  /** The person has called off the rest. */
  cancelledAt?: number;
  /** The run that this one takes back. */
  undoOf?: string;
  /** The tab that sends it, or sent it last. */
  tab: string;
};

/** What begins a run. */
export type NewRun = { operation: RunOperation; source: string; undoOf?: string };

/** The fields of a run that change while it goes on; `null` takes one away. */
export type RunPatch = {
  status?: RunStatus;
  pause?: Pause | null;
  activeMs?: number;
  activeSince?: number | null;
  finishedAt?: number | null;
  cancelledAt?: number | null;
};
