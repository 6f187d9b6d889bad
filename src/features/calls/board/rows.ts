import { createStore } from 'zustand/vanilla';
import type { CallView, Group } from '#src/features/calls/call/call.ts';
import { COLUMNS, hasText, type ColumnKey, type SortKey } from '#src/features/calls/call/fields.ts';

/** What is shown. `text` is looked for in ID, status and error; `endedSince`, in epoch ms: whose end was seen later. */
export type Filter = { group: Group | 'all'; text: string; endedSince?: number | undefined };

export const EVERY_CALL: Filter = { group: 'all', text: '' };

type Sorting = { column: ColumnKey; descending: boolean };

export const NEWEST_FIRST: Sorting = { column: 'started', descending: true };

/** Where the rows come from; `subscribeRows` names the calls that changed, came or went. */
export type RowSource = {
  ids: () => Iterable<string>;
  call: (id: string) => CallView | undefined;
  subscribeRows: (listener: (ids: readonly string[] | 'all') => void) => () => void;
};

/** What the person asked to see; `version` grows whenever rows have come, left or moved. Changes of one task are told once. */
type Shown = { sorting: Sorting; filter: Filter; version: number };

/** The calls that are shown, in their order. Reading takes in what has changed, so that nobody sees rows that are gone. */
export type VisibleRows = ReturnType<typeof createRows>;

/** A call. `rank` makes the order total: equals stand in the order in which they were added. */
type Row = {
  id: string;
  key: SortKey;
  addedAt: number;
  rank: number;
  hasError: boolean;
  passes: boolean;
};

/** Rows change places at most so often, in milliseconds, unless the person made them: twenty answers a second are calmer so. */
const CALM_MS = 250;

const columnOf = (key: ColumnKey) => COLUMNS.find((field) => field.key === key)?.column;

const compareKeys = (a: SortKey, b: SortKey): number => (a < b ? -1 : a > b ? 1 : 0);

const isSame = (a: Row | undefined, b: Row | undefined): boolean =>
  a?.key === b?.key && a?.addedAt === b?.addedAt && a?.hasError === b?.hasError && a?.passes === b?.passes;

/** Whether a call passes the filter, whose text is in lower case. */
const passes = (view: CallView, { group, text, endedSince }: Filter): boolean => {
  if (group !== 'all' && view.group !== group) return false;
  if (endedSince !== undefined && !((view.endedSeenAt ?? 0) > endedSince)) return false;
  return text === '' || hasText(view, text);
};

/** Keeps the shown calls sorted and filtered: what changes is put in between those that stay, which are not sorted again. */
export const createRows = (source: RowSource, calmMs: number = CALM_MS) => {
  const store = createStore<Shown>()(() => ({ sorting: NEWEST_FIRST, filter: EVERY_CALL, version: 0 }));
  /** Of all calls, also those that the filter hides. */
  const rows = new Map<string, Row>();
  /** For a column that changes with every check: the keys at the click. */
  let taken: ReadonlyMap<string, SortKey> | undefined;
  let ids: readonly string[] = [];
  let pending: Set<string> | 'all' = 'all';
  let lastRank = 0;
  let isNew = false;
  let isTelling = false;
  let toldAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const compare = (a: Row, b: Row): number =>
    (store.getState().sorting.descending ? compareKeys(b.key, a.key) : compareKeys(a.key, b.key)) ||
    a.addedAt - b.addedAt ||
    a.rank - b.rank;

  /** Where a row stands, or would stand, among rows from an index on. */
  const placeOf = (row: Row, from = 0): number => {
    let low = from;
    let high = ids.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = rows.get(ids[middle] ?? '');
      if (other && compare(other, row) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  const update = (changed: Iterable<string>): void => {
    const { filter, sorting } = store.getState();
    const needle = { ...filter, text: filter.text.trim().toLowerCase() };
    const column = columnOf(sorting.column);
    const gone = new Set<string>();
    const come: Row[] = [];
    for (const id of changed) {
      const before = rows.get(id);
      const view = source.call(id);
      const row = view && {
        id,
        key: (taken ? (taken.get(id) ?? column?.keyOfLater) : column?.sortKey(view)) ?? '',
        addedAt: view.entry.addedAt,
        rank: before?.rank ?? (lastRank += 1),
        hasError: view.trouble !== undefined,
        passes: passes(view, needle),
      };
      if (isSame(before, row)) continue;
      if (before?.passes) gone.add(id);
      if (row) rows.set(id, row);
      else rows.delete(id);
      if (row?.passes) come.push(row);
    }
    if (gone.size + come.length === 0) return;
    if (gone.size > 0) ids = ids.filter((id) => !gone.has(id));
    const parts: string[][] = [];
    let at = 0;
    for (const row of come.toSorted(compare)) {
      const place = placeOf(row, at);
      parts.push(ids.slice(at, place), [row.id]);
      at = place;
    }
    ids = [...parts.flat(), ...ids.slice(at)];
    isNew = true;
  };

  const settled = (): readonly string[] => {
    const changed = pending;
    if (changed !== 'all' && changed.size === 0) return ids;
    pending = new Set();
    if (changed === 'all') {
      rows.clear();
      ids = [];
      isNew = true;
    }
    update(changed === 'all' ? source.ids() : changed);
    return ids;
  };

  const tell = (): void => {
    isTelling = false;
    clearTimeout(timer);
    timer = undefined;
    settled();
    if (!isNew) return;
    isNew = false;
    toldAt = performance.now();
    store.setState(({ version }) => ({ version: version + 1 }));
  };

  const change = (changed: readonly string[] | 'all'): void => {
    if (changed === 'all') pending = 'all';
    else if (pending !== 'all') for (const id of changed) pending.add(id);
    const wait = changed === 'all' ? 0 : toldAt + calmMs - performance.now();
    if (wait > 0) timer ??= setTimeout(tell, wait);
    else if (!isTelling) {
      isTelling = true;
      queueMicrotask(tell);
    }
  };

  const ask = (asked: Partial<Shown>): void => {
    pending = 'all';
    store.setState(asked);
    tell();
  };

  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    count: (): number => settled().length,
    at: (index: number): string | undefined => settled()[index],
    slice: (from: number, to: number): string[] => settled().slice(from, to),
    /** -1 where the call is not shown. */
    indexOf: (id: string): number => {
      settled();
      const row = rows.get(id);
      return row?.passes ? placeOf(row) : -1;
    },
    has: (id: string): boolean => {
      settled();
      return rows.get(id)?.passes === true;
    },
    all: settled,
    /** Whether a call has something in the column "Error". */
    hasError: (id: string): boolean => rows.get(id)?.hasError === true,
    /** Sorts by a column; the other way round where it is sorted by already. */
    sortBy: (column: ColumnKey): void => {
      const before = store.getState().sorting;
      const { sortKey, keyOfLater, descending = false } = columnOf(column) ?? {};
      const views = keyOfLater === undefined ? [] : [...source.ids()].flatMap((id) => source.call(id) ?? []);
      taken =
        sortKey && keyOfLater !== undefined
          ? new Map(views.map((view) => [view.entry.id, sortKey(view)]))
          : undefined;
      ask({ sorting: { column, descending: before.column === column ? !before.descending : descending } });
    },
    setFilter: (filter: Filter): void => ask({ filter }),
    /** Tells at once what would be told soon. */
    flush: tell,
    /** Follows the source until the result is called. */
    start: (): (() => void) => {
      change('all');
      return source.subscribeRows(change);
    },
  };
};
