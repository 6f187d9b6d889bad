import type { PairOperation } from '#src/log/entry.ts';
import { formatNumber } from '#src/lib/count.ts';
import { cutText } from '#src/lib/cut-text.ts';
import { findHeader, findName, findUnnamed, guessColumns, type PickedColumns } from '#src/lists/columns.ts';
import {
  hasDigit,
  isFlag,
  NUMBER,
  OPERATION_HEADS,
  OTHER_HEADS,
  readAge,
  readFlag,
  readHeading,
  readOperation,
  type Said,
} from '#src/lists/words.ts';
import type { List, ListRow } from '#src/lists/rows.ts';
import { findUsual, getShape } from '#src/lists/unlike.ts';
import {
  guessKind,
  OPPOSITE_OPERATION,
  PAIR_COLUMNS,
  type IdPatterns,
} from '#src/features/webhooks/change/change.ts';

type PairListRow = ListRow & {
  /** An earlier request for its pair may have been carried out. */
  wasUnknown?: boolean | undefined;
  /** Why it is sent again. */
  reason?: string | undefined;
};

export type PairList = {
  rows: readonly PairListRow[];
  /** What was pasted or chosen. Without it, the rows are pairs that this browser sent or planned. */
  list?: List;
  /** An export of this console, with an apostrophe before what a spreadsheet would run as a formula. */
  hasGuards: boolean;
  /** The line numbers are those of the user's own list. */
  isNumbered: boolean;
  picked: PickedColumns<keyof IdPatterns>;
  /** A list with an old and a new webhook: what an attach and a detach read. */
  pickedFor?: Record<PairOperation, PickedColumns<keyof IdPatterns>> | undefined;
};

/** Of lines without separators, each with the same number of words and its two IDs in the same places. */
type WordLayout = 'none' | 'sentences' | { width: number; columns: readonly number[] };

const isLayout = (layout: WordLayout): layout is Exclude<WordLayout, string> => typeof layout !== 'string';

const findIds = (cells: readonly string[]): number[] =>
  cells.flatMap((cell, column) => (hasDigit(cell) ? [column] : []));

/** `sentences`: only a line of two words is a pair. */
const findLayout = ({ rows, separator, isLiteral, width }: List, header: number | undefined): WordLayout => {
  const isWords = separator === undefined && isLiteral !== true && header === undefined;
  const isPlain = ({ cells }: ListRow) => cells.length <= 2 && cells[0]?.endsWith(':') !== true;
  if (!isWords || rows.every(isPlain)) return 'none';
  const [first, ...others] = rows
    .map(({ cells }) => ({ width: cells.length, columns: findIds(cells) }))
    .filter(({ columns }) => columns.length > 0);
  const [one = 0, two = 0] = first?.columns ?? [];
  // Two words in a row are a sentence, such as `do not attach`.
  const isSame =
    first?.width === width &&
    first.columns.length === 2 &&
    Math.max(one, two - one - 1, width - two - 1) <= 1 &&
    others.every((other) => other.width === width && other.columns.join() === first.columns.join());
  return isSame ? first : 'sentences';
};

const listColumn = ({ rows }: List, header: number | undefined, column: number): string[] =>
  rows
    .slice((header ?? -1) + 1)
    .map(({ cells }) => (cells[column] ?? '').trim())
    .filter((value) => value !== '');

/** Different ones in a column, and characters in each. */
const MAX_WORDS = 20;
const MAX_UNKNOWN_WORDS = 4;
const MAX_WORD_LENGTH = 30;

const getHead = (list: List, header: number | undefined, column: number): string =>
  (list.rows[header ?? -1]?.cells[column] ?? '').trim();

const hasHead = (list: List, header: number | undefined, column: number, heads: readonly string[]): boolean =>
  findName([getHead(list, header, column)], heads) !== undefined;

type ColumnWords = { counts: ReadonlyMap<string, number>; known: number; all: number };

/** In lowercase; undefined if the column has other values than a few words. */
const countWords = (list: List, header: number | undefined, column: number): ColumnWords | undefined => {
  const counts = new Map<string, number>();
  for (const { cells } of list.rows.slice((header ?? -1) + 1)) {
    const word = (cells[column] ?? '').trim().toLowerCase();
    if (word === '') continue;
    const count = counts.get(word) ?? 0;
    // Most columns are left after their first values.
    if (count === 0 && (counts.size >= MAX_WORDS || word.length > MAX_WORD_LENGTH)) return undefined;
    counts.set(word, count + 1);
  }
  const count = (words: readonly string[]) => words.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0);
  const words = [...counts.keys()];
  return { counts, known: count(words.filter(readOperation)), all: count(words) };
};

