import { guessColumns, type Picked, type Wanted } from '#src/lists/columns.ts';
import type { List } from '#src/lists/read-list.ts';

/** Every value of a list is read as an ID, in place of one column. */
export const EVERY = 'every';

export const WANTED: readonly Wanted<'callId'>[] = [
  {
    key: 'callId',
    label: 'Call IDs are in',
    names: 'callid callids callsid calluuid callidentifier calls call sid uuid id ids identifier'.split(' '),
    others: [{ value: EVERY, label: 'Every value' }],
  },
];

const isIdLike = (value: string): boolean =>
  /^[^\s@+]{6,}$/.test(value) && /\d/.test(value) && !/^\d+[-./:]\d/.test(value);

/** Which column holds the call IDs: by its name in the header, else by how many different IDs it seems to have. */
export const guessCallColumn = (list: List): Picked<'callId'> => {
  const picked = guessColumns(list, WANTED);
  if (picked.hasHeader && list.width > 1) return picked;
  const every = { hasHeader: picked.hasHeader, columns: { callId: EVERY } };
  if (list.width === 1 || list.rows.length < 2) return every;
  const idsIn = (column: number) =>
    new Set(list.rows.map(({ cells }) => cells[column]?.trim() ?? '').filter(isIdLike)).size;
  const counts = Array.from({ length: list.width }, (_, column) => idsIn(column));
  const most = Math.max(...counts);
  if (counts.every((count) => count >= 0.8 * most)) return every;
  const callId = counts.indexOf(most);
  const first = list.rows[0]?.cells ?? [];
  return { hasHeader: first.every((cell) => /^\D*$/.test(cell)), columns: { callId } };
};
