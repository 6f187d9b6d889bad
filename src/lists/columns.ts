import { fold } from '#src/lib/fold.ts';
import { cleanInvisible } from '#src/lib/invisible.ts';
import { getShape } from './unlike.ts';
import { hasDigit, isTotalWord, normalizeHeader, NUMBER } from './words.ts';
import { isUsed, measureRows, type List, type ListRow } from './rows.ts';

export type WantedColumn<Key extends string> = {
  key: Key;
  label: string;
  /** `campaign ID` */
  noun: string;
  /** Accepted headers, the most specific first, in lowercase letters and digits. */
  names: readonly string[];
  /** Whether a text is no table, such as a log with `callId=…` in each line. */
  readsAsWords?: (text: string) => boolean;
  /** Choices other than a column. */
  others?: readonly { value: string; label: string }[];
};

export type PickedColumns<Key extends string> = {
  /** Index of the row that is the header. */
  header: number | undefined;
  /** Each is an index, or the value of one of `others`. */
  columns: Readonly<Record<Key, number | string>>;
};

/** A header is among the first lines of a list. */
export const MAX_HEADER_LINE = 20;

/** A shorter header alone may be an ID. */
const MIN_LONE_HEADER = 4;

/** A shorter name says too little without what it belongs to, such as the `id` of `customer.id`. */
export const MIN_TELLING_NAME = 6;

/** By the array, since names are compared with each of 10,000 lines. */
const folded = new WeakMap<readonly string[], readonly string[]>();

const foldNames = (names: readonly string[]): readonly string[] => {
  const known = folded.get(names) ?? names.map(fold);
  folded.set(names, known);
  return known;
};

/** The first name that a cell has, or the last part of a path such as `_source.call_id`. */
export const findName = (cells: readonly string[], names: readonly string[]): number | undefined => {
  const heads = cells.map(normalizeHeader);
  const ends = cells.map((cell) => normalizeHeader(cell.slice(cell.lastIndexOf('.') + 1)));
  const isTelling = (name: string) => name.length >= MIN_TELLING_NAME;
  const name = foldNames(names).find((one) => heads.includes(one) || (isTelling(one) && ends.includes(one)));
  if (name === undefined) return undefined;
  return heads.includes(name) ? heads.indexOf(name) : ends.indexOf(name);
};

/** The column that a row gives one of these names. */
export const findColumn = (
  row: Pick<ListRow, 'cells'> | undefined,
  names: readonly string[],
): number | undefined => findName(row?.cells ?? [], names);

/** `Call ID:` beside its value: a record, and no header. */
const isLabelled = (cells: readonly string[]): boolean =>
  cells.some((cell, at) => cell.trimEnd().endsWith(':') && /[^:\s]\s*$/.test(cells[at + 1] ?? ''));

/** Whether a line of several cells, whatever separates them, gives a column one of these names. */
export const hasNamedColumn = (line: string, names: readonly string[]): boolean => {
  const cells = line.split(/[,;\t|]/);
  return cells.length > 1 && !isLabelled(cells) && findName(cells, names) !== undefined;
};

type Wanted = readonly Pick<WantedColumn<string>, 'key' | 'names'>[];

/** The columns that a row names. A line of words names one column as a whole, such as `Call ID`. */
const nameColumns = (
  { separator }: Pick<List, 'separator'>,
  { cells }: ListRow,
  wanted: Wanted,
): Map<string, number> => {
  const isPhrase = separator === undefined && wanted.length === 1;
  const heads = isPhrase ? [cells.join('')] : cells;
  const named = new Map<string, number>();
  for (const { key, names } of wanted) {
    const column = findName(heads, names);
    if (column !== undefined) named.set(key, column);
  }
  return named;
};

/** A title or a line such as `Created by;Ana` above a wider table is none, unless it names several wanted columns. */
const canBeHeader = (
  list: Pick<List, 'separator'>,
  { cells, isBroken }: ListRow,
  usual: number,
  named: ReadonlyMap<string, number>,
): boolean => {
  const filled = cells.filter((cell) => cell.trim() !== '');
  if (isBroken || filled.some((cell) => NUMBER.test(cell.trim()))) return false;
  return list.separator === undefined && usual > 1
    ? cells.length === usual && !cells.some(hasDigit)
    : named.size > 1 || (filled.length * 2 >= usual && (filled.length > 1 || usual === 1));
};

