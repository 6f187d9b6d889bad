import { getCell, guessColumns } from '#src/lists/columns.ts';
import { mayBeSeveral, splitSeveral } from '#src/lists/marks.ts';
import type { List, ListRow } from '#src/lists/rows.ts';
import { guessKind, PAIR_COLUMNS, type IdPatterns } from '#src/features/webhooks/change/change.ts';
import { isJoined } from './draft-check.ts';
import { listMoreWebhooks, type PairColumns } from './draft-columns.ts';

const toParts = (row: ListRow, rows: readonly (readonly string[])[]): ListRow[] =>
  rows.length < 2
    ? rows.map((cells) => Object.assign({}, row, { cells }))
    : rows.map((cells, at) => ({ ...row, cells, part: { at: at + 1, of: rows.length, whole: row.cells } }));

/** Stage 3: if all IDs are of one kind, `cmp-1, cmp-2, cmp-3` is a row for each. Other lines stay. */
export const splitIdLines = (list: List, patterns: IdPatterns): List => {
  const kinds = new Set<string>();
  const rows: ListRow[] = [];
  for (const row of list.rows) {
    const ids: string[] = [];
    const ofRow = new Set<string>();
    const isId = (id: string): boolean => {
      const kind = guessKind(patterns, id);
      if (!kind) return false;
      ids.push(id);
      ofRow.add(kind);
      return true;
    };
    // Ends at the first word.
    const isOfIds =
      !row.isBroken &&
      row.cells.every((cell) => splitSeveral(cell.trim(), '').every((id) => id === '' || isId(id)));
    // Most lists end here, at their first pair.
    if (isOfIds && (ofRow.size > 1 || new Set([...kinds, ...ofRow]).size > 1)) return list;
    if (isOfIds) for (const kind of ofRow) kinds.add(kind);
    rows.push(
      ...(isOfIds
        ? toParts(
            row,
            ids.map((id) => [id]),
          )
        : [row]),
    );
  }
  const isSplit = kinds.size === 1 && rows.length > list.rows.length;
  if (!isSplit || guessColumns(list, PAIR_COLUMNS).header !== undefined) return list;
  return { ...list, rows, width: 1, separator: undefined, isLiteral: undefined };
};

/**
 * Stage 5: a row for each ID of a cell that has several, and for each of several columns of webhooks. A row with several
 * campaigns and several webhooks stays: which belong together is unknown.
 */
export const splitPairRows = (list: List, picked: PairColumns): List => {
  const { header = -1, columns } = picked;
  const more = listMoreWebhooks(list, picked);
  const split = (row: ListRow, index: number): ListRow[] => {
    const { cells } = row;
    const campaign = getCell(cells, columns.campaign) ?? '';
    const filled = more.map((column) => cells[column] ?? '').filter((cell) => cell.trim() !== '');
    const [webhook = '', ...others] = [getCell(cells, columns.webhook) ?? '', ...filled].filter(
      (cell, at) => filled.length === 0 || at > 0 || cell.trim() !== '',
    );
    const isSeveral = [campaign, webhook].some(mayBeSeveral) || filled.length > 0;
    if (index <= header || row.isBroken || !isSeveral) return [row];
    // An open quote may have joined lines.
    if (isJoined(row, list.separator ?? '\n')) return [row];
    const campaigns = splitSeveral(campaign, webhook);
    const webhooks = [webhook, ...others].flatMap((cell) => splitSeveral(cell, campaign));
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
