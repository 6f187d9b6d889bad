import {
  getCell,
  findColumn,
  guessColumns,
  type PickedColumns,
  type WantedColumn,
} from '#src/lists/columns.ts';
import type { List } from '#src/lists/read-list.ts';
import { removeGuards } from '#src/lib/csv.ts';
import { isSendable } from '#src/lib/ids.ts';
import { cleanInvisible } from '#src/lib/invisible.ts';
import { isUnusualId, type IdPatterns } from '#src/features/webhooks/change/change.ts';
import {
  MAX_NAME_LENGTH,
  NAME_KINDS,
  collapseSpace,
  type NameBook,
  type NameChange,
  type NameKind,
} from './names.ts';

export const toNameRows = (book: NameBook): string[][] => [
  ['kind', 'id', 'name'],
  ...NAME_KINDS.flatMap((kind) => [...book[kind]].map(([id, name]) => [kind, id, name])),
];

type NameColumn = 'kind' | 'id' | 'name';

const KIND: WantedColumn<'kind'> = {
  key: 'kind',
  label: 'Kind',
  names: ['kind', 'type'],
  others: [
    { value: 'campaign', label: 'All are campaigns' },
    { value: 'webhook', label: 'All are webhooks' },
  ],
};
const ID: WantedColumn<'id'> = {
  key: 'id',
  label: 'ID',
  names: 'id campaignid webhookid campaign webhook campaigns webhooks'.split(' '),
};
const NAME: WantedColumn<'name'> = {
  key: 'name',
  label: 'Name',
  names: 'name nickname title label campaignname webhookname'.split(' '),
};

export const WANTED: readonly WantedColumn<NameColumn>[] = [KIND, ID, NAME];

const readCell = (cells: readonly string[], column: number | string): string =>
  removeGuards((getCell(cells, column) ?? String(column)).trim());

/** More of the IDs are unlike those of campaigns, as configured, than unlike those of webhooks. */
const hasWebhookIds = ({ rows }: List, column: number | string, patterns: IdPatterns): boolean => {
  const countUnusual = (kind: NameKind) =>
    rows.filter(({ cells }) => isUnusualId(patterns, kind, readCell(cells, column))).length;
  return countUnusual('campaign') > countUnusual('webhook');
};

/** Without a column for the kind, the header of the IDs decides (`Webhook ID`), else the IDs. */
export const guessNameColumns = (list: List, patterns: IdPatterns): PickedColumns<NameColumn> => {
  const only = NAME_KINDS.find((kind) => findColumn(list, [`${kind}id`, kind, `${kind}s`]) !== undefined);
  const hasKind = findColumn(list, KIND.names) !== undefined || (!only && list.width > 2);
  if (hasKind) return guessColumns(list, WANTED);
  const { hasHeader, columns } = guessColumns<'id' | 'name'>(list, [ID, NAME]);
  const kind = only ?? (hasWebhookIds(list, columns.id, patterns) ? 'webhook' : 'campaign');
  return { hasHeader, columns: { ...columns, kind } };
};

/** `bad`: the numbers of lines that can't be read, or give an ID another name than an earlier line. */
export const readNames = (
  { rows }: List,
  { hasHeader, columns }: PickedColumns<NameColumn>,
  book: NameBook,
): { changes: NameChange[]; bad: number[] } => {
  const found = new Map<string, NameChange>();
  const bad: number[] = [];
  for (const { line, cells, isBroken } of hasHeader ? rows.slice(1) : rows) {
    const id = cleanInvisible(readCell(cells, columns.id));
    const name = collapseSpace(readCell(cells, columns.name));
    const kindText = readCell(cells, columns.kind).toLowerCase();
    const kind = NAME_KINDS.find((one) => kindText === one || kindText === `${one}s`);
    const isUsable = isSendable(id) && isSendable(name) && [...name].length <= MAX_NAME_LENGTH;
    const earlier = found.get(`${kind} ${id}`);
    if (isBroken || !kind || !isUsable || (earlier && earlier.name !== name)) bad.push(line);
    else found.set(`${kind} ${id}`, { kind, id, name });
  }
  const changes = [...found.values()].filter(({ kind, id, name }) => book[kind].get(id) !== name);
  return { changes, bad };
};
