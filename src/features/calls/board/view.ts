import * as z from 'zod/mini';
import { isBoardPath } from '#src/features/calls/call/address.ts';
import { DEFAULT_LIST, readListName } from '#src/features/calls/call/list-name.ts';
import { findFilter, isFilterKey, type FilterKey } from '#src/features/calls/call/filters.ts';
import { COLUMNS, type ColumnKey } from '#src/features/calls/call/fields.ts';

export type View = {
  /** The name of the list shown; "" for the default list. */
  list: string;
  filter: FilterKey;
  text: string;
  sorting: { column: ColumnKey; descending: boolean };
  /** Whether the summary is shown, unless a call is open. */
  summary: boolean;
};

/** In characters, since mail and chat programs cut long links. */
export const MAX_FILTER_LENGTH = 200;
const DEFAULT_SORT = '-started';

const orElse = <Value>(schema: z.ZodMiniType<Value>, fallback: Value) =>
  // oxlint-disable-next-line promise/valid-params -- of zod, not of a promise
  z.catch(schema, fallback);
const oneOf = <Value extends string>(values: readonly Value[], fallback: Value) =>
  orElse(z.enum(values as readonly [Value, ...Value[]]), fallback);

const searchSchema = z.object({
  list: orElse(z.pipe(z.string(), z.transform(readListName)), DEFAULT_LIST),
  show: orElse(
    z.custom<FilterKey>((value) => typeof value === 'string' && isFilterKey(value)),
    'all',
  ),
  text: orElse(z.string().check(z.maxLength(MAX_FILTER_LENGTH)), ''),
  sort: oneOf(
    COLUMNS.flatMap(({ key }) => [key, `-${key}`] as const),
    DEFAULT_SORT,
  ),
});

export const parseView = (search: string): View => {
  const given = new URLSearchParams(search);
  const { list, show, text, sort } = searchSchema.parse(Object.fromEntries(given));
  const column = COLUMNS.find(({ key }) => key === sort.replace('-', ''))?.key ?? 'started';
  const sorting = { column, descending: sort.startsWith('-') };
  return { list, filter: show, text, sorting, summary: given.has('summary') };
};

/** With a leading question mark; "" for the default view. */
export const formatView = ({ list, filter, text, sorting, summary }: View): string => {
  const sort = `${sorting.descending ? '-' : ''}${sorting.column}`;
  const parameters = Object.entries({
    list,
    show: filter === 'all' ? '' : filter,
    text: text.slice(0, MAX_FILTER_LENGTH),
    sort: sort === DEFAULT_SORT ? '' : sort,
  }).filter(([, value]) => value !== '');
  const query = [new URLSearchParams(parameters).toString(), summary ? 'summary' : ''].filter(Boolean);
  return query.length === 0 ? '' : `?${query.join('&')}`;
};

/** Keeps only what is part of a view: a link or a saved view must not add calls. */
export const keepViewSearch = (search: string): string => formatView(parseView(search));

export const formatListView = (list: string): string => formatView({ ...parseView(''), list });

export const getViewSearch = (): string =>
  isBoardPath(location.pathname) ? keepViewSearch(location.search) : '';

export const toggleSorting = ({ sorting }: View, column: ColumnKey): View['sorting'] => {
  const first = COLUMNS.find(({ key }) => key === column)?.column.descending ?? false;
  return { column, descending: sorting.column === column ? !sorting.descending : first };
};

/** Some filters sort, until another one is chosen. */
export const chooseFilter = (view: View, filter: FilterKey): Partial<View> => {
  const { sorting } = findFilter(filter);
  const before = findFilter(view.filter).sorting;
  const isOwn = before?.column === view.sorting.column && before.descending === view.sorting.descending;
  return { filter, sorting: sorting ?? (isOwn ? parseView('').sorting : view.sorting) };
};
