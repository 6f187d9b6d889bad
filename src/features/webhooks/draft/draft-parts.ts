import { cleanId } from '#src/lib/spreadsheet.ts';
import { getCell, guessColumns } from '#src/lists/columns.ts';
import { readRows } from '#src/lists/read-list.ts';
import { isFilled, type List, type ListRow } from '#src/lists/rows.ts';
import { getShape } from '#src/lists/unlike.ts';
import { guessKind, PAIR_COLUMNS, type IdPatterns } from '#src/features/webhooks/change/change.ts';
import type { PairList } from './draft-columns.ts';

/** In characters. A longer cell is no list of IDs. */
const MAX_CELL = 4000;

/** Between several IDs in one place. White space alone may also be inside of one. */
const BETWEEN = /\s*[,;|\n]\s*|\s+(?:[/&+]|and|und|et|y|e)\s+|\s+/u;
const CERTAIN = /[,;|\n]|\s[/&+]\s/;

/** `1,234` and `1 234` are one number. */
const GROUPED_DIGITS = /\d[, ]\d/;

/** `wh-1, wh-2`, but not `Spring, new`, and not `cmp-2, wh-2` beside `wh-1`. */
const splitIdCell = (cell: string, beside: string): string[] => {
  if (cell.length > MAX_CELL || !/[\s,;|]/.test(cell.trim())) return [cell];
  const parts = cell
    .trim()
    .split(BETWEEN)
    .map(cleanId)
    .filter((part) => part !== '');
  const shapes = new Set(parts.map(getShape));
  const areAlike = shapes.size === 1 && !(shapes.has('number') && GROUPED_DIGITS.test(cell));
  const areIds = areAlike || (CERTAIN.test(cell) && !shapes.has(getShape(beside)) && !shapes.has('number'));
  return areIds && !shapes.has(undefined) ? parts : [cell];
};

const toParts = (row: ListRow, rows: readonly (readonly string[])[]): ListRow[] =>
  rows.length < 2
    ? [row]
    : rows.map((cells, at) => ({ ...row, cells, part: { at: at + 1, of: rows.length, whole: row.cells } }));

/** A row for each ID of a cell that has several. If both cells have, it is not known which belong together. */
export const splitPairRows = (list: List, { header = -1, columns }: PairList['picked']): List => {
  const split = (row: ListRow, index: number): ListRow[] => {
    const { cells } = row;
    const [campaign = '', webhook = ''] = [columns.campaign, columns.webhook].map((column) =>
      getCell(cells, column),
    );
    // An open quote may have joined lines.
    const isJoined = cells.some((cell) => cell.includes('\n') && cell.includes(list.separator ?? '\n'));
    if (index <= header || row.isBroken || isJoined) return [row];
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

/** All of one kind by how they begin. Two of an unknown kind may be a pair. */
const areOneKind = (lines: readonly ListRow[], patterns: IdPatterns): boolean => {
  const ids = lines.flatMap(({ cells }) => cells);
  const kinds = new Set(ids.map((id) => guessKind(patterns, id)));
  if (!kinds.has(undefined)) return kinds.size === 1;
  const [shape, ...others] = new Set(ids.map(getShape));
  const isLong = lines.some(({ cells }) => cells.length > 2);
  return isLong && kinds.size === 1 && others.length === 0 && shape !== 'number' && shape !== 'uuid';
};

/** `cmp-1, cmp-2, cmp-3`, perhaps below text, as a row for each ID. Undefined if the list may be a table. */
export const readOneKind = async (list: List, patterns: IdPatterns): Promise<List | undefined> => {
  if (guessColumns(list, PAIR_COLUMNS).header !== undefined) return undefined;
  const isWords = list.separator === undefined;
  const read = isWords ? list.rows : await readRows({ text: list.text, separator: undefined });
  const rows = read.filter(({ cells }) => isFilled(cells));
  const ids = new Map(rows.filter(({ cells }) => cells.every(isId)).map((row) => [row.line, row]));
  // `Spring;cmp-1`
  const isRow = ({ line, cells, isBroken }: ListRow): boolean => {
    const filled = cells.filter((cell) => cell.trim() !== '');
    const isPair = isWords ? filled.length === 2 && filled[0]?.endsWith(':') !== true : filled.length > 1;
    return isBroken === true || (!ids.has(line) && isPair && filled.some((cell) => isId(cell.trim())));
  };
  const widths = new Set(list.rows.filter(({ line }) => ids.has(line)).map(({ cells }) => cells.length));
  const isTable = (ids.size > 1 && widths.size === 1) || list.rows.some(isRow);
  const hasSeveral = [...ids.values()].some(({ cells }) => cells.length > 1);
  if (isTable || !hasSeveral || !areOneKind([...ids.values()], patterns)) return undefined;
  const split = (row: ListRow): ListRow[] =>
    ids.has(row.line)
      ? toParts(
          row,
          row.cells.map((cell) => [cell]),
        )
      : [row];
  return { ...list, rows: rows.flatMap(split), width: 1, separator: undefined, isLiteral: undefined };
};
