import { cellOf, type Picked } from '#src/lists/columns.ts';
import type { List } from '#src/lists/read-list.ts';
import { withoutFirstGuard, withoutGuard } from '#src/lib/csv.ts';
import { splitIds } from '#src/lib/ids.ts';
import { hasInvisible, withoutInvisible } from '#src/lib/invisible.ts';
import { readCallsFromLink, isCallId } from '#src/features/calls/call/address.ts';

/** Where something was found: how often, on how many lines (of a link: IDs), and the first of those, counted from 1. */
export type Places = { count: number; lines: number; first: readonly number[] };

/** What a list comes to. `fresh`, `already`, `repeated` and `unusable` add up to `found`. */
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
  /** Lines with a quote out of place, so that they were not read. */
  broken: Places;
};

export type Choice = Picked<'callId'> & {
  /** IDs are taken without their characters that can't be seen. */
  dropsInvisible?: boolean;
};

type Setup = { isWatched: (id: string) => boolean; origin: string; room: number };

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

const createCount = ({ isWatched, origin, room }: Setup, dropsInvisible = false) => {
  const known = new Set<string>();
  const [repeated, unusable, empty, invisible, broken] = [
    createPlaces(),
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
    broken: broken.places,
  };
  const takeOne = (given: string, line: number): void => {
    const isMarked = hasInvisible(given);
    const id = isMarked && dropsInvisible ? withoutInvisible(given) : given;
    result.found += 1;
    if (known.has(id)) return repeated.note(line);
    known.add(id);
    if (!isCallId(id)) return unusable.note(line);
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
  const take = (value: string, line: number): void => {
    if (value === '') return empty.note(line);
    for (const id of readCallsFromLink(value, origin) ?? [value]) takeOne(id, line);
  };
  return { result, take, takeOne, noteBroken: broken.note };
};

/** Reads the call IDs of a link. */
export const readLinkedIds = (ids: readonly string[], setup: Setup, dropsInvisible?: boolean): Found => {
  const { result, takeOne } = createCount(setup, dropsInvisible);
  for (const [at, id] of ids.entries()) takeOne(id, at + 1);
  return result;
};

/** The head of the call IDs in the board's own export, which alone has guards within its cells. */
const OWN_HEADER = 'Call ID';

/**
 * Reads the call IDs of a list. A cell of the chosen column is one ID, without the blanks around it; if every value is
 * read, white space within a cell parts them too.
 */
export const readIds = (list: List, { hasHeader, columns, dropsInvisible }: Choice, setup: Setup): Found => {
  const { result, take, noteBroken } = createCount(setup, dropsInvisible);
  const [header] = list.rows;
  const isOwn = hasHeader && cellOf(header?.cells ?? [], columns.callId)?.trim() === OWN_HEADER;
  for (const { line, cells, isBroken } of hasHeader ? list.rows.slice(1) : list.rows) {
    const cell = cellOf(cells, columns.callId)?.trim();
    if (isBroken) noteBroken(line);
    else if (cell === undefined) for (const id of cells.flatMap(splitIds)) take(id, line);
    else take(isOwn ? withoutGuard(cell) : withoutFirstGuard(cell), line);
  }
  const { lines, blank } = list;
  return Object.assign(result, { lines, blank, header: hasHeader && header !== undefined });
};
