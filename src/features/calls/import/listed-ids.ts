import { removeFirstGuard, removeGuards } from '#src/lib/csv.ts';
import { createExtrasReader, EXTRAS, findNoteColumn } from '#src/features/calls/call/extras.ts';
import { CALL_FIELDS } from '#src/features/calls/call/call-fields.ts';
import {
  CALL_ID_NAMES,
  createUsualTest,
  hasProse,
  isWord,
  looksLikeId,
  readNamed,
  readProse,
} from '#src/features/calls/call/find.ts';
import { splitIds } from '#src/lib/ids.ts';
import {
  createPlaceFinder,
  findColumn,
  getCell,
  guessColumns,
  ROW_PLACES,
  type PickedColumns,
  type WantedColumn,
} from '#src/lists/columns.ts';
import { countLines, getRowText, type List, type ListRow } from '#src/lists/rows.ts';
import { areAlike, findUnlikeRows } from '#src/lists/unlike.ts';
import { formatCount } from '#src/lib/count.ts';
import { createReader, readCallId, type IdSummary, type ListedLine, type ReadContext } from './read-ids.ts';

/** `note`: index of the column that becomes notes. */
export type ImportOptions = PickedColumns<'callId'> & {
  note?: number | undefined;
  takesShortened?: boolean;
};

export const EVERY_VALUE = 'every';
/** Among words. */
const LIKELY_IDS = 'likely';

