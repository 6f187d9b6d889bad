import {
  createPlaceFinder,
  findColumn,
  findHeader,
  getCell,
  guessColumns,
  type PickedColumns,
  type WantedColumn,
} from '#src/lists/columns.ts';
import { getRowText, type List } from '#src/lists/rows.ts';
import { cleanId, findSpreadsheetFault } from '#src/lib/spreadsheet.ts';
import { removeGuards } from '#src/lib/csv.ts';
import { isSendable } from '#src/lib/ids.ts';
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

/** IDs that have a name, or were sent. */
type KnownIds = Readonly<Record<NameKind, ReadonlySet<string>>>;

const KIND: WantedColumn<'kind'> = {
  key: 'kind',
  label: 'Kind',
  noun: 'kind',
  names: ['kind', 'type'],
  others: [
    { value: '', label: 'Choose' },
    { value: 'campaign', label: 'All are campaigns' },
    { value: 'webhook', label: 'All are webhooks' },
  ],
};
const ID: WantedColumn<'id'> = {
  key: 'id',
  label: 'ID',
  noun: 'ID',
  names: 'id campaignid webhookid campaign webhook campaigns webhooks'.split(' '),
};
const NAME: WantedColumn<'name'> = {
  key: 'name',
  label: 'Name',
  noun: 'name',
  names: 'name nickname title label campaignname webhookname'.split(' '),
};

export const WANTED: readonly WantedColumn<NameColumn>[] = [KIND, ID, NAME];

const readCell = (cells: readonly string[], column: number | string): string =>
  removeGuards((getCell(cells, column) ?? String(column)).trim());

/** By the IDs that are known, else by those that look as configured. */
const guessKind = (ids: readonly string[], known: KnownIds, patterns: IdPatterns): NameKind | undefined => {
  const isKnown = (kind: NameKind) => (id: string) => known[kind].has(id);
  const isUsual = (kind: NameKind) => (id: string) => !isUnusualId(patterns, kind, id);
  for (const is of [isKnown, isUsual]) {
    const more = ids.filter(is('campaign')).length - ids.filter(is('webhook')).length;
    if (more !== 0) return more > 0 ? 'campaign' : 'webhook';
  }
  return undefined;
};

/**
 * Without a column for the kind, the header of the IDs decides (`Webhook ID`), else the IDs. The kind is "" if the user
 * has to choose it.
 */
export const guessNameColumns = (
  list: List,
  known: KnownIds,
  patterns: IdPatterns,
): PickedColumns<NameColumn> => {
  const all = findHeader(list, WANTED);
  if (all) return guessColumns(list, WANTED);
  const header = list.rows[findHeader(list, [ID, NAME])?.index ?? -1];
  const only = NAME_KINDS.find((kind) => findColumn(header, [`${kind}id`, kind, `${kind}s`]) !== undefined);
  if (!only && list.width > 2) return guessColumns(list, WANTED);
  const { columns, ...rest } = guessColumns<'id' | 'name'>(list, [ID, NAME]);
  const ids = list.rows.map(({ cells }) => cleanId(readCell(cells, columns.id)));
  return { ...rest, columns: { ...columns, kind: only ?? guessKind(ids, known, patterns) ?? '' } };
};

type LeftOutName = { line: number; reason: string; text: string };

const createIdReader = (list: List, picked: PickedColumns<NameColumn>) => {
  const findPlace = createPlaceFinder(list, picked);
  return (index: number): string | undefined =>
    findPlace(index) ? undefined : cleanId(readCell(list.rows[index]?.cells ?? [], picked.columns.id));
};

/** `readId`: the ID of a row. None if the row has no names. */
export const readNames = (
  list: List,
  picked: PickedColumns<NameColumn>,
  book: NameBook,
  readId = createIdReader(list, picked),
): { changes: NameChange[]; bad: LeftOutName[] } => {
  const { columns } = picked;
  const found = new Map<string, NameChange>();
  const bad: LeftOutName[] = [];
  const texts = list.text.split('\n');
  for (const [index, row] of list.rows.entries()) {
    const id = readId(index);
    if (id === undefined) continue;
    const { line, cells, isBroken } = row;
    const name = collapseSpace(readCell(cells, columns.name));
    const kindText = readCell(cells, columns.kind).toLowerCase();
    const kind = NAME_KINDS.find((one) => kindText === one || kindText === `${one}s`);
    const earlier = found.get(`${kind} ${id}`);
    const leaveOut = (reason: string) => bad.push({ line, reason, text: getRowText(texts, row) });
    if (isBroken) leaveOut('open quote');
    else if (!kind) leaveOut('no kind');
    else if (!isSendable(id) || findSpreadsheetFault(id)) leaveOut('no ID');
    else if (!isSendable(name)) leaveOut('no name');
    else if ([...name].length > MAX_NAME_LENGTH) leaveOut(`name over ${MAX_NAME_LENGTH} characters`);
    else if (earlier && earlier.name !== name) leaveOut('another name for this ID');
    else found.set(`${kind} ${id}`, { kind, id, name });
  }
  const changes = [...found.values()].filter(({ kind, id, name }) => book[kind].get(id) !== name);
  return { changes, bad };
};
