import type { Group } from '#src/features/calls/call/call.ts';
import { compareKeys, keyOf, NEWEST_FIRST, type Key, type Sorting } from './order.ts';
import type { CallView } from '#src/features/calls/call/overview.ts';
import { troubleInShort } from '#src/features/calls/call/words.ts';

/** What is shown. `text` is looked for in ID, status and error; `endedSince`, in epoch ms: whose end was seen later. */
export type Filter = { group: Group | 'all'; text: string; endedSince?: number | undefined };

export const EVERY_CALL: Filter = { group: 'all', text: '' };

/** Where the rows come from; `subscribeRows` names the calls that changed, came or went. */
export type RowSource = {
  ids: () => Iterable<string>;
  call: (id: string) => CallView | undefined;
  subscribeRows: (listener: (ids: readonly string[] | 'all') => void) => () => void;
};

/** The calls that are shown, in their order. */
export type Rows = {
  count: () => number;
  at: (index: number) => string | undefined;
  slice: (from: number, to: number) => string[];
  /** -1 where the call is not shown. */
  indexOf: (id: string) => number;
  has: (id: string) => boolean;
  all: () => readonly string[];
  /** Which of the rows have something in the column "Error", by index. */
  withError: () => readonly number[];
  sorting: () => Sorting;
  setSorting: (sorting: Sorting) => void;
  filter: () => Filter;
  setFilter: (filter: Filter) => void;
  /** Grows with each change. Changes of one task are told once. */
  version: () => number;
  subscribe: (listener: () => void) => () => void;
  /** Follows the source until the result is called. */
  start: () => () => void;
};

/** A shown call. `rank` makes the order total: equals stand in the order in which they were added. */
type Row = { id: string; key: Key; addedAt: number; rank: number; hasError: boolean };

/** Rows change places at most so often, in milliseconds, unless the person made them: twenty answers a second are calmer so. */
const CALM_MS = 250;

/** Up to this many changes are put in one by one; with more it is cheaper to sort what is sorted already. */
const FEW = 8;

/** Whether a call passes the filter, whose text is in lower case. */
const passes = (view: CallView, { group, text, endedSince }: Filter): boolean => {
  if (group !== 'all' && view.group !== group) return false;
  if (endedSince !== undefined && !((view.endedSeenAt ?? 0) > endedSince)) return false;
  if (text === '') return true;
  const has = (words: string | undefined) => words?.toLowerCase().includes(text);
  return Boolean(has(view.entry.id) || has(view.look.word) || has(troubleInShort(view)?.text));
};

/** Keeps the shown calls sorted and filtered, at the cost of a search for each change. */
export const createRows = (source: RowSource, calmMs: number = CALM_MS): Rows => {
  const ranks = new Map<string, number>();
  const shown = new Map<string, Row>();
  const listeners = new Set<() => void>();
  let list: Row[] = [];
  let ids: readonly string[] | undefined;
  let sorting = NEWEST_FIRST;
  let filter = EVERY_CALL;
  let needle = EVERY_CALL;
  let pending: Set<string> | 'all' = 'all';
  let lastRank = 0;
  let version = 0;
  let told = 0;
  let isTelling = false;
  let toldAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const compare = (a: Row, b: Row): number =>
    (sorting.descending ? compareKeys(b.key, a.key) : compareKeys(a.key, b.key)) ||
    a.addedAt - b.addedAt ||
    a.rank - b.rank;

  /** Where a row stands, or would stand. */
  const placeOf = (row: Row): number => {
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = list[middle];
      if (other && compare(other, row) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  const rowOf = (id: string): Row | undefined => {
    const view = source.call(id);
    if (!view) {
      ranks.delete(id);
      return undefined;
    }
    const rank = ranks.get(id) ?? (lastRank += 1);
    ranks.set(id, rank);
    if (!passes(view, needle)) return undefined;
    const hasError = troubleInShort(view) !== undefined;
    return { id, key: keyOf(sorting, view), addedAt: view.entry.addedAt, rank, hasError };
  };

  const rebuild = (): void => {
    ranks.clear();
    shown.clear();
    for (const id of source.ids()) {
      const row = rowOf(id);
      if (row) shown.set(id, row);
    }
    list = [...shown.values()].toSorted(compare);
  };

  const update = (changed: Iterable<string>): boolean => {
    const gone: Row[] = [];
    const come: Row[] = [];
    for (const id of changed) {
      const before = shown.get(id);
      const row = rowOf(id);
      const isSame = before?.key === row?.key && before?.addedAt === row?.addedAt;
      if (isSame && before?.hasError === row?.hasError) continue;
      if (before) gone.push(before);
      if (row) {
        come.push(row);
        shown.set(id, row);
      } else shown.delete(id);
    }
    if (gone.length + come.length > FEW) {
      const left = new Set(gone);
      list = [...list.filter((row) => !left.has(row)), ...come].toSorted(compare);
    } else {
      for (const row of gone) list.splice(placeOf(row), 1);
      for (const row of come) list.splice(placeOf(row), 0, row);
    }
    return gone.length + come.length > 0;
  };

  /** Takes in what has changed. Reading does that too, so that nobody sees rows that are gone. */
  const settled = (): Row[] => {
    if (pending !== 'all' && pending.size === 0) return list;
    const changed = pending;
    pending = new Set();
    if (changed === 'all') rebuild();
    else if (!update(changed)) return list;
    ids = undefined;
    version += 1;
    return list;
  };

  const tell = (): void => {
    isTelling = false;
    clearTimeout(timer);
    timer = undefined;
    settled();
    if (told === version) return;
    told = version;
    toldAt = performance.now();
    for (const listener of listeners) listener();
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

  return {
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
    withError: () => settled().flatMap(({ hasError }, index) => (hasError ? index : [])),
    sorting: () => sorting,
    setSorting: (next) => {
      sorting = next;
      change('all');
    },
    filter: () => filter,
    setFilter: (next) => {
      filter = next;
      needle = { ...next, text: next.text.trim().toLowerCase() };
      change('all');
    },
    version: () => {
      settled();
      return version;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: () => {
      change('all');
      return source.subscribeRows(change);
    },
  };
};
