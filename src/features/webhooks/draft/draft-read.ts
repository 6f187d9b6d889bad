import type { NewLine } from '#src/log/runs/run.ts';
import { parseIds } from '#src/lib/ids.ts';
import { createPause, takeTurn, type Slicing } from '#src/lib/slicing.ts';
import { MOST_READ, readText, type ListInput, type ReadFailure } from '#src/lists/list-text.ts';
import { eachPart, eachRow, type ListRow } from '#src/lists/rows.ts';
import type { ChangeOperation } from '#src/features/webhooks/change/change.ts';
import { bare } from '#src/features/webhooks/change/pair.ts';
import { createDraft, type Draft } from './draft.ts';
import { createChecker, type CheckedLine, type Table } from './draft-check.ts';
import { isOwnExport, layoutOf, withWholeNames } from './draft-layout.ts';

/** What is to be read: pasted text, a file, two lists of IDs to be combined, or pairs that are at hand already. */
export type DraftInput =
  | ListInput
  | { kind: 'every'; campaigns: string; webhooks: string }
  | { kind: 'pairs'; pairs: readonly NewLine[]; source: string };

export type DraftFailure = ReadFailure | 'no-pairs';

// So many can be listed and sent within a day.
const MOST_COMBINED = 250_000;
// The second part of the time goes into checking what the first one has read.
const READING_SHARE = 0.6;

/** The number of values that most rows have, without columns at the end that none of these fills. */
const expectedOf = (rows: readonly ListRow[]): number => {
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

const tableOfText = async (text: string, slicing: Slicing): Promise<Table> => {
  const { separator, ...columns } = layoutOf(text);
  await takeTurn(slicing);
  const rows: ListRow[] = [];
  const take = (row: ListRow): void => {
    const isNames = separator === 'blank' && rows.length === 0;
    rows.push(isNames ? { ...row, cells: withWholeNames(row.cells) } : row);
  };
  await eachRow(text, separator, take, slicing);
  return {
    rows,
    expected: expectedOf(columns.hasHeader && rows.length > 1 ? rows.slice(1) : rows),
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

/** Each ID of a list once. */
const idsOf = async (text: string, slicing: Slicing): Promise<string[]> => {
  const ids = new Set<string>();
  const take = (part: string): void => {
    for (const id of parseIds(part).ids) ids.add(id);
  };
  await eachPart(text, take, slicing);
  return [...ids];
};

type Read = { table: Table; source: string; isGuessed: boolean };

const readTable = async (input: DraftInput, slicing: Slicing): Promise<Read | DraftFailure> => {
  const isGuessed = false;
  switch (input.kind) {
    case 'pairs':
      return { table: tableOfPairs(input.pairs), source: input.source, isGuessed };
    case 'every': {
      if (Math.max(input.campaigns.length, input.webhooks.length) > MOST_READ) return 'too-big';
      const campaigns = await idsOf(input.campaigns, slicing);
      const webhooks = await idsOf(input.webhooks, slicing);
      if (campaigns.length * webhooks.length > MOST_COMBINED) return 'too-big';
      const pairs = campaigns.flatMap((campaignId) =>
        webhooks.map((webhookId) => ({ campaignId, webhookId })),
      );
      return { table: tableOfPairs(pairs), source: '', isGuessed };
    }
    case 'text':
    case 'file': {
      const read = await readText(input, slicing.signal);
      if (!read.ok) return read.why;
      const source = input.kind === 'file' ? input.file.name : '';
      return { table: await tableOfText(read.text, slicing), source, isGuessed: read.isGuessed };
    }
  }
};

/**
 * Reads and checks an input of any length in slices, so that the page keeps answering. Rejects only when `signal`
 * aborts.
 */
export const readDraft = async (
  input: DraftInput,
  operation: ChangeOperation,
  { onProgress = () => undefined, ...slicing }: Slicing,
): Promise<Draft | DraftFailure> => {
  const read = await readTable(input, {
    ...slicing,
    onProgress: (share) => onProgress(share * READING_SHARE),
  });
  slicing.signal.throwIfAborted();
  if (typeof read === 'string') return read;
  const { rows, campaign, webhook } = read.table;
  if (rows.length === 0) return 'no-pairs';
  await takeTurn(slicing);
  const pause = createPause({
    ...slicing,
    onProgress: (share) => onProgress(READING_SHARE + share * (1 - READING_SHARE)),
  });
  const checker = createChecker(read.table);
  const lines: CheckedLine[] = [];
  for (const index of rows.keys()) {
    lines.push(checker.row(index, { campaign, webhook }));
    const wait = pause(index / rows.length);
    if (wait) await wait;
  }
  const draft = createDraft({ ...read, checker, lines, operation });
  // Whoever gets it draws it.
  await takeTurn(slicing);
  return draft;
};
