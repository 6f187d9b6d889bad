import type { PairOperation } from '#src/log/entry.ts';
import { formatNumber } from '#src/lib/count.ts';
import { cutText } from '#src/lib/cut-text.ts';
import { findColumn, guessColumns, hasDigit, NUMBER, type PickedColumns } from '#src/lists/columns.ts';
import type { List, ListRow } from '#src/lists/rows.ts';
import { findUsualShape, getShape } from '#src/lists/unlike.ts';
import { PAIR_COLUMNS, type IdPatterns } from '#src/features/webhooks/change/change.ts';

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

const OPERATION_HEADS = 'action operation op command aktion vorgang befehl acción accion opération'.split(
  ' ',
);

/** What lists call the two operations. */
const OPERATION_WORDS: Record<PairOperation, ReadonlySet<string>> = {
  attach: new Set(
    'attach attached add added link connect assign associate create hinzufügen anhängen verknüpfen verbinden'.split(
      ' ',
    ),
  ),
  detach: new Set(
    'detach detached remove removed delete deleted del unlink disconnect unassign entfernen löschen trennen'.split(
      ' ',
    ),
  ),
};

const readOperation = (word: string): PairOperation | undefined => {
  const plain = word
    .trim()
    .toLowerCase()
    .replace(/[:.!]$/, '');
  return (['attach', 'detach'] as const).find((operation) => OPERATION_WORDS[operation].has(plain));
};

const listColumn = ({ rows }: List, header: number | undefined, column: number): string[] =>
  rows
    .slice((header ?? -1) + 1)
    .map(({ cells }) => (cells[column] ?? '').trim())
    .filter((value) => value !== '');

/** Its header says so, or most of its values are such words. */
const isOperationColumn = (list: List, header: number | undefined, column: number): boolean => {
  const named = header !== undefined && findColumn(list.rows[header], OPERATION_HEADS) === column;
  const start = (header ?? -1) + 1;
  const isFirst = ({ cells }: ListRow) => readOperation(cells[column] ?? '') !== undefined;
  // Most columns are none by their first values.
  if (!named && !list.rows.slice(start, start + 20).some(isFirst)) return false;
  const counts = new Map<string, number>();
  const values = listColumn(list, header, column);
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let known = 0;
  for (const [value, count] of counts) if (readOperation(value)) known += count;
  return known > 0 && (named || known * 2 >= values.length);
};

const listColumns = ({ width }: List): number[] => [...Array(width).keys()];

/** Without a header, words before the IDs are none: `attach,cmp-1,wh-1` and `Spring,cmp-1,wh-1`. */
export const pickPairColumns = (list: List): PairList['picked'] => {
  const picked = guessColumns(list, PAIR_COLUMNS);
  const { header, columns } = picked;
  const layout = findLayout(list, header);
  const take = ([campaign = 0, webhook = 1]: readonly number[]) => ({
    header,
    columns: { campaign, webhook },
  });
  if (isLayout(layout)) return take(layout.columns);
  if (layout === 'sentences') return take([0, 1]);
  if (header !== undefined || list.width < 3) return picked;
  const rows = list.rows.filter(({ isBroken }) => !isBroken);
  const isWord = (column: number) => rows.every(({ cells }) => !hasDigit(cells[column] ?? ''));
  if (![columns.campaign, columns.webhook].some((column) => isWord(Number(column)))) return picked;
  const ids = listColumns(list).filter((column) =>
    rows.every(({ cells }) => hasDigit(cells[column] ?? '') && !NUMBER.test((cells[column] ?? '').trim())),
  );
  if (ids.length === 2) return take(ids);
  const others = listColumns(list).filter(
    (column) => listColumn(list, header, column).length > 0 && !isOperationColumn(list, header, column),
  );
  return others.length === 2 ? take(others) : picked;
};

/** Read only for what contradicts the operation. */
const findOperationColumn = (list: List, { header, columns }: PairList['picked']): number | undefined =>
  list.width > 2
    ? listColumns(list).find(
        (one) => !Object.values(columns).includes(one) && isOperationColumn(list, header, one),
      )
    : undefined;

