import { createStore } from 'zustand/vanilla';
import { isEnded, type CallView } from '#src/features/calls/call/call.ts';
import { findFilter } from '#src/features/calls/call/filters.ts';
import { COLUMNS, type ColumnKey, type SortKey } from '#src/features/calls/call/fields.ts';
import { browserClock, throttle } from '#src/lib/timing.ts';
import type { BoardStore } from './store.ts';
import { createTextAndLabelTest, parseView, type View } from './view.ts';

type RowsState = {
  view: View;
  ids: readonly string[];
  /** Answers would change the rows, which are held. */
  isOutdated: boolean;
};

export type RowSource = Pick<BoardStore, 'calls' | 'call' | 'subscribe'>;

export type VisibleRows = ReturnType<typeof createRows>;

/** Answers move rows at most this often. */
const REFRESH_MS = 500;
/** Not at once: a touch leaves the rows before it clicks. */
const RELEASE_MS = 250;

const findColumn = (key: ColumnKey) => COLUMNS.find((field) => field.key === key)?.column;

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
type MeasureSeconds = (call: CallView, now: number) => number | undefined;

export const createRows = (source: RowSource, measureSeconds: MeasureSeconds) => {
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
    const { sortKey, sortKeyOfNewCalls } = findColumn(sorting.column) ?? {};
    const now = performance.now();
    fixedKeys =
      sortKey && sortKeyOfNewCalls !== undefined
        ? new Map(listAnswered().map((call) => [call.entry.id, sortKey(call, measureSeconds(call, now))]))
        : undefined;
  };

  const refresh = (view = store.getState().view, keepsOrder = false): void => {
    const before = store.getState();
    const column = findColumn(view.sorting.column);
    if (fixedKeys && listAnswered().some(({ entry }) => !fixedKeys?.has(entry.id))) fixKeys(view);
    const now = performance.now();
    const readKey = (call: CallView): SortKey | undefined => {
      if (!fixedKeys) return column?.sortKey(call);
      // Its key changes no more.
      if (isEnded(call)) return column?.sortKey(call, measureSeconds(call, now));
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
    count: (): number => all().length,
    at: (index: number): string | undefined => all()[index],
    slice: (from: number, to: number): string[] => all().slice(from, to),
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
