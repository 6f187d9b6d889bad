import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Group } from '#src/features/calls/call/call.ts';
import { compareKeys, keyOf, NEWEST_FIRST, type Key, type Sorting } from './order.ts';
import type { CallView } from '#src/features/calls/call/derived.ts';
import { hasText } from '#src/features/calls/call/fields.ts';
import { problemSummary } from '#src/features/calls/call/summaries.ts';

/** What is shown. `text` is looked for in ID, status and error; `endedSince`, in epoch ms: whose end was seen later. */
export type Filter = { group: Group | 'all'; text: string; endedSince?: number | undefined };

export const EVERY_CALL: Filter = { group: 'all', text: '' };

/** Where the rows come from; `subscribeRows` names the calls that changed, came or went. */
export type RowSource = {
  ids: () => Iterable<string>;
  call: (id: string) => CallView | undefined;
  subscribeRows: (listener: (ids: readonly string[] | 'all') => void) => () => void;
};

/** What the person asked to see; `version` grows whenever rows have come, left or moved. Changes of one task are told once. */
export type Shown = { sorting: Sorting; filter: Filter; version: number };

/** The calls that are shown, in their order. Reading takes in what has changed, so that nobody sees rows that are gone. */
export type VisibleRows = Pick<StoreApi<Shown>, 'getState' | 'getInitialState' | 'subscribe'> & {
  count: () => number;
  at: (index: number) => string | undefined;
  slice: (from: number, to: number) => string[];
  /** -1 where the call is not shown. */
  indexOf: (id: string) => number;
  has: (id: string) => boolean;
  all: () => readonly string[];
  /** Whether a call has something in the column "Error". */
  hasError: (id: string) => boolean;
  setSorting: (sorting: Sorting) => void;
  setFilter: (filter: Filter) => void;
  /** Tells at once what would be told soon. */
  flush: () => void;
  /** Follows the source until the result is called. */
  start: () => () => void;
};

/** A shown call. `rank` makes the order total: equals stand in the order in which they were added. */
type Row = { id: string; key: Key; addedAt: number; rank: number; hasError: boolean };

/** Rows change places at most so often, in milliseconds, unless the person made them: twenty answers a second are calmer so. */
const CALM_MS = 250;

/** Whether a call passes the filter, whose text is in lower case. */
const passes = (view: CallView, { group, text, endedSince }: Filter): boolean => {
  if (group !== 'all' && view.group !== group) return false;
  if (endedSince !== undefined && !((view.endedSeenAt ?? 0) > endedSince)) return false;
  return text === '' || hasText(view, text);
};

/** Keeps the shown calls sorted and filtered: what changes is put in between those that stay, which are not sorted again. */
export const createRows = (source: RowSource, calmMs: number = CALM_MS): VisibleRows => {
  const store = createStore<Shown>()(() => ({ sorting: NEWEST_FIRST, filter: EVERY_CALL, version: 0 }));
  const ranks = new Map<string, number>();
  const shown = new Map<string, Row>();
  let list: readonly Row[] = [];
  let ids: readonly string[] | undefined;
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
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = list[middle];
      if (other && compare(other, row) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  const rowOf = (id: string, needle: Filter): Row | undefined => {
    const view = source.call(id);
    if (!view) {
      ranks.delete(id);
      return undefined;
    }
    const rank = ranks.get(id) ?? (lastRank += 1);
    ranks.set(id, rank);
    if (!passes(view, needle)) return undefined;
    const hasError = problemSummary(view) !== undefined;
    return { id, key: keyOf(store.getState().sorting, view), addedAt: view.entry.addedAt, rank, hasError };
  };

  const update = (changed: Iterable<string>): void => {
    const { filter } = store.getState();
    const needle = { ...filter, text: filter.text.trim().toLowerCase() };
    const gone = new Set<Row>();
    const come: Row[] = [];
    for (const id of changed) {
      const before = shown.get(id);
      const row = rowOf(id, needle);
      const isSame = before?.key === row?.key && before?.addedAt === row?.addedAt;
      if (isSame && before?.hasError === row?.hasError) continue;
      if (before) gone.add(before);
      if (row) {
        come.push(row);
        shown.set(id, row);
      } else shown.delete(id);
    }
    if (gone.size + come.length === 0) return;
    if (gone.size > 0) list = list.filter((row) => !gone.has(row));
    const parts: Row[][] = [];
    let at = 0;
    for (const row of come.toSorted(compare)) {
      const place = placeOf(row, at);
      parts.push(list.slice(at, place), [row]);
      at = place;
    }
    list = [...parts.flat(), ...list.slice(at)];
    ids = undefined;
    isNew = true;
  };

  const settled = (): readonly Row[] => {
    const changed = pending;
    if (changed !== 'all' && changed.size === 0) return list;
    pending = new Set();
    if (changed === 'all') {
      ranks.clear();
      shown.clear();
      list = [];
      ids = undefined;
      isNew = true;
    }
    update(changed === 'all' ? source.ids() : changed);
    return list;
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
    count: () => settled().length,
    at: (index) => settled()[index]?.id,
    slice: (from, to) =>
      settled()
        .slice(from, to)
        .map(({ id }) => id),
    indexOf: (id) => {
      settled();
      const row = shown.get(id);
      return row ? placeOf(row) : -1;
    },
    has: (id) => {
      settled();
      return shown.has(id);
    },
    all: () => {
      const rows = settled();
      ids ??= rows.map(({ id }) => id);
      return ids;
    },
    hasError: (id) => shown.get(id)?.hasError ?? false,
    setSorting: (sorting) => ask({ sorting }),
    setFilter: (filter) => ask({ filter }),
    flush: tell,
    start: () => {
      change('all');
      return source.subscribeRows(change);
    },
  };
};
