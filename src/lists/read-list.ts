import { splitIds } from '#src/lib/ids.ts';
import { nextTask } from '#src/lib/timing.ts';
import { MAX_COLUMNS, SEPARATORS, type Separator } from '#src/lib/table-shape.ts';
import { findHeader, MAX_HEADER_LINE, type WantedColumn } from './columns.ts';
import { readLiteral, toLiteralCsv } from './literal.ts';
import { readRecords, removeListMarks } from './plain-lines.ts';
import { countColumns, countLines, isFilled, measureRows, type List, type ListRow } from './rows.ts';
import {
  MAX_BROKEN_LINES,
  MAX_LINE_LENGTH,
  MAX_LIST_LINES,
  MAX_SEPARATORS,
  readText,
  type ListInput,
  type ReadFailure,
} from './list-text.ts';

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
    line += countLines(cells);
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

const isSeparator = (text: string | undefined): text is Separator => SEPARATORS.some((one) => one === text);

/** What `sep=;` says, or what splits the header, or most of the first rows, into the same number of cells. */
const findSeparator = (
  text: string,
  wanted: readonly WantedColumn<string>[],
  forEachRow: ForEachRow,
): Separator | undefined => {
  const head = text.slice(0, HEAD_CHARACTERS);
  const said = /^\s*"?sep=(.)"?[^\S\n]*(?:\n|$)/i.exec(head)?.[1];
  if (isSeparator(said)) return said;
  const found = SEPARATORS.map((separator) => {
    const rows = readTable(head, separator, forEachRow).filter(({ cells }) => isFilled(cells));
    const header = rows[findHeader({ rows, separator }, wanted)?.index ?? -1];
    return { separator, ...measureRows(rows), header };
  });
  // With another separator, a value below the header may look like one.
  const [named] = found
    .flatMap(({ separator, header }) => (header && header.cells.length > 1 ? [{ separator, ...header }] : []))
    .toSorted((a, b) => a.line - b.line || b.cells.length - a.cells.length);
  const [best] = found
    .filter(({ width, share }) => width > 1 && width <= MAX_COLUMNS && share >= 0.5)
    .toSorted((a, b) => b.share - a.share);
  return (named ?? best)?.separator;
};

const readWords = (text: string): ListRow[] =>
  text.split('\n').map((line, at) => ({ line: at + 1, cells: line === '' ? [] : splitIds(line) }));

const normalizeLineBreaks = (text: string): string => {
  const plain = text.replaceAll(/\r\n?/g, '\n');
  return plain.endsWith('\n') ? plain.slice(0, -1) : plain;
};

const hasLongLine = (text: string): boolean => {
  let from = 0;
  while (text.length - from > MAX_LINE_LENGTH) {
    const end = text.indexOf('\n', from);
    if (end === -1 || end - from > MAX_LINE_LENGTH) return true;
    from = end + 1;
  }
  return false;
};

/** Each of these costs time and memory. */
const COUNTED = new RegExp(`[${SEPARATORS.join('')}\n"]`, 'g');

const hasTooManySeparators = (text: string): boolean => {
  COUNTED.lastIndex = 0;
  let count = 0;
  while (count <= MAX_SEPARATORS && COUNTED.test(text)) count += 1;
  return count > MAX_SEPARATORS;
};

/** All rows, blank ones too, as `readList` read them. */
export const readRows = async ({ text, separator }: Pick<List, 'text' | 'separator'>): Promise<ListRow[]> =>
  separator === undefined ? readWords(text) : readTable(text, separator, await loadCsvParser());

/** Rejects only on `signal`. */
export const readList = async (
  input: ListInput,
  wanted: readonly WantedColumn<string>[],
  signal: AbortSignal,
): Promise<List | ReadFailure> => {
  const read = await readText(input, signal);
  if (!read.ok) return read.reason;
  // Each step may take long for a big file.
  await nextTask();
  const given = normalizeLineBreaks(read.text);
  if (hasLongLine(given)) return 'too-long-line';
  if (hasTooManySeparators(given)) return 'too-many-separators';
  await nextTask();
  const plain = removeListMarks(given);
  const literal = readLiteral(plain) ?? readRecords(plain, wanted);
  const text = literal ? toLiteralCsv(literal) : plain;
  const forEachRow = await loadCsvParser();
  signal.throwIfAborted();
  const separator = literal ? ',' : findSeparator(text, wanted, forEachRow);
  await nextTask();
  const all = separator === undefined ? readWords(text) : readTable(text, separator, forEachRow);
  if (all.filter(({ isBroken }) => isBroken).length > MAX_BROKEN_LINES) return 'too-many-broken';
  await nextTask();
  signal.throwIfAborted();
  const rows = all.filter(({ cells }) => isFilled(cells));
  // A header and a few lines above it are no data.
  if (rows.length > MAX_LIST_LINES + MAX_HEADER_LINE) return 'too-many-lines';
  const header = findHeader({ rows, separator }, wanted);
  return {
    rows,
    // Lines above a header don't say how wide the table is.
    width: countColumns(header ? rows.slice(header.index) : rows),
    lines: text === '' ? 0 : text.split('\n').length,
    blank: text === '' ? 0 : all.length - rows.length,
    text,
    separator,
    isLiteral: literal ? true : undefined,
  };
};
