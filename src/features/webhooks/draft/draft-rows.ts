import { eachRow, newlineOf } from '#src/lib/csv-rows.ts';
import { MOST_READ } from '#src/lib/file-text.ts';
import { parseIds } from '#src/lib/ids.ts';
import { createPause, takeTurn, type Slicing } from '#src/lib/slicing.ts';
import {
  hasLoneQuoteBetweenBlanks,
  isBlankRow,
  isOwnExport,
  layoutOf,
  valuesBetweenBlanks,
  type Delimiter,
} from './draft-layout.ts';
import { bare, healed, type CellStyle } from './draft-texts.ts';

type Row = readonly string[];

/** The lines of an input as they stand there, none of them blank. */
export type Table = {
  rows: readonly Row[];
  /** The number of each row's first line in the text, from 1; absent where the rows are the lines. */
  numbers?: readonly number[];
  /** How many values most rows have, at least two. */
  expected: number;
  /** Stands between values that are shown together. */
  joiner: string;
  style: CellStyle;
  /** Rows with a quote out of place, whose quotes were not taken off. */
  broken?: ReadonlySet<number>;
  /** False where there is nothing to choose from. */
  hasColumns: boolean;
  hasHeader: boolean;
  campaign: number;
  webhook: number;
  openQuote?: number;
};

type Rows = { rows: Row[]; numbers: number[]; broken: Set<number>; openQuote?: number };

const readBlankSeparated = async (text: string, slicing: Slicing): Promise<Rows> => {
  const [rows, numbers]: [Row[], number[]] = [[], []];
  const broken = new Set<number>();
  const pause = createPause(slicing);
  const newline = newlineOf(text);
  let number = 0;
  for (let from = 0; from < text.length;) {
    const end = text.indexOf(newline, from);
    const line = text.slice(from, end === -1 ? text.length : end);
    from += line.length + 1;
    number += 1;
    if (isBlankRow([line], number === 1)) continue;
    if (hasLoneQuoteBetweenBlanks(line)) broken.add(rows.length);
    rows.push(valuesBetweenBlanks(line, rows.length === 0));
    numbers.push(number);
    const wait = rows.length % 64 === 0 ? pause(from / text.length) : undefined;
    if (wait) await wait;
  }
  return { rows, numbers, broken };
};

const readSeparated = async (
  text: string,
  delimiter: string,
  slicing: Slicing,
  openQuote?: number,
): Promise<Rows> => {
  const [rows, numbers]: [Row[], number[]] = [[], []];
  const broken = new Set<number>();
  const newline = newlineOf(text);
  let number = 1;
  const take = (row: Row, isBroken: boolean): void => {
    if (!isBlankRow(row, number === 1)) {
      if (isBroken) broken.add(rows.length);
      rows.push(hasQuotes ? healed(row, delimiter) : row);
      numbers.push(number);
    }
    number += 1;
    for (const cell of row)
      for (let at = cell.indexOf(newline); at !== -1; at = cell.indexOf(newline, at + 1)) number += 1;
  };
  // A line of a megabyte is no open quote where there are no quotes.
  const hasQuotes = text.includes('"');
  const isPlain = openQuote !== undefined || !hasQuotes;
  if (await eachRow(text, { delimiter, isPlain, take }, slicing))
    return { rows, numbers, broken, ...(openQuote !== undefined && { openQuote }) };
  return readSeparated(text, delimiter, slicing, number);
};

const filledLength = (row: Row): number => {
  let length = row.length;
  while (length > 0 && bare(row[length - 1] ?? '') === '') length -= 1;
  return length;
};

/** The number of values that most rows have, without columns at the end that none of these fills. */
const expectedOf = (rows: Rows['rows'], hasHeader: boolean): number => {
  const kinds = new Map<number, { count: number; filled: number }>();
  for (let at = hasHeader && rows.length > 1 ? 1 : 0; at < rows.length; at += 1) {
    const row = rows[at] ?? [];
    const kind = kinds.get(row.length) ?? { count: 0, filled: 0 };
    kind.count += 1;
    if (kind.filled < row.length) kind.filled = Math.max(kind.filled, filledLength(row));
    kinds.set(row.length, kind);
  }
  let most = { count: 0, filled: 2 };
  for (const [length, kind] of kinds) if (length > 1 && kind.count > most.count) most = kind;
  return Math.max(2, most.filled);
};

const JOINERS: Record<Delimiter, string> = { ',': ', ', ';': '; ', '\t': ' ', '|': ' | ', blank: ' ' };

/** Reads a text of any length, without keeping the page from answering. Rejects on abort alone. */
export const tableOfText = async (text: string, slicing: Slicing): Promise<Table> => {
  const { delimiter, ...columns } = layoutOf(text);
  await takeTurn(slicing);
  const { rows, numbers, broken, openQuote } =
    delimiter === 'blank'
      ? await readBlankSeparated(text, slicing)
      : await readSeparated(text, delimiter, slicing);
  const expected = expectedOf(rows, columns.hasHeader);
  return {
    rows,
    numbers,
    expected,
    joiner: JOINERS[delimiter],
    style: { hasGuards: isOwnExport(rows[0] ?? []), hasQuotes: openQuote !== undefined },
    broken,
    hasColumns: rows.some((row) => row.length > 1),
    ...columns,
    ...(openQuote !== undefined && { openQuote }),
  };
};

/** Rows that are pairs already. */
export const tableOfPairs = (rows: Table['rows']): Table => ({
  rows,
  expected: 2,
  joiner: ' ',
  style: { hasGuards: false, hasQuotes: false },
  hasColumns: false,
  hasHeader: false,
  campaign: 0,
  webhook: 1,
});

// So many can be listed and sent within a day.
const MOST_COMBINED = 250_000;
const LIST_CHARACTERS = 2 ** 16;
const GAP = /[\s,;]/g;

/** Each ID of a list once; parsed piece by piece, cut where no ID is. */
const idsOfList = async (text: string, slicing: Slicing): Promise<string[]> => {
  const ids = new Set<string>();
  const pause = createPause(slicing);
  for (let from = 0; from < text.length;) {
    GAP.lastIndex = from + LIST_CHARACTERS;
    const end = GAP.exec(text)?.index ?? text.length;
    for (const id of parseIds(text.slice(from, end)).ids) ids.add(id);
    from = end + 1;
    const wait = pause(from / text.length);
    if (wait) await wait;
  }
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
  return tableOfPairs(first.flatMap((campaign) => second.map((webhook) => [campaign, webhook])));
};
