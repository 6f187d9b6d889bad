import { createPause, type Slicing } from '#src/lib/slicing.ts';

/** What stands between two values; `blank` is white space of any length. */
export type Separator = ',' | ';' | '\t' | '|' | 'blank';

/** One row of a table. */
export type ListRow = {
  /** The number of its first line in the text, from 1. */
  line: number;
  cells: readonly string[];
  /**
   * Why its quotes could not be read: one is out of place (`stray`), or never closed (`open`). Its cells are those of its
   * first line, as they stand there; only quotes around a whole one are taken off.
   */
  quotes?: 'stray' | 'open';
};

/** What a column is called, by its letters and digits alone. */
export const columnName = (cell: string): string => cell.toLowerCase().replace(/[^\p{L}\d]/gu, '');

/** So much text is worked through in a few milliseconds. */
const CHUNK_CHARACTERS = 2 ** 16;
// After so much text a quote is taken for one that nobody closed.
const LONGEST_VALUE = 2 ** 20;

/** The line break of a text: old files have a lone carriage return. Before a line feed it goes with the blanks. */
const newlineOf = (text: string): '\n' | '\r' => (text.includes('\n') ? '\n' : '\r');

/** Without the mark of the encoding, and without the line break at the end of the last line, which begins no other line. */
const trimmed = (text: string): string => text.replace(/^\uFEFF/, '').replace(/(?:\r\n|\n|\r)$/, '');

/** Where a character stands from a place on, or the end of the text. */
const placeOf = (text: string, character: string, from: number): number => {
  const at = text.indexOf(character, from);
  return at === -1 ? text.length : at;
};

/** Where the quote stands that closes a value, -1 where none does; two of them in a row stand for one. */
const closingQuote = (text: string, from: number): number => {
  let at = text.indexOf('"', from);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
};

const unescaped = (quoted: string): string => quoted.replaceAll('""', '"');

