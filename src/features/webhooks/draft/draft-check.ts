import type { WebhookPair } from '#src/api/operations.ts';
import type { PairOperation } from '#src/log/entry.ts';
import type { KnownIds } from '#src/features/webhooks/names/known-ids.ts';
import { PAIR_FIELDS, trimId } from '#src/features/webhooks/change/change.ts';
import { removeGuards } from '#src/lib/csv.ts';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { isSendable } from '#src/lib/ids.ts';
import { getCell, type PickedColumns, type WantedColumn } from '#src/lists/columns.ts';
import type { List, ListRow } from '#src/lists/read-list.ts';

type PairColumn = 'campaign' | 'webhook';

export const PAIR_COLUMNS: readonly WantedColumn<PairColumn>[] = [
  {
    key: 'campaign',
    label: 'Campaign ID column',
    names: 'campaignid campaignids campaignuuid campaign campaigns cmpid campid cmp camp'.split(' '),
  },
  {
    key: 'webhook',
    label: 'Webhook ID column',
    names: 'webhookid webhookids webhookuuid webhook webhooks hookid hookids whid hook hooks wh'.split(' '),
  },
];

type PairListRow = ListRow & {
  /** An earlier request for its pair may have been carried out. */
  wasUnknown?: boolean | undefined;
  /** The operation that its line names. */
  markedAs?: PairOperation | undefined;
};

export type PairList = {
  rows: readonly PairListRow[];
  /** What was pasted or chosen. Without it, the rows are pairs that this browser sent or planned. */
  list?: List;
  /** An export of this console, with an apostrophe before what a spreadsheet would run as a formula. */
  hasGuards: boolean;
  /** The line numbers are those of the user's own list. */
  isNumbered: boolean;
  picked: PickedColumns<PairColumn>;
};

/** A line on its own, without regard to duplicates. `fault`: why it can't be sent. */
export type CheckedLine = WebhookPair & { fault?: string | undefined };

const NO_PAIR: WebhookPair = { campaignId: '', webhookId: '' };

const MAX_CHARACTERS = 512;
// Line breaks and controls except the tab: no ID contains them, and some proxies drop or refuse them.
// oxlint-disable-next-line no-control-regex -- They are what is looked for.
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]/;

const isUsable = (id: string): boolean => id.length <= MAX_CHARACTERS && !CONTROL.test(id) && isSendable(id);

/** Without empty values at the end, beyond what is expected. */
const countValues = (cells: readonly string[], expected: number): number => {
  let length = cells.length;
  while (length > expected && trimId(cells[length - 1] ?? '') === '') length -= 1;
  return length;
};

/** Replaces a name by its ID, if only one ID has it. */
const resolveNames = (line: CheckedLine, known: KnownIds): CheckedLine => {
  if (line.fault !== undefined) return line;
  for (const { name, kind } of PAIR_FIELDS) {
    const ids = known[kind].findByName(line[name]);
    if (ids.length > 1) return { ...line, fault: `The name of ${formatCount(ids.length, kind)}` };
  }
  return {
    campaignId: known.campaign.resolve(line.campaignId),
    webhookId: known.webhook.resolve(line.webhookId),
  };
};

/** Finds pairs that look swapped: the rest of the list has one of their IDs in the other column. */
export const compareColumns = (pairs: readonly WebhookPair[]): ((pair: WebhookPair) => boolean) => {
  const counts = { campaignId: new Map<string, number>(), webhookId: new Map<string, number>() };
  for (const pair of pairs) {
    for (const { name } of PAIR_FIELDS) counts[name].set(pair[name], (counts[name].get(pair[name]) ?? 0) + 1);
  }
  const count = (column: keyof WebhookPair, id: string): number => counts[column].get(id) ?? 0;
  // A plain number may be an ID of both kinds, so a pair whose other ID occurs again in its column is not swapped.
  return ({ campaignId, webhookId }) =>
    (count('campaignId', webhookId) > count('webhookId', webhookId) &&
      count('campaignId', campaignId) === 1) ||
    (count('webhookId', campaignId) > count('campaignId', campaignId) && count('webhookId', webhookId) === 1);
};

const findFault = ({ campaignId, webhookId }: WebhookPair): string | undefined => {
  if (campaignId === '') return 'No campaign ID';
  if (webhookId === '') return 'No webhook ID';
  if (!isUsable(campaignId)) return 'Unusable campaign ID';
  return isUsable(webhookId) ? undefined : 'Unusable webhook ID';
};

const checkTrimmed = (values: WebhookPair): CheckedLine => {
  const pair = { campaignId: trimId(values.campaignId), webhookId: trimId(values.webhookId) };
  return { ...pair, fault: findFault(pair) };
};

export const checkTyped = (values: WebhookPair, known: KnownIds): CheckedLine =>
  resolveNames(checkTrimmed(values), known);

const readRow = (
  pairList: Pick<PairList, 'list' | 'hasGuards'>,
  { line, cells, isBroken }: ListRow,
  picked: PairList['picked'],
): CheckedLine => {
  const { list, hasGuards } = pairList;
  const { columns } = picked;
  if (isBroken) {
    // Without its quotes it may be a pair, but only the user can tell.
    const values = (cells[0] ?? '').replaceAll('"', '').split(list?.separator ?? ',');
    const { fault, ...pair } = readRow(pairList, { line, cells: values }, picked);
    return { ...(fault === undefined ? pair : NO_PAIR), fault: 'Quote out of place' };
  }
  const expected = Math.max(2, list?.width ?? 0);
  const count = countValues(cells, expected);
  const last = columns.campaign > columns.webhook ? columns.campaign : columns.webhook;
  const read = (column: number | string): string => {
    // Shows surplus values with the value that they may belong to.
    if (count > expected && column === last) {
      const surplus = count - expected;
      return cells
        .slice(Number(column), Number(column) + surplus + 1)
        .map(trimId)
        .join(', ');
    }
    const text = trimId(getCell(cells, column) ?? '');
    return hasGuards ? trimId(removeGuards(text)) : text;
  };
  const checked = checkTrimmed({ campaignId: read(columns.campaign), webhookId: read(columns.webhook) });
  const hasAll = checked.campaignId !== '' && checked.webhookId !== '';
  if (count > expected || (count < expected && hasAll)) {
    return { ...checked, fault: `${formatCount(count, 'value')}, expected ${formatNumber(expected)}` };
  }
  return checked;
};

export const checkRow = (
  pairList: PairList,
  row: ListRow,
  picked: PairList['picked'],
  known: KnownIds,
): CheckedLine => {
  if (pairList.list) return resolveNames(readRow(pairList, row, picked), known);
  // To the letter, also with spaces at an end: what was sent so is undone or detached so.
  const [campaignId = '', webhookId = ''] = row.cells;
  return { campaignId, webhookId, fault: findFault({ campaignId, webhookId }) };
};
