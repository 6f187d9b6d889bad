import { formatNumber } from '#src/lib/count.ts';
import { cutText } from '#src/lib/cut-text.ts';
import { findHeader, findUnnamed, guessColumns, isCounter, type PickedColumns } from '#src/lists/columns.ts';
import { hasDigit, normalizeHeader, NUMBER } from '#src/lists/words.ts';
import type { List, ListRow } from '#src/lists/rows.ts';
import { findUsual, getShape } from '#src/lists/unlike.ts';
import { guessKind, PAIR_COLUMNS, type IdPatterns } from '#src/features/webhooks/change/change.ts';

type PairListRow = ListRow & {
  /** What became of it before. `unknown`: an earlier request for its pair may have been carried out. */
  was?: 'accepted' | 'left-out' | 'unknown' | undefined;
  /** Why it is sent again. */
  reason?: string | undefined;
};

export type PairColumns = PickedColumns<keyof IdPatterns>;

export type PairList = {
  rows: readonly PairListRow[];
  /** What was pasted or chosen. Without it, the rows are pairs that this browser sent or planned. */
  list?: List | undefined;
  /** An export of this console, with an apostrophe before what a spreadsheet would run as a formula. */
  hasGuards: boolean;
  /** The line numbers are those of the user's own list. */
  isNumbered: boolean;
  picked: PairColumns;
};

/** The values of a column below the header that aren't blank. */
export const listColumn = ({ rows }: List, header: number | undefined, column: number | string): string[] =>
  rows
    .slice((header ?? -1) + 1)
    .map(({ cells }) => (cells[Number(column)] ?? '').trim())
    .filter((value) => value !== '');

export const getHead = (list: List, header: number | undefined, column: number): string =>
  (list.rows[header ?? -1]?.cells[column] ?? '').trim();

export const listNumbers = (columns: PairColumns['columns']): number[] =>
  Object.values(columns).filter((column) => typeof column === 'number');

export const listUnread = ({ width }: List, { columns }: PairColumns): number[] =>
  [...Array(width).keys()].filter((one) => !Object.values(columns).includes(one));

/** What an ID looks like: its shape, else only that it has digits. Undefined for a word, a date or a link. */
const getLook = (value: string): string | undefined => {
  if (value.includes('://')) return undefined;
  return getShape(value) ?? (hasDigit(value) && !NUMBER.test(value) ? 'code' : undefined);
};

/** What most values of a column look like. A cell may hold several IDs. */
const getColumnLook = (list: List, header: number | undefined, column: number | string) => {
  const looks = listColumn(list, header, column).map((value) => getLook(value.split(/[\s,;|]+/, 1)[0] ?? ''));
  const { usual, count } = findUsual(looks);
  return count * 2 >= looks.length ? usual : undefined;
};

/** Columns of one line are campaigns or webhooks by their header, or by most of their values. */
const pickOnly = (list: List, patterns: IdPatterns): PairColumns => {
  const [named] = PAIR_COLUMNS.flatMap((wanted) => {
    const found = findHeader(list, [wanted]);
    return found ? [{ header: found.index, kind: wanted.key }] : [];
  });
  const kinds = list.rows.map(({ cells: [id = '', ...more] }) =>
    named || more.length > 0 ? undefined : guessKind(patterns, id),
  );
  const count = (kind: keyof IdPatterns) => kinds.filter((one) => one === kind).length;
  const isWebhooks = named ? named.kind === 'webhook' : count('webhook') > count('campaign');
  return {
    header: named?.header,
    columns: isWebhooks ? { campaign: 1, webhook: 0 } : { campaign: 0, webhook: 1 },
  };
};

/**
 * Without names, the only two columns of IDs: `attach,cmp-1,wh-1` and `cmp-1,Spring,wh-1`. Of more, such as
 * `700811,wh-1,P2`, those whose IDs name their kind; "" for the others.
 */
const pickByValues = (list: List, guessed: PairColumns, patterns: IdPatterns): PairColumns => {
  const { header } = guessed;
  if (list.width < 3 || list.separator === undefined) return guessed;
  const found = [...Array(list.width).keys()].filter(
    (column) => getColumnLook(list, header, column) !== undefined,
  );
  // Other numbers that follow each other may be IDs.
  const isNumbered = isCounter(list, header, 0) && listColumn(list, header, 0)[0] === '1';
  const ids = found.length > 2 && isNumbered ? found.slice(1) : found;
  const pickNamed = (kind: keyof IdPatterns): number | string => {
    const named = ids.filter((column) => {
      const values = listColumn(list, header, column);
      return values.filter((id) => guessKind(patterns, id) === kind).length * 2 > values.length;
    });
    return named.length === 1 ? (named[0] ?? '') : '';
  };
  const [campaign, webhook, ...others] = ids;
  if (campaign === undefined || webhook === undefined) return guessed;
  if (others.length === 0) return { header, columns: { campaign, webhook } };
  return { header, columns: { campaign: pickNamed('campaign'), webhook: pickNamed('webhook') } };
};

