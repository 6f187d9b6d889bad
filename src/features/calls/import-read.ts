import { CHUNK_CHARACTERS, eachRow, newlineOf } from '#src/lib/csv-rows.ts';
import { withoutFirstGuard, withoutGuard } from '#src/lib/csv.ts';
import { parseIds } from '#src/lib/ids.ts';
import { createPause, type Slicing } from '#src/lib/slicing.ts';
import { callsOfLink } from './address.ts';
import type { Choice } from './import-layout.ts';
import { isUsable } from './input.ts';

/** Where something was found: how often, on how many lines (of a link: IDs), and the first of those, counted from 1. */
export type Places = { count: number; lines: number; first: readonly number[] };

/** What a text comes to. `fresh`, `already`, `repeated` and `unusable` add up to `found`. */
export type Found = {
  found: number;
  fresh: number;
  /** The first of the fresh ones, as many as there is room for, in their order. */
  ids: string[];
  already: number;
  repeated: Places;
  unusable: Places;
  lines: number;
  /** Lines with nothing in them. */
  blank: number;
  /** Lines with nothing in the chosen column. */
  empty: Places;
  header: boolean;
  /** The line of a quote that is never closed, so that quotes were read like any other character. */
  openQuote?: number;
};

export type Source = { ids: readonly string[] } | { text: string; delimiter: string | undefined };

type Setup = Slicing & { isWatched: (id: string) => boolean; origin: string; room: number };

const MOST_PLACES = 20;

const createPlaces = () => {
  const first: number[] = [];
  const places = { count: 0, lines: 0, first };
  let last = 0;
  const note = (line: number): void => {
    places.count += 1;
    if (line === last) return;
    last = line;
    places.lines += 1;
    if (first.length < MOST_PLACES) first.push(line);
  };
  return { places, note };
};

const createCount = ({ isWatched, origin, room }: Setup) => {
  const known = new Set<string>();
  const [repeated, unusable, empty] = [createPlaces(), createPlaces(), createPlaces()];
  const result: Found = {
    found: 0,
    fresh: 0,
    ids: [],
    already: 0,
    repeated: repeated.places,
    unusable: unusable.places,
    lines: 0,
    blank: 0,
    empty: empty.places,
    header: false,
  };
  const takeOne = (id: string, line: number): void => {
    result.found += 1;
    if (known.has(id)) return repeated.note(line);
    known.add(id);
    if (!isUsable(id)) return unusable.note(line);
    if (isWatched(id)) {
      result.already += 1;
      return;
    }
    result.fresh += 1;
    if (result.ids.length < room) result.ids.push(id);
  };
  const take = (part: string, line: number): void => {
    const linked = callsOfLink(part, origin);
    if (linked) for (const id of linked) takeOne(id, line);
    else takeOne(part, line);
  };
  return { result, take, takeOne, noteRepeated: repeated.note, noteEmpty: empty.note };
};

/** A line in parts, cut where no ID is: thousands of IDs may stand in one line. */
function* partsOf(line: string): Generator<string> {
  let from = 0;
  while (line.length - from > CHUNK_CHARACTERS) {
    const gap = line.slice(from + CHUNK_CHARACTERS).search(/[\s,;]/);
    if (gap === -1) break;
    yield line.slice(from, (from += CHUNK_CHARACTERS + gap));
  }
  yield line.slice(from);
}

const readList = async (text: string, hasHeader: boolean, setup: Setup): Promise<Found> => {
  const { result, take, noteRepeated } = createCount(setup);
  const pause = createPause(setup);
  const newline = newlineOf(text);
  if (text === '') return result;
  for (let from = 0; from <= text.length;) {
    const end = text.indexOf(newline, from);
    const line = text.slice(from, end === -1 ? text.length : end);
    from += line.length + 1;
    result.lines += 1;
    if (hasHeader && !result.header && line.trim() !== '') {
      result.header = true;
      continue;
    }
    let isBlank = true;
    for (const part of partsOf(line)) {
      const { ids, repeated } = parseIds(part);
      if (ids.length > 0) isBlank = false;
      for (const id of ids) take(id, result.lines);
      result.found += repeated;
      for (let again = 0; again < repeated; again += 1) noteRepeated(result.lines);
      const wait = pause(from / text.length);
      if (wait) await wait;
    }
    if (isBlank) result.blank += 1;
  }
  return result;
};

/** The head of this column in the board's own export, which alone has guards within its cells. */
const OWN_HEADER = 'Call ID';

/**
 * The values of one column. A cell is one ID as it stands there, without the blanks around it: what the board's own
 * export writes comes back the same.
 */
const readColumn = async (
  text: string,
  {
    delimiter,
    column,
    hasHeader,
    openQuote,
  }: { delimiter: string; column: number; hasHeader: boolean; openQuote?: number },
  setup: Setup,
): Promise<Found> => {
  const { result, take, noteEmpty } = createCount(setup);
  if (openQuote !== undefined) result.openQuote = openQuote;
  const newline = newlineOf(text);
  const isPlain = openQuote !== undefined;
  let isOwn = false;
  const takeRow = (row: readonly string[], isBroken: boolean): void => {
    const line = result.lines + 1;
    result.lines = line;
    for (const cell of row) if (cell.includes(newline)) result.lines += cell.split(newline).length - 1;
    if (row.every((cell) => cell.trim() === '')) {
      result.blank += 1;
    } else if (hasHeader && !result.header) {
      result.header = true;
      isOwn = row[column]?.trim() === OWN_HEADER;
    } else {
      const cell = (
        isPlain || isBroken ? (row[column] ?? '').replace(/^\s*"|"\s*$/g, '') : (row[column] ?? '')
      ).trim();
      const value = isOwn ? withoutGuard(cell) : withoutFirstGuard(cell);
      if (value === '') noteEmpty(line);
      else take(value, line);
    }
  };
  if (await eachRow(text, { delimiter, isPlain, take: takeRow }, setup)) return result;
  return readColumn(text, { delimiter, column, hasHeader, openQuote: result.lines + 1 }, setup);
};

/** Reads the call IDs out of a text of any length, without keeping the page from answering. Rejects on abort alone. */
export const readIds = async (
  source: Source,
  { column, hasHeader }: Choice,
  setup: Setup,
): Promise<Found> => {
  if ('ids' in source) {
    const { result, takeOne } = createCount(setup);
    const pause = createPause(setup);
    for (const [at, id] of source.ids.entries()) {
      takeOne(id, at + 1);
      const wait = pause(at / source.ids.length);
      if (wait) await wait;
    }
    return result;
  }
  // The line break at the end of the last line begins no other line.
  const newline = source.text.endsWith('\r\n') ? '\r\n' : newlineOf(source.text);
  const text = source.text.endsWith(newline) ? source.text.slice(0, -newline.length) : source.text;
  return source.delimiter === undefined || column === 'every'
    ? readList(text, hasHeader, setup)
    : readColumn(text, { delimiter: source.delimiter, column, hasHeader }, setup);
};
