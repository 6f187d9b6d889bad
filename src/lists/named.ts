import { groupBy } from '#src/lib/group-by.ts';
import { cleanId } from '#src/lib/spreadsheet.ts';
import { findName, hasNamedColumn, MAX_HEADER_LINE, MIN_TELLING_NAME, type WantedColumn } from './columns.ts';
import { AND, hasDigit, normalizeHeader, NUMBER } from './words.ts';
import { getShape } from './unlike.ts';

const toPattern = (names: readonly string[]): string =>
  names.map((name) => [...name].join("[ _.'’-]?")).join('|');

const OPEN = String.raw`["'*\x60]{0,2}[^\S\n]*[:=]{1,2}[^\S\n]*["'*\x60(<\[#]{0,3}[^\S\n]*`;
const VALUE = String.raw`[^\s"'\x60,;&|()<>\[\]{}*]+`;
/** Between two values of one key. */
const NEXT = new RegExp(
  String.raw`["'\x60]?(?:[,;\t ]|/|->)(?:[\t "'\x60&+/|]|->? |(?:${AND})[\t ]+)*(${VALUE})(?!["'\x60]?\s*[:=])`,
  'iy',
);

/** `[7f3c-…]`, `trace=7f3c-…` and `trace: 7f3c-…` */
const OTHERS = /\[[^\]\n]*\]|[\p{L}_][\w.-]*["'\x60]?[^\S\n]*[:=][^\S\n]*["'\x60]?[^\s"'\x60,;]+/gu;

/** Without the end of a sentence. */
const cutSentenceEnd = (value: string): string => value.replace(/[.,;:!?]+$/, '');

const EMPTY = /^(?:null|none|nil|undefined|-+)$/i;

/** With a shape that other values of a line, such as the number of an order, hardly have. */
const isTelling = (shape: string | undefined): boolean =>
  shape !== undefined && shape !== 'number' && shape !== 'uuid';

