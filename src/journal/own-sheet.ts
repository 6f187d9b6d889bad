import type { LastAccepted, Sheet } from './books.ts';
import type { RunStore } from './run-store.ts';
import type { Line, Run } from './run.ts';

/** A sheet, and what the books do with it. */
export type OwnSheet = Sheet & {
  /** Takes over what another tab has written meanwhile, where all of this sheet is kept. Rejects where storage fails. */
  refresh: () => Promise<void>;
  /**
   * For whoever has the turn: brings the sheet and what is kept together. False where storage can't be asked; a run that
   * is not in storage is as it is. `notBefore` as in the setup.
   */
  reread: (notBefore: number) => Promise<boolean>;
  /** Writes the whole run for the first time. */
  writeNew: () => Promise<void>;
  /** Accepted lines that are known to this tab only. */
  unkept: () => LastAccepted[];
  stop: () => void;
};

/** What a sheet is made of. */
export type SheetSetup = {
  run: Run;
  revision: number;
  /** The sheet's own from here on. */
  lines: Line[];
  /** Undefined where the run is in memory only. */
  store: RunStore | undefined;
  tab: string;
  /** Nothing that is sent from now on counts as older than this, epoch milliseconds: a clock may be put back. */
  notBefore: number;
  /** Whether the browser itself keeps every other tab from sending. */
  isAlone: () => boolean;
  /** Gives the turn for a moment, and the way to give it back; undefined where another tab has it. */
  holdTurn: () => Promise<(() => void) | undefined>;
  deadlineMs: number;
  retryMs: number;
  /** `changed`: something is new; `kept`: it is written, so that other tabs can read it. */
  onNews: (news: 'changed' | 'kept') => void;
};
