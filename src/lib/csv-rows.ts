import Papa from 'papaparse';
import { createPause, type Slicing } from './slicing.ts';

/** So much text is worked through in a few milliseconds. */
export const CHUNK_CHARACTERS = 2 ** 16;
// After so much text without the end of a row, a quote is taken for one that nobody closed.
const LONGEST_ROW = 16 * CHUNK_CHARACTERS;
// Where a quote stands wrong there may be many more: each of them is looked for in little text.
const SMALL_CHUNK = 2 ** 8;

/** The line break of a text: old files have a lone carriage return. Before a line feed it goes with the blanks. */
export const newlineOf = (text: string): '\n' | '\r' => (text.includes('\n') ? '\n' : '\r');

/** So many characters, and on to the end of their last line. */
const pieceOf = (text: string, from: number, characters: number, newline: string): string => {
  const end = text.indexOf(newline, from + characters);
  return text.slice(from, end === -1 ? text.length : end + newline.length);
};

type Parsed = {
  rows: readonly (readonly string[])[];
  /** The row that can't be read: it has a quote within a value, or one that is not closed in this text. */
  broken?: { kind: 'stray' | 'open'; row: number; at: number };
};

const parse = (
  piece: string,
  config: { delimiter: string; newline: '\n' | '\r'; isPlain: boolean },
): Parsed => {
  const setup = {
    delimiter: config.delimiter,
    newline: config.newline,
    fastMode: config.isPlain || undefined,
  };
  // The reader takes a mark at the start for that of the encoding: it gets one more.
  const marked = `\uFEFF${piece}`;
  const { data: rows, errors } = Papa.parse<string[]>(marked, setup);
  const stray = errors.find(({ code }) => code === 'InvalidQuotes')?.row;
  const isOpen = errors.some(({ code }) => code === 'MissingQuotes');
  const row = stray ?? (isOpen ? rows.length - 1 : undefined);
  if (config.isPlain || row === undefined) return { rows };
  // The reader does not say where a row begins, but where the one before it ends.
  const at = row === 0 ? 0 : Papa.parse(marked, { ...setup, preview: row }).meta.cursor;
  return { rows: rows.slice(0, row), broken: { kind: stray === undefined ? 'open' : 'stray', row, at } };
};

/**
 * Hands out the rows of a table. A line with a quote within a quoted value (`"a"b`) is handed out as `isBroken`, its
 * cells as they stand there, quotes and all, so that it takes no line below with it. Resolves with false, and hands out
 * no more, where a quote is never closed; `isPlain` takes quotes for any other character. Rejects on abort alone.
 */
export const eachRow = async (
  text: string,
  {
    delimiter,
    isPlain,
    take,
  }: { delimiter: string; isPlain: boolean; take: (row: readonly string[], isBroken: boolean) => void },
  slicing: Slicing,
): Promise<boolean> => {
  const pause = createPause(slicing);
  const newline = newlineOf(text);
  let characters = CHUNK_CHARACTERS;
  for (let from = text.startsWith('\uFEFF') ? 1 : 0; from < text.length;) {
    const piece = pieceOf(text, from, characters, newline);
    const isLast = from + piece.length === text.length;
    const { rows, broken } = parse(piece, { delimiter, newline, isPlain });
    // What follows a line break at the end stands in the next piece.
    const ends = broken || isLast ? rows.length : rows.length - 1;
    for (let at = 0; at < ends; at += 1) take(rows[at] ?? [], false);
    if (broken?.kind === 'open') {
      if (isLast || piece.length - broken.at >= LONGEST_ROW) return false;
      if (broken.at === 0) characters *= 2;
      from += broken.at;
    } else if (broken) {
      const line = pieceOf(piece, broken.at, 0, newline);
      take((line.endsWith(newline) ? line.slice(0, -1) : line).split(delimiter), true);
      from += broken.at + line.length;
      characters = SMALL_CHUNK;
    } else {
      from += piece.length;
      characters = Math.min(CHUNK_CHARACTERS, characters * 2);
    }
    const wait = pause(from / text.length);
    if (wait) await wait;
  }
  return true;
};
