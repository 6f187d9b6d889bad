import { fold } from '#src/lib/fold.ts';
import { cleanInvisible } from '#src/lib/invisible.ts';
import { hasDigit, isTotalWord, normalizeHeader, NUMBER, readAge } from './words.ts';
import { isUsed, measureRows, type List, type ListRow, type NamedValue } from './rows.ts';

export type WantedColumn<Key extends string> = {
  key: Key;
  label: string;
  /** `campaign ID` */
  noun: string;
  /** Accepted headers, the most specific first, in lowercase letters and digits. */
  names: readonly string[];
  /** Takes the values that a text of words names out of it: their lines become blank. */
  readNamed?: (text: string) => { named: NamedValue[]; rest: string } | undefined;
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

/** The first name that a cell has, or the last part of a path such as `_source.call_id`. */
export const findName = (cells: readonly string[], names: readonly string[]): number | undefined => {
  const heads = cells.map(normalizeHeader);
  const ends = cells.map((cell) => normalizeHeader(cell.slice(cell.lastIndexOf('.') + 1)));
  const isTelling = (name: string) => name.length >= MIN_TELLING_NAME;
  const name = names.map(fold).find((one) => heads.includes(one) || (isTelling(one) && ends.includes(one)));
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

/** A title or a line such as `Created by;Ana` above a wider table is none. */
const canBeHeader = (list: Pick<List, 'separator'>, { cells, isBroken }: ListRow, usual: number): boolean => {
  const filled = cells.filter((cell) => cell.trim() !== '');
  if (isBroken || isLabelled(cells) || filled.some((cell) => NUMBER.test(cell.trim()))) return false;
  return list.separator === undefined && usual > 1
    ? cells.length === usual && !cells.some(hasDigit)
    : filled.length * 2 >= usual && (filled.length > 1 || usual === 1);
};

/** `Campaign,cmp-1,Webhook,wh-1`: the row before or after it repeats the words beside other IDs. */
const repeatsLabels = (
  list: Pick<List, 'rows' | 'separator'>,
  index: number,
  wanted: Wanted,
  named: ReadonlyMap<string, number>,
): boolean =>
  list.rows[index]?.cells.some(hasDigit) === true &&
  [list.rows[index - 1], list.rows[index + 1]].some((row) => {
    if (!row || row.cells.join('\n') === list.rows[index]?.cells.join('\n')) return false;
    const other = nameColumns(list, row, wanted);
    return [...named].every(([key, column]) => other.get(key) === column);
  });

/** `Campaign,,Webhook,` above `Name,ID,Name,ID`, as merged cells are saved: `Campaign Name`, `Campaign ID` and so on. */
const mergeHeads = ({ cells }: ListRow, below: ListRow): ListRow => {
  let last = '';
  const merge = (cell: string, at: number): string => {
    last = cells[at]?.trim() || last;
    return `${last} ${cell}`;
  };
  return { ...below, cells: below.cells.map(merge) };
};

/** The first row that names all wanted columns. */
export const findHeader = (
  list: Pick<List, 'rows' | 'separator'>,
  wanted: Wanted,
): { index: number; named: Map<string, number> } | undefined => {
  const usual = measureRows(list.rows).width;
  const first = list.rows.filter(({ line }) => line <= MAX_HEADER_LINE);
  for (const [index, row] of first.entries()) {
    const named = nameColumns(list, row, wanted);
    if (named.size === 0 || named.size !== wanted.length || !canBeHeader(list, row, usual)) continue;
    if (repeatsLabels(list, index, wanted, named)) continue;
    const below = row.cells.some((cell) => cell.trim() === '') ? first[index + 1] : undefined;
    const isHead = below?.cells.every((cell) => /^(?:\p{L}\D*)?$/u.test(cell.trim()));
    if (!below || !isHead || !canBeHeader(list, below, usual)) return { index, named };
    const merged = nameColumns(list, mergeHeads(row, below), wanted);
    return merged.size === wanted.length ? { index: index + 1, named: merged } : { index, named };
  }
  return undefined;
};

/** The first row of words, as wide as the table, that names some of the columns. */
const findPartialHeader = (list: List, wanted: Wanted) => {
  const usual = measureRows(list.rows).width;
  for (const [index, row] of list.rows.entries()) {
    if (usual === 1 || row.line > MAX_HEADER_LINE) return undefined;
    if (row.cells.length !== usual || !canBeHeader(list, row, usual) || row.cells.some(hasDigit)) continue;
    // One of several words may be part of a sentence.
    if (list.separator === undefined && usual > 2) continue;
    const named = nameColumns(list, row, wanted);
    const isLong = [...named.values()].some(
      (column) => normalizeHeader(row.cells[column] ?? '').length >= MIN_LONE_HEADER,
    );
    if (isLong) return { index, named };
  }
  return undefined;
};

/** A first row such as `Campaign Name;Id`: one cell contains a name that no other row has in this column. */
const findLikelyHeader = ({ rows }: List, wanted: Wanted): ListRow | undefined => {
  const names = wanted
    .flatMap((column) => column.names.map(fold))
    .filter((name) => name.length >= MIN_LONE_HEADER);
  const hasName = (cell: string) => names.some((name) => normalizeHeader(cell).includes(name));
  const [first, ...others] = rows;
  const isLikely = first?.cells.some(
    (cell, column) => hasName(cell) && !others.some(({ cells }) => hasName(cells[column] ?? '')),
  );
  return isLikely === true && others.length > 0 ? first : undefined;
};

/** The nouns of columns that are only guessed, although there is a header: the user has to check them. */
export const findUnnamed = <Key extends string>(
  list: List,
  wanted: readonly WantedColumn<Key>[],
  { header, columns }: PickedColumns<Key>,
): string[] => {
  const row = header === undefined ? findLikelyHeader(list, wanted) : list.rows[header];
  if (!row || list.width === 1) return [];
  const named = nameColumns(list, row, wanted);
  const isNamed = (column: number | string) => readAge(getCell(row.cells, column) ?? '').age !== undefined;
  return wanted
    .filter(({ key }) => typeof columns[key] === 'number' && !named.has(key) && !isNamed(columns[key]))
    .map(({ noun }) => noun);
};

const ID_HEAD = /^\p{L}+(?:id|ids|uuid|guid)$/u;

/** `cmp-` of `cmp-spring`. */
const readBeginning = (cell: string): string | undefined => /^\p{L}+[-_.:#/]/u.exec(cell.trim())?.[0];

/** A first row whose names say nothing, such as `app_id,endpoint_id` or `Record,Type,Hook`, above values with digits. */
const findOtherHeader = ({ rows, separator }: List, wanted: Wanted) => {
  const [first, ...others] = rows;
  if (wanted.length < 2 || !first || others.length === 0 || first.cells.some(hasDigit)) return undefined;
  const { width } = measureRows(others);
  const isAbove = (cell: string, column: number): boolean => {
    const below = others.map(({ cells }) => cells[column] ?? '');
    const begin = readBeginning(cell);
    const isOwn = begin === undefined || below.every((value) => readBeginning(value) !== begin);
    return isOwn && cell.trim() !== '' && below.filter(hasDigit).length >= others.length * 0.9;
  };
  // Of two words, any may be a pair.
  const isHeader =
    first.cells.length === wanted.length
      ? first.cells.every(
          (cell) => ID_HEAD.test(normalizeHeader(cell)) && /[_ -]|[a-z][A-Z]/.test(cell.trim()),
        ) && others.every(({ cells }) => cells.some(hasDigit))
      : separator !== undefined &&
        first.cells.length === width &&
        first.cells.filter(isAbove).length >= wanted.length;
  return isHeader ? { index: 0, named: new Map<string, number>() } : undefined;
};

/** `1`, `2`, `3` … */
const isCounter = ({ rows }: List, header = -1, column = 0): boolean => {
  const values = rows.slice(header + 1).map(({ cells }) => cells[column] ?? '');
  return values.length > 1 && values.every((value, at) => value.trim() === String(Number(values[0]) + at));
};

/** Reads the headers. Values without a header get the remaining columns that have values. */
export const guessColumns = <Key extends string>(
  list: List,
  wanted: readonly WantedColumn<Key>[],
): PickedColumns<Key> => {
  const found = findHeader(list, wanted) ?? findPartialHeader(list, wanted) ?? findOtherHeader(list, wanted);
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
  if (first.length > 60 || /^\d/.test(first)) return false;
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
