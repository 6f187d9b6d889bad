import { createStore } from 'zustand/vanilla';
import { isEnded, type CallView } from '#src/features/calls/call/call.ts';
import { hasLabel } from '#src/features/calls/call/labels.ts';
import { findFilter } from '#src/features/calls/call/filters.ts';
import { COLUMNS, matchesText, type ColumnKey, type SortKey } from '#src/features/calls/call/fields.ts';
import { browserClock, throttle } from '#src/lib/timing.ts';
import type { BoardStore } from './store.ts';
import { parseView, type View } from './view.ts';

type RowsState = {
  view: View;
  ids: readonly string[];
  /** They take two lines on a phone. */
  tall: ReadonlySet<string>;
  /** Answers would change the rows, which are held. */
  isOutdated: boolean;
};

export type RowSource = Pick<BoardStore, 'calls' | 'call' | 'subscribe'>;

export type VisibleRows = ReturnType<typeof createRows>;

/** Answers move rows at most this often. */
const REFRESH_MS = 500;
/** Answers move no row for this long after the user pointed at one or pressed a key. */
const HOLD_MS = 60_000;
/** Not at once: a touch leaves the rows before it clicks. */
const RELEASE_MS = 250;

const findColumn = (key: ColumnKey) => COLUMNS.find((field) => field.key === key)?.column;

const compareKeys = (a: SortKey, b: SortKey): number => (a < b ? -1 : a > b ? 1 : 0);

/** Equal keys keep the order in which calls were added. */
const listCalls = (
  calls: Iterable<CallView>,
  { label, filter, text, sorting }: View,
  getKey: (call: CallView) => SortKey,
): CallView[] => {
  const { passes } = findFilter(filter);
  const needle = text.trim().toLowerCase();
  const rows: { call: CallView; key: SortKey }[] = [];
  for (const call of calls) {
    const isShown =
      hasLabel(call.entry, label) && passes(call) && (needle === '' || matchesText(call, needle));
    if (isShown) rows.push({ call, key: getKey(call) });
  }
  const direction = sorting.descending ? -1 : 1;
  rows.sort(
    (a, b) =>
      direction * compareKeys(a.key, b.key) ||
      a.call.entry.addedAt - b.call.entry.addedAt ||
      compareKeys(a.call.entry.id, b.call.entry.id),
  );
  return rows.map(({ call }) => call);
};

/** The duration that the table shows. `now` is on the monotonic clock. */
type MeasureSeconds = (call: CallView, now: number) => number | undefined;

export const createRows = (source: RowSource, measureSeconds: MeasureSeconds) => {
  const store = createStore<RowsState>()(() => ({
    view: parseView(''),
    ids: [],
    tall: new Set(),
    isOutdated: false,
  }));
  let stopHold: (() => void) | undefined;
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

  const refresh = (view = store.getState().view, isHeld = false): void => {
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
    const shown = listCalls(source.calls(), view, (call) => readKey(call) ?? '');
    const ids = shown.map(({ entry }) => entry.id);
    const tall = shown.filter(({ errorText, entry }) => errorText ?? entry.note).map(({ entry }) => entry.id);
    const isSame =
      ids.length === before.ids.length &&
      ids.every((id, index) => id === before.ids[index]) &&
      tall.length === before.tall.size &&
      tall.every((id) => before.tall.has(id));
    const isOutdated = isHeld && !isSame;
    if (!isSame && !isHeld) store.setState({ view, ids, tall: new Set(tall), isOutdated });
    else if (view !== before.view || isOutdated !== before.isOutdated) store.setState({ view, isOutdated });
  };
  const refreshSoon = throttle(REFRESH_MS, () => refresh(undefined, stopHold !== undefined));
  const refreshNow = (view?: View): void => {
    refreshSoon.stop();
    refresh(view);
  };

  const holdFor = (ms: number): void => {
    stopHold?.();
    stopHold = browserClock.after(ms, () => {
      stopHold = undefined;
      refreshSoon.call();
    });
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
    isTall: (id: string): boolean => store.getState().tall.has(id),
    show,
    /** Refreshes at once. */
    flush: (): void => refreshNow(),
    /** The user may be about to click a row. */
    hold: (): void => holdFor(HOLD_MS),
    release: (): void => stopHold && holdFor(RELEASE_MS),
    /** Returns a function that stops. */
    start: (): (() => void) => {
      refreshNow();
      const leave = source.subscribe(({ cause, affectsList }) => {
        if (cause === 'ready') fixKeys(store.getState().view);
        else if (!affectsList) return;
        // Answers that another tab received are read from storage.
        const isAnswer = cause === 'checked' || cause === 'planned' || (cause === 'read' && stopHold);
        if (isAnswer) refreshSoon.call();
        else refreshNow();
      });
      return () => {
        leave();
        stopHold?.();
        stopHold = undefined;
        refreshSoon.stop();
      };
    },
  };
};
