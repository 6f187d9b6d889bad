import { toCsv, withoutGuard } from '#src/lib/csv.ts';
import { isSendable } from '#src/lib/ids.ts';
import type { Slicing } from '#src/lib/slicing.ts';
import { eachRow, headsOf, type ListRow } from '#src/lists/rows.ts';
import { download } from '#src/ui/download.ts';
import { LONGEST_NAME, MOST_NAMES, toLine, type GivenName, type NameBook, type NameKind } from './names.ts';
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

/** Names as CSV, with the byte order mark that spreadsheets need for UTF-8. */
export const namesAsCsv = (book: NameBook): string => {
  const rows = (['campaign', 'webhook'] as const).flatMap((kind) =>
    [...book[kind]].map(([id, name]) => [kind, id, name]),
  );
  return `\ufeff${toCsv([['kind', 'id', 'name'], ...rows])}`;
};

type Columns = { kind: NameKind | number; id: number; name: number; hasHeader: boolean };

const KINDS = new Map<string, NameKind>(
  (['campaign', 'webhook'] as const).flatMap((kind) => [
    [kind, kind],
    [`${kind}s`, kind],
  ]),
);
const ID_HEADERS = new Map<string, NameKind>([
  ...KINDS,
  ['campaignid', 'campaign'],
  ['webhookid', 'webhook'],
]);
const NAME_HEADERS = new Set(['name', 'nickname', 'title', 'label', 'campaignname', 'webhookname']);

const plain = (cell: string): string => cell.toLowerCase().replace(/[^\p{L}\d]/gu, '');

/** Where the values stand, by the first row with anything in it; undefined where it does not say. */
export const columnsOf = (row: readonly string[]): Columns | undefined => {
  const heads = row.map(plain);
  const named = heads.findIndex((head) => NAME_HEADERS.has(head));
  const kind = heads.findIndex((head) => head === 'kind' || head === 'type');
  const own = heads.findIndex((head, at) => at !== named && ID_HEADERS.has(head));
  const id = heads.indexOf('id');
  const ownKind = ID_HEADERS.get(heads[own] ?? '');
  if (named !== -1) {
    if (kind !== -1 && id !== -1) return { kind, id, name: named, hasHeader: true };
    if (ownKind) return { kind: ownKind, id: own, name: named, hasHeader: true };
  }
  // Without a header: in the order in which they are written out.
  const isRow = row.length === 3 && KINDS.has(heads[0] ?? '');
  return isRow ? { kind: 0, id: 1, name: 2, hasHeader: false } : undefined;
};

const createReading = (book: NameBook) => {
  const found = new Map<string, GivenName>();
  const bad: BadLine[] = [];
  const counts = { fresh: 0, changed: 0, same: 0 };
  let room = MOST_NAMES - book.campaign.size - book.webhook.size;

  const faultOf = (kind: NameKind | undefined, id: string, name: string): BadLine['why'] | undefined => {
    if (!kind) return 'kind';
    if (!isSendable(id)) return 'id';
    // The limit is that of characters, and no name is cut behind anybody's back.
    if (name.length > LONGEST_NAME && [...name].length > LONGEST_NAME) return 'long';
    return isSendable(name) ? undefined : 'name';
  };

  const take = (line: number, kind: NameKind | undefined, id: string, name: string): void => {
    const why = faultOf(kind, id, name);
    if (why || !kind) {
      bad.push({ line, why: why ?? 'kind' });
      return;
    }
    const key = `${kind} ${id}`;
    const earlier = found.get(key);
    if (earlier) {
      if (earlier.name !== name) bad.push({ line, why: 'other-name' });
      return;
    }
    const known = book[kind].get(id);
    if (known === undefined && room === 0) {
      bad.push({ line, why: 'full' });
      return;
    }
    if (known === undefined) room -= 1;
    found.set(key, { kind, id, name });
    counts[known === undefined ? 'fresh' : known === name ? 'same' : 'changed'] += 1;
  };
  const result = (): ReadNames => ({
    given: [...found.values()].filter(({ kind, id, name }) => book[kind].get(id) !== name),
    ...counts,
    bad,
  });
  return { bad, take, result };
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
  const { kind, id, name, hasHeader } = columns;
  const { bad, take, result } = createReading(book);
  let isFirst = true;
  let isOver = false;
  const takeRow = ({ line, cells, quotes }: ListRow): void => {
    const isHeader = isFirst && hasHeader;
    isFirst = false;
    if (isHeader || isOver) return;
    if (quotes) {
      bad.push({ line, why: quotes === 'open' ? 'quote' : 'stray' });
      // Nobody knows what belongs to a value after it.
      isOver = quotes === 'open';
      return;
    }
    const value = (at: number): string => withoutGuard((cells[at] ?? '').trim());
    const ofLine = typeof kind === 'number' ? KINDS.get(plain(value(kind))) : kind;
    take(line, ofLine, bare(value(id)), toLine(value(name)));
  };
  await eachRow(text, head.separator, takeRow, slicing);
  return result();
};

/** Hands all names to the person as a file. */
export const downloadNames = (book: NameBook): void =>
  download(
    [namesAsCsv(book)],
    `names-${new Date().toISOString().slice(0, 10)}.csv`,
    'text/csv;charset=utf-8',
  );
