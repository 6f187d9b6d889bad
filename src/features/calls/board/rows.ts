import { createStore } from 'zustand/vanilla';
import type { CallView, Group } from '#src/features/calls/call/call.ts';
import type { WatchedCall } from '#src/features/calls/call/persisted-call.ts';
import { COLUMNS, hasText, type ColumnKey, type SortKey } from '#src/features/calls/call/fields.ts';

/** What is shown. */
export type Filter = {
  group: Group | 'all';
  /** Looked for in the searched fields. */
  text: string;
  /** Only those that are stuck, which the board then says of calls that have gone on for so many minutes. */
  stuck?: number | undefined;
  /** What stands in the column "Error", as it is. */
  error?: string | undefined;
  /** Whose end was seen later than that, in epoch milliseconds. */
  endedSince?: number | undefined;
};

export const EVERY_CALL: Filter = { group: 'all', text: '' };

type Sorting = { column: ColumnKey; descending: boolean };

export const NEWEST_FIRST: Sorting = { column: 'started', descending: true };

/** Where the rows come from; `subscribeRows` names the calls that changed, came or went. */
export type RowSource = {
  ids: () => Iterable<string>;
  call: (id: string) => CallView | undefined;
  subscribeRows: (listener: (ids: readonly string[] | 'all') => void) => () => void;
  /** Calls that changed and are told soon. */
  untold: () => readonly string[];
};

/** What the person asked to see. */
export type View = { sorting: Sorting; filter: Filter };

/** `version` grows whenever rows have come, left or moved. Changes of one task are told once. */
type Shown = View & { version: number };

/** The calls that are shown, in their order. Reading takes in what has changed, so that nobody sees rows that are gone. */
export type VisibleRows = ReturnType<typeof createRows>;

/** Rows change places at most so often, in milliseconds, unless the person made them. */
const CALM_MS = 250;

const columnOf = (key: ColumnKey) => COLUMNS.find((field) => field.key === key)?.column;

const compareKeys = (a: SortKey, b: SortKey): number => (a < b ? -1 : a > b ? 1 : 0);

/** A call among others, with what it is sorted by. */
type Row = { key: SortKey; entry: WatchedCall };

/** Whether a call passes the filter, whose text is in lower case. */
const passes = (view: CallView, { group, text, stuck, error, endedSince }: Filter): boolean => {
  if (group !== 'all' && view.group !== group) return false;
  if (stuck !== undefined && !view.stuck) return false;
  if (error !== undefined && view.trouble?.text !== error) return false;
  if (endedSince !== undefined && !((view.endedSeenAt ?? 0) > endedSince)) return false;
  return text === '' || hasText(view, text);
};

/**
 * Keeps the shown calls sorted and filtered: what changes is put in between those that stay, which are not sorted again.
 * Of a call nothing is kept but its ID, since there may be tens of thousands.
 */
export const createRows = (source: RowSource, calmMs: number = CALM_MS) => {
  const store = createStore<Shown>()(() => ({
    sorting: NEWEST_FIRST,
    filter: EVERY_CALL,
    version: 0,
  }));
  /** For a column that changes with every check: the keys at the click. */
  let taken: ReadonlyMap<string, SortKey> | undefined;
  let ids: readonly string[] = [];
  /** The same, made where it is asked for. */
  let members: ReadonlySet<string> | undefined;
  /** Those of them that have an error or a note, which takes a line of its own on a phone. */
  const tall = new Set<string>();
  let pending: Set<string> | 'all' = 'all';
  let isNew = false;
  let isTelling = false;
  let toldAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const rowOf = (view: CallView): Row => {
    const column = columnOf(store.getState().sorting.column);
    const key = taken ? (taken.get(view.entry.id) ?? column?.keyOfLater) : column?.sortKey(view);
    return { key: key ?? '', entry: view.entry };
  };

  /** Equals stand in the order in which they were added. */
  const compare = (a: Row, b: Row): number =>
    (store.getState().sorting.descending ? compareKeys(b.key, a.key) : compareKeys(a.key, b.key)) ||
    a.entry.addedAt - b.entry.addedAt ||
    compareKeys(a.entry.id, b.entry.id);

  /** Where a row is to stand among others, from an index on. */
  const placeOf = (row: Row, among: readonly string[], from: number): number => {
    let low = from;
    let high = among.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const view = source.call(among[middle] ?? '');
      if (view && compare(rowOf(view), row) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  const merge = (staying: readonly string[], coming: readonly Row[]): string[] => {
    const merged: string[] = [];
    let at = 0;
    for (const row of coming) {
      const place = staying.length === 0 ? 0 : placeOf(row, staying, at);
      for (; at < place; at += 1) merged.push(staying[at] ?? '');
      merged.push(row.entry.id);
    }
    for (; at < staying.length; at += 1) merged.push(staying[at] ?? '');
    return merged;
  };

  const update = (changed: ReadonlySet<string>): void => {
    const { filter } = store.getState();
    const needle = { ...filter, text: filter.text.trim().toLowerCase() };
    const coming: Row[] = [];
    for (const id of changed) {
      const view = source.call(id);
      const isShown = view !== undefined && passes(view, needle);
      if (isShown) coming.push(rowOf(view));
      const isTall = isShown && (view.trouble !== undefined || view.entry.note !== undefined);
      if (isTall === tall.has(id)) continue;
      isNew = true;
      if (isTall) tall.add(id);
      else tall.delete(id);
    }
    const staying = ids.filter((id) => !changed.has(id));
    const next = merge(staying, coming.toSorted(compare));
    if (next.length === ids.length && next.every((id, index) => id === ids[index])) return;
    ids = next;
    members = undefined;
    isNew = true;
  };

  const settled = (): readonly string[] => {
    if (pending !== 'all' && pending.size === 0) return ids;
    if (pending === 'all') {
      ids = [];
      tall.clear();
      isNew = true;
    }
    // What changed and is told later would stand between the others where it no longer belongs.
    const changed = pending === 'all' ? source.ids() : [...pending, ...source.untold()];
    pending = new Set();
    update(new Set(changed));
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

  const takeKeys = (column: ColumnKey): void => {
    const { sortKey, keyOfLater } = columnOf(column) ?? {};
    const views = keyOfLater === undefined ? [] : [...source.ids()].flatMap((id) => source.call(id) ?? []);
    taken =
      sortKey && keyOfLater !== undefined
        ? new Map(views.map((view) => [view.entry.id, sortKey(view)]))
        : undefined;
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
    indexOf: (id: string): number => settled().indexOf(id),
    has: (id: string): boolean => {
      settled();
      members ??= new Set(ids);
      return members.has(id);
    },
    all: settled,
    /** Whether a call has an error or a note. */
    isTall: (id: string): boolean => tall.has(id),
    /** Sorts by a column; the other way round where it is sorted by already. */
    sortBy: (column: ColumnKey): void => {
      const before = store.getState().sorting;
      const { descending = false } = columnOf(column) ?? {};
      takeKeys(column);
      ask({ sorting: { column, descending: before.column === column ? !before.descending : descending } });
    },
    setFilter: (filter: Filter): void => ask({ filter }),
    show: (view: View): void => {
      takeKeys(view.sorting.column);
      ask(view);
    },
    /** Tells at once what would be told soon. */
    flush: tell,
    /** Follows the source until the result is called. */
    start: (): (() => void) => {
      change('all');
      return source.subscribeRows(change);
    },
  };
};
