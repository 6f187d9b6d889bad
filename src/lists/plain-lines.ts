import { findName, normalizeHeader, type WantedColumn } from './columns.ts';

/** `- `, `* `, `• `, `1. ` or `1) ` before a value. */
const MARK = /^[^\S\n]*(?:[-*•·▪◦‣–—]|\d{1,3}[.)]) +(?=[^\s,;|])/gmu;

/** `cmp-1 and wh-1`, `cmp-1 -> wh-1`: between the two values of a line. */
const CONNECTED =
  /^([^\S\n]*[^\s,;|"]+?)(?: +(?:and|und|et|y|&) +| *(?:--?>|=>|→|⇒|➔) *)([^\s,;|"]+)[^\S\n]*$/gmu;

/**
 * As chats, mails and tickets write pairs: without the marks of a list, and a space for the word or arrow between them.
 * In a table with quotes, such a line may be part of a note.
 */
export const removeListMarks = (text: string): string =>
  text.includes('"') ? text : text.replaceAll(MARK, '').replaceAll(CONNECTED, '$1 $2');

const FIELD = /^\s*([^:=]{1,40}?)\s*[:=]\s*(\S.*?)\s*$/u;

/** `Campaign: cmp-1` and `Webhook: wh-1`, repeated, as a table. Undefined if the text has other lines, too. */
export const readRecords = (
  text: string,
  wanted: readonly WantedColumn<string>[],
): string[][] | undefined => {
  if (wanted.length < 2 || !FIELD.test(text.trimStart().split('\n', 1)[0] ?? '')) return undefined;
  const heads: string[] = [];
  const rows: string[][] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const [, label = '', value = ''] = FIELD.exec(line) ?? [];
    if (value === '') return undefined;
    let column = heads.indexOf(label);
    // The first label begins each record.
    if (column === 0 || rows.length === 0) rows.push([]);
    if (column === -1) {
      if (rows.length > 1) return undefined;
      column = heads.push(label) - 1;
    }
    const row = rows.at(-1);
    if (!row || row[column] !== undefined) return undefined;
    row[column] = value;
  }
  const named = heads.map(normalizeHeader);
  const isNamed = wanted.every(({ names }) => findName(named, names) !== undefined);
  return isNamed ? [heads, ...rows.map((row) => heads.map((_head, at) => row[at] ?? ''))] : undefined;
};
