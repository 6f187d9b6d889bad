import { removeFirstGuard, removeGuards } from '#src/lib/csv.ts';
import { readLinks } from '#src/lib/ids.ts';
import { createExtrasReader, findNoteColumn } from '#src/features/calls/call/extras.ts';
import { CALL_FIELDS } from '#src/features/calls/call/call-fields.ts';
import { createTicketReader } from '#src/features/calls/call/ticket.ts';
import {
  CALL_ID_NAMES,
  isWord,
  looksLikeId,
  rankId,
  removeSecrets,
  splitWords,
  trimPunctuation,
} from '#src/features/calls/call/id-looks.ts';
import {
  createPlaceFinder,
  findColumn,
  getCell,
  guessColumns,
  ROW_PLACES,
  type PickedColumns,
  type WantedColumn,
} from '#src/lists/columns.ts';
import { countLines, getRowText, isFilled, type List, type ListRow } from '#src/lists/rows.ts';
import { findUnlikeRows, findUsual, getShape } from '#src/lists/unlike.ts';
import { formatCount } from '#src/lib/count.ts';
import { createProseReader, createUsualTest, findLabel, hasProse, type Prose } from './prose.ts';
import { createReader, readCallId, type IdSummary, type ListedLine, type ReadContext } from './read-ids.ts';

/**
 * How a text or a file becomes call IDs:
 * 1. `readList` of `lists/` decodes it, removes the marks of mails and chats, and splits it into rows: JSON or SQL, a table, or words.
 * 2. `guessOptions` says which values may be IDs: a column, what looks like an ID among words, or every value. The user can change it.
 * 3. `createRowReader` reads them from a row. A line beside a table, and each line of words, goes through `prose.ts`.
 * 4. `findFault` leaves out rows that hold no data, such as a total, or that a quote broke.
 * 5. `createUsualTest` of `prose.ts` leaves out, among words, the numbers of tickets and orders.
 * 6. `createReader` of `read-ids.ts` cleans each ID and counts it: new, watched already, repeated, or unusable.
 * 7. `findUnlikeRows` of `lists/` names the rows to look at.
 * What is left out is listed with its reason. The box (`call/find.ts`) reads plain lists of IDs itself, and sends all else here.
 */

/** `note`: index of the column that becomes notes. */
export type ImportOptions = PickedColumns<'callId'> & {
  note?: number | undefined;
  takesShortened?: boolean;
};

export const EVERY_VALUE = 'every';
/** Among words. */
const LIKELY_IDS = 'likely';

/** A label, or a link with its own text. */
const readsAsWords = (text: string): boolean =>
  findLabel(text) !== undefined || (!text.includes('\t') && readLinks(text) !== text);

export const WANTED_COLUMNS: readonly WantedColumn<'callId'>[] = [
  {
    key: 'callId',
    label: 'Call IDs are in',
    noun: 'call ID',
    names: [
      ...CALL_ID_NAMES,
      // Telnyx, Genesys, Amazon Connect and Asterisk. In a mail, these may be of another thing.
      ...'callcontrolid conversationid contactid interactionid calllegid callsessionid linkedid'.split(' '),
    ],
    readsAsWords,
    others: [
      { value: LIKELY_IDS, label: 'What looks like an ID' },
      { value: EVERY_VALUE, label: 'Every value' },
    ],
  },
];

/** The columns of a header `campaignId,webhookId`, which Bulk reads. */
export const hasPairs = ({ rows: [first] }: List): boolean =>
  findColumn(first, ['campaignid']) !== undefined &&
  findColumn(first, ['webhookid']) !== undefined &&
  findColumn(first, CALL_ID_NAMES) === undefined;

const splitRow = ({ cells }: ListRow): string[] =>
  splitWords(removeSecrets(cells.join('\n'))).map(trimPunctuation);

/** Words are read by lines: a comma in a sentence separates no columns. */
const toLines = (list: List): List => {
  const rows = list.text.split('\n').map((line, at) => ({ line: at + 1, cells: [line.trim()] }));
  return { ...list, rows: rows.filter(({ cells }) => isFilled(cells)), separator: undefined };
};

/** So many rows tell the columns of a list. */
const MAX_SAMPLED = 200;
/** So many of the values of a column are IDs. */
const MIN_ID_SHARE = 0.9;

/** `Connection ID`, `通話ID` */
const isIdHead = (head: string): boolean => /(?<![a-z])id(?![a-z])/i.test(head);

/**
 * The column with IDs of the likeliest kind: each alone in its cell, and none in another cell. Of several kinds, that of an ID by
 * its header, else the one with the longest IDs: those of tickets and orders are short. None if IDs of one kind are side by side.
 */
