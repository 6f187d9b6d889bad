import { beginsWithTotal, hasDigit, isDigit } from './words.ts';
import type { List } from './rows.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

const SEPARATORS = '-_:.#/';

/**
 * What the IDs of one kind have in common: `uuid`, `number`, or the letters that they begin with, such as `cmp-`. By
 * character codes, since regular expressions take long for 10,000 lines.
 */
export const getShape = (value: string): string | undefined => {
  if (value.length === 36 && UUID.test(value)) return 'uuid';
  let at = 0;
  if (isDigit(value.charCodeAt(0))) {
    while (isDigit(value.charCodeAt(at))) at += 1;
    return at === value.length ? 'number' : undefined;
  }
  for (let code = value.charCodeAt(0) | 32; code >= 97 && code <= 122; code = value.charCodeAt(at) | 32)
    at += 1;
  const next = value[at] ?? '';
  if (at > 0 && next !== '' && SEPARATORS.includes(next)) return value.slice(0, at + 1).toLowerCase();
  return at > 0 && isDigit(value.charCodeAt(at)) ? value.slice(0, at).toLowerCase() : undefined;
};

/** The most common value, and how many there are of it, and of each. */
export const findUsual = (
  values: readonly (string | undefined)[],
): { usual: string | undefined; count: number; counts: ReadonlyMap<string | undefined, number> } => {
  const counts = new Map<string | undefined, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let usual: string | undefined;
  let most = 0;
  for (const [value, count] of counts)
    if (value !== undefined && count > most) [usual, most] = [value, count];
  return { usual, count: most, counts };
};

/** The shape that all values have; undefined if they differ or have none. */
export const findCommonShape = (values: readonly string[]): string | undefined => {
  const [shape, ...others] = new Set(values.map(getShape));
  return others.length === 0 ? shape : undefined;
};

/** For one unlike value among words, so many are alike. */
const ALIKE_FOR_ONE = 3;

/** Whether a value among words is like most others: the number of a ticket, an order or a customer is not. */
export const createShapeTest = (values: readonly string[]): ((value: string) => boolean) => {
  const { count: most, counts } = findUsual([...new Set(values)].map(getShape));
  return (value) => {
    const shape = getShape(value);
    const count = counts.get(shape) ?? 0;
    return count === most || (shape !== 'number' && count * ALIKE_FOR_ONE > most);
  };
};

/** Fewer lines agree by chance. */
const MIN_ALIKE = 5;

/** One line, or one of twenty, differs from all others. */
const isFew = (odd: number, all: number): boolean =>
  odd > 0 && all - odd >= MIN_ALIKE && odd <= Math.max(1, all / 20);

const WORD = /^\p{L}+[.,!?:]*$/u;

/** As sentences begin, also in scripts without small letters. */
const CAPITAL = /^[\p{Lu}\p{Lo}]/u;

/**
 * `Hi Bob` above or below pairs: lines of words only, while a column of the others has hardly any words. Among words, those
 * that begin with a capital, while most others don't.
 */
export const findProse = (lines: readonly (readonly string[])[]): number[] => {
  const isProse = lines.map((values) => values.every((value) => WORD.test(value)));
  const prose = [...lines.keys()].filter((at) => isProse[at]);
  const others = lines.filter((_values, at) => !isProse[at]);
  const hasFewWords = (column: number) =>
    others.filter((values) => WORD.test(values[column] ?? '')).length * 4 <= others.length;
  if (prose.length <= others.length && others[0]?.some((_value, column) => hasFewWords(column))) return prose;
  const capitals = lines.map(([first = '']) => CAPITAL.test(first));
  return capitals.filter(Boolean).length * 2 > lines.length ? [] : prose.filter((at) => capitals[at]);
};

/**
 * The rows that lack what nearly all others have in a column: digits, or what their IDs begin with. Also a total such as
 * `Total;all`. `read`: the values of a row, those of the columns if it is left out.
 */
export const findUnlikeRows = (
  { rows }: Pick<List, 'rows'>,
  { columns: picked }: { columns: Readonly<Record<string, number | string>> },
  dataRows: readonly number[],
  read?: (index: number) => readonly string[],
): Set<number> => {
  const unlike = new Set<number>();
  const last = dataRows.at(-1);
  for (const index of dataRows.length > 1 ? dataRows : []) {
    const cells = rows[index]?.cells ?? [];
    const named = index === last ? cells : cells.slice(0, 1);
    if (named.some(beginsWithTotal)) unlike.add(index);
  }
  const columns = Object.values(picked).filter((column) => typeof column === 'number');
  const readCells = (index: number): string[] => {
    const cells = rows[index]?.cells ?? [];
    return columns.length > 0 ? columns.map((column) => (cells[column] ?? '').trim()) : [cells.join(' ')];
  };
  const data = dataRows.filter((index) => !unlike.has(index) && !rows[index]?.isBroken);
  const lines = data.map(read ?? readCells);
  const width = lines[0]?.length ?? 0;
  for (let column = 0; column < width; column += 1) {
    const values = lines.map((line) => line[column] ?? '');
    const filled = [...values.keys()].filter((at) => values[at] !== '');
    const shapes = values.map(getShape);
    const { usual } = findUsual(shapes);
    for (const odd of [
      filled.filter((at) => !hasDigit(values[at] ?? '')),
      filled.filter((at) => shapes[at] !== usual),
    ])
      if (isFew(odd.length, filled.length)) for (const at of odd) unlike.add(data[at] ?? -1);
  }
  return unlike;
};