/** Whether words that name only some columns are a header: as wide as the table, and no IDs or part of a sentence. */
const canNameSome = (
  { separator }: Pick<List, 'separator'>,
  { cells }: ListRow,
  usual: number,
  named: ReadonlyMap<string, number>,
): boolean =>
  usual > 1 &&
  cells.length === usual &&
  (separator !== undefined || usual === 2) &&
  !cells.some(hasDigit) &&
  [...named.values()].some((column) => normalizeHeader(cells[column] ?? '').length >= MIN_LONE_HEADER);

type Header = { index: number; named: ReadonlyMap<string, number> };

/** The first row that names all wanted columns; if only some are `needed`, else the first that names some. */
export const findHeader = (
  list: Pick<List, 'rows' | 'separator'>,
  wanted: Wanted,
  needed: 'all' | 'some' = 'all',
): Header | undefined => {
  const usual = measureRows(list.rows).width;
  let partial: Header | undefined;
  for (const [index, row] of list.rows.entries()) {
    if (row.line > MAX_HEADER_LINE) break;
    const named = nameColumns(list, row, wanted);
    if (named.size === 0 || !canBeHeader(list, row, usual, named)) continue;
    if (named.size === wanted.length) return { index, named };
    if (!partial && canNameSome(list, row, usual, named)) partial = { index, named };
  }
  return needed === 'some' ? partial : undefined;
};

/** A first row of words, such as `Record;Type;Hook`, above values with digits: it names no wanted column. */
const findOtherHeader = ({ rows, separator, width }: List, wanted: Wanted): Header | undefined => {
  const [first, ...others] = rows;
  const isWords = first?.cells.length === width && !first.cells.some(hasDigit);
  if (wanted.length < 2 || separator === undefined || !isWords || others.length === 0) return undefined;
  const above = first.cells.filter((cell, column) => {
    const shape = getShape(cell.trim());
    const below = others.map(({ cells }) => cells[column]?.trim() ?? '');
    // `cmp-spring` above `cmp-1` is an ID, `cmp_id` above `cmp_1` is not.
    const isName = shape === undefined || normalizeHeader(cell).endsWith('id');
    const isAlike = !isName && below.some((value) => getShape(value) === shape);
    return cell.trim() !== '' && !isAlike && below.filter(hasDigit).length >= others.length * 0.9;
  });
  return above.length >= wanted.length ? { index: 0, named: new Map() } : undefined;
};

/** The nouns of columns that are only guessed, although there is a header: the user has to check them. */
export const findUnnamed = <Key extends string>(
  list: List,
  wanted: readonly WantedColumn<Key>[],
  { header, columns }: PickedColumns<Key>,
): string[] => {
  const row = list.rows[header ?? -1];
  if (!row || list.width === 1) return [];
  const named = nameColumns(list, row, wanted);
  return wanted
    .filter(({ key }) => typeof columns[key] === 'number' && !named.has(key))
    .map(({ noun }) => noun);
};

/** `1`, `2`, `3` … */
export const isCounter = ({ rows }: List, header = -1, column = 0): boolean => {
  const values = rows.slice(header + 1).map(({ cells }) => cells[column] ?? '');
  return values.length > 1 && values.every((value, at) => value.trim() === String(Number(values[0]) + at));
};

/** Reads the headers. Values without a header get the remaining columns that have values. */
export const guessColumns = <Key extends string>(
  list: List,
  wanted: readonly WantedColumn<Key>[],
): PickedColumns<Key> => {
  const found = findHeader(list, wanted, 'some') ?? findOtherHeader(list, wanted);
  const taken = new Set(found?.named.values());
  const rest = [...Array(list.width).keys()].filter(
    (column) => !taken.has(column) && isUsed(list.rows, column),
  );
  const left =
    rest.length > wanted.length - taken.size && isCounter(list, found?.index, rest[0]) ? rest.slice(1) : rest;
  const columns = wanted.map(({ key }, at): [Key, number] => [
    key,
    found?.named.get(key) ?? left.shift() ?? at,
  ]);
  return { header: found?.index, columns: Object.fromEntries(columns) as Record<Key, number> };
};

