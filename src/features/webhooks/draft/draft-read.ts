import { MOST_LINES, type NewLine } from '#src/log/run.ts';
import { parseIds } from '#src/lib/ids.ts';
import { nextTask } from '#src/lib/slicing.ts';
import { MOST_READ, readText, type ListInput, type ReadFailure } from '#src/lists/list-text.ts';
import { eachRow, type ListRow } from '#src/lists/rows.ts';
import type { ChangeOperation } from '#src/features/webhooks/change/change.ts';
import { bare } from '#src/features/webhooks/change/pair.ts';
import type { Relist } from '#src/features/webhooks/run/run-undo.ts';
import { createDraft, type Draft, type DraftSetup } from './draft.ts';
import type { Table } from './draft-check.ts';
import { isOwnExport, layoutOf, withWholeNames } from './draft-layout.ts';

/** What is to be read: pasted text, a file, two lists of IDs to be combined, or lines of an earlier run. */
export type DraftInput =
  | ListInput
  | { kind: 'every'; campaigns: string; webhooks: string }
  | { kind: 'relist'; list: Relist };

export type DraftFailure = ReadFailure | 'no-pairs' | 'too-many';

/** The number of values that most rows have, without columns at the end that none of these fills. */
const countColumns = (rows: readonly ListRow[]): number => {
  const kinds = new Map<number, { count: number; filled: number }>();
  for (const { cells } of rows) {
    const kind = kinds.get(cells.length) ?? { count: 0, filled: 0 };
    const isFilled = (cell: string, column: number) => column >= kind.filled && bare(cell) !== '';
    kind.count += 1;
    if (kind.filled < cells.length) kind.filled = Math.max(kind.filled, cells.findLastIndex(isFilled) + 1);
    kinds.set(cells.length, kind);
  }
  const [most] = [...kinds]
    .filter(([length]) => length > 1)
    .map(([, kind]) => kind)
    .toSorted((a, b) => b.count - a.count);
  return Math.max(2, most?.filled ?? 0);
};

const tableOfText = async (text: string, signal: AbortSignal): Promise<Table> => {
  const { separator, ...columns } = layoutOf(text);
  const rows: ListRow[] = [];
  const take = (row: ListRow): void => {
    const isNames = separator === 'blank' && rows.length === 0;
    rows.push(isNames ? { ...row, cells: withWholeNames(row.cells) } : row);
  };
  await eachRow(text, separator, take, { signal });
  return {
    rows,
    expected: countColumns(columns.hasHeader && rows.length > 1 ? rows.slice(1) : rows),
    joiner: separator === 'blank' ? ' ' : `${separator} `,
    hasGuards: isOwnExport(rows[0]?.cells ?? []),
    hasColumns: rows.some(({ cells }) => cells.length > 1),
    isList: true,
    ...columns,
  };
};

const tableOfPairs = (pairs: readonly NewLine[]): Table => ({
  rows: pairs.map(({ campaignId, webhookId, sourceLine }, at) => ({
    line: sourceLine ?? at + 1,
    cells: [campaignId, webhookId],
  })),
  isList: pairs.every(({ sourceLine }) => sourceLine !== undefined),
  expected: 2,
  joiner: ' ',
  hasGuards: false,
  hasColumns: false,
  hasHeader: false,
  campaign: 0,
  webhook: 1,
});

const readSetup = async (
  input: DraftInput,
  operation: ChangeOperation,
  signal: AbortSignal,
): Promise<DraftSetup | DraftFailure> => {
  switch (input.kind) {
    case 'relist': {
      const { run, lines, notes } = input.list;
      return { ...run, notes, table: tableOfPairs(lines) };
    }
    case 'every': {
      if (Math.max(input.campaigns.length, input.webhooks.length) > MOST_READ) return 'too-big';
      const [campaigns, webhooks] = [parseIds(input.campaigns).ids, parseIds(input.webhooks).ids];
      if (campaigns.length * webhooks.length > MOST_LINES) return 'too-many';
      const pairs = campaigns.flatMap((campaignId) =>
        webhooks.map((webhookId) => ({ campaignId, webhookId })),
      );
      return { operation, source: '', table: tableOfPairs(pairs) };
    }
    case 'text':
    case 'file': {
      const read = await readText(input, signal);
      if (!read.ok) return read.why;
      const source = input.kind === 'file' ? input.file.name : '';
      return { operation, source, isGuessed: read.isGuessed, table: await tableOfText(read.text, signal) };
    }
  }
};

/** Reads and checks an input. Rejects only when `signal` aborts. */
export const readDraft = async (
  input: DraftInput,
  operation: ChangeOperation,
  signal: AbortSignal,
): Promise<Draft | DraftFailure> => {
  const read = await readSetup(input, operation, signal);
  signal.throwIfAborted();
  if (typeof read === 'string') return read;
  const { rows, hasHeader } = read.table;
  if (rows.length === 0) return 'no-pairs';
  if (rows.length - Number(hasHeader) > MOST_LINES) return 'too-many';
  await nextTask();
  const draft = createDraft(read);
  // Drawn in a task of its own.
  await nextTask();
  signal.throwIfAborted();
  return draft;
};
