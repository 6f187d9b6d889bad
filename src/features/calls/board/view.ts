import { useCallback, useMemo } from 'react';
import { useLocation } from 'wouter';
import { useSearch } from 'wouter/use-browser-location';
import * as z from 'zod/mini';
import { cutText } from '#src/lib/cut-text.ts';
import { isBoardPath } from '#src/features/calls/call/address.ts';
import { FILTERS, type FilterKey } from '#src/features/calls/call/filters.ts';
import { COLUMNS, type ColumnKey } from '#src/features/calls/call/fields.ts';

export type View = {
  filter: FilterKey;
  /** A text of the column "Error"; "" for any. */
  error: string;
  text: string;
  sorting: { column: ColumnKey; descending: boolean };
};

/** In characters, since long links get cut on their way. */
export const MAX_FILTER_LENGTH = 200;
const FIRST_SORT = '-started';

/** As much of an error as fits into an address. */
export const errorKey = (text: string): string => cutText(text, MAX_FILTER_LENGTH);

const orElse = <Value>(schema: z.ZodMiniType<Value>, fallback: Value) =>
  // oxlint-disable-next-line promise/valid-params -- of zod, not of a promise
  z.catch(schema, fallback);
const oneOf = <Value extends string>(values: readonly Value[], first: Value) =>
  orElse(z.enum(values as readonly [Value, ...Value[]]), first);
const text = orElse(z.string().check(z.maxLength(MAX_FILTER_LENGTH)), '');

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

/** With its question mark; "" for the default view. */
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

/** Keeps only what is part of a view: a link or a saved view must not add calls. */
export const viewSearch = (search: string): string => searchOf(viewOfSearch(search));

export const presentSearch = (): string =>
  isBoardPath(location.pathname) ? viewSearch(location.search) : '';

export const sortBy = ({ sorting }: View, column: ColumnKey): View['sorting'] => {
  const first = COLUMNS.find(({ key }) => key === column)?.column.descending ?? false;
  return { column, descending: sorting.column === column ? !sorting.descending : first };
};

/** `replace`: without a new entry in the browser's history, as while typing. */
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