/** Swaps with the value that used this column. */
export const pickColumn = <Key extends string>(
  picked: PickedColumns<Key>,
  key: Key,
  column: number | string,
): PickedColumns<Key> => {
  const before = picked.columns[key];
  const columns = Object.entries<number | string>(picked.columns).map(([other, value]) => [
    other,
    other === key ? column : value === column ? before : value,
  ]);
  return { ...picked, columns: Object.fromEntries(columns) as Record<Key, number | string> };
};

export const getCell = (cells: readonly string[], column: number | string): string | undefined =>
  typeof column === 'number' ? (cells[column] ?? '') : undefined;

/** Why a row holds no data. */
export type RowPlace = 'above' | 'header' | 'again' | 'frame' | 'total';

export const ROW_PLACES: Record<RowPlace, string> = {
  above: 'Above the header',
  header: 'Header line',
  again: 'Header again',
  frame: 'No data',
  total: 'Total line',
};

/** `sep=;`, a line of dashes under a header, and `(12 rows)` below a table. */
const FRAME = /^(?:"?sep=.?"?|[\s|+:┼│╪=─-]*(?:[-=─]{3,}|:-+|-+:)[\s|+:┼│╪=─-]*|\(\d+ \p{L}+\))$/iu;

/** A line that only draws the table. */
export const isFrame = ({ cells }: ListRow, separator: string = ' '): boolean => {
  const text = cells.slice(0, 100).join(separator).trim();
  return text.length < 500 && FRAME.test(text);
};

/** `1.058,00 €` and `6 calls`, too. */
const TOTAL_NUMBER = /^[-+]?(?:\p{Sc}\s?)?\d[\d.,'’\s]*?(?:\s?\p{Sc}|\s\p{L}+)?$/u;

/** `Total;2` or `Grand total: 2`: such words, then only numbers and what they count. */
const isTotal = ({ cells, isBroken }: ListRow): boolean => {
  if (isBroken || cells.length > 200) return false;
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const [first = ''] = filled;
  if (first.length > 60 || /^[^\s:=]*\d/.test(first)) return false;
  // `Total: 2` in one cell, or words that are split at their spaces.
  const parts = filled
    .slice(0, 20)
    .join(' ')
    .split(/\s*[:=]\s*|\s+(?=[-+]?\p{Sc}?\s?\d)/u);
  const [words = '', ...numbers] = parts.filter((part) => part !== '');
  // `Total records: 2`
  const isNamed = isTotalWord(words) || (numbers.length > 0 && /^totals?(?: \p{L}+){1,2}$/iu.test(words));
  return filled.length <= 20 && isNamed && numbers.every((part) => TOTAL_NUMBER.test(part));
};

/** Says why a row is left out; undefined if it is data. */
export const createPlaceFinder = (
  { rows, separator }: List,
  { header }: Pick<PickedColumns<string>, 'header'>,
): ((index: number) => RowPlace | undefined) => {
  const join = (row: ListRow | undefined) => row?.cells.map((cell) => cleanInvisible(cell)).join('\n');
  const heads = header === undefined ? undefined : join(rows[header]);
  // Cleaning long cells would take seconds.
  const isShort = ({ cells }: ListRow) =>
    heads !== undefined && cells.reduce((sum, cell) => sum + cell.length, 0) <= 2 * heads.length + 100;
  const last = rows.findLastIndex((row) => !isFrame(row, separator));
  return (index) => {
    const row = rows[index];
    if (!row) return undefined;
    if (header !== undefined && index < header) return 'above';
    if (index === header) return 'header';
    if (isFrame(row, separator)) return 'frame';
    if (index > 0 && isTotal(row) && (index === last || row.cells.some(hasDigit))) return 'total';
    return isShort(row) && row.cells.length < 1000 && join(row) === heads ? 'again' : undefined;
  };
};
