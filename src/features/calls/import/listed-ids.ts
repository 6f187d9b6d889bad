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
  rankId,
  readProse,
  splitWords,
  trimPunctuation,
} from '#src/features/calls/call/find.ts';
import {
  createPlaceFinder,
  findColumn,
  getCell,
  guessColumns,
  ROW_PLACES,
  type PickedColumns,
  type WantedColumn,
} from '#src/lists/columns.ts';
import { hasDigit } from '#src/lists/words.ts';
import { countLines, getRowText, isFilled, type List, type ListRow } from '#src/lists/rows.ts';
import { areAlike, findUnlikeRows, getShape } from '#src/lists/unlike.ts';
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
    names: [
      ...CALL_ID_NAMES,
      // Telnyx, Genesys, Amazon Connect and Asterisk. In a mail, these may be of another thing.
      ...'callcontrolid conversationid contactid interactionid calllegid callsessionid linkedid'.split(' '),
    ],
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

const splitRow = ({ cells }: ListRow, isLiteral: boolean): string[] =>
  isLiteral ? [...cells] : cells.flatMap(splitWords).map(trimPunctuation);

/** Words are read by lines: a comma in a sentence separates no columns. */
const toLines = (list: List): List => {
  const rows = list.text.split('\n').map((line, at) => ({ line: at + 1, cells: [line.trim()] }));
  return { ...list, rows: rows.filter(({ cells }) => isFilled(cells)), separator: undefined };
};

/** So many of the values of a column are IDs. */
const MIN_ID_SHARE = 0.9;
/** So many IDs has a column, compared to the one with the most. */
const MIN_COUNT_SHARE = 0.8;

const readCell = ({ cells }: Pick<ListRow, 'cells'>, column: number): string =>
  trimPunctuation(cells[column]?.trim() ?? '');

/** The column whose values are IDs, if no others have IDs like these, as in a list of several columns, or a sentence. */
const findIdColumn = (rows: readonly ListRow[], width: number): number | undefined => {
  if (rows.length < 2) return undefined;
  const columns = Array.from({ length: width }, (_, column) => {
    const filled = rows.map((row) => readCell(row, column)).filter((value) => value !== '');
    const ids = filled.filter(looksLikeId);
    const isId = ids.length >= MIN_ID_SHARE * filled.length && ids.length * 2 >= rows.length;
    return { column, ids: new Set(isId ? ids : []) };
  });
  const most = Math.max(...columns.map(({ ids }) => ids.size));
  const [best, next] = columns
    .filter(({ ids }) => ids.size > 0 && ids.size >= MIN_COUNT_SHARE * most)
    .map(({ column, ids }) => ({ column, ids, rank: Math.min(...[...ids].map(rankId)) }))
    .toSorted((a, b) => b.rank - a.rank);
  if (!best || next?.rank === best.rank) return undefined;
  const shapes = new Set([...best.ids].map(getShape));
  const isLike = (word: string) => {
    const value = trimPunctuation(word);
    return (
      shapes.has(getShape(value)) && looksLikeId(value) && !best.ids.has(value) && rankId(value) >= best.rank
    );
  };
  const hasOthers = rows.some(({ cells }) =>
    // Splitting each cell would take long.
    cells.some(
      (cell, column) =>
        column !== best.column && /\S{6}/.test(cell) && /[\d-]/.test(cell) && splitWords(cell).some(isLike),
    ),
  );
  return hasOthers ? undefined : best.column;
};

