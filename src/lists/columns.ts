import type { List } from './read-list.ts';

export type WantedColumn<Key extends string> = {
  key: Key;
  label: string;
  /** Accepted headers, the most specific first, in lowercase letters and digits. */
  names: readonly string[];
  /** Choices other than a column. */
  others?: readonly { value: string; label: string }[];
};

export type PickedColumns<Key extends string> = {
  hasHeader: boolean;
  /** Each is an index, or the value of one of `others`. */
  columns: Readonly<Record<Key, number | string>>;
};

/** A shorter header alone may be an ID. */
const MIN_LONE_HEADER = 4;

const normalizeHeader = (cell: string): string =>
  cell.length > 40 ? '' : cell.toLowerCase().replace(/[^\p{L}\d]/gu, '');

export const findColumn = ({ rows, width }: List, names: readonly string[]): number | undefined => {
  const heads = (rows[0]?.cells ?? []).slice(0, width).map(normalizeHeader);
  const name = names.find((one) => heads.includes(one));
  return name === undefined ? undefined : heads.indexOf(name);
};

/** Reads the headers. Values without a header get the remaining columns. */
export const guessColumns = <Key extends string>(
  list: List,
  wanted: readonly WantedColumn<Key>[],
): PickedColumns<Key> => {
  const named = new Map<Key, number>();
  for (const { key, names } of wanted) {
    const column = findColumn(list, names);
    if (column !== undefined) named.set(key, column);
  }
  const isLongName = (column: number) =>
    normalizeHeader(list.rows[0]?.cells[column] ?? '').length >= MIN_LONE_HEADER;
  const hasHeader = named.size === wanted.length || [...named.values()].some(isLongName);
  const taken = hasHeader ? [...named.values()] : [];
  const left = [...Array(list.width).keys()].filter((column) => !taken.includes(column));
  const columns = wanted.map(({ key }, at): [Key, number] => [
    key,
    (hasHeader ? named.get(key) : undefined) ?? left.shift() ?? at,
  ]);
  return { hasHeader, columns: Object.fromEntries(columns) as Record<Key, number> };
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
