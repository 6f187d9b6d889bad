import type { CallView } from '#src/features/calls/call/derived.ts';
import { problemSummary } from '#src/features/calls/call/summaries.ts';

export type Column = 'status' | 'id' | 'started' | 'ended' | 'duration' | 'checked' | 'next' | 'error';

/**
 * How the rows are sorted. `taken` holds what was sorted by at the click, for columns that change with every check:
 * rows must not move because of a tick.
 */
export type Sorting = {
  column: Column;
  descending: boolean;
  taken?: ReadonlyMap<string, number | undefined>;
};

/** What a row is sorted by; of one type in all rows of a column. */
export type Key = string | number;

export const NEWEST_FIRST: Sorting = { column: 'started', descending: true };

const START_DESCENDING = new Set<Column>(['started', 'ended', 'duration', 'checked']);

/** A value that changes with every check; undefined also where the column has none such. */
const takeValue = (column: Column, view: CallView | undefined): number | undefined => {
  if (column === 'duration') return view?.seen?.last?.record.duration;
  return column === 'checked' ? view?.seen?.checked?.mono : view?.due;
};

/** Sorting after a click on a column's head: the other way round where it is sorted by already. */
export const sortBy = (
  column: Column,
  before: Sorting,
  ids: Iterable<string>,
  call: (id: string) => CallView | undefined,
): Sorting => {
  const descending = before.column === column ? !before.descending : START_DESCENDING.has(column);
  if (column !== 'duration' && column !== 'checked' && column !== 'next') return { column, descending };
  const taken = new Map<string, number | undefined>();
  for (const id of ids) taken.set(id, takeValue(column, call(id)));
  return { column, descending, taken };
};

/** What a call is sorted by; where there is nothing, it stands with the oldest, the latest to come or without error. */
export const keyOf = ({ column, taken }: Sorting, view: CallView): Key => {
  const { entry } = view;
  switch (column) {
    case 'status':
      return view.statusBadge.word.toLowerCase();
    case 'id':
      return entry.id;
    case 'started':
      // A call that has not named its start takes its place by when it was added.
      return view.started ?? entry.addedAt;
    case 'ended':
      return view.ended ?? -Infinity;
    case 'duration':
    case 'checked':
      return taken?.get(entry.id) ?? -Infinity;
    case 'next':
      return taken?.get(entry.id) ?? Infinity;
    case 'error':
      // How often it was tried changes with every check.
      return (
        problemSummary(view)
          ?.text.toLowerCase()
          .replace(/, tried \d+ times$/, '') ?? '\uFFFF'
      );
  }
};

export const compareKeys = (a: Key, b: Key): number => (a < b ? -1 : a > b ? 1 : 0);
