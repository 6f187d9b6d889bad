import { useCallback, useMemo } from 'react';
import { useLocation } from 'wouter';
import { useSearch } from 'wouter/use-browser-location';
import * as z from 'zod/mini';
import { isBoardPath } from '#src/features/calls/call/address.ts';
import { FILTERS, type FilterKey } from '#src/features/calls/call/filters.ts';
import { COLUMNS, type ColumnKey } from '#src/features/calls/call/fields.ts';

/** What the table shows, as the address says it. */
export type View = {
  filter: FilterKey;
  /** What the column "Error" says, as it is; "" for any. */
  error: string;
  /** Looked for in the searched fields. */
  text: string;
  sorting: { column: ColumnKey; descending: boolean };
};

/** In characters: many links are cut at some length on their way. */
export const MAX_FILTER_LENGTH = 200;
const FIRST_SORT = '-started';

/** As much of an error as an address carries, by which calls are told apart. */
export const errorKey = (text: string): string =>
  text.slice(0, MAX_FILTER_LENGTH).replace(/[\uD800-\uDBFF]$/, '');

const orElse = <Value>(schema: z.ZodMiniType<Value>, fallback: Value) =>
  // oxlint-disable-next-line promise/valid-params -- of zod, not of a promise
  z.catch(schema, fallback);
const oneOf = <Value extends string>(values: readonly Value[], first: Value) =>
  orElse(z.enum(values as readonly [Value, ...Value[]]), first);
const text = orElse(z.string().check(z.maxLength(MAX_FILTER_LENGTH)), '');

/** The search parameters of a view; one that does not fit counts as absent. */
const searchSchema = z.object({
  show: oneOf(
    FILTERS.map(({ key }) => key),
    'all',
  ),
  error: text,
  text,
  sort: oneOf(
    COLUMNS.flatMap(({ key }) => [key, `-${key}`] as const),
    FIRST_SORT,
  ),
});

/** The view that a query says. Nothing else of the query is read. */
export const viewOfSearch = (search: string): View => {
  const {
    show,
    error,
    text: typed,
    sort,
  } = searchSchema.parse(Object.fromEntries(new URLSearchParams(search)));
  const column = COLUMNS.find(({ key }) => key === sort.replace('-', ''))?.key ?? 'started';
  return { filter: show, error, text: typed, sorting: { column, descending: sort.startsWith('-') } };
};

/** A view as the query of an address, with its question mark; "" for the one that a board begins with. */
export const searchOf = ({ filter, error, text: typed, sorting }: View): string => {
  const sort = `${sorting.descending ? '-' : ''}${sorting.column}`;
  const parameters = Object.entries({
    show: filter === 'all' ? '' : filter,
    error: errorKey(error),
    text: typed.slice(0, MAX_FILTER_LENGTH),
    sort: sort === FIRST_SORT ? '' : sort,
  }).filter(([, value]) => value !== '');
  return parameters.length === 0 ? '' : `?${new URLSearchParams(parameters).toString()}`;
};

/** The query of a view, built anew: calls to add and the wall are no part of a view, whatever a link or a saved view says. */
export const viewSearch = (search: string): string => searchOf(viewOfSearch(search));

/** The present view, as the query of the next address. */
export const presentSearch = (): string =>
  isBoardPath(location.pathname) ? viewSearch(location.search) : '';

/** Sorts by a column, or the other way round if that is done already. */
export const sortBy = ({ sorting }: View, column: ColumnKey): View['sorting'] => {
  const first = COLUMNS.find(({ key }) => key === column)?.column.descending ?? false;
  return { column, descending: sorting.column === column ? !sorting.descending : first };
};

/** The view that the address says, and the way to change it: a filter is an entry of the history, typing replaces it. */
export const useView = () => {
  const search = useSearch();
  const [, navigate] = useLocation();
  const view = useMemo(() => viewOfSearch(search), [search]);
  const change = useCallback(
    (next: Partial<View>, replace = false) =>
      navigate(location.pathname + searchOf({ ...viewOfSearch(location.search), ...next }), { replace }),
    [navigate],
  );
  return { view, change };
};
