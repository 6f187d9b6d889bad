import { splitIds } from '#src/lib/ids.ts';
import { MAX_COLUMNS, SEPARATORS, type Separator } from '#src/lib/table-shape.ts';
import {
  MAX_BROKEN_LINES,
  MAX_LIST_LINES,
  MAX_SEPARATORS,
  readText,
  type ListInput,
  type ReadFailure,
} from './list-text.ts';

export type ListRow = {
  /** Line number in the text, from 1. */
  line: number;
  cells: readonly string[];
  /** A quote is out of place or never closed: `cells` has the whole line. */
  isBroken?: true;
};

export type List = {
  /** Without blank rows. */
  rows: readonly ListRow[];
  /** Number of columns. If nothing separates them it is 1, and each word is a cell. */
  width: number;
  lines: number;
  blank: number;
  /** With `\n` for line breaks. */
  text: string;
  /** Absent if white space separates the values. */
  separator?: Separator | undefined;
};

/** Enough to find the separator. */
const HEAD_CHARACTERS = 2 ** 15;

type Cells = readonly string[];

/** Calls `take` for each row until it returns false. */
type ForEachRow = (
  text: string,
  separator: string,
  take: (cells: Cells, isBroken: boolean) => boolean,
) => void;

const loadCsvParser = async (): Promise<ForEachRow> => {
  const { default: papaparse } = await import('papaparse');
  return (text, delimiter, take) =>
    papaparse.parse<string[]>(text, {
      delimiter,
      newline: '\n',
      step: ({ data, errors }, parser) => {
        const isBroken = errors.some(({ type }) => type === 'Quotes');
        if (!take(data, isBroken)) parser.abort();
      },
    });
};

export const isFilled = (cells: Cells): boolean => cells.some((cell) => cell.trim() !== '');

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

/** CSV readers don't treat this quote as one. */
const QUOTE_AFTER_BLANK = /^\s+"/;

/** After a line with a broken quote, continues with the next line. */
const readTable = (text: string, separator: string, forEachRow: ForEachRow): ListRow[] => {
  const lines = text.split('\n');
  const rows: ListRow[] = [];
  let line = 1;
  let broken = 0;
  const take = (cells: Cells, isBroken: boolean): boolean => {
    const first = lines[line - 1] ?? '';
    const isAfterBlank = cells.some((cell) => QUOTE_AFTER_BLANK.test(cell) && first.includes(cell));
    if (isBroken || isAfterBlank) {
      rows.push({ line, cells: [first], isBroken: true });
      broken += 1;
      line += 1;
      return false;
    }
    rows.push({ line, cells });
    line += cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 1);
    return true;
  };
  const isOver = () => line > lines.length || broken > MAX_BROKEN_LINES;
  // Also ends if papaparse finds no row, as in an empty text.
  let start = 0;
  while (start < line && !isOver()) {
    start = line;
    forEachRow(line === 1 ? text : lines.slice(line - 1).join('\n'), separator, take);
  }
  return rows;
};

/** The separator that splits most of the first rows into the same number of cells. */
const findSeparator = (text: string, forEachRow: ForEachRow): Separator | undefined => {
  const head = text.slice(0, HEAD_CHARACTERS);
  const found = SEPARATORS.map((separator) => {
    return { separator, ...measureRows(readTable(head, separator, forEachRow)) };
  });
  const [best] = found
    .filter(({ width, share }) => width > 1 && width <= MAX_COLUMNS && share >= 0.5)
    .toSorted((a, b) => b.share - a.share);
  return best?.separator;
};

const readWords = (text: string): ListRow[] =>
  text.split('\n').map((line, at) => ({ line: at + 1, cells: line === '' ? [] : splitIds(line) }));

/** Without empty columns at the end. At most {@link MAX_COLUMNS}. */
const countColumns = (rows: readonly ListRow[]): number => {
  const isUsed = (column: number) => rows.some(({ cells }) => (cells[column] ?? '').trim() !== '');
  let { width } = measureRows(rows);
  while (width > 1 && !isUsed(width - 1)) width -= 1;
  return Math.min(width, MAX_COLUMNS);
};

const normalizeLineBreaks = (text: string): string => {
  const plain = text.includes('\n') ? text.replaceAll('\r\n', '\n') : text.replaceAll('\r', '\n');
  return plain.endsWith('\n') ? plain.slice(0, -1) : plain;
};

/** Each of these costs time and memory. */
const COUNTED_CODES = new Set([...SEPARATORS, '\n', '"'].map((character) => character.charCodeAt(0)));

const hasTooManySeparators = (text: string): boolean => {
  let count = 0;
  for (let at = 0; at < text.length && count <= MAX_SEPARATORS; at += 1) {
    if (COUNTED_CODES.has(text.charCodeAt(at))) count += 1;
  }
  return count > MAX_SEPARATORS;
};

/** All rows, blank ones too, as `readList` read them. */
export const readRows = async ({ text, separator }: Pick<List, 'text' | 'separator'>): Promise<ListRow[]> =>
  separator === undefined ? readWords(text) : readTable(text, separator, await loadCsvParser());

/** Rejects only on `signal`. */
export const readList = async (input: ListInput, signal: AbortSignal): Promise<List | ReadFailure> => {
  const read = await readText(input, signal);
  if (!read.ok) return read.reason;
  const text = normalizeLineBreaks(read.text);
  if (hasTooManySeparators(text)) return 'too-many-separators';
  const forEachRow = await loadCsvParser();
  signal.throwIfAborted();
  const separator = findSeparator(text, forEachRow);
  const all = separator === undefined ? readWords(text) : readTable(text, separator, forEachRow);
  if (all.filter(({ isBroken }) => isBroken).length > MAX_BROKEN_LINES) return 'too-many-broken';
  const rows = all.filter(({ cells }) => isFilled(cells));
  // The first line may be a header.
  if (rows.length > MAX_LIST_LINES + 1) return 'too-many-lines';
  return {
    rows,
    width: countColumns(rows),
    lines: text === '' ? 0 : text.split('\n').length,
    blank: text === '' ? 0 : all.length - rows.length,
    text,
    separator,
  };
};
