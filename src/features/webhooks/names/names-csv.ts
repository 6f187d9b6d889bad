import { cellOf, findColumn, guessColumns, type Picked, type Wanted } from '#src/lists/columns.ts';
import type { List } from '#src/lists/read-list.ts';
import { withoutGuard } from '#src/lib/csv.ts';
import { isSendable } from '#src/lib/ids.ts';
import {
  LONGEST_NAME,
  MOST_NAMES,
  NAME_KINDS,
  toLine,
  type GivenName,
  type NameBook,
  type NameKind,
} from './names.ts';

/** Why a line is not taken. `other-name`: an earlier line names the same ID otherwise. */
export type BadLine = {
  line: number;
  why: 'kind' | 'id' | 'name' | 'long' | 'other-name' | 'quote' | 'full';
};

/** What a file comes to. `fresh`, `changed` and `same` add up to the names that were read. */
export type ReadNames = {
  /** What is new or changed. */
  given: readonly GivenName[];
  fresh: number;
  changed: number;
  same: number;
  bad: readonly BadLine[];
};

/** Names as the rows of a table. */
export const namesAsRows = (book: NameBook): string[][] => [
  ['kind', 'id', 'name'],
  ...NAME_KINDS.flatMap((kind) => [...book[kind]].map(([id, name]) => [kind, id, name])),
];

type Column = 'kind' | 'id' | 'name';

const KIND: Wanted<'kind'> = {
  key: 'kind',
  label: 'Kind',
  names: ['kind', 'type'],
  others: [
    { value: 'campaign', label: 'All are campaigns' },
    { value: 'webhook', label: 'All are webhooks' },
  ],
};
const ID: Wanted<'id'> = {
  key: 'id',
  label: 'ID',
  names: 'id campaignid webhookid campaign webhook campaigns webhooks'.split(' '),
};
const NAME: Wanted<'name'> = {
  key: 'name',
  label: 'Name',
  names: 'name nickname title label campaignname webhookname'.split(' '),
};

export const WANTED: readonly Wanted<Column>[] = [KIND, ID, NAME];

/** Which columns hold what. If none is for the kind, the name of the column of IDs tells it. */
export const guessNameColumns = (list: List): Picked<Column> => {
  const ofOne = NAME_KINDS.find((kind) => findColumn(list, [`${kind}id`, kind, `${kind}s`]) !== undefined);
  const hasKind = findColumn(list, KIND.names) !== undefined || (!ofOne && list.width > 2);
  if (hasKind) return guessColumns(list, WANTED);
  const { hasHeader, columns } = guessColumns<'id' | 'name'>(list, [ID, NAME]);
  return { hasHeader, columns: { ...columns, kind: ofOne ?? 'campaign' } };
};

const kindOf = (text: string): NameKind | undefined =>
  NAME_KINDS.find((kind) => [kind, `${kind}s`].includes(text.trim().toLowerCase()));

const faultOf = (id: string, name: string): BadLine['why'] | undefined => {
  if (!isSendable(id)) return 'id';
  // The limit is that of characters, and no name is cut without a word.
  if (name.length > LONGEST_NAME && [...name].length > LONGEST_NAME) return 'long';
  return isSendable(name) ? undefined : 'name';
};

/** Reads names out of a list. */
export const readNames = (
  { rows }: List,
  { hasHeader, columns }: Picked<Column>,
  book: NameBook,
): ReadNames => {
  const found = new Map<string, GivenName>();
  const bad: BadLine[] = [];
  const counts = { fresh: 0, changed: 0, same: 0 };
  let room = MOST_NAMES - book.campaign.size - book.webhook.size;

  /** Takes a name, or says why not. */
  const take = (given: GivenName): BadLine['why'] | undefined => {
    const { kind, id, name } = given;
    const key = `${kind} ${id}`;
    const earlier = found.get(key);
    if (earlier) return earlier.name === name ? undefined : 'other-name';
    const known = book[kind].get(id);
    if (known === undefined && room === 0) return 'full';
    if (known === undefined) room -= 1;
    found.set(key, given);
    counts[known === undefined ? 'fresh' : known === name ? 'same' : 'changed'] += 1;
    return undefined;
  };

  for (const { line, cells, isBroken } of hasHeader ? rows.slice(1) : rows) {
    const valueOf = (column: Column) =>
      withoutGuard((cellOf(cells, columns[column]) ?? String(columns[column])).trim());
    const [id, name, kind] = [valueOf('id'), toLine(valueOf('name')), kindOf(valueOf('kind'))];
    const fault = isBroken ? 'quote' : kind ? faultOf(id, name) : 'kind';
    const why = fault ?? (kind && take({ kind, id, name }));
    if (why) bad.push({ line, why });
  }
  const given = [...found.values()].filter(({ kind, id, name }) => book[kind].get(id) !== name);
  return { given, ...counts, bad };
};
