import type { Sheet } from './books.ts';
import type { RunStore } from './run-store.ts';
import type { Line, Run } from './run.ts';

/** A sheet, and what the books do with it. */
export type OwnSheet = Sheet & {
  /** Takes over what another tab has written meanwhile, where all of this sheet is kept. Rejects where storage fails. */
  refresh: () => Promise<void>;
  /**
   * For whoever has the turn: writes what waits and reads what another tab has written. False where that can't be done, or
   * the run is not kept any more. `notBefore` as in the setup.
   */
  reread: (notBefore: number) => Promise<boolean>;
  /** Writes the whole run for the first time; false where storage does not take it. */
  writeNew: () => Promise<boolean>;
  stop: () => void;
};

/** What a sheet is made of. */
export type SheetSetup = {
  run: Run;
  revision: number;
  /** The sheet's own from here on. */
  lines: Line[];
  store: RunStore;
  tab: string;
  /** Nothing that is sent from now on counts as older than this, epoch milliseconds: a clock may be put back. */
  notBefore: number;
  deadlineMs: number;
  retryMs: number;
  /** `changed`: something is new; `kept`: it is written, so that other tabs can read it. */
  onNews: (news: 'changed' | 'kept') => void;
};
