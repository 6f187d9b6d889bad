import { createStore } from 'zustand/vanilla';
import type { CallView } from '#src/features/calls/call/call.ts';
import { findFilter } from '#src/features/calls/call/filters.ts';
import { COLUMNS, matchesText, type ColumnKey, type SortKey } from '#src/features/calls/call/fields.ts';
import { throttle } from '#src/lib/timing.ts';
import type { BoardChange } from './store.ts';
import { errorKey, viewOfSearch, type View } from './view.ts';

/** `tall` rows take two lines on a phone. */
type Rows = { view: View; ids: readonly string[]; tall: ReadonlySet<string> };

export type RowSource = {
  calls: () => Iterable<CallView>;
  call: (id: string) => CallView | undefined;
  onChange: (listener: (change: Pick<BoardChange, 'cause' | 'isListed'>) => void) => () => void;
};

export type VisibleRows = ReturnType<typeof createRows>;

/** Answers move rows at most this often. */
const REFRESH_MS = 250;

const columnOf = (key: ColumnKey) => COLUMNS.find((field) => field.key === key)?.column;

const compareKeys = (a: SortKey, b: SortKey): number => (a < b ? -1 : a > b ? 1 : 0);

/** Equal keys keep the order in which calls were added. */
const listCalls = (
  calls: Iterable<CallView>,
  { filter, error, text, sorting }: View,
  keyOf: (view: CallView) => SortKey,
): CallView[] => {
  const { passes } = findFilter(filter);
  const needle = text.trim().toLowerCase();
  const rows: { view: CallView; key: SortKey }[] = [];
  for (const view of calls) {
    const isShown =
      passes(view) &&
      (error === '' || errorKey(view.errorText ?? '') === error) &&
      (needle === '' || matchesText(view, needle));
    if (isShown) rows.push({ view, key: keyOf(view) });
  }
  const direction = sorting.descending ? -1 : 1;
  rows.sort(
    (a, b) =>
      direction * compareKeys(a.key, b.key) ||
      a.view.entry.addedAt - b.view.entry.addedAt ||
      compareKeys(a.view.entry.id, b.view.entry.id),
  );
  return rows.map(({ view }) => view);
};

export const createRows = (source: RowSource) => {
  const store = createStore<Rows>()(() => ({
    view: viewOfSearch(''),
    ids: [],
    tall: new Set(),
  }));
  /** Sort keys from when the column was clicked, if every check changes them. */
  let keysAtClick: ReadonlyMap<string, SortKey> | undefined;

  let members: { of: readonly string[]; ids: ReadonlySet<string> } = { of: [], ids: new Set() };

  const takeKeys = (): void => {
    const { sortKey, keyOfLater } = columnOf(store.getState().view.sorting.column) ?? {};
    keysAtClick =
      sortKey && keyOfLater !== undefined
        ? new Map([...source.calls()].map((view) => [view.entry.id, sortKey(view)]))
        : undefined;
  };

  const refresh = (): void => {
    const before = store.getState();
    const column = columnOf(before.view.sorting.column);
    const shown = listCalls(
      source.calls(),
      before.view,
      (view) =>
        (keysAtClick ? (keysAtClick.get(view.entry.id) ?? column?.keyOfLater) : column?.sortKey(view)) ?? '',
    );
    const ids = shown.map(({ entry }) => entry.id);
    const tall = shown.filter(({ errorText, entry }) => errorText ?? entry.note).map(({ entry }) => entry.id);
    const isSame =
      ids.length === before.ids.length &&
      ids.every((id, index) => id === before.ids[index]) &&
      tall.length === before.tall.size &&
      tall.every((id) => before.tall.has(id));
    if (!isSame) store.setState({ ids, tall: new Set(tall) });
  };
  const refreshSoon = throttle(REFRESH_MS, refresh);
  const refreshNow = (): void => {
    refreshSoon.stop();
    refresh();
  };

  const show = (view: View): void => {
    if (view === store.getState().view) return;
    const { sorting } = store.getState().view;
    const isSorted = view.sorting.column === sorting.column && view.sorting.descending === sorting.descending;
    store.setState({ view });
    if (!isSorted) takeKeys();
    refreshNow();
  };

  const all = (): readonly string[] => store.getState().ids;

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    all,
    count: (): number => all().length,
    at: (index: number): string | undefined => all()[index],
    slice: (from: number, to: number): string[] => all().slice(from, to),
    indexOf: (id: string): number => all().indexOf(id),
    has: (id: string): boolean => {
      if (members.of !== all()) members = { of: all(), ids: new Set(all()) };
      return members.ids.has(id);
    },
    isTall: (id: string): boolean => store.getState().tall.has(id),
    show,
    /** Refreshes at once. */
    flush: refreshNow,
    /** Returns a function that stops. */
    start: (): (() => void) => {
      refreshNow();
      const leave = source.onChange(({ cause, isListed }) => {
        if (cause === 'ready') takeKeys();
        else if (!isListed) return;
        if (cause === 'checked' || cause === 'planned') refreshSoon.call();
        else refreshNow();
      });
      return () => {
        leave();
        refreshSoon.stop();
      };
    },
  };
};
