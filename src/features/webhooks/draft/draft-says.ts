import { findName } from '#src/lists/columns.ts';
import {
  endsWithColon,
  hasDigit,
  OPERATION_HEADS,
  readFlag,
  readHeading,
  readOperation,
  type Said,
} from '#src/lists/words.ts';
import type { List, ListRow } from '#src/lists/rows.ts';
import type { CheckedLine } from './draft-check.ts';
import { getHead, listUnread, type PairColumns, type PairList } from './draft-columns.ts';

/** Different ones in a column, and characters in each. */
const MAX_WORDS = 20;
const MAX_UNKNOWN_WORDS = 4;
const MAX_WORD_LENGTH = 30;

/** How often a column has each word, in lowercase; undefined if it has other values than a few words. */
const countWords = (list: List, header = -1, column: number): ReadonlyMap<string, number> | undefined => {
  const counts = new Map<string, number>();
  for (const { cells } of list.rows.slice(header + 1)) {
    const word = (cells[column] ?? '').trim().toLowerCase();
    if (word === '') continue;
    const count = counts.get(word) ?? 0;
    // Most columns are left after their first values.
    if (count === 0 && (counts.size >= MAX_WORDS || word.length > MAX_WORD_LENGTH)) return undefined;
    counts.set(word, count + 1);
  }
  return counts;
};

/**
 * Reads a column that says what to do: its header or half of its words are of an operation, or are ticks below one. Without a
 * header, also a few unknown words, one in most lines. Undefined if it says nothing.
 */
const createColumnReader = (
  { list, hasGuards }: { list: List; hasGuards: boolean },
  header: number | undefined,
  column: number,
): ((row: ListRow) => Said | undefined) | undefined => {
  const counts = countWords(list, header, column);
  if (!counts || counts.size === 0) return undefined;
  const head = getHead(list, header, column);
  const read = (word: string): Said => readFlag(head, word) ?? { word, operation: readOperation(word) };
  const words = [...counts.keys()];
  const sum = (some: readonly string[]) => some.reduce((all, word) => all + (counts.get(word) ?? 0), 0);
  const known = sum(words.filter((word) => read(word).operation));
  const [usual = ''] = words.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
  const isMixed =
    header === undefined &&
    words.length > 1 &&
    words.length <= MAX_UNKNOWN_WORDS &&
    sum(words) >= 2 * words.length &&
    sum([usual]) * 2 >= sum(words) &&
    !words.some(hasDigit);
  const isOperation = findName([head], OPERATION_HEADS) !== undefined;
  const isKnown = known > 0 && known * 2 >= sum(words);
  // In its own export, other columns say what is, not what to do.
  if (!isOperation && (hasGuards || !(isKnown || isMixed))) return undefined;
  return ({ cells }) => {
    const word = (cells[column] ?? '').trim();
    const isUsual = known === 0 && word.toLowerCase() === usual;
    return word === '' || isUsual ? undefined : read(word);
  };
};

/** What several columns say; unknown if they contradict each other. */
const joinSaid = ([first, ...others]: readonly Said[]): Said | undefined => {
  const other = others.find(({ operation }) => operation !== first?.operation);
  return first && other ? { word: `${first.word}, ${other.word}` } : first;
};

/**
 * Of each row, what the heading above it says: a line without a pair and without an ID, or with a colon at its end. Below
 * the first pairs, another heading may say something else in whatever language.
 */
const readHeadings = (
  { rows }: List,
  { header }: PairColumns,
  lines: readonly CheckedLine[],
  hasId: (text: string) => boolean,
): (Said | undefined)[] => {
  let said: Said | undefined;
  let isBelowPairs = false;
  return rows.map(({ cells }, index) => {
    const isPair = lines[index]?.fault === undefined;
    const text = isPair ? '' : cells.join(' ').trim();
    if (index !== header && !isPair && (endsWithColon(text) || !hasId(text)))
      said = readHeading(text) ?? (isBelowPairs ? { word: text.replace(/\s*[:：]$/, '') } : said);
    isBelowPairs ||= isPair;
    return said;
  });
};

/** Of each row, what the list says to do with its pair. */
export const readSaid = (
  { list, hasGuards }: PairList,
  picked: PairColumns,
  lines: readonly CheckedLine[],
  hasId: (text: string) => boolean,
): (Said | undefined)[] => {
  if (!list) return [];
  const readers = listUnread(list, picked).flatMap(
    (column) => createColumnReader({ list, hasGuards }, picked.header, column) ?? [],
  );
  const headings = hasGuards ? [] : readHeadings(list, picked, lines, hasId);
  return list.rows.map(
    (row, index) => joinSaid(readers.flatMap((read) => read(row) ?? [])) ?? headings[index],
  );
};
