import { withoutGuard } from '#src/lib/csv.ts';
import { isSendable } from '#src/lib/ids.ts';
import type { Slicing } from '#src/lib/slicing.ts';
import { columnName, eachRow, headsOf, type ListRow } from '#src/lists/rows.ts';
import {
  LONGEST_NAME,
  MOST_NAMES,
  NAME_KINDS,
  toLine,
  type GivenName,
  type NameBook,
  type NameKind,
} from './names.ts';
import { bare } from '#src/features/webhooks/change/pair.ts';

/** Why a line is not taken. `other-name`: an earlier line names the same ID otherwise. */
export type BadLine = {
  line: number;
  why: 'kind' | 'id' | 'name' | 'long' | 'other-name' | 'quote' | 'stray' | 'full';
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

type Columns = { kind: NameKind | number; id: number; name: number; hasHeader: boolean };

const NAME_HEADER = /^(name|nickname|title|label|campaignname|webhookname)$/;
const ID_HEADER = /^(campaign|webhook)(s|id)?$/;

const kindOf = (cell: string): NameKind | undefined =>
  NAME_KINDS.find((kind) => columnName(cell) === kind || columnName(cell) === `${kind}s`);

/** Where the values stand, by the first row with anything in it; undefined where it does not say. */
export const columnsOf = (row: readonly string[]): Columns | undefined => {
  const heads = row.map(columnName);
  const name = heads.findIndex((head) => NAME_HEADER.test(head));
  const [kind, id] = [heads.findIndex((head) => head === 'kind' || head === 'type'), heads.indexOf('id')];
  if (name !== -1) {
    if (kind !== -1 && id !== -1) return { kind, id, name, hasHeader: true };
    const own = heads.findIndex((head) => ID_HEADER.test(head));
    const ofOwn = NAME_KINDS.find((one) => heads[own]?.startsWith(one));
    if (ofOwn) return { kind: ofOwn, id: own, name, hasHeader: true };
  }
  // Without a header: in the order in which they are written out.
  const isRow = row.length === 3 && kindOf(row[0] ?? '');
  return isRow ? { kind: 0, id: 1, name: 2, hasHeader: false } : undefined;
};

const faultOf = (id: string, name: string): BadLine['why'] | undefined => {
  if (!isSendable(id)) return 'id';
  // The limit is that of characters, and no name is cut behind anybody's back.
  if (name.length > LONGEST_NAME && [...name].length > LONGEST_NAME) return 'long';
  return isSendable(name) ? undefined : 'name';
};

/**
 * Reads names out of a table; `no-columns` where its first line does not say what stands where. Rejects on abort alone.
 */
export const readNames = async (
  text: string,
  book: NameBook,
  slicing: Slicing,
): Promise<ReadNames | 'no-columns'> => {
  const head = headsOf(text).find(({ rows: [first = []] }) => columnsOf(first));
  const columns = columnsOf(head?.rows[0] ?? []);
  if (!head || !columns) return 'no-columns';
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

  let isHeader = columns.hasHeader;
  let isOver = false;
  const takeRow = ({ line, cells, quotes }: ListRow): void => {
    const value = (at: number): string => withoutGuard((cells[at] ?? '').trim());
    const [id, name] = [bare(value(columns.id)), toLine(value(columns.name))];
    const kind = typeof columns.kind === 'number' ? kindOf(value(columns.kind)) : columns.kind;
    if (!isHeader && !isOver) {
      const ofQuotes = quotes && (quotes === 'open' ? 'quote' : 'stray');
      const why = ofQuotes ?? (kind ? (faultOf(id, name) ?? take({ kind, id, name })) : 'kind');
      if (why) bad.push({ line, why });
    }
    isHeader = false;
    // Nobody knows what belongs to a value after it.
    isOver ||= quotes === 'open';
  };
  await eachRow(text, head.separator, takeRow, slicing);
  const given = [...found.values()].filter(({ kind, id, name }) => book[kind].get(id) !== name);
  return { given, ...counts, bad };
};