export const WANTED_COLUMNS: readonly WantedColumn<'callId'>[] = [
  {
    key: 'callId',
    label: 'Call IDs are in',
    noun: 'call ID',
    names: CALL_ID_NAMES,
    readNamed,
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

const splitRow = ({ cells }: Pick<ListRow, 'cells'>, isLiteral = false): string[] =>
  isLiteral ? [...cells] : cells.flatMap(splitIds);

/** Cells of words belong together: a comma also separates telephone numbers. */
const joinRow = ({ separator }: List, { cells }: ListRow): string =>
  cells.map((cell) => cell.trim()).join(`${separator ?? ''} `);

const guessCallColumn = (list: List, origin: string): PickedColumns<'callId'> => {
  const picked = guessColumns(list, WANTED_COLUMNS);
  if (list.named) return { header: undefined, columns: { callId: LIKELY_IDS } };
  if (picked.header !== undefined && list.width > 1) return picked;
  const lines = list.rows.filter((_row, index) => index !== picked.header).map((row) => joinRow(list, row));
  const isProse = !list.isLiteral && hasProse(lines, origin);
  const every = { header: picked.header, columns: { callId: isProse ? LIKELY_IDS : EVERY_VALUE } };
  // Columns of blanks are words, unless a header says otherwise.
  const isSpaced = isProse && list.separator === undefined;
  if (list.width === 1 || list.rows.length < 2 || isSpaced) return every;
  const countIds = (column: number) =>
    new Set(list.rows.map(({ cells }) => cells[column]?.trim() ?? '').filter(looksLikeId)).size;
  const counts = Array.from({ length: list.width }, (_, column) => countIds(column));
  const most = Math.max(...counts);
  if (counts.every((count) => count >= 0.8 * most)) return every;
  const findPlace = createPlaceFinder(list, { header: undefined });
  const first = list.rows.findIndex((_row, index) => !findPlace(index));
  const isHeader = list.rows[first]?.cells.every((cell) => /^\D*$/.test(cell)) === true;
  return { header: isHeader ? first : undefined, columns: { callId: counts.indexOf(most) } };
};

export const guessOptions = (list: List, origin: string): ImportOptions => {
  const picked = guessCallColumn(list, origin);
  return { ...picked, note: findNoteColumn(list.rows[picked.header ?? -1]?.cells ?? []) };
};

/** The board's own export names its column so. It is the only file with guards within cells. */
const EXPORTED_ID = CALL_FIELDS.find(({ key }) => key === 'id')?.csv;

/** In characters. A longer value is no word, and an error says what is wrong with it. */
const MAX_WORD_LENGTH = 100;

/** A cell of the chosen column is one ID. With "Every value", a cell may have several. */
export const readListedIds = (
  list: List,
  { takesShortened = false, note, ...picked }: ImportOptions,
  context: ReadContext,
): IdSummary => {
  const { named = [], rows, separator = '\n', isLiteral = false, width } = list;
  const isLikely = picked.columns.callId === LIKELY_IDS;
  const { header, columns } = picked;
  const { summary, readValue } = createReader(context, takesShortened);
  const heads = rows[header ?? -1]?.cells ?? [];
  const isOwnExport = header !== undefined && getCell(heads, columns.callId)?.trim() === EXPORTED_ID;
  for (const { id, note: text = '' } of named) {
    readValue(id, 1);
    summary.extras.set(readCallId(id), EXTRAS.note.read(text));
  }
  const readExtras = createExtrasReader(heads, {
    isOwnExport,
    note: note === columns.callId ? undefined : note,
  });
  const findPlace = createPlaceFinder(list, picked);
  const texts = list.text.split('\n');
  const readRow = (row: ListRow) => readProse(joinRow(list, row), context.origin);
  const isUsual = createUsualTest(
    named,
    isLikely ? rows.flatMap((row, index) => (findPlace(index) ? [] : readRow(row).ids)) : [],
    context.origin,
  );
  const readCells = ({ cells }: ListRow) => {
    const cell = getCell(cells, columns.callId)?.trim();
    return cell === undefined ? splitRow({ cells }) : [cell];
  };
  const leavesWords =
    !isLikely &&
    !isLiteral &&
    !isOwnExport &&
    areAlike(rows.flatMap((row, index) => (findPlace(index) ? [] : readCells(row))));
  /** A name or a greeting below IDs. */
  const isUnlike = (id: string, row: ListRow): boolean =>
    isLikely
      ? !isUsual(id, joinRow(list, row))
      : leavesWords && id.length <= MAX_WORD_LENGTH && isWord(readCallId(id), context.origin);
  const dataRows: number[] = [];
  const warned: ListedLine[] = [];
  const warn = (row: ListRow, reason: string) =>
    warned.push({ line: row.line, text: getRowText(texts, row), reason });
  for (const [index, row] of rows.entries()) {
    const { line, cells, isBroken } = row;
    const place = findPlace(index);
    const cell = getCell(cells, columns.callId)?.trim();
    const leaveOut = (reason: string) => summary.leftOut.push({ line, text: getRowText(texts, row), reason });
    const describeJoined = () => `${formatCount(countLines(cells), 'line')} joined by a quote`;
    if (place === 'header') continue;
    if (place) leaveOut(ROW_PLACES[place]);
    else if (isBroken) leaveOut('Quote out of place');
    else if (cell?.includes('\n')) leaveOut(describeJoined());
    else if (cell && ((cells.length < width && /\s/.test(cell)) || (row !== rows[0] && isUnlike(cell, row))))
      leaveOut('Not like the others');
    else {
      dataRows.push(index);
      if (cells.some((one) => one.includes('\n') && one.includes(separator))) warn(row, describeJoined());
      if (cell === undefined) {
        const { ids, phones, words } = isLikely
          ? readRow(row)
          : { ids: splitRow(row, isLiteral), phones: [], words: [] };
        for (const text of new Set(phones)) summary.leftOut.push({ line, text, reason: 'Telephone number' });
        if (ids.length > 0) summary.words.push(...words);
        else if (phones.length === 0) leaveOut('No call ID');
        for (const id of ids) {
          if (isUnlike(id, row)) summary.leftOut.push({ line, text: id, reason: 'Not like the others' });
          else readValue(id, line);
        }
      } else {
        const given = isOwnExport ? removeGuards(cell) : removeFirstGuard(cell);
        readValue(given, line);
        const id = readCallId(given);
        summary.extras.set(id, { ...readExtras(cells), ...summary.extras.get(id) });
      }
    }
  }
  for (const index of isOwnExport ? [] : findUnlikeRows(list, picked, dataRows)) {
    const row = rows[index];
    if (row) warn(row, 'Not like the others');
  }
  // A line is listed once.
  const leftOut = new Set(summary.leftOut.map(({ line }) => line));
  summary.warned.push(...warned.filter(({ line }) => !leftOut.has(line)));
  return summary;
};
