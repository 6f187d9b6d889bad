import { splitIds } from '#src/lib/ids.ts';
import { cleanId } from '#src/lib/spreadsheet.ts';
import { getCell, guessColumns } from '#src/lists/columns.ts';
import { readRows } from '#src/lists/read-list.ts';
import { isFilled, type List, type ListRow } from '#src/lists/rows.ts';
import { AND } from '#src/lists/words.ts';
import { findCommonShape, getShape } from '#src/lists/unlike.ts';
import { guessKind, PAIR_COLUMNS, type IdPatterns } from '#src/features/webhooks/change/change.ts';
import { isJoined } from './draft-check.ts';
import type { PairList } from './draft-columns.ts';

/** In characters. A longer cell is no list of IDs. */
const MAX_CELL = 4000;

/** Between several IDs in one place. White space alone may also be inside of one. */
const BETWEEN = new RegExp(String.raw`\s*[,;|\n]\s*|\s+(?:[/&+]|${AND})\s+|\s+`, 'u');
const CERTAIN = /[,;|\n]|\s[/&+]\s/;

/** `1,234` and `1 234` are one number. */
const GROUPED_DIGITS = /\d[, ]\d/;

const mayBeSeveral = (cell: string): boolean => cell.length <= MAX_CELL && /\S[\s,;|]+\S/.test(cell);

/** `wh-1, wh-2`, but not `Spring, new`, and not `cmp-2, wh-2` beside `wh-1`. */
const splitIdCell = (cell: string, beside: string): string[] => {
  if (!mayBeSeveral(cell)) return [cell];
  const parts = cell
    .trim()
    .split(BETWEEN)
    .map(cleanId)
    .filter((part) => part !== '');
  const common = findCommonShape(parts);
  if (common !== undefined) return common === 'number' && GROUPED_DIGITS.test(cell) ? [cell] : parts;
  const others = new Set([undefined, 'number', getShape(beside)]);
  return CERTAIN.test(cell) && parts.every((part) => !others.has(getShape(part))) ? parts : [cell];
};

const toParts = (row: ListRow, rows: readonly (readonly string[])[]): ListRow[] =>
  rows.length < 2
    ? rows.map((cells) => Object.assign({}, row, { cells }))
    : rows.map((cells, at) => ({ ...row, cells, part: { at: at + 1, of: rows.length, whole: row.cells } }));

/** A row for each ID of a cell that has several. If both cells have, it is not known which belong together. */
export const splitPairRows = (list: List, { header = -1, columns }: PairList['picked']): List => {
  const split = (row: ListRow, index: number): ListRow[] => {
    const { cells } = row;
    const campaign = getCell(cells, columns.campaign) ?? '';
    const webhook = getCell(cells, columns.webhook) ?? '';
    if (index <= header || row.isBroken || !(mayBeSeveral(campaign) || mayBeSeveral(webhook))) return [row];
    // An open quote may have joined lines.
    if (isJoined(row, list.separator ?? '\n')) return [row];
    const campaigns = splitIdCell(campaign, webhook);
    const webhooks = splitIdCell(webhook, campaign);
    if (campaigns.length > 1 && webhooks.length > 1) return [row];
    const [column, values] =
      campaigns.length > 1 ? [columns.campaign, campaigns] : [columns.webhook, webhooks];
    return toParts(
      row,
      values.map((value) => cells.map((cell, at) => (at === column ? value : cell))),
    );
  };
  return { ...list, rows: list.rows.flatMap(split) };
};

const isId = (word: string): boolean => getShape(word) !== undefined && !/[\s:]/.test(word);

const BETWEEN_WORD = new RegExp(`^(?:[/&+]|-?->|=>|→|${AND})$`, 'i');

/** Enough to know a table. */
const HEAD_LINES = 20;

