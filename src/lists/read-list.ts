import { splitIds } from '#src/lib/ids.ts';
import { nextTask } from '#src/lib/timing.ts';
import { MAX_COLUMNS, SEPARATORS, type Separator } from '#src/lib/csv.ts';
import { formatNumber } from '#src/lib/count.ts';
import { findHeader, MAX_HEADER_LINE, type WantedColumn } from './columns.ts';
import { readLiteral, toLiteralCsv } from './literal.ts';
import { readRecords, removeListMarks, separateColons } from './marks.ts';
import { countColumns, countLines, isFilled, measureRows, type List, type ListRow } from './rows.ts';

export type ListInput = { kind: 'text'; text: string } | { kind: 'file'; file: File };

type ListText = { ok: true; text: string } | { ok: false; reason: ReadFailure };

export type ReadFailure =
  | 'too-big'
  | 'too-long-line'
  | 'too-many-lines'
  | 'too-many-separators'
  | 'too-many-broken'
  | 'no-text'
  | 'empty'
  | 'unreadable';

/** In bytes of a file, or characters of a text. */
const MAX_LIST_SIZE = 10 * 2 ** 20;

export const MAX_LIST_LINES = 10_000;

/** In characters. A longer line would freeze the page. */
const MAX_LINE_LENGTH = 2 ** 20;

/** Counts line breaks and quotes too. More would freeze the page. */
const MAX_SEPARATORS = 500_000;

/** The rest is parsed again after each of them. */
const MAX_BROKEN_LINES = 20;

export const READ_FAILURES: Record<ReadFailure, { title: string; text: string }> = {
  'too-big': { title: 'This is more than 10 MB', text: 'Split it, and take one part after the other.' },
  'too-long-line': {
    title: `A line has more than ${formatNumber(MAX_LINE_LENGTH)} characters`,
    text: 'Put each ID on a line of its own.',
  },
  'too-many-lines': {
    title: `This has more than ${formatNumber(MAX_LIST_LINES)} lines`,
    text: 'Split it, and take one part after the other.',
  },
  'too-many-separators': {
    title: `This has more than ${formatNumber(MAX_SEPARATORS)} separators, line breaks and quotes`,
    text: 'Keep only the columns that hold IDs, or split it.',
  },
  'too-many-broken': {
    title: `More than ${MAX_BROKEN_LINES} lines have a quote out of place`,
    text: 'Save the table as CSV again, and choose that file.',
  },
  'no-text': { title: 'This is not a text file', text: 'Save the table as CSV, and choose that file.' },
  empty: { title: 'This file is empty', text: 'Choose another one.' },
  unreadable: { title: 'This could not be read', text: 'Choose the file once more.' },
};

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

// Small enough to decode within a few milliseconds.
const SLICE_BYTES = 2 ** 18;

/** By the byte order mark, or by the zeros beside the two first characters. */
const detectEncoding = ([first = 1, second = 1, third = 1, fourth = 1]: Uint8Array): Encoding => {
  if ((first === 0xff && second === 0xfe) || (second === 0 && fourth === 0 && first * third > 0))
    return 'utf-16le';
  const isBigEndian =
    (first === 0xfe && second === 0xff) || (first === 0 && third === 0 && second * fourth > 0);
  return isBigEndian ? 'utf-16be' : 'utf-8';
};