/** `Webhook 2` and `Webhook 3` beside `Webhook 1`, which is picked. `Campaign;Webhook;Campaign;Webhook` has two pairs a line. */
export const listMoreWebhooks = (list: List, picked: PairColumns): number[] => {
  const { campaign, webhook } = picked.columns;
  const readName = (column: number | string): string =>
    typeof column === 'number'
      ? normalizeHeader(getHead(list, picked.header, column)).replace(/\d+$/, '')
      : '';
  const name = readName(webhook);
  const isName = PAIR_COLUMNS.some(({ key, names }) => key === 'webhook' && names.includes(name));
  const unread = listUnread(list, picked);
  const hasCampaigns = unread.some((column) => readName(column) === (readName(campaign) || undefined));
  return isName && !hasCampaigns ? unread.filter((column) => readName(column) === name) : [];
};

/** Stage 4: which column has the campaign IDs, and which the webhook IDs. "" if that is unsure: the user has to pick it. */
export const pickPairColumns = (list: List, patterns: IdPatterns): PairColumns => {
  if (list.width === 1) return pickOnly(list, patterns);
  const guessed = guessColumns(list, PAIR_COLUMNS);
  const unnamed = findUnnamed(list, PAIR_COLUMNS, guessed);
  const isNamed = guessed.header !== undefined && unnamed.length < PAIR_COLUMNS.length;
  const picked = isNamed ? guessed : pickByValues(list, guessed, patterns);
  const { header, columns } = picked;
  const moreWebhooks = listMoreWebhooks(list, picked);
  const others = listUnread(list, picked).filter((one) => !moreWebhooks.includes(one));
  const looks = new Map<number | string, string | undefined>();
  const getLookOf = (column: number | string): string | undefined => {
    if (!looks.has(column)) looks.set(column, getColumnLook(list, header, column));
    return looks.get(column);
  };
  const readHead = (column: number | string) => normalizeHeader(getHead(list, header, Number(column)));

  /** Of columns that no header names, the only one with such IDs. */
  const pickUnnamed = (kind: keyof IdPatterns): number | string => {
    const isOther = (id: string) => (guessKind(patterns, id) ?? kind) !== kind;
    const isOfKind = (column: number) => {
      const ids = listColumn(list, header, column);
      return ids.filter(isOther).length * 2 <= ids.length;
    };
    const [only = '', ...more] = [Number(columns[kind]), ...others].filter(
      (column) => getLookOf(column) !== undefined && isOfKind(column),
    );
    return more.length === 0 ? only : '';
  };
  /** `Campaign;Code`: names, and their IDs. */
  const holdsNames = (column: number | string): boolean =>
    !readHead(column).includes('id') &&
    getLookOf(column) === undefined &&
    others.some((other) => getLookOf(other) !== undefined);
  /** `Webhook;New webhook` or `Campaign ID;New campaign ID` */
  const hasRival = (column: number | string, names: readonly string[]): boolean =>
    others.some((other) => {
      const isLike = names.some((name) => name.length > 3 && readHead(other).includes(name));
      return isLike && getLookOf(other) !== undefined && getLookOf(other) === getLookOf(column);
    });

  const pick = ({ key, noun, names }: (typeof PAIR_COLUMNS)[number]): number | string => {
    const column = columns[key];
    if (isNamed && unnamed.includes(noun)) return pickUnnamed(key);
    if (isNamed && holdsNames(column)) return '';
    return hasRival(column, names) ? '' : column;
  };
  const [campaign = '', webhook = ''] = PAIR_COLUMNS.map(pick);
  return { header, columns: { campaign, webhook } };
};

/** `Columns Owner, Status aren’t sent`, `Column 1 (Spring) isn’t sent`. */
export const describeUnread = (list: List, picked: PairColumns): string | undefined => {
  // A line of too many words says so itself.
  if (list.separator === undefined && picked.header === undefined) return undefined;
  const more = listMoreWebhooks(list, picked);
  const names = listUnread(list, picked).flatMap((column) => {
    if (more.includes(column)) return [];
    const name = getHead(list, picked.header, column);
    if (name !== '') return [cutText(name, 40)];
    const [sample] = listColumn(list, picked.header, column);
    return sample === undefined ? [] : [`${formatNumber(column + 1)} (${cutText(sample, 40)})`];
  });
  if (names.length === 0) return undefined;
  return names.length === 1 ? `Column ${names[0]} isn’t sent` : `Columns ${names.join(', ')} aren’t sent`;
};

export const swapColumns = ({ columns, ...picked }: PairColumns): PairColumns => ({
  ...picked,
  columns: { campaign: columns.webhook, webhook: columns.campaign },
});
