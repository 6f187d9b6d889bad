import { createStore } from 'zustand/vanilla';
import type { LastAccepted } from '#src/journal/runs/run-log.ts';
import { bare, type PairValues } from '#src/features/webhooks/change/pair.ts';
import type { ChangeOperation } from '#src/features/webhooks/change/change.ts';
import type { CheckedLine, Checker, Columns, Pair } from './draft-check.ts';
import type { Table } from './draft-table.ts';
import type { Draft, DraftFilter, DraftLine, DraftView, LineCheck } from './draft.ts';

export type DraftSetup = {
  table: Table;
  checker: Checker;
  /** The lines of the table, checked. */
  lines: CheckedLine[];
  operation: ChangeOperation;
  /** A file's name, or "". */
  source: string;
  isGuessed: boolean;
};

// Nobody chooses from more.
const MOST_COLUMNS = 100;

const isNewer = (found: LastAccepted, known: LastAccepted | undefined): boolean =>
  !known || found.at > known.at || (found.at === known.at && found.operation !== known.operation);

const mirrored = ({ campaignId, webhookId }: PairValues): PairValues => ({
  campaignId: webhookId,
  webhookId: campaignId,
});

/** A draft of lines that are checked. */
export const createDraft = ({
  table,
  checker,
  lines,
  operation: first,
  source,
  isGuessed,
}: DraftSetup): Draft => {
  const { rows } = table;
  const removed = new Set<number>();
  const typed = new Map<number, PairValues>();
  const sent: Pair[] = [];
  const openQuote = rows.find(({ quotes }) => quotes === 'open')?.line;

  let operation = first;
  let columns: Columns = { campaign: table.campaign, webhook: table.webhook };
  let { hasHeader } = table;
  let leavesOutSame = false;
  let shown = new Map<DraftFilter, readonly number[]>();
  let read = new Map<number, DraftLine>();

  const numberOf = (index: number): number => rows[index]?.line ?? 0;
  const isHeader = (index: number): boolean => hasHeader && index === 0;
  const isSame = ({ pair }: CheckedLine): boolean => pair?.last?.operation === operation;
  const isSent = ({ pair }: CheckedLine, index: number): boolean =>
    pair?.sentLine === index && !isHeader(index);

  const columnsOfView = (): DraftView['columns'] => {
    if (!table.hasColumns) return undefined;
    const { cells } = rows[0] ?? { cells: [] };
    return {
      names: hasHeader ? cells.slice(0, MOST_COLUMNS).map(bare) : [],
      count: Math.min(MOST_COLUMNS, Math.max(table.expected, cells.length)),
      ...columns,
    };
  };

  /** Looks at all lines anew: a few comparisons each, so that no change can leave the counts apart from the lines. */
  const viewNow = (): DraftView => {
    const counts = { all: 0, ready: 0, invalid: 0, duplicate: 0, header: 0, same: 0 };
    const invisible = { count: 0, line: 0 };
    for (const pair of sent.splice(0)) pair.sentLine = undefined;
    for (const [index, line] of lines.entries()) {
      if (removed.has(index)) continue;
      counts.all += 1;
      if (isHeader(index)) counts.header += 1;
      else if (!line.pair) counts.invalid += 1;
      else if (line.pair.sentLine !== undefined) counts.duplicate += 1;
      else {
        line.pair.sentLine = index;
        sent.push(line.pair);
        counts.ready += 1;
        if (isSame(line)) counts.same += 1;
        if (line.campaign.hasInvisible || line.webhook.hasInvisible) {
          invisible.count += 1;
          invisible.line ||= numberOf(index);
        }
      }
    }
    const ofView = columnsOfView();
    return {
      operation,
      source,
      counts,
      toSend: counts.ready - (leavesOutSame ? counts.same : 0),
      leavesOutSame,
      hasHeader,
      isGuessed,
      ...(invisible.count > 0 && { invisible }),
      ...(ofView && { columns: ofView }),
      ...(openQuote !== undefined && { openQuote }),
    };
  };

  const store = createStore(viewNow);
  const change = (): void => {
    shown = new Map();
    read = new Map();
    store.setState(viewNow(), true);
  };

  const readColumns = (next: Columns): void => {
    columns = next;
    lines = lines.map((line, index) => (typed.has(index) ? line : checker.row(index, columns)));
    change();
  };

  const swap = (): void => {
    columns = { campaign: columns.webhook, webhook: columns.campaign };
    for (const [index, values] of typed) typed.set(index, mirrored(values));
    lines = lines.map((line, index) => checker.mirrored(line, index, columns));
    change();
  };

  const checkOf = ({ pair, fault }: CheckedLine, index: number): LineCheck => {
    if (isHeader(index)) return { kind: 'header' };
    if (fault) return fault;
    const { sentLine } = pair;
    return sentLine === undefined || sentLine === index
      ? { kind: 'ready' }
      : { kind: 'duplicate', ofLine: numberOf(sentLine) };
  };

  const lineOf = (index: number): DraftLine => {
    const line = lines[index];
    if (!line) throw new RangeError(`No line ${index}`);
    const last = !isHeader(index) && isSame(line) ? line.pair?.last : undefined;
    return {
      line: numberOf(index),
      campaignId: line.campaign.text,
      webhookId: line.webhook.text,
      check: checkOf(line, index),
      ...(last && { last }),
    };
  };

  const isShown = (line: CheckedLine, index: number, filter: DraftFilter): boolean => {
    switch (filter) {
      case 'all':
        return true;
      case 'header':
        return isHeader(index);
      case 'invalid':
        return !line.pair && !isHeader(index);
      case 'ready':
        return isSent(line, index);
      case 'same':
        return isSent(line, index) && isSame(line);
      case 'duplicate':
        return line.pair !== undefined && !isSent(line, index) && !isHeader(index);
    }
  };

  const linesOf = (filter: DraftFilter): readonly number[] => {
    const found: number[] = [];
    for (const [index, line] of lines.entries())
      if (!removed.has(index) && isShown(line, index, filter)) found.push(index);
    return found;
  };

  return {
    subscribe: store.subscribe,
    getState: store.getState,
    getInitialState: store.getInitialState,
    lines: (filter) => {
      const found = shown.get(filter) ?? linesOf(filter);
      shown.set(filter, found);
      return found;
    },
    line: (index) => {
      const line = read.get(index) ?? lineOf(index);
      read.set(index, line);
      return line;
    },
    setOperation: (next) => {
      if (next === operation) return;
      operation = next;
      change();
    },
    swap,
    setColumns: (campaign, webhook) => {
      const isSwapped = campaign === columns.webhook && webhook === columns.campaign;
      // One column is not read twice: the other value comes from where this one came from.
      if (isSwapped || campaign === webhook) swap();
      else readColumns({ campaign, webhook });
    },
    setHeader: (next) => {
      if (next === hasHeader) return;
      hasHeader = next;
      change();
    },
    fix: (index, pair) => {
      if (isHeader(index)) hasHeader = false;
      typed.set(index, pair);
      lines[index] = checker.typed(pair);
      change();
    },
    remove: (indexes) => {
      const taken = indexes.filter((index) => !removed.has(index));
      for (const index of taken) removed.add(index);
      change();
      return () => {
        for (const index of taken.splice(0)) removed.delete(index);
        change();
      };
    },
    know: (some) => {
      let isNews = false;
      for (const accepted of some) {
        const pair = checker.pairOf(accepted);
        if (!isNewer(accepted, pair.last)) continue;
        pair.last = accepted;
        isNews ||= pair.sentLine !== undefined;
      }
      if (isNews) change();
    },
    leaveOutSame: (leaves) => {
      leavesOutSame = leaves;
      change();
    },
    pairs: () =>
      linesOf('ready').flatMap((index) => {
        const line = lines[index];
        const isAgain = line !== undefined && isSame(line);
        if (!line || (isAgain && leavesOutSame)) return [];
        const [campaignId, webhookId] = [line.campaign.text, line.webhook.text];
        return isAgain ? { campaignId, webhookId, again: true } : { campaignId, webhookId };
      }),
  };
};