/** A cell without the quotes around it, where they are whole. */
const unquoted = (cell: string): string => {
  const text = cell.trim();
  return /^"[^"]*(?:""[^"]*)*"$/.test(text) ? unescaped(text.slice(1, -1)) : cell;
};

const BLANK_VALUE = /"[^"]*(?:""[^"]*)*"(?!\S)|\S+/g;

const rowBetweenBlanks = (line: string): Omit<ListRow, 'line'> => {
  const cells: readonly string[] = line.match(BLANK_VALUE) ?? [];
  const read = cells.map(unquoted);
  const isStray = read.some((cell, at) => cell.startsWith('"') && cell === cells[at]);
  return isStray ? { cells: read, quotes: 'stray' } : { cells: read };
};

/** Reads a row with quotes, which may go on over several lines; `end` is where its last line ends. */
const quotedRow = (
  text: string,
  from: number,
  separator: string,
  newline: string,
): { cells: string[]; end: number } | 'stray' | 'open' => {
  const cells: string[] = [];
  for (let at = from; ; at += 1) {
    const start = at;
    if (text[at] === '"') {
      const close = closingQuote(text, at + 1);
      if (close === -1 || close - at > LONGEST_VALUE) return 'open';
      cells.push(unescaped(text.slice(at + 1, close)));
      at = close + 1;
      while (text[at] !== separator && text[at] !== newline && text[at]?.trim() === '') at += 1;
    } else {
      while (at < text.length && text[at] !== separator && text[at] !== newline) at += 1;
      cells.push(text.slice(start, at));
    }
    if (at >= text.length || text[at] === newline) return { cells, end: at };
    if (text[at] !== separator) return 'stray';
  }
};

type Row = Omit<ListRow, 'line'> & { end: number };

const rowAt = (text: string, from: number, separator: Separator, newline: string): Row => {
  const end = placeOf(text, newline, from);
  const line = text.slice(from, end);
  if (separator === 'blank') return { ...rowBetweenBlanks(line), end };
  if (!line.includes('"')) return { cells: line.split(separator), end };
  const read = quotedRow(text, from, separator, newline);
  if (typeof read === 'object') return read;
  return { cells: line.split(separator).map(unquoted), quotes: read, end };
};

/** The rows of a text, also the blank ones, and where each ends. */
function* rowsOf(text: string, separator: Separator): Generator<{ row: ListRow; end: number }> {
  if (text === '') return;
  const newline = newlineOf(text);
  let line = 1;
  for (let from = 0; from <= text.length;) {
    const { end, ...row } = rowAt(text, from, separator, newline);
    yield { row: { line, ...row }, end };
    line += text.slice(from, end).split(newline).length;
    from = end + 1;
  }
}

const NOT_BLANK = /[^\s\u200b]/u;
const isFilled = ({ cells }: ListRow): boolean => cells.some((cell) => NOT_BLANK.test(cell));

/** How many lines a text has, and how many of these have nothing in them. */
export type Lines = { lines: number; blank: number };

/**
 * Hands out the rows of a table that have anything in them. A quote out of place spoils its own row alone. Rejects on
 * abort alone.
 */
export const eachRow = async (
  text: string,
  separator: Separator,
  take: (row: ListRow) => void,
  slicing: Slicing,
): Promise<Lines> => {
  const pause = createPause(slicing);
  const whole = trimmed(text);
  const lines = whole === '' ? 0 : whole.split(newlineOf(whole)).length;
  let blank = 0;
  for (const { row, end } of rowsOf(whole, separator)) {
    if (isFilled(row)) take(row);
    else blank += 1;
    const wait = pause(end / whole.length);
    if (wait) await wait;
  }
  return { lines, blank };
};

/** The beginning of a table, read with one separator. */
export type Head = {
  separator: Separator;
  /** The first rows that have anything in them, each with its cells. */
  rows: readonly (readonly string[])[];
  /** How many values, two at least, most of these rows have, and the share of rows that have so many. */
  columns: number;
  share: number;
};

const HEAD_ROWS = 100;

const headOf = (text: string, separator: Separator): Head => {
  const rows: (readonly string[])[] = [];
  const counts = new Map<number, number>();
  for (const { row, end } of rowsOf(text, separator)) {
    const { length } = row.cells;
    if (isFilled(row)) rows.push(row.cells);
    if (isFilled(row) && length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
    if (rows.length === HEAD_ROWS || end > CHUNK_CHARACTERS) break;
  }
  const [[columns, count] = [0, 0]] = [...counts].toSorted(([, a], [, b]) => b - a);
  return { separator, rows, columns, share: count / (rows.length || 1) };
};

const SEPARATORS = [',', ';', '\t', '|', 'blank'] as const;

/** Looks at the beginning of a text, with each separator in turn; white space of any length is the last one. */
export const headsOf = (text: string): Head[] =>
  SEPARATORS.map((separator) => headOf(trimmed(text), separator));

const GAP = /[\s,;]/g;

/**
 * Hands out a list without columns line by line; a long line comes in parts, cut where no ID is, since thousands of IDs may
 * stand in it. Resolves with the number of lines; rejects on abort alone.
 */
export const eachPart = async (
  text: string,
  take: (part: string, line: number) => void,
  slicing: Slicing,
): Promise<number> => {
  const pause = createPause(slicing);
  const newline = newlineOf(text);
  const whole = trimmed(text);
  if (text === '') return 0;
  let line = 1;
  for (let from = 0; from <= whole.length;) {
    const ofLine = placeOf(whole, newline, from);
    let end = ofLine;
    if (end - from > CHUNK_CHARACTERS) {
      GAP.lastIndex = from + CHUNK_CHARACTERS;
      end = Math.min(end, GAP.exec(whole)?.index ?? end);
    }
    take(whole.slice(from, end), line);
    if (end === ofLine && end < whole.length) line += 1;
    from = end + 1;
    const wait = pause(end / whole.length);
    if (wait) await wait;
  }
  return line;
};