const guessCallColumn = (list: List, origin: string): PickedColumns<'callId'> => {
  const picked = guessColumns(list, WANTED_COLUMNS);
  if (list.named) return { header: undefined, columns: { callId: LIKELY_IDS } };
  const header = list.rows[picked.header ?? -1];
  if (header && list.width > 1) return picked;
  const lines = toLines(list)
    .rows.filter(({ line }) => line !== header?.line)
    .flatMap(({ cells }) => cells);
  // One line of words, such as `alpha, beta`, may be IDs.
  const isOnlyWords = lines.length === 1 && !hasDigit(lines[0] ?? '');
  const isProse = !list.isLiteral && !isOnlyWords && hasProse(lines, origin);
  const every = { header: picked.header, columns: { callId: isProse ? LIKELY_IDS : EVERY_VALUE } };
  // Columns of blanks are words, unless a header says otherwise.
  if (list.width === 1 || (isProse && list.separator === undefined)) return every;
  const findPlace = createPlaceFinder(list, { header: undefined });
  const data = list.rows.filter((_row, index) => !findPlace(index));
  const [first, ...others] = data;
  const isHeader = others.length > 0 && first?.cells.every((cell) => /^\D*$/.test(cell)) === true;
  const column = findIdColumn(isHeader ? others : data, list.width);
  if (column === undefined) return every;
  return { header: isHeader && first ? list.rows.indexOf(first) : undefined, columns: { callId: column } };
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
  read: List,
  { takesShortened = false, note, ...picked }: ImportOptions,
  context: ReadContext,
): IdSummary => {
  const isLikely = picked.columns.callId === LIKELY_IDS;
  const list = isLikely ? toLines(read) : read;
  const { named = [], rows, separator = '\n', isLiteral = false, width } = list;
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
  const prose = isLikely ? rows.map(({ cells: [line = ''] }) => readProse(line, context.origin)) : [];
  const isUsual = createUsualTest(
    named,
    prose.flatMap(({ ids }, index) => (findPlace(index) ? [] : ids)),
    context.origin,
  );
  /** Of each row, unless it is words. */
  const values = isLikely
    ? []
    : rows.map((row) => {
        const cell = getCell(row.cells, columns.callId)?.trim();
        return cell === undefined ? splitRow(row, isLiteral) : [cell];
      });
  const leavesWords =
    !isLiteral && !isOwnExport && areAlike(values.flatMap((ofRow, index) => (findPlace(index) ? [] : ofRow)));
  /** A name or a greeting below IDs. */
  const isUnlike = (id: string, row: ListRow): boolean =>
    isLikely
      ? !isUsual(id, row.cells.join(''))
      : leavesWords && id.length <= MAX_WORD_LENGTH && isWord(readCallId(id), context.origin);
  const shapes = new Set(
    header === undefined || typeof columns.callId === 'string'
      ? []
      : rows.slice(header + 1).map((row) => getShape(readCell(row, Number(columns.callId)))),
  );
  /** Of a text above or below a table, those like the IDs of the table. */
  const readBeside = (row: ListRow) =>
    readProse(getRowText(texts, row), context.origin).ids.filter(
      (id) => rankId(id) > 1 && getShape(id) !== undefined && shapes.has(getShape(id)),
    );
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
    // A table with a border has its IDs beside an empty first cell.
    const isSentence =
      place === undefined &&
      !isBroken &&
      cells.length < width &&
      cell !== undefined &&
      /\s/.test(cell || (cells[0] ?? ''));
    const beside = place === 'above' || isSentence ? readBeside(row) : [];
    for (const id of beside) readValue(id, line);
    if (beside.length > 0) continue;
    if (place) leaveOut(ROW_PLACES[place]);
    else if (isBroken) leaveOut('Quote out of place');
    else if (cell?.includes('\n')) leaveOut(describeJoined());
    else if (cell && (isSentence || (row !== rows[0] && isUnlike(cell, row))))
      leaveOut('Looks different from the other IDs');
    else {
      dataRows.push(index);
      if (cells.some((one) => one.includes('\n') && one.includes(separator))) warn(row, describeJoined());
      if (cell === undefined) {
        const { ids, phones, words } = prose[index] ?? { ids: values[index] ?? [], phones: [], words: [] };
        for (const text of new Set(phones)) summary.leftOut.push({ line, text, reason: 'Telephone number' });
        if (ids.length > 0) summary.words.push(...words);
        else if (phones.length === 0) leaveOut('No call ID');
        for (const id of ids) {
          if (isUnlike(id, row))
            summary.leftOut.push({ line, text: id, reason: 'Looks different from the other IDs' });
          else readValue(id, line);
        }
      } else {
        const written = header === undefined && !isLiteral ? trimPunctuation(cell) : cell;
        const given = isOwnExport ? removeGuards(written) : removeFirstGuard(written);
        readValue(given, line);
        const id = readCallId(given);
        summary.extras.set(id, { ...readExtras(cells), ...summary.extras.get(id) });
      }
    }
  }
  for (const index of isOwnExport ? [] : findUnlikeRows(list, picked, dataRows)) {
    const row = rows[index];
    if (row) warn(row, 'Looks different from the other IDs');
  }
  // A line is listed once.
  const leftOut = new Set(summary.leftOut.map(({ line }) => line));
  summary.warned.push(...warned.filter(({ line }) => !leftOut.has(line)));
  return summary;
};
