import { columnName, headsOf, type Head, type Separator } from '#src/lists/rows.ts';
import { EXPORTED } from '#src/features/webhooks/change/change.ts';
import { bare } from '#src/features/webhooks/change/pair.ts';

/** How a text is laid out, as far as its beginning shows. Columns are counted from 0. */
export type Layout = { separator: Separator; hasHeader: boolean; campaign: number; webhook: number };

type Row = readonly string[];

// What the columns are called, the most telling first; letters and digits alone.
const CAMPAIGN = 'campaignid campaignids campaignuuid campaign campaigns cmpid campid cmp camp'.split(' ');
const WEBHOOK = 'webhookid webhookids webhookuuid webhook webhooks hookid hookids whid hook hooks wh'.split(
  ' ',
);
// A shorter name alone may as well be an ID.
const SHORTEST_LONE_NAME = 4;

/** The column with the most telling of the names. */
const columnOf = (row: Row, names: readonly string[]): number | undefined => {
  const cells = row.map((cell) => (cell.length > 40 ? '' : columnName(cell)));
  const name = names.find((one) => cells.includes(one));
  return name === undefined ? undefined : cells.indexOf(name);
};

const namedColumns = (row: Row) => ({ campaign: columnOf(row, CAMPAIGN), webhook: columnOf(row, WEBHOOK) });

const isHeader = (row: Row, { campaign, webhook }: ReturnType<typeof namedColumns>): boolean => {
  if (campaign !== undefined && webhook !== undefined) return true;
  const lone = campaign ?? webhook;
  return lone !== undefined && columnName(row[lone] ?? '').length >= SHORTEST_LONE_NAME;
};

const NAME = /^(campaigns?|webhooks?|hooks?|cmp|wh)$/i;
const REST_OF_NAME = /^(ids?|uuids?)$/i;

/** A first row that white space parts: "Campaign ID" is one name in it. */
export const withWholeNames = (row: Row): Row => {
  const cells: string[] = [];
  for (const [at, cell] of row.entries())
    if (REST_OF_NAME.test(cell) && NAME.test(row[at - 1] ?? '')) cells.push(`${cells.pop()} ${cell}`);
    else cells.push(cell);
  return cells;
};

/** Whether a first row is that of a list which the console itself has written out. */
export const isOwnExport = (row: Row): boolean => row.map(bare).join().includes(EXPORTED.join());

/** Columns that are filled in most rows before the others. */
const columnsByFilling = (rows: readonly Row[]): number[] => {
  const width = Math.max(2, ...rows.map(({ length }) => length));
  const isSparse = Array.from({ length: width }, (_, column) => {
    const filled = rows.filter((row) => bare(row[column] ?? '') !== '');
    return filled.length * 2 <= rows.length;
  });
  return [...isSparse.keys()].toSorted((a, b) => Number(isSparse[a]) - Number(isSparse[b]));
};

const isNamed = ({ separator, rows: [first = []] }: Head): boolean => {
  const { campaign, webhook } = namedColumns(first);
  const isCertain = separator !== 'blank' || first.every((cell) => !/[,;|]/.test(cell));
  return isCertain && campaign !== undefined && webhook !== undefined;
};

const headOf = (text: string): Pick<Head, 'separator' | 'rows'> => {
  const heads = headsOf(text);
  const named = heads.find(isNamed);
  if (named) return named;
  const [best] = heads
    .filter(({ separator }) => separator !== 'blank')
    .toSorted((a, b) => b.share - a.share || Number(b.columns === 2) - Number(a.columns === 2));
  const blank = heads.at(-1);
  // Blanks may stand within IDs and after commas: they part values only where little else does.
  const isPoor = !best || best.share < 0.5 || best.separator === '\t';
  if (blank && isPoor && blank.share > (best?.share ?? 0)) return blank;
  return best && best.share > 0 ? best : { separator: ',', rows: best?.rows ?? [] };
};

/** Looks at the beginning of a text: what parts its values, and which of them are the two IDs. */
export const layoutOf = (text: string): Layout => {
  const { separator, rows } = headOf(text);
  const [line = [], ...rest] = rows;
  const first = separator === 'blank' ? withWholeNames(line) : line;
  const named = namedColumns(first);
  const hasHeader = isHeader(first, named);
  const order = columnsByFilling(hasHeader && rest.length > 0 ? rest : rows);
  if (!hasHeader) {
    const [campaign = 0, webhook = 1] = order.slice(0, 2).toSorted((a, b) => a - b);
    return { separator, hasHeader, campaign, webhook };
  }
  const campaign = named.campaign ?? order.find((column) => column !== named.webhook) ?? 1;
  const webhook = named.webhook ?? order.find((column) => column !== campaign) ?? 1;
  return { separator, hasHeader, campaign, webhook };
};
