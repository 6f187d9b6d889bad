import { findName } from '#src/lists/columns.ts';
import {
  endsWithColon,
  OPERATION_HEADS,
  readFlag,
  readFlaggedState,
  readHeading,
  readObjection,
  readOperation,
  type Said,
  UNDER_HEAD,
} from '#src/lists/words.ts';
import type { List, ListRow } from '#src/lists/rows.ts';
import type { ReadLine } from './draft-check.ts';
import { getHead, listColumn, listUnread, type PairColumns } from './draft-columns.ts';

/** In characters. */
const MAX_HEADING = 200;

/** Different ones in a column, and characters in each. */
const MAX_WORDS = 20;
const MAX_WORD_LENGTH = 30;

/** How often a column has each word; undefined if it has other values than a few words. */
const countWords = (list: List, header: number | undefined, column: number) => {
  const counts = new Map<string, number>();
  for (const value of listColumn(list, header, column)) {
    const word = value.toLowerCase();
    // Most columns are left after their first values.
    if (word.length > MAX_WORD_LENGTH || (counts.size >= MAX_WORDS && !counts.has(word))) return undefined;
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
};

/**
 * Reads a column that says what to do: its header or half of its words are of an operation, or are ticks below one. Any other
 * column says only why not to send a line, such as `draft`.
 */
const createColumnReader = (
  list: List,
  header: number | undefined,
  column: number,
): ((row: ListRow) => Said | undefined) => {
  const head = getHead(list, header, column);
  const isNamed = findName([head], OPERATION_HEADS) !== undefined;
  const readWord = (word: string): Said =>
    readFlag(head, word) ?? {
      word,
      operation: readOperation(word) ?? (isNamed ? UNDER_HEAD.get(word.toLowerCase()) : undefined),
    };
  const counts = countWords(list, header, column) ?? new Map<string, number>();
  const words = [...counts.keys()];
  const sum = (some: readonly string[]) => some.reduce((all, word) => all + (counts.get(word) ?? 0), 0);
  const known = sum(words.filter((word) => readWord(word).operation));
  const isOperation = isNamed || (known > 0 && known * 2 >= sum(words));
  const [usual] = words.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
  const read = (word: string): Said | undefined => {
    if (!isOperation)
      return word.length > MAX_WORD_LENGTH
        ? undefined
        : (readFlaggedState(head, word) ?? readObjection(word));
    // In words of an unknown language, the most frequent one is taken for the chosen operation.
    return known === 0 && word.toLowerCase() === usual ? undefined : readWord(word);
  };
  const said = new Map<string, Said | undefined>();
  return ({ cells }) => {
    const word = (cells[column] ?? '').trim();
    if (word === '') return undefined;
    if (!said.has(word)) {
      const one = read(word);
      const hasName = head === '' || one?.word !== word;
      said.set(word, hasName ? one : { ...one, word: `${head}: ${word}` });
    }
    return said.get(word);
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
const readHeadings = (lines: readonly ReadLine[], hasId: (text: string) => boolean): (Said | undefined)[] => {
  let said: Said | undefined;
  let isBelowPairs = false;
  return lines.map(({ row: { cells }, place, checked }) => {
    const isPair = checked.fault === undefined;
    isBelowPairs ||= isPair;
    if (isPair || (place && place !== 'above')) return said;
    const text = cells.join(' ').trim();
    if (text === '' || text.length > MAX_HEADING) return said;
    if (!endsWithColon(text) && hasId(text)) return said;
    const { isKnown, ...heading } = readHeading(text);
    if (isKnown || isBelowPairs) said = heading;
    return said;
  });
};

/** Of each line, what the list says to do with its pair. */
export const readSaid = (
  lines: readonly ReadLine[],
  list: List,
  picked: PairColumns,
  hasId: (text: string) => boolean,
): (Said | undefined)[] => {
  const readers = listUnread(list, picked).map((column) => createColumnReader(list, picked.header, column));
  const headings = readHeadings(lines, hasId);
  return lines.map(({ row }, at) => joinSaid(readers.flatMap((read) => read(row) ?? [])) ?? headings[at]);
};
