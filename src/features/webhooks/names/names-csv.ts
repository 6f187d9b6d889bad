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
import { MAX_NAME_LENGTH, NAME_KINDS, collapseSpace, type NameBook, type NameChange } from './names.ts';

export type BadLine = { line: number; reason: 'kind' | 'id' | 'name' | 'long' | 'repeated' | 'quote' };

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

/** Without a column for the kind, the header of the IDs decides: `Webhook ID`. */
export const guessNameColumns = (list: List): PickedColumns<NameColumn> => {
  const only = NAME_KINDS.find((kind) => findColumn(list, [`${kind}id`, kind, `${kind}s`]) !== undefined);
  const hasKind = findColumn(list, KIND.names) !== undefined || (!only && list.width > 2);
  if (hasKind) return guessColumns(list, WANTED);
  const { hasHeader, columns } = guessColumns<'id' | 'name'>(list, [ID, NAME]);
  return { hasHeader, columns: { ...columns, kind: only ?? 'campaign' } };
};

const findFault = (id: string, name: string): BadLine['reason'] | undefined => {
  if (!isSendable(id)) return 'id';
  if ([...name].length > MAX_NAME_LENGTH) return 'long';
  return isSendable(name) ? undefined : 'name';
};

/** `same` counts names that the book has already. */
export const readNames = (
  { rows }: List,
  { hasHeader, columns }: PickedColumns<NameColumn>,
  book: NameBook,
): { changes: NameChange[]; same: number; bad: BadLine[] } => {
  const found = new Map<string, NameChange>();
  const bad: BadLine[] = [];
  for (const { line, cells, isBroken } of hasHeader ? rows.slice(1) : rows) {
    const readCell = (column: NameColumn): string =>
      removeGuards((getCell(cells, columns[column]) ?? String(columns[column])).trim());
    const [id, name, kindText] = [
      readCell('id'),
      collapseSpace(readCell('name')),
      readCell('kind').toLowerCase(),
    ];
    const kind = NAME_KINDS.find((one) => kindText === one || kindText === `${one}s`);
    const fault = findFault(id, name);
    const earlier = found.get(`${kind} ${id}`);
    if (isBroken) bad.push({ line, reason: 'quote' });
    else if (!kind) bad.push({ line, reason: 'kind' });
    else if (fault) bad.push({ line, reason: fault });
    else if (!earlier) found.set(`${kind} ${id}`, { kind, id, name });
    else if (earlier.name !== name) bad.push({ line, reason: 'repeated' });
  }
  const changes = [...found.values()].filter(({ kind, id, name }) => book[kind].get(id) !== name);
  return { changes, same: found.size - changes.length, bad };
};
