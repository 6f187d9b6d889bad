import Papa from 'papaparse';
import { createPause, type Slicing } from '#src/lib/slicing.ts';

/** What stands between two values; `blank` is white space of any length. */
export type Separator = ',' | ';' | '\t' | '|' | 'blank';

/** One row of a table. */
export type ListRow = {
  /** The number of its first line in the text, from 1. */
  line: number;
  cells: readonly string[];
  /**
   * Why its quotes could not be read: one is out of place in this row (`stray`), or this row or one before it opens one
   * that is never closed (`open`). Its cells are as they stand there; only quotes around a whole one are taken off.
   */
  quotes?: 'stray' | 'open';
};

type Row = Omit<ListRow, 'line'>;

/** So much text is worked through in a few milliseconds. */
const CHUNK_CHARACTERS = 2 ** 16;
// After so much text without the end of a row, a quote is taken for one that nobody closed.
const LONGEST_ROW = 16 * CHUNK_CHARACTERS;
// Where a quote stands wrong there may be many more: each of them is looked for in little text.
const SMALL_CHUNK = 2 ** 8;

/** The line break of a text: old files have a lone carriage return. Before a line feed it goes with the blanks. */
const newlineOf = (text: string): '\n' | '\r' => (text.includes('\n') ? '\n' : '\r');

/** The line break at the end of the last line begins no other line. */
const withoutLastBreak = (text: string): string => {
  if (text.endsWith('\r\n')) return text.slice(0, -2);
  return text.endsWith('\n') || text.endsWith('\r') ? text.slice(0, -1) : text;
};

/** So many characters, and on to the end of their last line. */
const pieceOf = (text: string, from: number, characters: number, newline: string): string => {
  const end = text.indexOf(newline, from + characters);
  return text.slice(from, end === -1 ? text.length : end + newline.length);
};

