import Papa from 'papaparse';
import { newlineOf } from '#src/lib/csv-rows.ts';
import { bare, healed } from './draft-texts.ts';

/** What stands between two values; `blank` is white space of any length. */
export type Delimiter = ',' | ';' | '\t' | '|' | 'blank';

/** How a text is laid out, as far as its beginning shows. Columns are counted from 0. */
export type Layout = { delimiter: Delimiter; hasHeader: boolean; campaign: number; webhook: number };

type Rows = readonly (readonly string[])[];

const DELIMITERS = [',', ';', '\t', '|'] as const;
const HEAD_CHARACTERS = 2 ** 15;
const HEAD_ROWS = 100;

// What the columns are called, the most telling first; letters and digits alone.
const CAMPAIGN = 'campaignid campaignids campaignuuid campaign campaigns cmpid campid cmp camp'.split(' ');
const WEBHOOK = 'webhookid webhookids webhookuuid webhook webhooks hookid hookids whid hook hooks wh'.split(
  ' ',
);
// A shorter name alone may as well be an ID.
const SHORTEST_LONE_NAME = 4;

const nameOf = (cell: string): string => cell.toLowerCase().replace(/[^\p{L}\d]/gu, '');

/** The column with the most telling of the names. */
const columnOf = (row: readonly string[], names: readonly string[]): number | undefined => {
  let [found, best] = [-1, names.length];
  for (const [column, cell] of row.entries()) {
    const rank = cell.length > 40 ? -1 : names.indexOf(nameOf(cell));
    if (rank === -1 || rank >= best) continue;
    [found, best] = [column, rank];
  }
  return found === -1 ? undefined : found;
};

type Named = { campaign: number | undefined; webhook: number | undefined };

const namedColumns = (row: readonly string[]): Named => ({
  campaign: columnOf(row, CAMPAIGN),
  webhook: columnOf(row, WEBHOOK),
});

const isHeader = (row: readonly string[], { campaign, webhook }: Named): boolean => {
  if (campaign !== undefined && webhook !== undefined) return true;
  const lone = campaign ?? webhook;
  return lone !== undefined && nameOf(row[lone] ?? '').length >= SHORTEST_LONE_NAME;
};

const BLANK_VALUE = /"(?:[^"]|"")*"(?!\S)|\S+/g;
// "Campaign ID" is one name, also where white space parts the values.
const NAME_IN_TWO = /\b(campaigns?|webhooks?|hooks?|cmp|wh)[ \t]+(ids?|uuids?)\b/gi;

// In no text that people write, and no white space.
const NAME_JOINER = '\u2060';

/** The values of a line that white space parts; `isFirst` where it may name the columns. */
export const valuesBetweenBlanks = (line: string, isFirst: boolean): string[] => {
  if (isFirst) {
    const joined = line.replace(NAME_IN_TWO, `$1${NAME_JOINER}$2`);
    return valuesBetweenBlanks(joined, false).map((value) => value.replaceAll(NAME_JOINER, ' '));
  }
  const values = line.match(BLANK_VALUE) ?? [];
  return values.map((value) =>
    value.length > 1 && value.startsWith('"') && value.endsWith('"')
      ? value.slice(1, -1).replaceAll('""', '"')
      : value,
  );
};

/** Whether a value between white space begins with a quote that its line does not close. */
export const hasLoneQuoteBetweenBlanks = (line: string): boolean =>
  line.includes('"') &&
  (line.match(BLANK_VALUE) ?? []).some((value) => value.startsWith('"') && !/^"(?:[^"]|"")*"$/.test(value));

// Some programs say in a line of its own what parts the values.
const SEPARATOR_LINE = /^sep=[,;|]?\s*$/i;

/** Whether a row has nothing to read; `isFirst` where the text begins with it. */
export const isBlankRow = (row: readonly string[], isFirst: boolean): boolean => {
  if (isFirst && SEPARATOR_LINE.test(row[0] ?? '')) return isBlankRow(row.slice(1), false);
  for (const cell of row) if (bare(cell) !== '') return false;
  return true;
};

