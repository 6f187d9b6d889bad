import { MAX_COLUMNS, type Separator } from '#src/lib/csv.ts';

export type ListRow = {
  /** Line number in the text, from 1. */
  line: number;
  cells: readonly string[];
  /** A quote is out of place or never closed: `cells` has the whole line. */
  isBroken?: true;
  /** The line has several values in one place: a row for each, from 1. `whole`: its cells. */
  part?: { at: number; of: number; whole: readonly string[] };
};

export type List = {
  /** Without blank rows. */
  rows: readonly ListRow[];
  /** Number of columns. If nothing separates them it is 1, and each word is a cell. */
  width: number;
  lines: number;
  blank: number;
  /** With `\n` for line breaks. JSON is CSV here. */
  text: string;
  /** Absent if white space separates the values. */
  separator?: Separator | undefined;
  /** It was JSON: each cell is one value. */
  isLiteral?: true | undefined;
};

export const isFilled = (cells: readonly string[]): boolean => cells.some((cell) => cell.trim() !== '');

/** The most common number of cells, and the share of rows that have it. */
export const measureRows = (rows: readonly ListRow[]): { width: number; share: number } => {
  const filled = rows.filter(({ cells }) => isFilled(cells));
  const counts = new Map<number, number>();
  for (const { cells, isBroken } of filled) {
    if (!isBroken) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  }
  const [[width, count] = [1, 0]] = [...counts].toSorted(
    ([widthA, countA], [widthB, countB]) => countB - countA || widthB - widthA,
  );
  return { width, share: count / (filled.length || 1) };
};

export const isUsed = (rows: readonly ListRow[], column: number): boolean =>
  rows.some(({ cells }) => (cells[column] ?? '').trim() !== '');

/** Without empty columns at the end. At most {@link MAX_COLUMNS}. */
export const countColumns = (rows: readonly ListRow[]): number => {
  let { width } = measureRows(rows);
  while (width > 1 && !isUsed(rows, width - 1)) width -= 1;
  return Math.min(width, MAX_COLUMNS);
};

/** The text of a row, which may have several lines. */
export const getRowText = (lines: readonly string[], { line, cells, isBroken, part }: ListRow): string =>
  lines.slice(line - 1, line - 1 + (isBroken ? 1 : countLines(part?.whole ?? cells))).join('\n');

/** How many lines of the text a row takes. */
export const countLines = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => (cell.includes('\n') ? sum + cell.split('\n').length - 1 : sum), 1);