/** Its header says so, or most of its values are such words. */
const isOperationColumn = (list: List, header: number | undefined, column: number): boolean => {
  const { known = 0, all = 0 } = countWords(list, header, column) ?? {};
  return known > 0 && (known * 2 >= all || hasHead(list, header, column, OPERATION_HEADS));
};

const listColumns = ({ width }: List): number[] => [...Array(width).keys()];

/** The only column of a list is of webhooks by its header, or by most of its values. */
const pickOnly = (list: List, patterns: IdPatterns): PairList['picked'] => {
  const [named] = PAIR_COLUMNS.flatMap((wanted) => {
    const found = findHeader(list, [wanted]);
    return found ? [{ header: found.index, kind: wanted.key }] : [];
  });
  const count = (kind: keyof IdPatterns) =>
    list.rows.filter(({ cells: [id = '', ...more] }) => more.length === 0 && guessKind(patterns, id) === kind)
      .length;
  const isWebhooks = named ? named.kind === 'webhook' : count('webhook') > count('campaign');
  return {
    header: named?.header,
    columns: isWebhooks ? { campaign: 1, webhook: 0 } : { campaign: 0, webhook: 1 },
  };
};

/** Whether most of its values look like IDs: not names, dates or times. */
const holdsIds = (
  list: List,
  header: number | undefined,
  column: number,
  isKind: (id: string) => boolean = () => true,
): boolean => {
  const values = listColumn(list, header, column);
  const isId = (value: string) =>
    /^\d+$/.test(value) ||
    (!NUMBER.test(value) &&
      value
        .split(/[\s,;|/]+/)
        .every((word) => word === '' || hasDigit(word) || getShape(word) !== undefined));
  return values.filter((value) => isId(value) && isKind(value)).length * 2 >= values.length;
};

/**
 * Of columns that only an old or new word tells apart, an attach reads the new one, a detach the old one: `Webhook actual`
 * and `Webhook nuevo`, or only `From` and `To`. No column if more than one may be it.
 */
const pickByAge = (
  list: List,
  picked: PairList['picked'],
  key: keyof IdPatterns,
  operation: PairOperation,
): number | string | undefined => {
  const { header = -1, columns } = picked;
  const other = columns[key === 'campaign' ? 'webhook' : 'campaign'];
  const names = PAIR_COLUMNS.find((wanted) => wanted.key === key)?.names ?? [];
  const heads = (list.rows[header]?.cells ?? []).map((cell, column) =>
    Object.assign(readAge(cell), { column }),
  );
  const named = heads.filter(({ name }) => findName([name], names) !== undefined);
  const isBare = named.length === 0;
  const found = (isBare ? heads.filter(({ name, age }) => name === '' && age) : named).filter(
    ({ column }) => column !== other,
  );
  const isUnlike = isBare && found.some(({ column }) => !holdsIds(list, header, column));
  if (found.length < 2 || found.every(({ age }) => !age) || isUnlike) return undefined;
  const wanted = operation === 'attach' ? 'new' : 'old';
  const by = (age: string | undefined) => found.filter((one) => one.age === age);
  const [only, ...more] = by(wanted).length > 0 ? by(wanted) : by(undefined);
  return more.length === 0 ? (only?.column ?? '') : '';
};

