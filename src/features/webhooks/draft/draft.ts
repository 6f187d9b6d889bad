import { createStore } from 'zustand/vanilla';
import type { LastAccepted } from '#src/log/runs/run-log.ts';
import { asBegun } from '#src/log/runs/run-rules.ts';
import type { NewLine } from '#src/log/runs/run.ts';
import type { ChangeOperation } from '#src/features/webhooks/change/change.ts';
import type { PairValues } from '#src/features/webhooks/change/pair.ts';
import type { CheckedLine, createChecker, LineCheck, Pair, Table } from './draft-check.ts';

export type DraftLine = PairValues & {
  /** Its number in the text, from 1. */
  line: number;
  check: LineCheck;
  /** The pair's last accepted operation from this browser, where it is the same one as this run's. */
  last?: LastAccepted;
};

/** The keys over the table. `same`: ready, and the last accepted operation of its pair was the same one. */
export type DraftFilter = 'all' | 'ready' | 'invalid' | 'duplicate' | 'header' | 'same';

const perFilter = <Value>(make: (filter: DraftFilter) => Value): Readonly<Record<DraftFilter, Value>> => ({
  all: make('all'),
  ready: make('ready'),
  invalid: make('invalid'),
  duplicate: make('duplicate'),
  header: make('header'),
  same: make('same'),
});

type DraftSetup = {
  table: Table;
  checker: ReturnType<typeof createChecker>;
  /** The lines of the table, checked. */
  lines: CheckedLine[];
  operation: ChangeOperation;
  /** A file's name, or "". */
  source: string;
  /** Read as Windows-1252, since it is not UTF-8: IDs beyond ASCII may be wrong. */
  isGuessed: boolean;
};

const isNewer = (found: LastAccepted, known: LastAccepted | undefined): boolean =>
  !known || found.at > known.at || (found.at === known.at && found.operation !== known.operation);

/** A list of pairs that is checked and fixed before anything is sent: a store of what the screen shows, and what can be done. */
export const createDraft = ({ table, checker, lines, operation, source, isGuessed }: DraftSetup) => {
  const { rows } = table;
  const removed = new Set<number>();
  const typed = new Map<number, PairValues>();
  const sent: Pair[] = [];
  const now = { operation, picked: table.picked, leavesOutSame: false };
  let shown: Record<DraftFilter, readonly number[]>;

  const numberOf = (index: number): number => rows[index]?.line ?? 0;
  const isHeader = (index: number): boolean => now.picked.hasHeader && index === 0;
  const isSame = ({ pair }: CheckedLine): boolean => pair?.last?.operation === now.operation;

  /** Looks at all lines anew: a few comparisons each, so that no change can leave the counts apart from the lines. */
  const viewNow = () => {
    const found = perFilter((): number[] => []);
    const invisible: number[] = [];
    for (const pair of sent.splice(0)) pair.sentLine = undefined;
    for (const [index, line] of lines.entries()) {
      if (removed.has(index)) continue;
      found.all.push(index);
      if (isHeader(index)) found.header.push(index);
      else if (!line.pair) found.invalid.push(index);
      else if (line.pair.sentLine !== undefined) found.duplicate.push(index);
      else {
        line.pair.sentLine = index;
        sent.push(line.pair);
        found.ready.push(index);
        if (isSame(line)) found.same.push(index);
        if (line.campaign.hasInvisible || line.webhook.hasInvisible) invisible.push(index);
      }
    }
    shown = found;
    const counts = perFilter((filter) => found[filter].length);
    const [first] = invisible;
    return {
      ...now,
      source,
      isGuessed,
      counts,
      /** How many pairs would be sent now. */
      toSend: counts.ready - (now.leavesOutSame ? counts.same : 0),
      /** Pairs that are ready and have characters which cannot be seen; the line of the first of them, from 1. */
      invisible: first === undefined ? undefined : { count: invisible.length, line: numberOf(first) },
      /** Absent if there are no columns to choose from. */
      list: table.list,
    };
  };

  const { setState, ...store } = createStore(viewNow);
  const change = (patch: Partial<typeof now> = {}): void => {
    Object.assign(now, patch);
    setState(viewNow(), true);
  };

  /** Lines that were fixed keep what was typed. */
  const pick = (picked: Table['picked']): void => {
    lines = rows.map((row, index) => {
      const values = typed.get(index);
      return values ? checker.typed(values) : checker.row(row, picked);
    });
    change({ picked });
  };

  const lineAt = (index: number): CheckedLine => {
    const line = lines[index];
    if (!line) throw new RangeError(`No line ${index}`);
    return line;
  };

  const checkOf = ({ pair, fault }: CheckedLine, index: number): LineCheck => {
    if (isHeader(index)) return { kind: 'header' };
    if (fault) return fault;
    const { sentLine = index } = pair;
    return sentLine === index ? { kind: 'ready' } : { kind: 'duplicate', ofLine: numberOf(sentLine) };
  };

  return {
    ...store,
    /** Indexes of the lines that a key shows, in their order. */
    lines: (filter: DraftFilter): readonly number[] => shown[filter],
    line: (index: number): DraftLine => {
      const line = lineAt(index);
      const last = !isHeader(index) && isSame(line) ? line.pair?.last : undefined;
      return {
        line: numberOf(index),
        campaignId: line.campaign.text,
        webhookId: line.webhook.text,
        check: checkOf(line, index),
        ...(last && { last }),
      };
    },
    setOperation: (next: ChangeOperation): void => {
      if (next !== now.operation) change({ operation: next });
    },
    pick,
    /** Pairs whose last accepted operation is the same are left out, or not. */
    leaveOutSame: (leavesOutSame: boolean): void => change({ leavesOutSame }),
    fix: (index: number, pair: PairValues): void => {
      typed.set(index, pair);
      lines[index] = checker.typed(pair);
      change();
    },
    /** Takes a line out; the result puts it back. */
    remove: (index: number): (() => void) => {
      removed.add(index);
      change();
      return () => {
        removed.delete(index);
        change();
      };
    },
    /** What is known of pairs, in portions. */
    know: (some: readonly LastAccepted[]): void => {
      let isNews = false;
      for (const accepted of some) {
        const pair = checker.pairOf(accepted);
        if (!isNewer(accepted, pair.last)) continue;
        pair.last = accepted;
        isNews ||= pair.sentLine !== undefined;
      }
      if (isNews) change();
    },
    /** What would be sent, each pair once, in the order of the lines; `again` where it was the pair's last operation already. */
    pairs: (): NewLine[] =>
      shown.ready.flatMap((index) => {
        const line = lineAt(index);
        if (now.leavesOutSame && isSame(line)) return [];
        return asBegun({
          campaignId: line.campaign.text,
          webhookId: line.webhook.text,
          again: isSame(line) || undefined,
          sourceLine: table.isList ? numberOf(index) : undefined,
        });
      }),
  };
};

export type Draft = ReturnType<typeof createDraft>;

/** What the screen shows of a draft: another object after each change. */
export type DraftView = ReturnType<Draft['getState']>;
