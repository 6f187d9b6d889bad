import { useCallback, useMemo } from 'react';
import { useLocation } from 'wouter';
import { useSearch } from 'wouter/use-browser-location';
import { isBoardPath } from '#src/features/calls/call/address.ts';
import { hasLabel, readLabel } from '#src/features/calls/call/labels.ts';
import { findFilter, isFilterKey, type FilterKey } from '#src/features/calls/call/filters.ts';
import { createTimeTest, readTimeKey, type TimeKey } from '#src/features/calls/call/time-filter.ts';
import {
  COLUMNS,
  createTextTest,
  MAX_FILTER_LENGTH,
  type ColumnKey,
} from '#src/features/calls/call/call-fields.ts';
import type { CallView } from '#src/features/calls/call/call.ts';

export type View = {
  /** Only calls with this label are shown; "" for all. */
  label: string;
  filter: FilterKey;
  /** "" for all. */
  time: TimeKey | '';
  text: string;
  sorting: { column: ColumnKey; descending: boolean };
  /** Whether the summary is shown, unless a call is open. */
  summary: boolean;
};

const DEFAULT_SORTING = { column: 'started', descending: true } as const;

/** What can't be read is as in the default view. */
export const parseView = (search: string): View => {
  const given = new URLSearchParams(search);
  const read = (name: string): string => given.get(name) ?? '';
  const [show, text, sort] = [read('show'), read('text'), read('sort')];
  const column = COLUMNS.find(({ key }) => key === sort.replace(/^-/, ''))?.key;
  return {
    // Addresses of version 1 name a list.
    label: readLabel(read('label') || read('list')),
    filter: isFilterKey(show) ? show : 'all',
    time: readTimeKey(read('time')),
    text: text.length > MAX_FILTER_LENGTH ? '' : text,
    sorting: column ? { column, descending: sort.startsWith('-') } : DEFAULT_SORTING,
    summary: given.has('summary'),
  };
};

const formatSorting = ({ column, descending }: View['sorting']): string =>
  `${descending ? '-' : ''}${column}`;

/** With a leading question mark; "" for the default view. */
export const formatView = ({ label, filter, time, text, sorting, summary }: View): string => {
  const sort = formatSorting(sorting);
  const parameters = Object.entries({
    label,
    show: filter === 'all' ? '' : filter,
    time,
    text: text.slice(0, MAX_FILTER_LENGTH),
    sort: sort === formatSorting(DEFAULT_SORTING) ? '' : sort,
  }).filter(([, value]) => value !== '');
  const query = [new URLSearchParams(parameters).toString(), summary ? 'summary' : ''].filter(Boolean);
  return query.length === 0 ? '' : `?${query.join('&')}`;
};

/** Keeps only what is part of a view: a link must not add calls. */
export const getViewSearch = (): string =>
  isBoardPath(location.pathname) ? formatView(parseView(location.search)) : '';

export const toggleSorting = ({ sorting }: View, column: ColumnKey): View['sorting'] => {
  const first = COLUMNS.find(({ key }) => key === column)?.column.descending ?? false;
  return { column, descending: sorting.column === column ? !sorting.descending : first };
};

/** Which calls have the label, the time and the text of a view. */
export const createTextAndLabelTest = ({ label, time, text }: View): ((call: CallView) => boolean) => {
  const isMatch = createTextTest(text);
  const isInTime = createTimeTest(time, Date.now());
  return (call) => hasLabel(call.entry, label) && isInTime(call) && isMatch(call);
};

/** Some filters sort, until another one is chosen. */
export const chooseFilter = (view: View, filter: FilterKey): Partial<View> => {
  const { sorting } = findFilter(filter);
  const before = findFilter(view.filter).sorting;
  const isOwn = before?.column === view.sorting.column && before.descending === view.sorting.descending;
  return { filter, sorting: sorting ?? (isOwn ? DEFAULT_SORTING : view.sorting) };
};

export const useView = () => {
  const search = useSearch();
  const [, navigate] = useLocation();
  const view = useMemo(() => parseView(search), [search]);
  const change = useCallback(
    /** `replace`: without a new entry in the browser's history, as while typing. */
    (next: Partial<View>, replace = false) =>
      navigate(location.pathname + formatView({ ...parseView(location.search), ...next }), { replace }),
    [navigate],
  );
  return { view, change };
};