/** The columns that each operation reads. */
export const pickPairColumns = (
  list: List,
  patterns: IdPatterns,
): Record<PairOperation, PairList['picked']> => {
  const picked = list.width === 1 ? pickOnly(list, patterns) : pickByValues(list);
  const unnamed = findUnnamed(list, PAIR_COLUMNS, picked);
  const isUnsure = (key: keyof IdPatterns): boolean =>
    unnamed.length < PAIR_COLUMNS.length &&
    unnamed.includes(`${key} ID`) &&
    (!holdsIds(
      list,
      picked.header,
      Number(picked.columns[key]),
      (id) => (guessKind(patterns, id) ?? key) === key,
    ) ||
      (key === 'webhook' && findUnread({ list, hasGuards: false }, picked).length > 0));
  const unsure = new Set(PAIR_COLUMNS.map(({ key }) => key).filter(isUnsure));
  const pick = (operation: PairOperation): PairList['picked'] => {
    if (picked.header === undefined || list.width === 1) return picked;
    const columns = { ...picked.columns };
    for (const { key } of PAIR_COLUMNS) {
      columns[key] =
        pickByAge(list, { ...picked, columns }, key, operation) ?? (unsure.has(key) ? '' : columns[key]);
    }
    return { ...picked, columns };
  };
  return { attach: pick('attach'), detach: pick('detach') };
};

/** Without a header that names them, words beside the IDs are none: `attach,cmp-1,wh-1` and `cmp-1,Spring,wh-1`. */
const pickByValues = (list: List): PairList['picked'] => {
  const picked = guessColumns(list, PAIR_COLUMNS);
  const { header, columns } = picked;
  const layout = findLayout(list, header);
  const take = ([campaign = 0, webhook = 1]: readonly number[]) => ({
    header,
    columns: { campaign, webhook },
  });
  if (layout !== 'none') return take(isLayout(layout) ? layout.columns : [0, 1]);
  const isNamed =
    header !== undefined && findUnnamed(list, PAIR_COLUMNS, picked).length < PAIR_COLUMNS.length;
  if (isNamed || list.width < 3) return picked;
  const hasDigits = (column: number) => listColumn(list, header, column).some(hasDigit);
  if ([columns.campaign, columns.webhook].every((column) => hasDigits(Number(column)))) return picked;
  const count = list.rows.length - (header ?? -1) - 1;
  const findColumns = (isId: (value: string) => boolean) =>
    listColumns(list).filter(
      (column) =>
        listColumn(list, header, column).filter((value) => hasDigit(value) && isId(value)).length >=
        count * 0.9,
    );
  const isCode = (value: string) => !NUMBER.test(value) && !value.includes('://');
  const codes = findColumns(isCode);
  const ids = codes.length > 1 ? codes : findColumns((value) => isCode(value) || /^\d+$/.test(value));
  if (ids.length > 1) return take(ids);
  const others = listColumns(list).filter(
    (column) => listColumn(list, header, column).length > 0 && !isOperationColumn(list, header, column),
  );
  return others.length === 2 ? take(others) : picked;
};

export const listNumbers = (columns: PairList['picked']['columns']): number[] =>
  Object.values(columns).filter((column) => typeof column === 'number');

const listUnread = (list: List, { columns }: PairList['picked']): number[] =>
  listColumns(list).filter((one) => !Object.values(columns).includes(one));

/** Read only for what contradicts the operation. */
const findOperationColumn = (list: List, picked: PairList['picked']): number | undefined =>
  list.width > 2
    ? listUnread(list, picked).find((one) => isOperationColumn(list, picked.header, one))
    : undefined;

/** Columns of ticks: below `Attach` and `Detach`, or `Enabled`. */
const findTickColumns = (list: List, picked: PairList['picked']): number[] => {
  const { header } = picked;
  const hasTicks = (column: number): boolean => {
    const words = [...(countWords(list, header, column)?.counts.keys() ?? [])];
    return words.every(isFlag) && words.some((word) => readFlag(getHead(list, header, column), word));
  };
  return list.width > 2 ? listUnread(list, picked).filter(hasTicks) : [];
};

/** A column of a few words that repeat, one in most lines: in whatever language, the others may say to do something else. */
const findMixedColumn = (list: List, picked: PairList['picked']): number | undefined => {
  const { header } = picked;
  const isMixed = (column: number): boolean => {
    const { counts, all = 0 } = countWords(list, header, column) ?? {};
    if (!counts || counts.size < 2) return false;
    if (hasHead(list, header, column, OPERATION_HEADS)) return true;
    const isFew = counts.size <= MAX_UNKNOWN_WORDS && all >= 2 * counts.size;
    const hasUsual = Math.max(...counts.values()) * 2 >= all;
    const hasDigits = [...counts.keys()].some(hasDigit);
    return isFew && hasUsual && !hasDigits && !hasHead(list, header, column, OTHER_HEADS);
  };
  return list.width > 2 ? listUnread(list, picked).find(isMixed) : undefined;
};

