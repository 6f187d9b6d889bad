import type { Change } from './run-rules.ts';
import type { Line, NewLine, NewRun, Run, RunOperation, RunPair, RunPatch } from './run.ts';

/** One run with its lines, as this tab knows it. */
export type RunRecord = {
  /** The run as it stands: another object whenever something has changed. */
  run: () => Run;
  /** A line by its index, from 0: the same object until it changes. */
  line: (index: number) => Line;
  /** Told after each change, also of one that another tab has made. */
  subscribe: (listener: () => void) => () => void;
  /**
   * Takes in what happens to lines, and to the run: at once in this tab. True as soon as it is kept; false where storage
   * does not take it at present: nothing may leave for it then, and it is written once storage takes it. Changes that come
   * while others are being written are written together. Throws where an event does not fit the state of its line: nothing
   * of the call is taken in then. Where another tab has written this run meanwhile, it settles with what that one wrote in
   * the place of the changes: nothing may leave for a line that is not the same object any more.
   */
  append: (changes: readonly Change[], patch?: RunPatch) => Promise<boolean>;
  /**
   * `unwritten`: something is known to this tab alone, and ends with it; `gone`: the run is not in storage any more, as
   * where somebody has cleared it.
   */
  trouble: () => 'unwritten' | 'gone' | undefined;
  /** Tries to write what waits, now. False where storage does not take it. */
  flush: () => Promise<boolean>;
  /** Settles once nothing waits to be written, or can be any more. */
  whenWritten: () => Promise<void>;
};

/** The last accepted attach or detach of a pair, in whichever way it was sent. */
export type LastAccepted = RunPair & {
  operation: RunOperation;
  /** When it was sent, epoch milliseconds. */
  at: number;
  /** The entry, or the run and the index of its line. */
  by: { entry: string } | { run: string; line: number };
};

/** What another tab asks the sending one to do. */
export type RunCommand = 'pause' | 'cancel';

/**
 * The runs of one person and service in this browser. Nothing here rejects. Nothing is sent that is not kept: without
 * storage, or without Web Locks by which tabs agree who sends, there are no runs.
 */
export type RunLog = {
  /** The browser refuses storage or locks: no run can be begun here. False as long as that is not known. */
  isRefused: () => boolean;
  /** False where it does so, and where storage fails at present. */
  isKept: () => boolean;
  /** Tries whether there is room for so many lines, before anything is begun. */
  hasRoom: (lines: number) => Promise<boolean>;
  /** Writes a new run, `running` and with all of its lines queued. Undefined where it can't be kept: there is no run then. */
  begin: (run: NewRun, pairs: readonly NewLine[]) => Promise<RunRecord | undefined>;
  /** The same record for the same run, for as long as the page stands. */
  open: (runId: string) => Promise<RunRecord | undefined>;
  /**
   * For whoever has the lease, before it sends: the record as it is kept now. `unreadable` where storage can't be asked, is
   * full, or has the run no more.
   */
  reread: (runId: string) => Promise<RunRecord | 'unreadable' | undefined>;
  /** The newest first. */
  runs: () => Promise<Run[]>;
  /** Told when a run was begun, has changed or was forgotten, here or in another tab; at most a few times a second. */
  subscribe: (listener: () => void) => () => void;
  /**
   * All that is known of pairs, handed out in portions so that no task becomes long. False where storage could not be
   * read, so that much may be missing.
   */
  lastAccepted: (take: (some: readonly LastAccepted[]) => void) => Promise<boolean>;
  /**
   * Makes this tab the one that sends; undefined while another one does, for so long as it is waited for. The result releases
   * the lease, and the browser takes it away with the tab.
   */
  acquireLease: (waitMs?: number) => Promise<(() => void) | undefined>;
  /** Settles when no tab has the lease, or on `signal`. */
  leaseIsFree: (signal: AbortSignal) => Promise<void>;
  /**
   * What tabs that are gone have left: their runs stand still from now on, and what was being sent is unknown. Only for
   * whoever has the lease.
   */
  settleAbandoned: () => Promise<void>;
  /** Asks the tab that sends a run; it hears of it through `onCommand`. */
  command: (runId: string, command: RunCommand) => void;
  /** Commands of other tabs. */
  onCommand: (listener: (asked: { runId: string; command: RunCommand }) => void) => () => void;
  dispose: () => void;
};
