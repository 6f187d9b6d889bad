import { useEffect, useLayoutEffect, useState } from 'react';
import { createStore } from 'zustand/vanilla';
import { isEnded, type CallView } from '#src/features/calls/call/call.ts';
import { findFilter } from '#src/features/calls/call/filters.ts';
import { COLUMNS, type ColumnKey, type SortKey } from '#src/features/calls/call/call-fields.ts';
import { browserClock, throttle } from '#src/lib/timing.ts';
import { hasLabel } from '#src/features/calls/call/labels.ts';
import { createRequiredContext } from '#src/ui/required-context.ts';
import type { BoardStore } from './store.ts';
import { createTextAndLabelTest, parseView, type View, useView } from './view.ts';
import { useBoard } from './board.ts';
import { measureSeconds } from './freshness.ts';

type RowsState = {
  view: View;
  ids: readonly string[];
  /** Answers would change the rows, which are held. */
  isOutdated: boolean;
};

type RowSource = Pick<BoardStore, 'calls' | 'call' | 'subscribe'>;

type VisibleRows = ReturnType<typeof createRows>;

/** Answers move rows at most this often. */
const REFRESH_MS = 500;
/** Not at once: a touch leaves the rows before it clicks. */
const RELEASE_MS = 250;

const findSortedColumn = (key: ColumnKey) => COLUMNS.find((field) => field.key === key)?.column;

const compareKeys = (a: SortKey, b: SortKey): number => (a < b ? -1 : a > b ? 1 : 0);

/** Equal keys keep the order in which calls were added. */
const listCalls = (calls: Iterable<CallView>, view: View, getKey: (call: CallView) => SortKey): string[] => {
  const { sorting } = view;
  const { passes } = findFilter(view.filter);
  const isInView = createTextAndLabelTest(view);
  const rows: { call: CallView; key: SortKey }[] = [];
  for (const call of calls) {
    if (isInView(call) && passes(call)) rows.push({ call, key: getKey(call) });
  }
  const direction = sorting.descending ? -1 : 1;
  rows.sort(
    (a, b) =>
      direction * compareKeys(a.key, b.key) ||
      a.call.entry.addedAt - b.call.entry.addedAt ||
      compareKeys(a.call.entry.id, b.call.entry.id),
  );
  return rows.map(({ call }) => call.entry.id);
};

/** The duration that the table shows. `now` is on the monotonic clock. */
type ReadSeconds = (call: CallView, now: number) => number | undefined;

export const createRows = (source: RowSource, readSeconds: ReadSeconds) => {
  const store = createStore<RowsState>()(() => ({
    view: parseView(''),
    ids: [],
    isOutdated: false,
  }));
  let isHeld = false;
  let stopRelease: (() => void) | undefined;
  /**
   * If they change with time, the sort keys of calls that go on, when the column was clicked, or when a new call was first
   * answered: no row must move at another time.
   */
  let fixedKeys: ReadonlyMap<string, SortKey> | undefined;

  const listAnswered = (): CallView[] => [...source.calls()].filter(({ group }) => group !== 'first');

  const fixKeys = ({ sorting }: View): void => {
    const { sortKey, sortKeyOfNewCalls } = findSortedColumn(sorting.column) ?? {};
    const now = performance.now();
    fixedKeys =
      sortKey && sortKeyOfNewCalls !== undefined
        ? new Map(listAnswered().map((call) => [call.entry.id, sortKey(call, readSeconds(call, now))]))
        : undefined;
  };

  const refresh = (view = store.getState().view, keepsOrder = false): void => {
    const before = store.getState();
    const column = findSortedColumn(view.sorting.column);
    if (fixedKeys && listAnswered().some(({ entry }) => !fixedKeys?.has(entry.id))) fixKeys(view);
    const now = performance.now();
    const readKey = (call: CallView): SortKey | undefined => {
      if (!fixedKeys) return column?.sortKey(call);
      // Its key changes no more.
      if (isEnded(call)) return column?.sortKey(call, readSeconds(call, now));
      return fixedKeys.get(call.entry.id) ?? column?.sortKeyOfNewCalls;
    };
    const ids = listCalls(source.calls(), view, (call) => readKey(call) ?? '');
    const isSame = ids.length === before.ids.length && ids.every((id, index) => id === before.ids[index]);
    const isOutdated = keepsOrder && !isSame;
    if (!isSame && !keepsOrder) store.setState({ view, ids, isOutdated });
    else if (view !== before.view || isOutdated !== before.isOutdated) store.setState({ view, isOutdated });
  };
  const refreshSoon = throttle(REFRESH_MS, () => refresh(undefined, isHeld));
  const refreshNow = (view?: View): void => {
    refreshSoon.stop();
    refresh(view);
  };

  const show = (view: View): void => {
    if (view === store.getState().view) return;
    const { sorting } = store.getState().view;
    const isSorted = view.sorting.column === sorting.column && view.sorting.descending === sorting.descending;
    if (!isSorted) fixKeys(view);
    refreshNow(view);
  };

  const all = (): readonly string[] => store.getState().ids;

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    all,
    at: (index: number): string | undefined => all()[index],
    indexOf: (id: string): number => all().indexOf(id),
    has: (id: string): boolean => all().includes(id),
    show,
    /** Refreshes at once. */
    flush: (): void => refreshNow(),
    /** While the pointer is over the rows, answers move none. */
    hold: (): void => {
      stopRelease?.();
      isHeld = true;
    },
    release: (): void => {
      if (!isHeld) return;
      stopRelease?.();
      stopRelease = browserClock.after(RELEASE_MS, () => {
        isHeld = false;
        refreshSoon.call();
      });
    },
    /** Returns a function that stops. */
    start: (): (() => void) => {
      refreshNow();
      const leave = source.subscribe(({ cause, affectsList }) => {
        if (cause === 'ready') fixKeys(store.getState().view);
        else if (!affectsList) return;
        // Answers that another tab received are read from storage.
        const isAnswer = cause === 'checked' || cause === 'planned' || (cause === 'read' && isHeld);
        if (isAnswer) refreshSoon.call();
        else refreshNow();
      });
      return () => {
        leave();
        stopRelease?.();
        isHeld = false;
        refreshSoon.stop();
      };
    },
  };
};