/** What the words of a column say. The most frequent one means the opposite of the others that are known. */
const createCellReader = (list: List, header: number | undefined, column: number) => {
  const counts = countWords(list, header, column)?.counts ?? new Map<string, number>();
  const [usual] = [...counts.keys()].toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
  const [known, ...others] = new Set([...counts.keys()].flatMap((word) => readOperation(word) ?? []));
  const said = new Map<string, Said | undefined>();
  const head = getHead(list, header, column);
  const read = (word: string): Said | undefined => {
    const flag = readFlag(head, word);
    if (flag) return flag;
    const operation = readOperation(word);
    if (operation || word.toLowerCase() !== usual || others.length > 0) return { word, operation };
    return known && { word, operation: OPPOSITE_OPERATION[known] };
  };
  return ({ cells }: ListRow): Said | undefined => {
    const word = (cells[column] ?? '').trim();
    if (word !== '' && !said.has(word)) said.set(word, read(word));
    return said.get(word);
  };
};

const isIdLike = (cell: string): boolean =>
  hasDigit(cell) || getShape(cell.replace(/:\s*$/, '')) !== undefined;

/** Whether a line of words, such as `OUT` or `Ta bort:`, is a heading and no pair. */
const createTitleTest = (list: List, picked: PairList['picked']): ((cells: readonly string[]) => boolean) => {
  const ofIds = listNumbers(picked.columns).filter((column) => {
    const values = listColumn(list, picked.header, column);
    return values.filter(isIdLike).length * 2 >= values.length;
  });
  const unread = listUnread(list, picked);
  return (cells) => {
    if (cells.some(isIdLike)) return false;
    const [column = 0, ...others] = [...cells.keys()].filter((at) => cells[at]?.trim());
    if (/[:：]\s*$/.test(cells[others.at(-1) ?? column] ?? '')) return true;
    const isAlone = others.length === 0 && (ofIds.includes(column) || unread.includes(column));
    const isPhrase = others.length > 1 || /^[\p{Lu}\p{Lo}]/u.test(cells[0] ?? '');
    return isAlone || (list.separator === undefined && ofIds.length > 0 && isPhrase);
  };
};

/** `Hola Ana` and `Hi team,`, but not `IN` or `Ta bort:`. */
const isGreeting = (text: string): boolean => /[,.!]$|\s/.test(text) && !/[:：]$/.test(text);

/**
 * Of each line, what the headings above it say. Of several sections, one may say something else in whatever language:
 * unless it is known, its heading is a word without an operation.
 */
const readHeadings = (list: List, picked: PairList['picked']): (Said | undefined)[] => {
  const isWords = list.separator === undefined && list.rows.some(({ cells }) => cells.some(hasDigit));
  const isTitle = createTitleTest(list, picked);
  let known: Said | undefined;
  let unknown: Said | undefined;
  let isBelow = false;
  let sections = 0;
  const found = list.rows.map(({ cells }, index) => {
    const heading = index === picked.header ? undefined : readHeading(cells, isWords);
    if (heading || index === picked.header || isTitle(cells)) {
      const text = cells.join(' ').trim();
      known = heading ?? known;
      if (heading || index === picked.header || (sections === 0 && isGreeting(text))) unknown = undefined;
      else if (isBelow || !known) unknown = { word: text.replace(/\s*[:：]$/, '') };
      isBelow = false;
      return {};
    }
    if (!isBelow) sections += 1;
    isBelow = true;
    return { known, unknown };
  });
  return found.map((one) => (sections > 1 && one.unknown) || one.known);
};

/** What several columns say; unknown if they contradict each other. */
const joinSaid = ([first, ...others]: readonly Said[]): Said | undefined => {
  const other = others.find(({ operation }) => operation !== first?.operation);
  return first && other ? { word: `${first.word}, ${other.word}` } : first;
};