const findIdColumn = (rows: readonly ListRow[], width: number, head?: ListRow): number | undefined => {
  const columns = Array.from({ length: width }, (_, column) => {
    const cells = rows.map((row) => row.cells[column]?.trim() ?? '').filter((cell) => cell !== '');
    const ids = cells.flatMap(splitWords).map(trimPunctuation).filter(looksLikeId);
    const whole = cells.filter((cell) => looksLikeId(trimPunctuation(cell))).length;
    const isId = whole >= MIN_ID_SHARE * cells.length && whole * 2 >= rows.length;
    const rank = Math.max(-1, ...ids.map(rankId));
    return { column, isId, rank, shape: findUsual(ids.map(getShape)).usual, length: cells.join('').length };
  });
  const highest = Math.max(...columns.map(({ rank }) => rank));
  const likeliest = columns.filter(({ rank }) => rank === highest);
  const isSideBySide = likeliest.length > 1 && new Set(likeliest.map(({ shape }) => shape)).size === 1;
  if (isSideBySide || !likeliest.every(({ isId }) => isId)) return undefined;
  const [longest] = likeliest.toSorted((a, b) => b.length - a.length);
  return (likeliest.find(({ column }) => isIdHead(head?.cells[column] ?? '')) ?? longest)?.column;
};

const guessCallColumn = (list: List, origin: string): PickedColumns<'callId'> => {
  const { width, isLiteral, separator, text } = list;
  if (!isLiteral && readsAsWords(text)) return { header: undefined, columns: { callId: LIKELY_IDS } };
  const picked = guessColumns(list, WANTED_COLUMNS);
  const header = list.rows[picked.header ?? -1];
  if (header && width > 1) return picked;
  const lines = toLines(list).rows.filter(({ line }) => line !== header?.line);
  const isProse =
    !isLiteral &&
    hasProse(
      lines.flatMap(({ cells }) => cells),
      origin,
    );
  const values = { header: picked.header, columns: { callId: isProse ? LIKELY_IDS : EVERY_VALUE } };
  // Columns of blanks are words, unless a header says otherwise.
  if (width === 1 || (isProse && separator === undefined)) return values;
  const findPlace = createPlaceFinder(list, { header: undefined });
  const [first, ...others] = list.rows.slice(0, MAX_SAMPLED).filter((_row, index) => !findPlace(index));
  // One line is no table.
  if (!first || others.length === 0) return values;
  const hasHeader = first.cells.every((cell) => /^\D*$/.test(cell));
  const column = hasHeader ? findIdColumn(others, width, first) : findIdColumn([first, ...others], width);
  if (column === undefined) return values;
  return { header: hasHeader ? list.rows.indexOf(first) : undefined, columns: { callId: column } };
};

export const guessOptions = (list: List, origin: string): ImportOptions => {
  const picked = guessCallColumn(list, origin);
  return { ...picked, note: findNoteColumn(list.rows[picked.header ?? -1]?.cells ?? []) };
};

/** The board's own export names its column so. It is the only file with guards within cells. */
const EXPORTED_ID = CALL_FIELDS.find(({ key }) => key === 'id')?.csv;

const UNLIKE = 'Looks different from the other IDs';

/** `cell`: of the chosen column. `note`: of a ticket of several calls. */
type RowIds = Prose & { cell?: string; note?: string | undefined };

const createRowReader = (list: List, { header = 0, columns }: ImportOptions, origin: string) => {
  const texts = list.text.split('\n');
  const readProse = createProseReader(list.isLiteral ? undefined : findLabel(list.text), origin);
  const readTicket = createTicketReader(list.text);
  const toIds = (certain: string[]): Prose => ({ certain, likely: [], phones: [], words: [] });
  const isWords = (text: string) => /\s/.test(text) || isWord(text, origin);
  /** A line above or below a table. A table with a border has its IDs beside an empty first cell. */
  const isBeside = ({ cells, isBroken }: ListRow, index: number, cell: string): boolean =>
    index < header || (!isBroken && cells.length < list.width && isWords(cell || (cells[0] ?? '')));
  return (row: ListRow, index: number): RowIds => {
    const cell = getCell(row.cells, columns.callId)?.trim();
    const isProse = cell === undefined ? columns.callId === LIKELY_IDS : isBeside(row, index, cell);
    if (isProse) {
      const text = getRowText(texts, row);
      const { id, note } = readTicket?.(text) ?? {};
      return id !== undefined && looksLikeId(id) ? { ...toIds([id]), note } : readProse(text);
    }
    if (cell !== undefined) return { ...toIds([cell]), cell };
    return toIds(list.isLiteral ? [...row.cells] : splitRow(row));
  };
};

