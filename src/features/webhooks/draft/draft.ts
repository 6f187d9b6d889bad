import type { StoreApi } from 'zustand/vanilla';
import type { LastAccepted } from '#src/journal/runs/run-log.ts';
import type { NewLine } from '#src/journal/runs/run.ts';
import type { ListInput, ReadFailure } from '#src/lists/list-text.ts';
import type { ChangeOperation } from '#src/features/webhooks/change/change.ts';
import type { PairValues } from '#src/features/webhooks/change/pair.ts';

/** What is to be read: pasted text, a file, two lists of IDs to be combined, or pairs that are at hand already. */
export type DraftInput =
  | ListInput
  | { kind: 'every'; campaigns: string; webhooks: string }
  | { kind: 'pairs'; pairs: readonly PairValues[]; source: string };

/** What is wrong with a line, or not. `line` counts from 1, as the text has it. */
export type LineCheck =
  | { kind: 'ready' }
  | { kind: 'header' }
  /** The same pair stands in an earlier line, which is the one that is sent. */
  | { kind: 'duplicate'; ofLine: number }
  | { kind: 'missing'; what: 'campaign' | 'webhook' }
  /** Another number of values than the other lines have. */
  | { kind: 'values'; found: number; expected: number }
  /** A quote stands where none may, so that nobody knows what belongs to the value. */
  | { kind: 'quotes' }
  /** Holds a character that no address can carry, or is too long for one. */
  | { kind: 'unsendable'; what: 'campaign' | 'webhook' };

export type DraftLine = PairValues & {
  line: number;
  check: LineCheck;
  /** The pair's last accepted operation from this browser, where it is the same one as this run's. */
  last?: LastAccepted;
};

/** The keys over the table. `same`: ready, and the last accepted operation of its pair was the same one. */
export type DraftFilter = 'all' | 'ready' | 'invalid' | 'duplicate' | 'header' | 'same';

/** Which columns are read, counted from 0; `names` has the header's, where there is one. */
export type DraftColumns = {
  names: readonly string[];
  count: number;
  campaign: number;
  webhook: number;
};

/** What the screen shows of a draft: another object after each change. */
export type DraftView = {
  operation: ChangeOperation;
  /** A file's name, or "". */
  source: string;
  counts: Readonly<Record<DraftFilter, number>>;
  /** Pairs that are ready and have characters which cannot be seen; the line of the first of them, from 1. */
  invisible?: { count: number; line: number };
  /** How many pairs would be sent now. */
  toSend: number;
  /** Pairs whose last accepted operation is the same are left out. */
  leavesOutSame: boolean;
  /** Absent where the text has no columns to choose from. */
  columns?: DraftColumns;
  hasHeader: boolean;
  /** The line of a quote that is never closed, so that quotes were read like any other character. */
  openQuote?: number;
  /** Read as Windows-1252, since it is not UTF-8: IDs beyond ASCII may be wrong. */
  isGuessed: boolean;
};

/** A list of pairs that is checked and fixed before anything is sent: a store of its view, and what can be done. */
export type Draft = Omit<StoreApi<DraftView>, 'setState'> & {
  /** Indexes of the lines that a key shows, in their order. */
  lines: (filter: DraftFilter) => readonly number[];
  line: (index: number) => DraftLine;
  setOperation: (operation: ChangeOperation) => void;
  /** Reads the two columns the other way round; lines that were fixed keep what was typed, the other way round too. */
  swap: () => void;
  setColumns: (campaign: number, webhook: number) => void;
  setHeader: (hasHeader: boolean) => void;
  fix: (index: number, pair: PairValues) => void;
  /** Takes lines out; the result puts them back. */
  remove: (indexes: readonly number[]) => () => void;
  /** What is known of pairs, in portions. */
  know: (some: readonly LastAccepted[]) => void;
  leaveOutSame: (leaves: boolean) => void;
  /** What would be sent, each pair once, in the order of the lines; `again` where it was the pair's last operation already. */
  pairs: () => NewLine[];
};

export type DraftFailure = ReadFailure | 'no-pairs';