/** Undefined if it is not a text. Throws a TypeError if the bytes are not in this encoding. */
const decode = async (file: Blob, encoding: Encoding, signal: AbortSignal): Promise<string | undefined> => {
  const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' });
  let text = '';
  for (let from = 0; from < file.size; from += SLICE_BYTES) {
    // Awaiting each slice keeps tasks short.
    const bytes = await file.slice(from, from + SLICE_BYTES).arrayBuffer();
    signal.throwIfAborted();
    const slice = decoder.decode(bytes, { stream: true });
    // Spreadsheet files and archives contain NULs; a PDF may have none.
    if (slice.includes('\0') || (from === 0 && /^(?:%PDF-|\{\\rtf)/.test(slice))) return undefined;
    text += slice;
  }
  return text + decoder.decode();
};

/** Reads the byte order mark, else tries UTF-8, else Windows-1252, which some spreadsheets write. */
const readFile = async (file: Blob, signal: AbortSignal): Promise<ListText> => {
  if (file.size > MAX_LIST_SIZE) return { ok: false, reason: 'too-big' };
  try {
    const encoding = detectEncoding(new Uint8Array(await file.slice(0, 4).arrayBuffer()));
    const text = await decode(file, encoding, signal).catch((error: unknown) => {
      if (!(error instanceof TypeError)) throw error;
      return decode(file, 'windows-1252', signal);
    });
    if (text === undefined) return { ok: false, reason: 'no-text' };
    return text.trim() === '' ? { ok: false, reason: 'empty' } : { ok: true, text };
  } catch (error) {
    signal.throwIfAborted();
    // The file was changed or deleted in the meantime, or it is a folder.
    if (error instanceof DOMException) return { ok: false, reason: 'unreadable' };
    throw error;
  }
};

export const readText = async (input: ListInput, signal: AbortSignal): Promise<ListText> => {
  if (input.kind === 'file') return readFile(input.file, signal);
  const { text } = input;
  if (text.length > MAX_LIST_SIZE) return { ok: false, reason: 'too-big' };
  if (text.includes('\0')) return { ok: false, reason: 'no-text' };
  return { ok: true, text: text.startsWith('\uFEFF') ? text.slice(1) : text };
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

/** CSV readers don't treat this quote as one. */
const QUOTE_AFTER_BLANK = /^\s+"/;

/** A cell in quotes, or else one that only begins with a quote. */
const TAB_CELL = /(?<=^|[\t\n])(?:"[^"]*(?:""[^"]*)*"(?![^\t\n])|("[^\t\n]*))/g;

/** Spreadsheets copy `"Early bird" UK` as it is: a quote that doesn't end its cell belongs to the text. */
const quoteTabCells = (text: string): string =>
  text.replaceAll(TAB_CELL, (cell: string, plain?: string) =>
    plain === undefined ? cell : `"${plain.replaceAll('"', '""')}"`,
  );

/** After a line with a broken quote, continues with the next line. */
const readTable = (text: string, separator: string, forEachRow: ForEachRow): ListRow[] => {
  const lines = text.split('\n');
  const isTabs = separator === '\t';
  const parsed = (isTabs ? quoteTabCells(text) : text).split('\n');
  const rows: ListRow[] = [];
  let line = 1;
  let broken = 0;
  const take = (cells: Cells, isBroken: boolean): boolean => {
    const first = lines[line - 1] ?? '';
    const isAfterBlank =
      !isTabs && cells.some((cell) => QUOTE_AFTER_BLANK.test(cell) && first.includes(cell));
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
    forEachRow(parsed.slice(line - 1).join('\n'), separator, take);
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
    // A comma at the end of `Hi team,` separates nothing.
    const separates = rows.some(({ cells }) => cells.filter((cell) => cell.trim() !== '').length > 1);
    const { width, share } = measureRows(rows);
    return { separator, width, share, header, separates };
  });
  // With another separator, a value below the header may look like one.
  const [named] = found
    .flatMap(({ separator, header }) => (header && header.cells.length > 1 ? [{ separator, ...header }] : []))
    .toSorted((a, b) => a.line - b.line || b.cells.length - a.cells.length);
  const [best] = found
    .filter(({ width, share, separates }) => separates && width > 1 && width <= MAX_COLUMNS && share >= 0.5)
    .toSorted((a, b) => b.share - a.share);
  return (named ?? best)?.separator;
};

const readWords = (text: string): ListRow[] =>
  text.split('\n').map((line, at) => ({ line: at + 1, cells: line === '' ? [] : splitIds(line) }));

/** A page, such as a report that is called `.xls`, or XML. */
const MARKUP = /^\s*<[a-z!?][^]*<\/[a-z][^<>]*>\s*$/i;
const ENTITIES: Record<string, string> = { amp: '&', apos: "'", gt: '>', lt: '<', nbsp: ' ', quot: '"' };

/** Cells as columns, and rows as lines. */
const readMarkup = (text: string): string => {
  if (!MARKUP.test(text)) return text;
  return text
    .replaceAll(/<!--(?:(?!<!--)[^])*?-->|<(head|script|style)\b(?:(?!<\1\b)[^])*?<\/\1>|\s+/gi, ' ')
    .replaceAll(/(?:\s*<\/(?:td|th|cell)\s*>)?\s*<(?:br|\/(?:div|h\d|li|p|row|tr))\b[^<>]*>\s*/gi, '\n')
    .replaceAll(/\s*<\/(?:td|th|cell)\s*>\s*/gi, '\t')
    .replaceAll(/ *<[^<>]*> */g, ' ')
    .replaceAll(/(?<=^|[\t\n]) +/g, '')
    .replaceAll(/&(?:#(\d{1,4})|(\w+));/g, (whole, code?: string, name = '') =>
      code === undefined ? (ENTITIES[name] ?? whole) : String.fromCodePoint(Number(code)),
    )
    .trim();
};

const TERMINAL_COLOR = /\p{Cc}\[[\d;]*m/gu;

/** Also those of word processors and web pages. */
const normalizeLineBreaks = (text: string): string => {
  const plain = text.replaceAll(/\r\n?|[\v\f\x85\u2028\u2029]/g, '\n');
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
  const given = normalizeLineBreaks(readMarkup(read.text).replaceAll(TERMINAL_COLOR, ''));
  if (hasLongLine(given)) return 'too-long-line';
  if (hasTooManySeparators(given)) return 'too-many-separators';
  await nextTask();
  const isPairs = wanted.length > 1;
  const unmarked = removeListMarks(given);
  const plain = isPairs ? separateColons(unmarked, wanted) : unmarked;
  const literal = readLiteral(plain, wanted) ?? (isPairs ? readRecords(plain, wanted) : undefined);
  const text = literal ? toLiteralCsv(literal) : plain;
  const isWords = !literal && wanted[0]?.readsAsWords?.(text) === true;
  const forEachRow = await loadCsvParser();
  signal.throwIfAborted();
  const separator = literal ? ',' : isWords ? undefined : findSeparator(text, wanted, forEachRow);
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
    width: isWords ? 1 : countColumns(header ? rows.slice(header.index) : rows),
    lines: text === '' ? 0 : text.split('\n').length,
    blank: text === '' ? 0 : all.length - rows.length,
    text,
    separator,
    isLiteral: literal ? true : undefined,
  };
};