/** The last range goes from `anchor` to `reach`, both included. */
type SelectionState = {
  ids: ReadonlySet<string>;
  /** What was selected before the range. */
  base: ReadonlySet<string>;
  anchor: string | undefined;
  reach: string | undefined;
};

const startAt = (ids: ReadonlySet<string>, id?: string): SelectionState => ({
  ids,
  base: ids,
  anchor: id,
  reach: id,
});

const NONE_SELECTED = startAt(new Set());

const toggle = ({ ids }: SelectionState, id: string): SelectionState => {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return startAt(next, id);
};

/** `from` is the row that had the focus. If the last range ended at another row, a new one begins at `from`. */
const extend = (
  before: SelectionState,
  to: string,
  { from, between }: { from?: string | undefined; between: (a: string, b: string) => readonly string[] },
): SelectionState => {
  const goesOn = before.anchor !== undefined && (from === undefined || from === before.reach);
  const anchor = (goesOn ? before.anchor : from) ?? to;
  const base = goesOn ? before.base : before.ids;
  return { ids: new Set([...base, ...between(anchor, to)]), base, anchor, reach: to };
};

const dropGone = (before: SelectionState, isGone: (id: string) => boolean): SelectionState => {
  const keep = (ids: ReadonlySet<string>) => new Set([...ids].filter((id) => !isGone(id)));
  const ids = keep(before.ids);
  const { anchor } = before;
  const stays = anchor === undefined || !isGone(anchor);
  if (ids.size === before.ids.size && stays) return before;
  return stays ? { ...before, ids, base: keep(before.base) } : startAt(ids);
};

export const createSelection = (
  rows: Pick<VisibleRows, 'getState' | 'subscribe'>,
  source: Pick<RowSource, 'call' | 'subscribe'>,
) => {
  const store = createStore<SelectionState>()(() => NONE_SELECTED);
  const selected = store.getState;
  const set = (next: SelectionState): void => store.setState(next, true);

  /** Only the second if either is not shown. */
  const between = (a: string, b: string): string[] => {
    const { ids } = rows.getState();
    const [from = -1, to = -1] = [ids.indexOf(a), ids.indexOf(b)].toSorted((x, y) => x - y);
    return from === -1 ? [b] : ids.slice(from, to + 1);
  };

  const listShown = (): string[] => rows.getState().ids.filter((id) => selected().ids.has(id));
  const isGone = (id: string): boolean => {
    const call = source.call(id);
    return !call || !hasLabel(call.entry, rows.getState().view.label);
  };

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    /** How many selected calls the filter hides. */
    countHidden: (): number => selected().ids.size - listShown().length,
    /** In the order of the rows, hidden ones last. */
    ids: (): string[] => [...new Set([...listShown(), ...selected().ids])],
    toggle: (id: string): void => set(toggle(selected(), id)),
    extend: (to: string, from?: string): void => set(extend(selected(), to, { from, between })),
    /** Selects or clears the shown calls; hidden ones stay as they are. */
    setAll: (all: boolean): void => {
      const ids = new Set(selected().ids);
      for (const id of rows.getState().ids)
        if (all) ids.add(id);
        else ids.delete(id);
      set(startAt(ids));
    },
    clear: (): void => set(NONE_SELECTED),
    /** Drops calls without the label shown. Returns a function that stops. */
    start: (): (() => void) => {
      const drop = () => {
        if (selected().ids.size > 0) set(dropGone(selected(), isGone));
      };
      const stops = [
        source.subscribe(({ affectsList }) => affectsList && drop()),
        rows.subscribe(({ view }, before) => view.label !== before.view.label && drop()),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
};

/** The rows of the page's view and those selected, for as long as the page is open. */
export const useCreateTable = () => {
  const board = useBoard();
  const { view } = useView();
  const [table] = useState(() => {
    const rows = createRows(board.store, (call, now) => measureSeconds(board, call, now));
    rows.show(view);
    return { rows, selection: createSelection(rows, board.store) };
  });
  const { rows, selection } = table;
  useLayoutEffect(() => rows.show(view), [rows, view]);
  useEffect(() => {
    const stops = [rows.start(), selection.start()];
    return () => {
      for (const stop of stops) stop();
    };
  }, [rows, selection]);
  return table;
};

type Table = ReturnType<typeof useCreateTable>;

export const [TableContext, useTable] = createRequiredContext<Table>('useTable');
