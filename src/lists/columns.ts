import type { List } from './read-list.ts';

/** A value that is looked for in each row. */
export type Wanted<Key extends string> = {
  key: Key;
  label: string;
  /** What its column may be called, the most telling first: small letters and digits alone. */
  names: readonly string[];
  /** What can be chosen in place of a column. */
  others?: readonly { value: string; label: string }[];
};

/** Which columns are read, counted from 0, or one of the other choices. */
export type Picked<Key extends string> = {
  hasHeader: boolean;
  columns: Readonly<Record<Key, number | string>>;
};

/** A shorter name alone may as well be an ID. */
const SHORTEST_LONE_NAME = 4;

/** The name of a column by its letters and digits alone. */
const columnName = (cell: string): string =>
  cell.length > 40 ? '' : cell.toLowerCase().replace(/[^\p{L}\d]/gu, '');

/** Columns that are filled in most rows before the others, each in their order. */
const columnsByFilling = ({ rows, width }: List): number[] => {
  const isSparse = (column: number) =>
    rows.filter(({ cells }) => (cells[column] ?? '').trim() !== '').length * 2 <= rows.length;
  const columns = [...Array(width).keys()];
  return [...columns.filter((column) => !isSparse(column)), ...columns.filter(isSparse)];
};

/** The column that the first row calls by one of these names. */
export const findColumn = ({ rows, width }: List, names: readonly string[]): number | undefined => {
  const heads = (rows[0]?.cells ?? []).slice(0, width).map(columnName);
  const name = names.find((one) => heads.includes(one));
  return name === undefined ? undefined : heads.indexOf(name);
};

/** Reads from the first row which columns hold what; what no header names is in the columns that are left. */
export const guessColumns = <Key extends string>(list: List, wanted: readonly Wanted<Key>[]): Picked<Key> => {
  const named = new Map<Key, number>();
  for (const { key, names } of wanted) {
    const column = findColumn(list, names);
    if (column !== undefined) named.set(key, column);
  }
  const isLongName = (column: number) =>
    columnName(list.rows[0]?.cells[column] ?? '').length >= SHORTEST_LONE_NAME;
  const hasHeader = named.size === wanted.length || [...named.values()].some(isLongName);
  const taken = hasHeader ? [...named.values()] : [];
  const left = columnsByFilling(list)
    .filter((column) => !taken.includes(column))
    .slice(0, wanted.length - taken.length)
    .toSorted((a, b) => a - b);
  const columns = wanted.map(({ key }, at): [Key, number] => [
    key,
    (hasHeader ? named.get(key) : undefined) ?? left.shift() ?? at,
  ]);
  return { hasHeader, columns: Object.fromEntries(columns) as Record<Key, number> };
};

/** Another choice for one value. A column is not read twice: the other value takes the one that is free now. */
export const pickColumn = <Key extends string>(
  picked: Picked<Key>,
  key: Key,
  column: number | string,
): Picked<Key> => {
  const before = picked.columns[key];
  const columns = Object.entries<number | string>(picked.columns).map(([other, value]) => [
    other,
    other === key ? column : value === column ? before : value,
  ]);
  return { ...picked, columns: Object.fromEntries(columns) as Record<Key, number | string> };
};

/** The value of one column; undefined if another choice than a column was made. */
export const getCell = (cells: readonly string[], column: number | string): string | undefined =>
  typeof column === 'number' ? (cells[column] ?? '') : undefined;