/** A cell without the quotes around it, where they are whole. */
const unquoted = (cell: string): string => {
  const text = cell.trim();
  return /^"[^"]*(?:""[^"]*)*"$/.test(text) ? text.slice(1, -1).replaceAll('""', '"') : cell;
};

const BLANK_VALUE = /"[^"]*(?:""[^"]*)*"(?!\S)|\S+/g;

const rowBetweenBlanks = (line: string): Row => {
  const cells: readonly string[] = line.match(BLANK_VALUE) ?? [];
  if (!line.includes('"')) return { cells };
  const read = cells.map(unquoted);
  const isStray = read.some((cell, at) => cell.startsWith('"') && cell === cells[at]);
  return isStray ? { cells: read, quotes: 'stray' } : { cells: read };
};

type Parsed = {
  rows: readonly Row[];
  /** The row that can't be read: it has a quote within a value, or one that is not closed in this text. */
  broken?: { kind: 'stray' | 'open'; at: number };
};

type Setup = { separator: Separator; newline: '\n' | '\r' };

/** `isPlain` takes quotes for any other character. */
const parse = (piece: string, { separator, newline }: Setup, isPlain: boolean): Parsed => {
  if (separator === 'blank') return { rows: piece.split(newline).map(rowBetweenBlanks) };
  const setup = { delimiter: separator, newline, fastMode: isPlain || undefined };
  // The reader takes a mark at the start for that of the encoding: it gets one more.
  const marked = `\uFEFF${piece}`;
  const { data, errors } = Papa.parse<string[]>(marked, setup);
  if (isPlain) return { rows: data.map((cells) => ({ cells: cells.map(unquoted), quotes: 'open' })) };
  const rows = data.map((cells) => ({ cells }));
  const stray = errors.find(({ code }) => code === 'InvalidQuotes')?.row;
  const isOpen = errors.some(({ code }) => code === 'MissingQuotes');
  const row = stray ?? (isOpen ? rows.length - 1 : undefined);
  if (row === undefined) return { rows };
  // The reader does not say where a row begins, but where the one before it ends.
  const at = row === 0 ? 0 : Papa.parse(marked, { ...setup, preview: row }).meta.cursor;
  return { rows: rows.slice(0, row), broken: { kind: stray === undefined ? 'open' : 'stray', at } };
};

type Piece = { rows: readonly Row[]; end: number };

/** The rows of a text, a piece of it at a time; `end` is how far it was read. */
function* piecesOf(text: string, setup: Setup, first = CHUNK_CHARACTERS): Generator<Piece> {
  const { separator, newline } = setup;
  let characters = first;
  let isPlain = false;
  for (let from = text.startsWith('\uFEFF') ? 1 : 0; from < text.length;) {
    const piece = pieceOf(text, from, characters, newline);
    const isLast = from + piece.length === text.length;
    const { rows, broken } = parse(piece, setup, isPlain);
    if (!broken) {
      from += piece.length;
      characters = Math.min(CHUNK_CHARACTERS, characters * 2);
      // What follows a line break at the end stands in the next piece.
      yield { rows: isLast ? rows : rows.slice(0, -1), end: from };
      continue;
    }
    if (broken.kind === 'stray') {
      const line = pieceOf(piece, broken.at, 0, newline);
      const cells = withoutLastBreak(line).split(separator).map(unquoted);
      from += broken.at + line.length;
      characters = SMALL_CHUNK;
      yield { rows: [...rows, { cells, quotes: 'stray' }], end: from };
      continue;
    }
    // More of the text may close the quote; where nothing does, it is read like any other character from there on.
    isPlain = isLast || piece.length - broken.at >= LONGEST_ROW;
    if (isPlain) characters = CHUNK_CHARACTERS;
    else if (broken.at === 0) characters *= 2;
    from += broken.at;
    yield { rows, end: from };
  }
}

const NOT_BLANK = /[^\s\u200b]/u;
const isFilled = ({ cells }: Row): boolean => cells.some((cell) => NOT_BLANK.test(cell));

/** How many line breaks stand within the cells of a row. */
const breaksIn = ({ cells }: Row, newline: string): number => {
  let count = 0;
  for (const cell of cells)
    for (let at = cell.indexOf(newline); at !== -1; at = cell.indexOf(newline, at + 1)) count += 1;
  return count;
};

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
  const newline = newlineOf(text);
  const whole = withoutLastBreak(text);
  const count = { lines: 0, blank: 0 };
  for (const { rows, end } of piecesOf(whole, { separator, newline })) {
    for (const row of rows) {
      const line = count.lines + 1;
      count.lines = line + breaksIn(row, newline);
      if (isFilled(row)) take({ line, ...row });
      else count.blank += 1;
    }
    const wait = pause(end / whole.length);
    if (wait) await wait;
  }
  return count;
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

const HEAD_CHARACTERS = 2 ** 16;
const HEAD_ROWS = 100;

const headOf = (text: string, separator: Separator): Head => {
  const head = text.slice(0, HEAD_CHARACTERS);
  const isCut = head.length < text.length;
  const found: Row[] = [];
  for (const { rows } of piecesOf(head, { separator, newline: newlineOf(text) }, SMALL_CHUNK)) {
    // A quote that is open where the text was cut may well be closed behind it.
    if (isCut && found.length > 3 && rows[0]?.quotes === 'open') break;
    found.push(...rows.filter(isFilled));
    if (found.length > HEAD_ROWS) break;
  }
  // The last one may be cut off in its middle.
  if (isCut && found.length > 1) found.pop();
  const rows = found.slice(0, HEAD_ROWS).map(({ cells }) => cells);
  const counts = new Map<number, number>();
  for (const { length } of rows) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [[columns, count] = [0, 0]] = [...counts].toSorted(([, a], [, b]) => b - a);
  return { separator, rows, columns, share: count / (rows.length || 1) };
};

const SEPARATORS = [',', ';', '\t', '|', 'blank'] as const;

/** Looks at the beginning of a text, with each separator in turn; white space of any length is the last one. */
export const headsOf = (text: string): Head[] => SEPARATORS.map((separator) => headOf(text, separator));

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
  const whole = withoutLastBreak(text);
  if (text === '') return 0;
  let line = 1;
  for (let from = 0; from <= whole.length;) {
    const ofLine = whole.indexOf(newline, from);
    let end = ofLine === -1 ? whole.length : ofLine;
    if (end - from > CHUNK_CHARACTERS) {
      GAP.lastIndex = from + CHUNK_CHARACTERS;
      end = Math.min(end, GAP.exec(whole)?.index ?? end);
    }
    take(whole.slice(from, end), line);
    if (end === ofLine) line += 1;
    from = end + 1;
    const wait = pause(end / whole.length);
    if (wait) await wait;
  }
  return line;
};
