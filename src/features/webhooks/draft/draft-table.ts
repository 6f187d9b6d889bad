import { parseIds } from '#src/lib/ids.ts';
import { takeTurn, type Slicing } from '#src/lib/slicing.ts';
import { MOST_READ } from '#src/lists/list-text.ts';
import { eachPart, eachRow, type ListRow, type Separator } from '#src/lists/rows.ts';
import { bare, type PairValues } from '#src/features/webhooks/change/pair.ts';
import { isOwnExport, layoutOf, withWholeNames } from './draft-layout.ts';

/** The lines of an input, none of them blank, and which of their values are the two IDs. Columns are counted from 0. */
export type Table = {
  rows: readonly ListRow[];
  /** How many values most rows have, at least two. */
  expected: number;
  /** Stands between values that are shown together. */
  joiner: string;
  /** Written out by this console, which puts an apostrophe before what a spreadsheet would run. */
  hasGuards: boolean;
  /** False where there is nothing to choose from. */
  hasColumns: boolean;
  hasHeader: boolean;
  campaign: number;
  webhook: number;
};

const filledLength = (cells: readonly string[]): number => {
  let length = cells.length;
  while (length > 0 && bare(cells[length - 1] ?? '') === '') length -= 1;
  return length;
};

/** The number of values that most rows have, without columns at the end that none of these fills. */
const expectedOf = (rows: readonly ListRow[], hasHeader: boolean): number => {
  const kinds = new Map<number, { count: number; filled: number }>();
  for (let at = hasHeader && rows.length > 1 ? 1 : 0; at < rows.length; at += 1) {
    const { cells } = rows[at] ?? { cells: [] };
    const kind = kinds.get(cells.length) ?? { count: 0, filled: 0 };
    kind.count += 1;
    if (kind.filled < cells.length) kind.filled = Math.max(kind.filled, filledLength(cells));
    kinds.set(cells.length, kind);
  }
  let most = { count: 0, filled: 2 };
  for (const [length, kind] of kinds) if (length > 1 && kind.count > most.count) most = kind;
  return Math.max(2, most.filled);
};

const JOINERS: Record<Separator, string> = { ',': ', ', ';': '; ', '\t': ' ', '|': ' | ', blank: ' ' };

/** Reads a text of any length, without keeping the page from answering. Rejects on abort alone. */
export const tableOfText = async (text: string, slicing: Slicing): Promise<Table> => {
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
    expected: expectedOf(rows, columns.hasHeader),
    joiner: JOINERS[separator],
    hasGuards: isOwnExport(rows[0]?.cells ?? []),
    hasColumns: rows.some(({ cells }) => cells.length > 1),
    ...columns,
  };
};

/** Rows that are pairs already. */
export const tableOfPairs = (pairs: readonly PairValues[]): Table => ({
  rows: pairs.map(({ campaignId, webhookId }, at) => ({ line: at + 1, cells: [campaignId, webhookId] })),
  expected: 2,
  joiner: ' ',
  hasGuards: false,
  hasColumns: false,
  hasHeader: false,
  campaign: 0,
  webhook: 1,
});

// So many can be listed and sent within a day.
const MOST_COMBINED = 250_000;

/** Each ID of a list once. */
const idsOfList = async (text: string, slicing: Slicing): Promise<string[]> => {
  const ids = new Set<string>();
  const take = (part: string): void => {
    for (const id of parseIds(part).ids) ids.add(id);
  };
  await eachPart(text, take, slicing);
  return [...ids];
};

/** Each campaign with each webhook; undefined where these are more than 250,000 pairs. Rejects on abort alone. */
export const tableOfCombination = async (
  { campaigns, webhooks }: { campaigns: string; webhooks: string },
  slicing: Slicing,
): Promise<Table | undefined> => {
  if (campaigns.length > MOST_READ || webhooks.length > MOST_READ) return undefined;
  const first = await idsOfList(campaigns, slicing);
  const second = await idsOfList(webhooks, slicing);
  if (first.length * second.length > MOST_COMBINED) return undefined;
  return tableOfPairs(first.flatMap((campaignId) => second.map((webhookId) => ({ campaignId, webhookId }))));
};
