import type { List } from './read-list.ts';

/** A value to read from each row. */
export type Wanted<Key extends string> = {
  key: Key;
  label: string;
  /** Names of its column, the most specific first, in lowercase letters and digits. */
  names: readonly string[];
  /** Choices beside the columns. */
  others?: readonly { value: string; label: string }[];
};

/** Columns count from 0; a text is one of the other choices. */
export type Picked<Key extends string> = {
  hasHeader: boolean;
  columns: Readonly<Record<Key, number | string>>;
};

/** A single shorter name may be an ID. */
const SHORTEST_LONE_NAME = 4;

const columnName = (cell: string): string =>
  cell.length > 40 ? '' : cell.toLowerCase().replace(/[^\p{L}\d]/gu, '');

/** Columns that are filled in most rows come first. */
const columnsByFilling = ({ rows, width }: List): number[] => {
  const isSparse = (column: number) =>
    rows.filter(({ cells }) => (cells[column] ?? '').trim() !== '').length * 2 <= rows.length;
  const columns = [...Array(width).keys()];
  return [...columns.filter((column) => !isSparse(column)), ...columns.filter(isSparse)];
};

export const findColumn = ({ rows, width }: List, names: readonly string[]): number | undefined => {
  const heads = (rows[0]?.cells ?? []).slice(0, width).map(columnName);
  const name = names.find((one) => heads.includes(one));
  return name === undefined ? undefined : heads.indexOf(name);
};

/** By the names in the first row; values without a name are in the columns that are left. */
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

/** If another value used this column, the two swap. */
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

/** Undefined if the choice is no column. */
export const getCell = (cells: readonly string[], column: number | string): string | undefined =>
  typeof column === 'number' ? (cells[column] ?? '') : undefined;