/** What a line says beside its IDs, if that is another operation or other words than in most lines. */
export const createWordFinder = (
  { list }: PairList,
  picked: PairList['picked'],
): ((row: ListRow) => { word: string; operation?: PairOperation | undefined } | undefined) => {
  const isRead = (column: number) => Object.values(picked.columns).includes(column);
  const column = list && findOperationColumn(list, picked);
  if (column !== undefined) {
    const said = new Map<string, PairOperation | undefined>();
    return ({ cells }) => {
      const word = (cells[column] ?? '').trim();
      if (!said.has(word)) said.set(word, readOperation(word));
      return word === '' ? undefined : { word, operation: said.get(word) };
    };
  }
  const layout = list ? findLayout(list, picked.header) : 'none';
  if (!list || !isLayout(layout)) return () => undefined;
  const readWords = ({ cells }: ListRow) => cells.filter((_cell, at) => !isRead(at)).join(' ');
  const counts = new Map<string, number>();
  for (const row of list.rows) {
    const words = readWords(row).toLowerCase();
    if (row.cells.some(hasDigit)) counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  const [[usual] = ['']] = [...counts].toSorted(([, one], [, other]) => other - one);
  return (row) => {
    const word = readWords(row);
    return word.toLowerCase() === usual ? undefined : { word };
  };
};

/** `Columns Owner, Status aren’t read`, `Column 1 (Spring) isn’t read`. */
export const describeUnread = (
  { list, hasGuards }: PairList,
  picked: PairList['picked'],
): string | undefined => {
  if (!list || hasGuards) return undefined;
  const { header, columns } = picked;
  const read = Object.values(columns).map(Number);
  const operation = findOperationColumn(list, picked);
  const layout = findLayout(list, header);
  const names = listColumns(list)
    .filter((column) => !read.includes(column) && column !== operation)
    .flatMap((column) => {
      const name = header === undefined ? '' : (list.rows[header]?.cells[column] ?? '').trim();
      if (name !== '') return [cutText(name, 40)];
      if (header !== undefined || !(isLayout(layout) || column < Math.max(...read))) return [];
      const [sample] = listColumn(list, header, column);
      return sample !== undefined ? [`${formatNumber(column + 1)} (${cutText(sample, 40)})`] : [];
    });
  if (names.length === 0) return undefined;
  return names.length === 1 ? `Column ${names[0]} isn’t read` : `Columns ${names.join(', ')} aren’t read`;
};

export const swapColumns = ({ columns, ...picked }: PairList['picked']): PairList['picked'] => ({
  ...picked,
  columns: { campaign: columns.webhook, webhook: columns.campaign },
});

/** By other columns than those of the layout, lines are read as the user picked them. */
const findUsedLayout = (list: List, { header, columns }: PairList['picked']): WordLayout => {
  const layout = findLayout(list, header);
  const usual = isLayout(layout) ? layout.columns : [0, 1];
  return Object.values(columns).every((column) => usual.includes(Number(column))) ? layout : 'none';
};

/** How the lines of a list are read. */
export const findLineLayout = (
  list: List,
  picked: PairList['picked'],
): { isSentences: boolean; isWordy: (cells: readonly string[]) => boolean } => {
  const layout = findUsedLayout(list, picked);
  return {
    isSentences: layout === 'sentences',
    isWordy: (cells) => isLayout(layout) && cells.length === layout.width && findIds(cells).length !== 2,
  };
};

/** Columns that aren't read, although their values look like webhook IDs. */
export const findUnread = (
  { list, hasGuards }: PairList,
  { header, columns }: PairList['picked'],
): number[] => {
  if (!list || hasGuards) return [];
  const measure = (column: number | string) => {
    const values = listColumn(list, header, Number(column));
    const { shape, count } = findUsualShape(values.map(getShape));
    return count >= values.length / 2 && shape !== 'number' ? shape : undefined;
  };
  const others = listColumns(list).filter((column) => !Object.values(columns).includes(column));
  const shape = others.length > 0 ? measure(columns.webhook) : undefined;
  return shape === undefined ? [] : others.filter((column) => measure(column) === shape);
};
