import type { LastAccepted } from '#src/journal/runs/books.ts';
import type { ChangeOperation } from '#src/features/webhooks/change/change.ts';
import { createCheck, createChecked, type Columns } from './draft-check.ts';
import { createPairNumbers } from './draft-pair-numbers.ts';
import type { Table } from './draft-rows.ts';
import { bare, createTexts } from './draft-texts.ts';
import type { Draft, DraftFilter, DraftLine, DraftView, LineCheck } from './draft.ts';
import type { PairValues } from '#src/features/webhooks/change/pair.ts';

type Kind = Exclude<DraftFilter, 'all' | 'same'>;

export type DraftSetup = {
  table: Table;
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

/**
 * A draft whose lines are not checked yet: each has to be, before it is opened and shown.
 */
export const createUncheckedDraft = ({ table, operation: first, source, isGuessed }: DraftSetup) => {
  const texts = createTexts();
  const pairNumbers = createPairNumbers(table.rows.length);
  const check = createCheck(table, texts, pairNumbers);
  const count = table.rows.length;
  const checked = createChecked(count);
  const isOut = new Uint8Array(count);
  const typed = new Map<number, PairValues>();
  const last: (LastAccepted | undefined)[] = [];
  const listeners = new Set<() => void>();

  let operation = first;
  let columns: Columns = { campaign: table.campaign, webhook: table.webhook };
  let { hasHeader } = table;
  let leavesOutSame = false;
  /** The line that is sent of each pair, by the pair's number. */
  let sentLines = new Int32Array();
  let view: DraftView;
  let shown = new Map<DraftFilter, readonly number[]>();
  let lines = new Map<number, DraftLine>();
  let invisible = { count: 0, line: 0 };

  const checkLine = (index: number): void => {
    const values = typed.get(index);
    if (values) check.typed(checked, index, values);
    else check.row(checked, index, columns);
  };

  const isSame = (pair: number): boolean => last[pair]?.operation === operation;
  const isHeaderLine = (index: number): boolean => hasHeader && index === 0;
  const numberOf = (index: number): number => table.numbers?.[index] ?? index + 1;

  const kindOf = (index: number): Kind => {
    if (isHeaderLine(index)) return 'header';
    const pair = checked.pairs[index] ?? -1;
    if (pair === -1) return 'invalid';
    return sentLines[pair] === index ? 'ready' : 'duplicate';
  };

  const columnsOfView = (): DraftView['columns'] =>
    table.hasColumns
      ? {
          names: hasHeader ? (table.rows[0] ?? []).slice(0, MOST_COLUMNS).map(bare) : [],
          count: Math.min(MOST_COLUMNS, Math.max(table.expected, table.rows[0]?.length ?? 0)),
          ...columns,
        }
      : undefined;

  /** Counts from scratch: a few comparisons a line, so that no change can leave the counts apart from the lines. */
  const countLines = (): DraftView['counts'] => {
    sentLines = new Int32Array(pairNumbers.count()).fill(-1);
    invisible = { count: 0, line: 0 };
    const counts = { all: 0, ready: 0, invalid: 0, duplicate: 0, header: 0, same: 0 };
    for (let index = 0; index < count; index += 1) {
      if (isOut[index]) continue;
      counts.all += 1;
      const pair = checked.pairs[index] ?? -1;
      if (isHeaderLine(index)) counts.header += 1;
      else if (pair === -1) counts.invalid += 1;
      else if (sentLines[pair] === -1) {
        sentLines[pair] = index;
        counts.ready += 1;
        if (isSame(pair)) counts.same += 1;
        if (check.hasInvisible(checked, index))
          invisible = { count: invisible.count + 1, line: invisible.line || numberOf(index) };
      } else counts.duplicate += 1;
    }
    return counts;
  };

  const change = (): void => {
    const counts = countLines();
    const seen = columnsOfView();
    view = {
      operation,
      source,
      counts,
      toSend: counts.ready - (leavesOutSame ? counts.same : 0),
      leavesOutSame,
      hasHeader,
      isGuessed,
      ...(invisible.count > 0 && { invisible }),
      ...(seen && { columns: seen }),
      ...(table.openQuote !== undefined && { openQuote: table.openQuote }),
    };
    shown = new Map();
    lines = new Map();
    for (const listener of listeners) listener();
  };

  const read = (next: Columns): void => {
    columns = next;
    for (let index = 0; index < count; index += 1) checkLine(index);
    change();
  };

  const swap = (): void => {
    for (const [index, values] of typed) typed.set(index, mirrored(values));
    columns = { campaign: columns.webhook, webhook: columns.campaign };
    for (let index = 0; index < count; index += 1) check.mirrored(checked, index, columns);
    change();
  };

  const checkOf = (index: number): LineCheck => {
    const kind = kindOf(index);
    if (kind === 'header' || kind === 'ready') return { kind };
    if (kind === 'duplicate') {
      const ofLine = numberOf(sentLines[checked.pairs[index] ?? -1] ?? -1);
      return { kind, ofLine };
    }
    return check.wordsOf(checked.faults[index] ?? 0, index);
  };

  const lineOf = (index: number): DraftLine => {
    const pair = checked.pairs[index] ?? -1;
    const accepted = isHeaderLine(index) || !isSame(pair) ? undefined : last[pair];
    return {
      line: numberOf(index),
      campaignId: texts.text(checked.campaigns[index] ?? -1),
      webhookId: texts.text(checked.webhooks[index] ?? -1),
      check: checkOf(index),
      ...(accepted && { last: accepted }),
    };
  };

  const linesOf = (filter: DraftFilter): number[] => {
    const found: number[] = [];
    for (let index = 0; index < count; index += 1) {
      if (isOut[index]) continue;
      const isShown =
        filter === 'all' ||
        (filter === 'same'
          ? kindOf(index) === 'ready' && isSame(checked.pairs[index] ?? -1)
          : kindOf(index) === filter);
      if (isShown) found.push(index);
    }
    return found;
  };

  const draft: Draft = {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    view: () => view,
    lines: (filter) => {
      const found = shown.get(filter) ?? linesOf(filter);
      shown.set(filter, found);
      return found;
    },
    line: (index) => {
      const line = lines.get(index) ?? lineOf(index);
      lines.set(index, line);
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
      else read({ campaign, webhook });
    },
    setHeader: (next) => {
      if (next === hasHeader) return;
      hasHeader = next;
      change();
    },
    fix: (index, pair) => {
      if (isHeaderLine(index)) hasHeader = false;
      typed.set(index, pair);
      checkLine(index);
      change();
    },
    remove: (indexes) => {
      const taken = indexes.filter((index) => !isOut[index]);
      for (const index of taken) isOut[index] = 1;
      change();
      return () => {
        for (const index of taken.splice(0)) isOut[index] = 0;
        change();
      };
    },
    know: (some) => {
      let isNews = false;
      for (const accepted of some) {
        const pair = pairNumbers.numberOf(
          texts.numberOf(accepted.campaignId),
          texts.numberOf(accepted.webhookId),
        );
        if (!isNewer(accepted, last[pair])) continue;
        last[pair] = accepted;
        isNews ||= (sentLines[pair] ?? -1) !== -1;
      }
      if (isNews) change();
    },
    leaveOutSame: (leaves) => {
      leavesOutSame = leaves;
      change();
    },
    pairs: () =>
      linesOf('ready')
        .filter((index) => !leavesOutSame || !isSame(checked.pairs[index] ?? -1))
        .map((index) => {
          const pair = checked.pairs[index] ?? -1;
          const campaignId = texts.text(checked.campaigns[index] ?? -1);
          const webhookId = texts.text(checked.webhooks[index] ?? -1);
          return isSame(pair) ? { campaignId, webhookId, again: true } : { campaignId, webhookId };
        }),
  };

  return { draft, count, checkLine, open: change };
};