const headRows = (text: string, delimiter: Delimiter): Rows => {
  const head = text.slice(0, HEAD_CHARACTERS);
  const newline = newlineOf(text);
  const isCut = text.length > HEAD_CHARACTERS;
  let rows: (readonly string[])[];
  if (delimiter === 'blank') {
    const lines = head.split(newline, HEAD_ROWS).filter((line, at) => !isBlankRow([line], at === 0));
    rows = lines.map((line, at) => valuesBetweenBlanks(line, at === 0));
  } else {
    const parse = (fastMode?: true) =>
      Papa.parse<string[]>(head, { delimiter, newline, preview: HEAD_ROWS, fastMode });
    const { data, errors } = parse();
    // The last row may be cut off in its middle; else a quote that nobody closed keeps the rows after it from sight.
    const isOpen =
      errors.some(({ code }) => code === 'MissingQuotes') &&
      !(isCut && data.length < HEAD_ROWS && data.length > 3);
    const isPlain = isOpen || errors.some(({ code }) => code === 'InvalidQuotes');
    rows = (isPlain ? parse(true).data : data).map((row) => healed(row, delimiter));
  }
  if (isCut && rows.length < HEAD_ROWS && rows.length > 1) rows.pop();
  return rows.filter((row, at) => !isBlankRow(row, at === 0));
};

// Both of the console's own exports have these columns side by side.
const OWN_COLUMNS = 'operation,campaignId,webhookId,outcome,status,durationMs';

/** Whether a first row is that of a list which the console itself has written out. */
export const isOwnExport = (row: readonly string[]): boolean => row.map(bare).join(',').includes(OWN_COLUMNS);

/** The share of rows that have the same number of values, two at least; and that number. */
const regularity = (rows: Rows): { share: number; columns: number } => {
  const counts = new Map<number, number>();
  for (const { length } of rows) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [[columns, count] = [0, 0]] = [...counts].toSorted(([, a], [, b]) => b - a);
  return { share: count / (rows.length || 1), columns };
};

/** Columns that are filled in most rows before those that are in some, and these before the empty ones. */
const columnsByFilling = (rows: Rows): number[] => {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 2);
  const classes = Array.from({ length: width }, (_, column) => {
    const filled = rows.reduce((sum, row) => sum + (bare(row[column] ?? '') === '' ? 0 : 1), 0);
    return filled * 2 > rows.length ? 0 : filled > 0 ? 1 : 2;
  });
  return [...classes.keys()].toSorted((a, b) => (classes[a] ?? 2) - (classes[b] ?? 2));
};

const isNamed = (row: readonly string[], delimiter: Delimiter): boolean => {
  const { campaign, webhook } = namedColumns(row);
  const isCertain = delimiter !== 'blank' || row.every((cell) => !/[,;|]/.test(cell));
  return isCertain && campaign !== undefined && webhook !== undefined;
};

const delimiterOf = (text: string): { delimiter: Delimiter; rows: Rows } => {
  const tables = [...DELIMITERS, 'blank' as const].map((delimiter) => {
    const rows = headRows(text, delimiter);
    return { delimiter, rows, isNamed: isNamed(rows[0] ?? [], delimiter), regular: regularity(rows) };
  });
  const named = tables.find((table) => table.isNamed);
  if (named) return named;
  const blank = tables.pop();
  const [best] = tables.toSorted(
    (a, b) =>
      b.regular.share - a.regular.share || Number(b.regular.columns === 2) - Number(a.regular.columns === 2),
  );
  if (!best || !blank) return { delimiter: ',', rows: [] };
  // Blanks may stand within IDs and after commas: they part values only where little else does.
  const isBetter = best.regular.share < 0.5 || best.delimiter === '\t';
  if (isBetter && blank.regular.share > best.regular.share) return blank;
  return best.regular.share > 0 ? best : { delimiter: ',', rows: best.rows };
};

/** Looks at the beginning of a text: what parts its values, and which of them are the two IDs. */
export const layoutOf = (text: string): Layout => {
  const { delimiter, rows } = delimiterOf(text);
  const [first = [], ...rest] = rows;
  const named = namedColumns(first);
  const hasHeader = isHeader(first, named);
  const order = columnsByFilling(hasHeader && rest.length > 0 ? rest : rows);
  if (!hasHeader) {
    const [campaign = 0, webhook = 1] = order.slice(0, 2).toSorted((a, b) => a - b);
    return { delimiter, hasHeader, campaign, webhook };
  }
  const campaign = named.campaign ?? order.find((column) => column !== named.webhook) ?? 1;
  const webhook = named.webhook ?? order.find((column) => column !== campaign) ?? 1;
  return { delimiter, hasHeader, campaign, webhook };
};