/** A line of words as text and IDs: `Please attach wh-9 to: cmp-1, cmp-2 and cmp-3.` has both. */
const separateIds = (row: ListRow): { text?: ListRow | undefined; ids?: ListRow } => {
  const at = row.cells.findLastIndex((cell) => cell.endsWith(':'));
  const words = row.cells.slice(at + 1);
  const ids = words.filter((word) => !BETWEEN_WORD.test(word)).map((word) => word.replace(/\.$/, ''));
  // `Webhook: wh-9` is text.
  if (ids.length <= (at < 0 ? 0 : 1) || !ids.every(isId)) return { text: row };
  const text = at < 0 ? undefined : { ...row, cells: row.cells.slice(0, at + 1) };
  return { text, ids: { ...row, cells: ids } };
};

/** What all of them are by how they begin: a kind, or a shape of an unknown kind. */
const findGroup = (ids: readonly string[], patterns: IdPatterns): string | undefined => {
  const read = (id: string) => {
    const shape = getShape(id);
    return guessKind(patterns, id) ?? (shape === 'number' || shape === 'uuid' ? undefined : shape);
  };
  const group = read(ids[0] ?? '');
  // Of most lists, the second ID has another.
  return ids.every((id) => read(id) === group) ? group : undefined;
};

/**
 * Lines of several IDs, perhaps between text: `cmp-1, cmp-2, cmp-3` as a row for each ID, `cmp-1 wh-1, wh-2` as two pairs.
 * Undefined if the list may be a table.
 */
export const readIdLines = async (list: List, patterns: IdPatterns): Promise<List | undefined> => {
  if (guessColumns(list, PAIR_COLUMNS).header !== undefined) return undefined;
  const isWords = list.separator === undefined;
  const width = list.rows[0]?.cells.length;
  const isEven = list.rows.every(({ cells }) => cells.length === width);
  const hasIds = (text: string, line: number) =>
    separateIds({ line, cells: splitIds(text) }).ids !== undefined;
  // Reading 10,000 lines again takes long.
  if (isEven && list.text.split('\n', HEAD_LINES).filter(hasIds).length > 1) return undefined;
  const read = isWords ? list.rows : await readRows({ text: list.text, separator: undefined });
  const lines = read.filter(({ cells }) => isFilled(cells)).map(separateIds);
  const idLines = lines.flatMap(({ ids }) => ids ?? []);
  const numbers = new Set(idLines.map(({ line }) => line));
  // `Spring;cmp-1`
  const isRow = ({ line, cells, isBroken }: ListRow): boolean => {
    const filled = cells.filter((cell) => cell.trim() !== '');
    const isPair = isWords ? filled.length === 2 && filled[0]?.endsWith(':') !== true : filled.length > 1;
    return isBroken === true || (!numbers.has(line) && isPair && filled.some((cell) => isId(cell.trim())));
  };
  const widths = new Set(list.rows.filter(({ line }) => numbers.has(line)).map(({ cells }) => cells.length));
  const isTable = (numbers.size > 1 && widths.size === 1) || list.rows.some(isRow);
  if (isTable || !idLines.some(({ cells }) => cells.length > 1)) return undefined;
  const ids = idLines.map(({ cells }) => cells);
  const isLong = ids.some((cells) => cells.length > 2);
  const group = findGroup(ids.flat(), patterns);
  // Two of an unknown kind may be a pair.
  const isOneKind = group !== undefined && (isLong || ['campaign', 'webhook'].includes(group));
  const groups = [ids.map((cells) => cells.slice(0, 1)), ids.map((cells) => cells.slice(1))].map((some) =>
    some.every((cells) => cells.length > 0) ? findGroup(some.flat(), patterns) : undefined,
  );
  if (!isOneKind && !(isLong && groups.every((one) => one !== undefined) && !group)) return undefined;
  const toRows = ({ cells, ...row }: ListRow): ListRow[] => {
    const [first = '', ...others] = cells;
    return toParts({ ...row, cells }, isOneKind ? cells.map((id) => [id]) : others.map((id) => [first, id]));
  };
  const rows = lines.flatMap((line) => [line.text ?? [], line.ids ? toRows(line.ids) : []].flat());
  return { ...list, rows, width: isOneKind ? 1 : 2, separator: undefined, isLiteral: undefined };
};
