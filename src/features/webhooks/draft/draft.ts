import { createStore } from 'zustand/vanilla';
import type { NewLine, NewRun } from '#src/log/run.ts';
import { getPairKey, type AcceptedPair } from '#src/log/views.ts';
import { hasInvisible } from '#src/lib/invisible.ts';
import type { ChangeOperation } from '#src/features/webhooks/change/change.ts';
import type { PairValues } from '#src/features/webhooks/change/pair.ts';
import { createNameFinder, isSwapped, type KnownIds } from '#src/features/webhooks/names/names-match.ts';
import type { NameKind } from '#src/features/webhooks/names/names.ts';
import {
  checkRow,
  checkTyped,
  resolveNames,
  type CheckedLine,
  type LineCheck,
  type Table,
} from './draft-check.ts';

export type DraftLine = PairValues & {
  /** Counts from 0 in the list; lines that were removed keep their place. */
  index: number;
  /** Its number in the text, from 1. */
  line: number;
  check: LineCheck;
  /** The pair's last accepted operation from this browser, if it is the same one as this run's. */
  /** Its IDs are known in the opposite role. */
  isTurned?: true;
  last?: AcceptedPair | undefined;
};

/** The keys over the table. `same`: ready, and the last accepted operation of its pair was the same one. */
export type DraftFilter = 'all' | 'ready' | 'invalid' | 'duplicate' | 'header' | 'same';

export type DraftSetup = Pick<NewRun, 'operation' | 'source' | 'earlier'> & {
  table: Table;
  /** Read as Windows-1252, since it is not UTF-8: IDs beyond ASCII may be wrong. */
  isGuessed?: boolean;
  /** What to know before it is sent, one sentence each. */
  notes?: readonly string[];
  known: Record<NameKind, KnownIds>;
};

const isShown = ({ check, last }: DraftLine, filter: DraftFilter): boolean => {
  switch (filter) {
    case 'all':
      return true;
    case 'same':
      return check.kind === 'ready' && last !== undefined;
    case 'invalid':
      return check.kind !== 'ready' && check.kind !== 'header' && check.kind !== 'duplicate';
    case 'ready':
    case 'duplicate':
    case 'header':
      return check.kind === filter;
  }
};

/** A list of pairs that is checked and fixed before anything is sent: a store of what the screen shows, and what can be done. */
export const createDraft = ({
  table,
  operation,
  source,
  earlier,
  isGuessed = false,
  notes = [],
  known,
}: DraftSetup) => {
  const { rows } = table;
  const removed = new Set<number>();
  const typed = new Map<number, PairValues>();
  const now = {
    operation,
    picked: table.picked,
    leavesOutSame: false,
  };
  let accepted: ReadonlyMap<string, readonly AcceptedPair[]> = new Map();

  const idsNamed = {
    campaign: createNameFinder(known.campaign),
    webhook: createNameFinder(known.webhook),
  };
  const checkAll = (): CheckedLine[] =>
    rows.map((row, index) => {
      const values = typed.get(index);
      return resolveNames(values ? checkTyped(values) : checkRow(table, row, now.picked), idsNamed);
    });
  let checked = checkAll();

  /** Looks at all lines anew, so that no change can leave the counts apart from the lines. */
  const viewNow = () => {
    const lineOfPair = new Map<string, number>();
    const lines: DraftLine[] = [];
    for (const [index, { fault, campaignId, webhookId }] of checked.entries()) {
      if (removed.has(index)) continue;
      const line = rows[index]?.line ?? 0;
      const pair = { campaignId, webhookId };
      const key = getPairKey(pair);
      const ofLine = lineOfPair.get(key);
      let check: LineCheck = fault ?? { kind: 'ready' };
      if (now.picked.hasHeader && index === 0) check = { kind: 'header' };
      else if (!fault && ofLine !== undefined) check = { kind: 'duplicate', ofLine };
      else if (!fault) lineOfPair.set(key, line);
      const last = accepted.get(key)?.at(-1);
      const isSame = check.kind === 'ready' && last?.operation === now.operation;
      const isTurned = check.kind === 'ready' && isSwapped(pair, known);
      lines.push({ ...pair, index, line, check, ...(isSame && { last }), ...(isTurned && { isTurned }) });
    }
    const count = (filter: DraftFilter): number => lines.filter((line) => isShown(line, filter)).length;
    const counts: Record<DraftFilter, number> = {
      all: lines.length,
      ready: count('ready'),
      invalid: count('invalid'),
      duplicate: count('duplicate'),
      header: count('header'),
      same: count('same'),
    };
    const invisible = lines.filter(
      ({ check, campaignId, webhookId }) =>
        check.kind === 'ready' && (hasInvisible(campaignId) || hasInvisible(webhookId)),
    );
    return {
      operation: now.operation,
      leavesOutSame: now.leavesOutSame,
      source,
      earlier,
      notes,
      isGuessed,
      lines,
      counts,
      /** How many pairs would be sent now. */
      toSend: counts.ready - (now.leavesOutSame ? counts.same : 0),
      /** Pairs that are ready and have invisible characters; the line of the first of them, from 1. */
      invisible: invisible[0] && { count: invisible.length, line: invisible[0].line },
      /** How many pairs are ready whose IDs are known in the opposite role. */
      turned: lines.filter(({ isTurned }) => isTurned).length,
      /** Absent if there are no columns to choose from. */
      list: table.list,
      picked: now.picked,
      /** Lines were changed by hand, which nothing brings back. */
      isFixed: typed.size > 0 || removed.size > 0,
    };
  };

  const { setState, getState, subscribe, getInitialState } = createStore(viewNow);
  const change = (patch: Partial<typeof now> = {}): void => {
    Object.assign(now, patch);
    setState(viewNow(), true);
  };

  return {
    getState,
    subscribe,
    getInitialState,
    lines: (filter: DraftFilter): DraftLine[] => getState().lines.filter((line) => isShown(line, filter)),
    setOperation: (next: ChangeOperation): void => {
      if (next !== now.operation) change({ operation: next });
    },
    /** Chooses columns. Lines that were typed anew stay as they are. */
    pick: (picked: Table['picked']): void => {
      now.picked = picked;
      checked = checkAll();
      change();
    },
    /** Pairs whose last accepted operation is the same are left out, or not. */
    leaveOutSame: (leavesOutSame: boolean): void => change({ leavesOutSame }),
    fix: (index: number, pair: PairValues): void => {
      typed.set(index, pair);
      checked[index] = resolveNames(checkTyped(pair), idsNamed);
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
    /** What this browser has had accepted of the pairs, the oldest first. */
    know: (all: ReadonlyMap<string, readonly AcceptedPair[]>): void => {
      accepted = all;
      change();
    },
    /** What would be sent, each pair once, in the order of the lines. */
    pairs: (): NewLine[] =>
      getState()
        .lines.filter(({ check, last }) => check.kind === 'ready' && !(now.leavesOutSame && last))
        .map(({ campaignId, webhookId, line }) => ({
          campaignId,
          webhookId,
          sourceLine: table.isList ? line : undefined,
        })),
  };
};

export type Draft = ReturnType<typeof createDraft>;

/** What the screen shows of a draft: another object after each change. */
export type DraftView = ReturnType<Draft['getState']>;
