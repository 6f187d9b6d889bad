import type { LastAccepted, Sheet } from './books.ts';
import type { RunStore } from './run-store.ts';
import type { Line, Run } from './run.ts';

/** A sheet, and what the books do with it. */
export type OwnSheet = Sheet & {
  /** Takes over what another tab has written meanwhile, where all of this sheet is kept. Rejects where storage fails. */
  refresh: () => Promise<void>;
  /**
   * For whoever has the turn: brings the sheet and what is kept together. `known` also where only this tab has the run;
   * `unsure` where two tabs might send the same: it was kept, is not any more, and another one may have gone on with it
   * meanwhile; or another one has sent it, and that this one goes on can't be written down for it. `unreadable` where
   * storage can't be asked. `notBefore` as in the setup.
   */
  reread: (notBefore: number) => Promise<'known' | 'unsure' | 'unreadable'>;
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
  /** Gives the turn for a moment, and the way to give it back; undefined where another tab has it. */
  holdTurn: () => Promise<(() => void) | undefined>;
  /** A number of its own for each time that this tab has the turn without a break; undefined while it does not. */
  term: () => number | undefined;
  deadlineMs: number;
  retryMs: number;
  /** `changed`: something is new; `kept`: it is written, so that other tabs can read it. */
  onNews: (news: 'changed' | 'kept') => void;
};