const describeJoined = ({ cells }: ListRow): string =>
  `${formatCount(countLines(cells), 'line')} joined by a quote`;

/** Why a row is left out as a whole. */
const findFault = (row: ListRow, { certain, likely, phones, cell }: RowIds): string | undefined => {
  if (row.isBroken) return 'Quote out of place';
  if (cell?.includes('\n')) return describeJoined(row);
  return [...certain, ...likely, ...phones].length === 0 ? 'No call ID' : undefined;
};

export const readListedIds = (read: List, options: ImportOptions, context: ReadContext): IdSummary => {
  const { header, columns } = options;
  const list = columns.callId === LIKELY_IDS ? toLines(read) : read;
  const texts = list.text.split('\n');
  const heads = list.rows[header ?? -1]?.cells ?? [];
  const isOwnExport = header !== undefined && getCell(heads, columns.callId)?.trim() === EXPORTED_ID;
  const note = options.note === columns.callId ? undefined : options.note;
  const readExtras = createExtrasReader(heads, { isOwnExport, note });
  const { summary, readValue } = createReader(context, options.takesShortened);
  const isTable = typeof columns.callId === 'number';
  const readCell = (cell: string, cells: readonly string[], line: number) => {
    const value = header === undefined && !list.isLiteral ? trimPunctuation(cell) : cell;
    const given = isOwnExport ? removeGuards(value) : removeFirstGuard(value);
    readValue(given, line);
    const id = readCallId(given);
    summary.extras.set(id, { ...readExtras(cells), ...summary.extras.get(id) });
  };

  const readRow = createRowReader(list, options, context.origin);
  const findPlace = createPlaceFinder(list, options);
  const rows = list.rows.map((row, index) => ({
    row,
    index,
    place: findPlace(index),
    ids: readRow(row, index),
  }));
  const dataIds = rows.flatMap(({ place, ids }) => (place ? [] : ids));
  const isUsual = createUsualTest(dataIds, { isTable, origin: context.origin });
  const labelled = new Set(dataIds.flatMap(({ certain }) => certain.map(getShape)));

  const dataRows: number[] = [];
  const joined: ListedLine[] = [];
  for (const { row, index, place, ids } of rows) {
    const { line, cells } = row;
    const text = getRowText(texts, row);
    const { certain, likely, phones, words, cell, note: noted } = ids;
    const leaveOut = (one: string, reason: string, id?: string) =>
      summary.leftOut.push({ line, text: one, reason, id });
    if (place === 'header') continue;
    const isData = place === undefined || (place === 'above' && likely.some(isUsual));
    const fault = isData ? findFault(row, ids) : ROW_PLACES[place];
    if (fault !== undefined) {
      leaveOut(text, fault);
      continue;
    }
    if (cell !== undefined || !isTable) dataRows.push(index);
    if (cells.some((one) => one.includes('\n') && one.includes(list.separator ?? '\n')))
      joined.push({ line, text, reason: describeJoined(row) });
    if (cell !== undefined) {
      readCell(cell, cells, line);
      continue;
    }
    for (const id of certain) readValue(id, line);
    const [noteOf] = certain.map(readCallId);
    // The first one of a mail is the latest.
    if (noteOf !== undefined && noted !== undefined && !summary.extras.has(noteOf))
      summary.extras.set(noteOf, { note: noted });
    for (const phone of phones) leaveOut(phone, 'Telephone number');
    for (const id of likely)
      if (isUsual(id)) readValue(id, line);
      else if (labelled.has(getShape(id))) leaveOut(id, 'Not labelled as a call ID', readCallId(id));
      // In a log, each line has other values, too.
      else if (certain.length === 0) leaveOut(id, UNLIKE, readCallId(id));
    if (certain.length === 0 && likely.length > 0) summary.words.push(...words);
  }
  const unlike = isOwnExport ? [] : [...findUnlikeRows(list, options, dataRows)];
  const toCheck = unlike.flatMap((index) => {
    const row = list.rows[index];
    const id = readCallId(rows[index]?.ids.cell ?? '');
    return row ? [{ line: row.line, text: getRowText(texts, row), reason: UNLIKE, id }] : [];
  });
  const known = new Set([...summary.fresh, ...summary.already]);
  const others = createReader(context);
  for (const { id = '', line } of summary.leftOut) others.readValue(id, line);
  summary.optional = others.summary.fresh.filter((id) => !known.has(id));
  // A line is listed once.
  const leftOut = new Set(summary.leftOut.map(({ line }) => line));
  summary.warned.push(...[...joined, ...toCheck].filter(({ line }) => !leftOut.has(line)));
  return summary;
};