/** What a line says beside named values; "" unless it has more like them. */
const readBeside = (line: string, shapes: ReadonlySet<string | undefined>): string => {
  const plain = [...shapes].every(isTelling) ? line : line.replaceAll(OTHERS, ' ');
  const words = plain.split(/[\s,;|&/()<>[\]{}"'`*]+/).map(cutSentenceEnd);
  return words.some((word) => hasDigit(word) && shapes.has(getShape(word))) ? plain : '';
};

/**
 * The values beside a key with one of these names, as in `callId=x`, `"call_id": "x"` and `Call ID: x`. Only those of the
 * first name that the text has; undefined if it has none. `rest`: the text without them, and without what their lines say
 * besides, unless it has more such values. A short name says too little of a value among words.
 */
export const readNamedValues = (
  text: string,
  names: readonly string[],
): { values: string[]; rest: string } | undefined => {
  if (!/[:=]/.test(text)) return undefined;
  const telling = toPattern(names.filter((name) => name.length >= MIN_TELLING_NAME));
  const any = toPattern(names);
  // A value after a blank, alone in its line, may have any character.
  const pattern = new RegExp(
    String.raw`^[> \t*-]{0,20}(${any})[:=][^\S\n]+([^\s"'*\x60]\S*)[^\S\n]*$|(?<![\p{L}\d_-])(?:x-)?(${telling})${OPEN}(${VALUE})|(?<!\S)(${any})=(${VALUE})`,
    'giu',
  );
  const lines = text.split('\n');
  const found = lines.flatMap((line, at) =>
    [...(/[:=]/.test(line) ? line.matchAll(pattern) : [])].map((match) => {
      const [whole, lineKey, lineValue, key = lineKey, value = lineValue, lastKey = key, last = value] =
        match;
      const values = [cutSentenceEnd(last ?? '')];
      const shape = getShape(values[0] ?? '');
      let end = match.index + whole.length;
      NEXT.lastIndex = end;
      for (let next = NEXT.exec(line); next; next = NEXT.exec(line)) {
        const trimmed = cutSentenceEnd(next[1] ?? '');
        if (shape === undefined || getShape(trimmed) !== shape) break;
        values.push(trimmed);
        end = NEXT.lastIndex;
      }
      return {
        at,
        start: match.index,
        end,
        shape,
        name: normalizeHeader(lastKey ?? '').replace(/^x(?=call)/, ''),
        values: values.filter((one) => one !== '' && !EMPTY.test(one)),
      };
    }),
  );
  const best = names.find((name) =>
    found.some((one) => one.name === normalizeHeader(name) && one.values.length > 0),
  );
  const isTable = lines.slice(0, MAX_HEADER_LINE).some((line) => hasNamedColumn(line, names));
  if (best === undefined || isTable) return undefined;
  const named = found.filter(({ name }) => name === normalizeHeader(best));
  const rest = [...lines];
  for (const { at, start, end } of named) {
    const line = rest[at] ?? '';
    rest[at] = line.slice(0, start) + ' '.repeat(end - start) + line.slice(end);
  }
  for (const [at, inLine] of groupBy(named, (one) => one.at))
    rest[at] = readBeside(rest[at] ?? '', new Set(inLine.map(({ shape }) => shape)));
  return { values: named.flatMap(({ values }) => values), rest: rest.join('\n') };
};

/** `- `, `* `, `•`, `1. `, `1)`, `#1 `, `1、` or `①` before a value. */
const MARK =
  /^[^\S\n]*(?:(?:[-+*▪◦‣–—]|[#(]?\d{1,3}[.)]|#\d{1,3}) +|\d{1,3}[.)](?=\p{L})|[•·・①-⑳☐☑☒✓✔✅❌]\ufe0f? *|[\d０-９]{1,3}[、．] *)(?=[^\s,;|])/gmu;

/** `[28.11.26, 09:14:20] Tom: ` before a message of a chat. */
const STAMP =
  /^\[?\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}:\d\d(?::\d\d)?(?:\s?[ap]m)?(?:\] ?| - )[^:\n]{1,40}: /gimu;

/** `cmp-1 and wh-1`, `cmp-1 / wh-1`, `cmp-1 - wh-1`, `cmp-1 -> wh-1`: between the two values of a line. */
const CONNECTED = new RegExp(
  String.raw`^([^\S\n]*[^\s,;|"]+?)(?: +(?:${AND}|[&/–—-]) +| *(?:--?>|=>|→|⇒|➔) *)([^\s,;|"]+)[^\S\n]*$`,
  'gmu',
);

/** Before each line that a mail or a chat quotes, but not of a table. */
const QUOTED = /^(?:(?:[^\S\n]*>)+[^\S\n]*|[^\S\n]*\|[^\S\n]+(?=[^|\n]+$))/gmu;

/** `||Key||Call ID||` above a table of Jira. */
const JIRA_HEADER = /^\|\|.*\|\|[^\S\n]*$/gm;

/**
 * As chats, mails and tickets write pairs: without the marks of a list or a quote, and a space for the word or arrow between them.
 * In a table with quotes, such a line may be part of a note.
 */
export const removeListMarks = (text: string): string => {
  if (text.includes('"')) return text;
  // There, `- ` says to remove.
  const isDiff = /^\+ ?\p{L}/mu.test(text) && /^- ?\p{L}/mu.test(text);
  return text
    .replaceAll(QUOTED, '')
    .replaceAll(STAMP, '')
    .replaceAll(isDiff ? /(?!)/g : MARK, '')
    .replaceAll(isDiff ? /^([+-])(?=\p{L})/gmu : /(?!)/g, '$1 ')
    .replaceAll(CONNECTED, '$1 $2')
    .replaceAll(JIRA_HEADER, (line) => line.replaceAll('||', '|'));
};

/** Of a text without blanks at its ends. */
export const LABELED_VALUE = /^([^:=]{1,40}?)\s*[:=]\s*(\S.*)$/u;

/** Before the next label of a line. */
const NEXT_FIELD =
  /(?:(?=[,;/|])|(?<!\s))\s*[,;/|]\s*(?=\p{L}[\p{L} _-]{0,39}(?::\s|=))|(?<!\s)\s+(?=\p{L}[\p{L} _-]{0,39}(?::\s|=))(?<=\d\S*\s+)/u;

/** `wh-1, wh-2` are two values, `Spring, new` is one. */
const splitValues = (value: string): string[] => {
  const values = value
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return values.every((part) => /^\S*\d\S*$/.test(part)) ? values : [value];
};

/** What a colon may separate from its webhooks: not a word such as `Ann` or `Follow-up`, a time or a link. */
const isBeforeColon = (value: string): boolean =>
  hasDigit(value) ? !NUMBER.test(value) : getShape(value) !== undefined && !/^\p{Lu}+\p{Ll}/u.test(value);

const isAfterColon = (value: string): boolean =>
  !/\s/.test(value) &&
  (hasDigit(value) ? /^\d+$/.test(value) || !NUMBER.test(value) : getShape(value) !== undefined);

const COLON = /^([^\s:,;|"=[(]{1,200})[^\S\n]?:(\s*)([^\s:][^\n:|"=]*)$/u;

/** `wh-1, wh-2 & wh-3 and wh-4` */
const BETWEEN_VALUES = new RegExp(String.raw`[,;]|\s(?:[/&+]|${AND})\s`);

/** `cmp-1: wh-1, wh-2` and `cmp-1 : wh-1` as a line of each pair, but not `Campaign: cmp-1`. */
export const separateColons = (text: string, wanted: readonly WantedColumn<string>[]): string => {
  if (!text.includes(':') || text.includes('"')) return text;
  const names = wanted.flatMap((column) => column.names);
  const clean = /[*`{]/.test(text) ? cleanId : (value: string) => value.trim();
  const read = (line: string): string => {
    if (!line.includes(':')) return line;
    const [, before = '', blank, value = ''] = COLON.exec(line.trim().replace(/:(\*+)(?=\s)/, '$1:')) ?? [];
    const id = clean(before);
    const values = value.split(BETWEEN_VALUES).map(clean).filter(Boolean);
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

/** `Campaign cmp-1` above `wh-1` and `wh-2`: with a label and a colon in each line. */
const labelBlocks = (text: string, wanted: readonly WantedColumn<string>[]): string => {
  const nouns = wanted.map(({ noun }) => noun);
  const label = (line: string): string => {
    const [name = '', id, ...more] = line.trim().split(/\s+/);
    const noun = wanted.find(({ names }) => findName([name], names) !== undefined)?.noun;
    if (id === undefined && noun === undefined && getShape(name) !== undefined) return `: ${name}`;
    const isLabelled =
      more.length === 0 && noun !== undefined && !name.includes(':') && getShape(id ?? '') !== undefined;
    // `Webhook 1` is the name of a column.
    const isHead = wanted.some(({ names }) => findName([line], names) !== undefined);
    return isLabelled && !isHead ? `${noun}: ${id}` : '';
  };
  const lines = text.trim().split('\n');
  const [head = ''] = label(lines[0] ?? '').split(':', 1);
  if (head === '') return text;
  const other = nouns.find((noun) => noun !== head) ?? '';
  const labelled = lines.filter((line) => line.trim() !== '').map(label);
  return labelled.includes('') ? text : labelled.map((line) => line.replace(/^(?=:)/, other)).join('\n');
};

/**
 * `Campaign: cmp-1` and `Webhook: wh-1`, in one line or below each other, or a block of webhooks below each campaign, as a table. Undefined if the text has other
 * lines, or a record lacks one.
 */
export const readRecords = (
  given: string,
  wanted: readonly WantedColumn<string>[],
): string[][] | undefined => {
  const text = labelBlocks(given, wanted);
  if (!LABELED_VALUE.test(text.trim().split('\n', 1)[0]?.trim() ?? '')) return undefined;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const heads: string[] = [];
  const rows: string[][] = [];
  const fields = lines.flatMap((line) => {
    const parts = line.split(NEXT_FIELD);
    return parts.map((part, at) => ({ part, isFirst: at === 0, isWhole: parts.length > 1 }));
  });
  for (const { part, isFirst, isWhole } of fields) {
    const [, label = '', value = ''] = LABELED_VALUE.exec(part.trim()) ?? [];
    // In another order, a value would get into another record.
    if (value === '' || (isWhole && isFirst && label !== (heads[0] ?? label))) return undefined;
    let column = heads.indexOf(label);
    // The first label begins each record.
    if (column === 0 || rows.length === 0) rows.push([]);
    if (column === -1) {
      if (rows.length > 1) return undefined;
      column = heads.push(label) - 1;
    }
    for (const one of splitValues(value)) {
      // A further webhook of the same campaign.
      if (rows.at(-1)?.[column] !== undefined) rows.push((rows.at(-1) ?? []).slice(0, column));
      const row = rows.at(-1);
      if (row) row[column] = one;
    }
  }
  const columns = wanted.map(({ names }) => findName(heads, names));
  const isComplete = columns.every(
    (column) => column !== undefined && rows.every((row) => row[column] !== undefined),
  );
  return isComplete ? [heads, ...rows.map((row) => heads.map((_head, at) => row[at] ?? ''))] : undefined;
};