/** Of words beside its IDs. */
const createBesideFinder = (list: List, picked: PairList['picked']): ((row: ListRow) => Said | undefined) => {
  const isRead = (column: number) => Object.values(picked.columns).includes(column);
  const named = findOperationColumn(list, picked);
  const ticked = named === undefined ? findTickColumns(list, picked) : [];
  const column = named ?? (ticked.length > 0 ? undefined : findMixedColumn(list, picked));
  const readers = (column === undefined ? ticked : [column]).map((one) =>
    createCellReader(list, picked.header, one),
  );
  if (readers.length > 0) return (row) => joinSaid(readers.flatMap((read) => read(row) ?? []));
  const layout = findLayout(list, picked.header);
  if (!isLayout(layout)) return () => undefined;
  const readWords = ({ cells }: ListRow) => cells.filter((_cell, at) => !isRead(at)).join(' ');
  const withIds = list.rows.filter(({ cells }) => cells.some(hasDigit));
  const { usual = '' } = findUsual(withIds.map((row) => readWords(row).toLowerCase()));
  return (row) => {
    const word = readWords(row);
    return word.toLowerCase() === usual ? undefined : { word };
  };
};

/** What a line says beside its IDs, if that is another operation or other words than in most lines. */
export const createWordFinder = (
  { list, hasGuards }: PairList,
  picked: PairList['picked'],
): ((row: ListRow, index: number) => Said | undefined) => {
  if (!list) return () => undefined;
  if (hasGuards) {
    // Its state says what is, not what to do.
    const column = listUnread(list, picked).find((one) => hasHead(list, picked.header, one, OPERATION_HEADS));
    return column === undefined ? () => undefined : createCellReader(list, picked.header, column);
  }
  const findBeside = createBesideFinder(list, picked);
  const headings = readHeadings(list, picked);
  return (row, index) => findBeside(row) ?? headings[index];
};

/** `Columns Owner, Status aren’t read`, `Column 1 (Spring) isn’t read`. */
export const describeUnread = (
  { list, hasGuards }: PairList,
  picked: PairList['picked'],
): string | undefined => {
  if (!list || hasGuards) return undefined;
  const { header, columns } = picked;
  const operation = findOperationColumn(list, picked);
  const isBeside = isLayout(findLayout(list, header));
  // These have a line of their own.
  const others = header === undefined ? [] : findUnread({ list, hasGuards }, picked);
  const names = listUnread(list, picked)
    .filter((column) => column !== operation && !others.includes(column))
    .flatMap((column) => {
      const name = getHead(list, header, column);
      if (name !== '') return [cutText(name, 40)];
      const isBefore = header === undefined && (isBeside || column < Math.max(0, ...listNumbers(columns)));
      const [sample] = isBefore ? listColumn(list, header, column) : [];
      return sample === undefined ? [] : [`${formatNumber(column + 1)} (${cutText(sample, 40)})`];
    });
  if (names.length === 0) return undefined;
  return names.length === 1 ? `Column ${names[0]} isn’t read` : `Columns ${names.join(', ')} aren’t read`;
};

export const swapColumns = ({ columns, ...picked }: PairList['picked']): PairList['picked'] => ({
  ...picked,
  columns: { campaign: columns.webhook, webhook: columns.campaign },
});

/** How the lines of a list are read: by other columns than those of the layout, as the user picked them. */
export const findLineLayout = (
  list: List,
  { header, columns }: PairList['picked'],
): { isSentences: boolean; isWordy: (cells: readonly string[]) => boolean } => {
  const found = findLayout(list, header);
  const usual = isLayout(found) ? found.columns : [0, 1];
  const layout = listNumbers(columns).every((column) => usual.includes(column)) ? found : 'none';
  return {
    isSentences: layout === 'sentences',
    isWordy: (cells) => isLayout(layout) && cells.length === layout.width && findIds(cells).length !== 2,
  };
};

/** Columns that aren't read, although their values look like webhook IDs. */
export const findUnread = (
  { list, hasGuards }: Pick<PairList, 'list' | 'hasGuards'>,
  picked: PairList['picked'],
): number[] => {
  if (!list || hasGuards) return [];
  const measure = (column: number | string) => {
    const values = listColumn(list, picked.header, Number(column));
    const { usual, count } = findUsual(values.map(getShape));
    return count >= values.length / 2 && usual !== 'number' ? usual : undefined;
  };
  const others = listUnread(list, picked).filter(
    (column) => readAge(getHead(list, picked.header, column)).age === undefined,
  );
  const shape = others.length > 0 ? measure(picked.columns.webhook) : undefined;
  return shape === undefined ? [] : others.filter((column) => measure(column) === shape);
};
