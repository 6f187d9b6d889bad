import type { CallView } from './overview.ts';
import type { Watched } from './watched.ts';

export type Column = 'status' | 'id' | 'started' | 'ended' | 'duration' | 'checked';

/**
 * How the rows are sorted. `taken` holds what was sorted by at the click, for columns that change with every check:
 * rows must not move because of a tick.
 */
export type Sorting = {
  column: Column;
  descending: boolean;
  taken?: ReadonlyMap<string, number | undefined>;
};

export const NEWEST_FIRST: Sorting = { column: 'started', descending: true };

type Views = (id: string) => CallView | undefined;

const takeValue = (column: Column, view: CallView | undefined): number | undefined =>
  column === 'duration' ? view?.seen?.last?.record.duration : view?.seen?.checked?.mono;

/** Sorting after a click on a column's head: the other way round where it is sorted by already. */
export const sortBy = (column: Column, before: Sorting, ids: readonly string[], views: Views): Sorting => {
  const startsDescending = column !== 'status' && column !== 'id';
  const descending = before.column === column ? !before.descending : startsDescending;
  if (column !== 'duration' && column !== 'checked') return { column, descending };
  return { column, descending, taken: new Map(ids.map((id) => [id, takeValue(column, views(id))])) };
};

const keyOf = ({ column, taken }: Sorting, call: Watched, view: CallView | undefined): string | number => {
  switch (column) {
    case 'status':
      return view?.look.word.toLowerCase() ?? '';
    case 'id':
      return call.id;
    case 'started':
      // A call that has not named its start takes its place by when it was added.
      return view?.started ?? call.addedAt;
    case 'ended':
      return view?.ended ?? -Infinity;
    case 'duration':
    case 'checked':
      return taken?.get(call.id) ?? -Infinity;
  }
};

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);

/** The calls in their order. Equals stand in the order in which they were added. */
export const inOrder = (calls: readonly Watched[], sorting: Sorting, views: Views): Watched[] => {
  const keyed = calls.map((call) => ({ call, key: keyOf(sorting, call, views(call.id)) }));
  const way = sorting.descending ? -1 : 1;
  return keyed.toSorted((a, b) => way * compare(a.key, b.key)).map(({ call }) => call);
};
