import { removeFirstGuard, removeGuards } from '#src/lib/csv.ts';
import { cutText } from '#src/lib/cut-text.ts';
import { removeInvisible } from '#src/lib/invisible.ts';
import { omitUndefined } from '#src/lib/omit-undefined.ts';
import { CALL_FIELDS, type FieldKey } from '#src/features/calls/call/fields.ts';
import { readLabels } from '#src/features/calls/call/labels.ts';
import { MAX_NOTE_LENGTH, type CallExtras } from '#src/features/calls/call/saved-call.ts';
import { splitIds } from '#src/lib/ids.ts';
import { getCell, guessColumns, type PickedColumns, type WantedColumn } from '#src/lists/columns.ts';
import type { List } from '#src/lists/read-list.ts';
import { createReader, type IdSummary, type ReadContext } from './read-ids.ts';

export type ImportOptions = PickedColumns<'callId'> & { removesInvisible?: boolean };

export const EVERY_VALUE = 'every';

export const WANTED_COLUMNS: readonly WantedColumn<'callId'>[] = [
  {
    key: 'callId',
    label: 'Call IDs are in',
    names: 'callid callids callsid calluuid callidentifier calls call sid uuid id ids identifier'.split(' '),
    others: [{ value: EVERY_VALUE, label: 'Every value' }],
  },
];

/** Six or more characters with a digit, and no phone number or date. */
const looksLikeId = (value: string): boolean =>
  /^[^\s@+]{6,}$/.test(value) && /\d/.test(value) && !/^\d+[-./:]\d/.test(value);

export const guessCallColumn = (list: List): PickedColumns<'callId'> => {
  const picked = guessColumns(list, WANTED_COLUMNS);
  if (picked.hasHeader && list.width > 1) return picked;
  const every = { hasHeader: picked.hasHeader, columns: { callId: EVERY_VALUE } };
  if (list.width === 1 || list.rows.length < 2) return every;
  const countIds = (column: number) =>
    new Set(list.rows.map(({ cells }) => cells[column]?.trim() ?? '').filter(looksLikeId)).size;
  const counts = Array.from({ length: list.width }, (_, column) => countIds(column));
  const most = Math.max(...counts);
  if (counts.every((count) => count >= 0.8 * most)) return every;
  const first = list.rows[0]?.cells ?? [];
  return { hasHeader: first.every((cell) => /^\D*$/.test(cell)), columns: { callId: counts.indexOf(most) } };
};

const findHeading = (key: FieldKey) => CALL_FIELDS.find((field) => field.key === key)?.csv;

/** The board's own export names its column so. It is the only file with guards within cells. */
const EXPORTED_ID = findHeading('id');

/** Reads what the board's own export says of a call besides its ID. */
const createExtrasReader = (heads: readonly string[]) => {
  const findColumn = (key: FieldKey) => heads.findIndex((head) => head.trim() === findHeading(key));
  const note = findColumn('note');
  const seen = findColumn('seen');
  // The exports of version 1 name the list of a call.
  const labels = Math.max(
    findColumn('labels'),
    heads.findIndex((head) => head.trim() === 'List'),
  );
  const read = (cells: readonly string[], column: number): string =>
    removeGuards(cells[column]?.trim() ?? '');
  return (cells: readonly string[]): CallExtras => {
    const found = readLabels(read(cells, labels));
    return omitUndefined({
      note: cutText(read(cells, note), MAX_NOTE_LENGTH).trim() || undefined,
      labels: found.length > 0 ? found : undefined,
      failureSeen: read(cells, seen) === 'yes' ? true : undefined,
    });
  };
};

/** A cell of the chosen column is one ID. With "Every value", a cell may have several. */
export const readListedIds = (
  { rows }: List,
  { hasHeader, columns, removesInvisible = false }: ImportOptions,
  context: ReadContext,
): IdSummary => {
  const { summary, readValue } = createReader(context, removesInvisible);
  const heads = rows[0]?.cells ?? [];
  const isOwnExport = hasHeader && getCell(heads, columns.callId)?.trim() === EXPORTED_ID;
  const readExtras = createExtrasReader(heads);
  for (const { line, cells, isBroken } of hasHeader ? rows.slice(1) : rows) {
    const cell = getCell(cells, columns.callId)?.trim();
    if (isBroken) summary.broken.push(line);
    else if (cell === undefined) for (const id of cells.flatMap(splitIds)) readValue(id, line);
    else if (!isOwnExport) readValue(removeFirstGuard(cell), line);
    else {
      const given = removeGuards(cell);
      readValue(given, line);
      const id = removesInvisible ? removeInvisible(given) : given;
      summary.extras.set(id, { ...readExtras(cells), ...summary.extras.get(id) });
    }
  }
  return summary;
};
