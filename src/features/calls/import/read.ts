import { eachPart, eachRow, type ListRow, type Separator } from '#src/lists/rows.ts';
import { withoutFirstGuard, withoutGuard } from '#src/lib/csv.ts';
import { parseIds } from '#src/lib/ids.ts';
import { hasInvisible, withoutInvisible } from '#src/lib/invisible.ts';
import { createPause, type Slicing } from '#src/lib/slicing.ts';
import { callsOfLink, isUsable } from '#src/features/calls/call/address.ts';
import type { Choice } from './layout.ts';

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
  /** IDs with characters that can't be seen, also where these are left out. */
  invisible: Places;
  /** The first of them, as it came. */
  firstInvisible?: string;
  lines: number;
  /** Lines with nothing in them. */
  blank: number;
  /** Lines with nothing in the chosen column. */
  empty: Places;
  header: boolean;
  /** The line of a quote that is never closed, so that its quotes were read like any other character. */
  openQuote?: number;
};

export type Source = { ids: readonly string[] } | { text: string; separator: Separator | undefined };

type Setup = Slicing & {
  isWatched: (id: string) => boolean;
  origin: string;
  room: number;
  /** Characters that can't be seen are no part of an ID. */
  dropsInvisible?: boolean | undefined;
};

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

const createCount = ({ isWatched, origin, room, dropsInvisible = false }: Setup) => {
  const known = new Set<string>();
  const [repeated, unusable, empty, invisible] = [
    createPlaces(),
    createPlaces(),
    createPlaces(),
    createPlaces(),
  ];
  const result: Found = {
    found: 0,
    fresh: 0,
    ids: [],
    already: 0,
    repeated: repeated.places,
    unusable: unusable.places,
    invisible: invisible.places,
    lines: 0,
    blank: 0,
    empty: empty.places,
    header: false,
  };
  const takeOne = (given: string, line: number): void => {
    const isMarked = hasInvisible(given);
    const id = isMarked && dropsInvisible ? withoutInvisible(given) : given;
    result.found += 1;
    if (known.has(id)) return repeated.note(line);
    known.add(id);
    if (!isUsable(id)) return unusable.note(line);
    if (isMarked) {
      invisible.note(line);
      result.firstInvisible ??= given;
    }
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

const readList = async (text: string, hasHeader: boolean, setup: Setup): Promise<Found> => {
  const { result, take, noteRepeated } = createCount(setup);
  let [filled, lastFilled, headerLine] = [0, 0, 0];
  const takePart = (part: string, line: number): void => {
    const { ids, repeated } = parseIds(part);
    if (ids.length > 0 && line !== lastFilled) {
      filled += 1;
      lastFilled = line;
    }
    if (hasHeader && headerLine === 0 && ids.length > 0) headerLine = line;
    if (line === headerLine) return;
    for (const id of ids) take(id, line);
    result.found += repeated;
    for (let again = 0; again < repeated; again += 1) noteRepeated(line);
  };
  result.lines = await eachPart(text, takePart, setup);
  result.header = headerLine > 0;
  result.blank = result.lines - filled;
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
  { separator, column, hasHeader }: { separator: Separator; column: number; hasHeader: boolean },
  setup: Setup,
): Promise<Found> => {
  const { result, take, noteEmpty } = createCount(setup);
  let isOwn = false;
  const takeRow = ({ line, cells, quotes }: ListRow): void => {
    if (quotes === 'open') result.openQuote ??= line;
    if (hasHeader && !result.header) {
      result.header = true;
      isOwn = cells[column]?.trim() === OWN_HEADER;
      return;
    }
    const cell = cells[column] ?? '';
    const id = (quotes ? cell.replace(/^\s*"|"\s*$/g, '') : cell).trim();
    const value = isOwn ? withoutGuard(id) : withoutFirstGuard(id);
    if (value === '') noteEmpty(line);
    else take(value, line);
  };
  const { lines, blank } = await eachRow(text, separator, takeRow, setup);
  return Object.assign(result, { lines, blank });
};

/** Reads the call IDs out of a text of any length, without keeping the page from answering. Rejects on abort alone. */
export const readIds = async (
  source: Source,
  { column, hasHeader, dropsInvisible }: Choice,
  slicing: Setup,
): Promise<Found> => {
  const setup = { ...slicing, dropsInvisible };
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
  const { text, separator } = source;
  return separator === undefined || column === 'every'
    ? readList(text, hasHeader, setup)
    : readColumn(text, { separator, column, hasHeader }, setup);
};
