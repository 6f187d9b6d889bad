import { cleanId } from '#src/lib/spreadsheet.ts';
import { findName, type WantedColumn } from './columns.ts';
import { findCommonShape, getShape } from './unlike.ts';
import { AND, hasDigit, NUMBER } from './words.ts';

/** `- `, `* `, `•`, `1. `, `1)`, `#1 `, `1、` or `①` before a value. */
const MARK =
  /^[^\S\n]*(?:(?:[-+*▪◦‣–—]|[#(]?\d{1,3}[.)]|#\d{1,3}) +|\d{1,3}[.)](?=\p{L})|[•·・①-⑳☐☑☒✓✔✅❌]\ufe0f? *|[\d０-９]{1,3}[、．] *)(?=[^\s,;|])/gmu;

const DAY = String.raw`\d{1,4}[./-]\d{1,2}[./-]\d{1,4}`;
const TIME = String.raw`\d{1,2}:\d\d(?::\d\d)?(?:\s?[ap]\.?\s?m\.?)?`;

/** `[28.11.26, 09:14:20] Tom: ` or `[9:14 a.m., 28/11/2026] Tom: ` before a message of a chat. */
const STAMP = new RegExp(
  String.raw`^\[?(?:${DAY},? ${TIME}|${TIME}, ${DAY})(?:\] ?| - )[^:\n]{1,40}: `,
  'gimu',
);

/** `> ` before each line that a mail or a chat quotes. */
const QUOTED = /^(?:[^\S\n]*>)+[^\S\n]*/gmu;

/** `cmp-1 and wh-1`, `cmp-1 / wh-1`, `cmp-1 - wh-1`, `cmp-1 -> wh-1`: the two values of a line. */
const CONNECTED = new RegExp(
  String.raw`^([^\S\n]*[^\s,;|"]+?)(?: +(?:${AND}|[/&+–—-]) +| *(?:--?>|=>|→|⇒|➔) *)([^\s,;|"]+)[^\S\n]*$`,
  'gmu',
);

/** `||Key||Call ID||` above a table of Jira. */
const JIRA_HEADER = /^\|\|.*\|\|[^\S\n]*$/gm;

/**
 * Without the marks of a list or a quote, as chats, mails and tickets write pairs, and a space for the word or arrow between
 * them. In a table with quotes, such a line may be part of a note.
 */
export const removeListMarks = (text: string): string => {
  if (text.includes('"')) return text;
  // Beside `+ `, `- ` may say to remove.
  const isDiff = /^\+ /m.test(text) && /^- /m.test(text);
  const plain = text
    .replaceAll(QUOTED, '')
    .replaceAll(STAMP, '')
    .replaceAll(JIRA_HEADER, (line) => line.replaceAll('||', '|'));
  return (isDiff ? plain : plain.replaceAll(MARK, '')).replaceAll(CONNECTED, '$1 $2');
};

/** In characters. A longer value is no list of IDs. */
const MAX_SEVERAL = 4000;

const BETWEEN = new RegExp(String.raw`\s*[,;|\n]\s*|\s+(?:[/&+]|${AND})\s+|\s+`, 'u');

/** White space alone may also be inside of an ID. */
const CERTAIN = /[,;|\n]|\s[/&+]\s/;

/** `1,234` and `1 234` are one number. */
const GROUPED_DIGITS = /\d[, ]\d/;

export const mayBeSeveral = (value: string): boolean =>
  value.length <= MAX_SEVERAL && /\S[\s,;|]+\S/.test(value);

/** The IDs in one place, each once: `wh-1, wh-2`, but not `Spring, new`, and not `cmp-2, wh-2` beside `wh-1`. */
export const splitSeveral = (value: string, beside: string): string[] => {
  if (!mayBeSeveral(value)) return [value];
  const all = value.trim().split(BETWEEN).map(cleanId);
  const parts = [...new Set(all)].filter((part) => part !== '');
  const common = findCommonShape(parts);
  if (common !== undefined) return common === 'number' && GROUPED_DIGITS.test(value) ? [value] : parts;
  const others = new Set([undefined, 'number', getShape(beside.trim())]);
  return CERTAIN.test(value) && parts.every((part) => !others.has(getShape(part))) ? parts : [value];
};

/** What a colon may separate from its webhooks: not a word such as `Ann` or `Follow-up`, a time or a link. */
const isBeforeColon = (value: string): boolean =>
  hasDigit(value) ? !NUMBER.test(value) : getShape(value) !== undefined && !/^\p{Lu}+\p{Ll}/u.test(value);

const isAfterColon = (value: string): boolean =>
  !/\s/.test(value) &&
  (hasDigit(value) ? /^\d+$/.test(value) || !NUMBER.test(value) : getShape(value) !== undefined);

const COLON = /^([^\s:,;|"=[(]{1,200})[^\S\n]?:(\s*)([^\s:][^\n:|"=]*)$/u;

/** `cmp-1: wh-1, wh-2` and `cmp-1 : wh-1` as a line of each pair, but not `Campaign: cmp-1`. */
export const separateColons = (text: string, wanted: readonly WantedColumn<string>[]): string => {
  if (!text.includes(':') || text.includes('"')) return text;
  const names = wanted.flatMap((column) => column.names);
  const clean = /[*`{]/.test(text) ? cleanId : (value: string) => value.trim();
  const read = (line: string): string => {
    if (!line.includes(':')) return line;
    const [, before = '', blank, value = ''] = COLON.exec(line.trim().replace(/:(\*+)(?=\s)/, '$1:')) ?? [];
    const id = clean(before);
    const values = splitSeveral(value, id).map(clean);
    const getShapes = () => [before, value].map((one) => getShape(one) ?? 'number');
    const isPair =
      isBeforeColon(id) &&
      (hasDigit(id) || findName([id], names) === undefined) &&
      values.every(isAfterColon) &&
      // `c1:5` and `c1:5,w1:7` are one ID and two.
      (blank !== '' || (new Set(getShapes()).size === 2 && !getShapes().includes('number')));
    return isPair ? values.map((one) => `${id} ${one}`).join('\n') : line;
  };
  return text.split('\n').map(read).join('\n');
};

/** Of a text without blanks at its ends. */
export const LABELED_VALUE = /^([^:=]{1,40}?)\s*[:=]\s*(\S.*)$/u;

/** Before the next label of a line. */
const NEXT_FIELD =
  /(?:(?=[,;/|])|(?<!\s))\s*[,;/|]\s*(?=\p{L}[\p{L} _-]{0,39}(?::\s|=))|(?<!\s)\s+(?=\p{L}[\p{L} _-]{0,39}(?::\s|=))(?<=\d\S*\s+)/u;

/**
 * `Campaign: cmp-1` and `Webhook: wh-1`, in one line or below each other, as a table. Undefined if the text has other lines,
 * or a record lacks one.
 */
export const readRecords = (
  text: string,
  wanted: readonly WantedColumn<string>[],
): string[][] | undefined => {
  if (!LABELED_VALUE.test(text.trim().split('\n', 1)[0]?.trim() ?? '')) return undefined;
  const heads: string[] = [];
  const rows: string[][] = [];
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    for (const [at, part] of line.split(NEXT_FIELD).entries()) {
      const [, label = '', value = ''] = LABELED_VALUE.exec(part.trim()) ?? [];
      // In another order, a value would get into another record.
      const isOtherOrder = at === 0 && part !== line && label !== (heads[0] ?? label);
      if (value === '' || isOtherOrder) return undefined;
      let column = heads.indexOf(label);
      // The first label begins each record.
      if (column === 0 || rows.length === 0) rows.push([]);
      if (column === -1) {
        if (rows.length > 1) return undefined;
        column = heads.push(label) - 1;
      }
      for (const one of splitSeveral(value, '')) {
        // A further webhook of the same campaign.
        if (rows.at(-1)?.[column] !== undefined) rows.push((rows.at(-1) ?? []).slice(0, column));
        const row = rows.at(-1);
        if (row) row[column] = one;
      }
    }
  }
  const columns = wanted.map(({ names }) => findName(heads, names));
  const isComplete = columns.every(
    (column) => column !== undefined && rows.every((row) => row[column] !== undefined),
  );
  return isComplete ? [heads, ...rows.map((row) => heads.map((_head, at) => row[at] ?? ''))] : undefined;
};
