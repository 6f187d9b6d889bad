import type { Group } from '#src/features/calls/call/call.ts';
import type { WatchedCall } from '#src/features/calls/call/persisted-call.ts';
import {
  differ,
  deriveFields,
  isEnded,
  type CallView,
  type DerivedFields,
} from '#src/features/calls/call/derived.ts';
import type { Overview } from './overview.ts';
import type { CallHistory } from '#src/features/calls/call/history.ts';
import type { Statuses } from '#src/features/calls/call/statuses.ts';

/** What is held of a watched call beside its answers, which live in the query cache alone. */
export type Item = Pick<CallView, 'entry' | 'due'> & {
  derived: DerivedFields;
  /** Made when somebody looks. */
  view?: CallView | undefined;
};

type Listener = () => void;
type Leave = () => void;

/** Which calls changed in what sorts or filters; `all`: so many that a list is better built anew. */
export type RowsChanged = readonly string[] | 'all';

/** The watched calls, what is counted of them, and who is told when it changes: a row of its call, the page of the whole. */
export type Views = {
  item: (id: string) => Item | undefined;
  /** In the order in which they were added. */
  items: () => Iterable<Item>;
  size: () => number;
  ids: () => Iterable<string>;
  add: (entry: WatchedCall, seen: CallHistory | undefined) => Item;
  remove: (id: string) => void;
  change: (id: string, entry: WatchedCall) => void;
  /** Says when the next check is due. */
  plan: (id: string, due: number | undefined) => void;
  /** The answer of this call, or its plan, has changed. */
  changed: (id: string) => void;
  /** Something that concerns the whole board has changed. */
  tell: () => void;
  tellRows: (changed: RowsChanged) => void;
  /** Puts the calls in the order in which they were added, as they are not when read. */
  sort: () => void;
  /** Counts the ends seen after that moment, in epoch milliseconds. */
  setLastVisitedAt: (lastVisitedAt: number | undefined) => void;
  checking: () => number;
  /** So many ended calls, those first whose end was seen first. */
  oldestEnded: (most: number) => string[];
  call: (id: string) => CallView | undefined;
  overview: () => Overview;
  subscribe: (listener: Listener) => Leave;
  subscribeCall: (id: string, listener: Listener) => Leave;
  subscribeRows: (listener: (changed: RowsChanged) => void) => Leave;
  /** Told of every call whose status became another one. */
  subscribeChanges: (listener: (view: CallView) => void) => Leave;
};

type Tallied = Pick<
  Overview,
  'total' | 'ended' | 'counts' | 'endedSince' | 'lastVisitedAt' | 'checking' | 'paused' | 'call'
>;

type Setup = {
  statuses: Statuses;
  historyOf: (id: string) => CallHistory | undefined;
  readTotals: () => Omit<Overview, keyof Tallied>;
};

/** More than there are rows on a screen. */
const MOST_RECENT = 256;

const listenTo = <Each>(set: Set<Each>, listener: Each): Leave => {
  set.add(listener);
  return () => set.delete(listener);
};

export const createViews = ({ statuses, historyOf, readTotals }: Setup): Views => {
  const items = new Map<string, Item>();
  const counts: Record<Group, number> = { live: 0, ok: 0, bad: 0, 'no-answer': 0, other: 0, 'not-found': 0 };
  let ended = 0;
  let endedSince = 0;
  let checking = 0;
  let paused = 0;
  let lastVisitedAt: number | undefined;
  const listeners = new Set<Listener>();
  const rowListeners = new Set<(changed: RowsChanged) => void>();
  const callListeners = new Map<string, Set<Listener>>();
  const changeListeners = new Set<(view: CallView) => void>();
  let overview: Overview | undefined;
  let isTelling = false;
  /** What was looked at of late stays the same for whoever looks again, as a row does before it listens. */
  const recent = new Map<string, CallView>();

  const isSince = ({ endedSeenAt }: DerivedFields): boolean =>
    lastVisitedAt !== undefined && endedSeenAt !== undefined && endedSeenAt > lastVisitedAt;

  /** One more of each that this call counts in, or one less. */
  const count = ({ entry, due, derived }: Item, by: 1 | -1): void => {
    if (derived.group) counts[derived.group] += by;
    if (isEnded(derived)) ended += by;
    if (isSince(derived)) endedSince += by;
    if (due !== undefined) checking += by;
    if (entry.paused) paused += by;
  };

  const tell = (): void => {
    overview = undefined;
    if (isTelling) return;
    isTelling = true;
    // Thousands of calls may change in one go: the page hears of it once.
    queueMicrotask(() => {
      isTelling = false;
      for (const listener of listeners) listener();
    });
  };

  const tellRows = (changed: RowsChanged): void => {
    for (const listener of rowListeners) listener(changed);
    tell();
  };

  const tellCall = (id: string): void => {
    recent.delete(id);
    for (const listener of callListeners.get(id) ?? []) listener();
  };

  const call = (id: string): CallView | undefined => {
    const item = items.get(id);
    if (!item) return undefined;
    if (item.view) return item.view;
    const known = recent.get(id);
    if (known) return known;
    const { entry, due, derived } = item;
    const view = { ...derived, entry, seen: historyOf(id), due };
    // A snapshot must stay the same while nothing changes; nobody else needs it kept.
    if (callListeners.has(id)) item.view = view;
    else {
      if (recent.size >= MOST_RECENT) recent.clear();
      recent.set(id, view);
    }
    return view;
  };

  return {
    item: (id) => items.get(id),
    items: () => items.values(),
    size: () => items.size,
    ids: () => items.keys(),
    add: (entry, seen) => {
      const item: Item = { entry, due: undefined, derived: deriveFields(seen, statuses) };
      items.set(entry.id, item);
      count(item, 1);
      tellCall(entry.id);
      tell();
      return item;
    },
    remove: (id) => {
      const item = items.get(id);
      if (!item) return;
      count(item, -1);
      items.delete(id);
      tellCall(id);
      tell();
    },
    change: (id, entry) => {
      const item = items.get(id);
      if (!item) return;
      count(item, -1);
      item.entry = entry;
      item.view = undefined;
      count(item, 1);
      tellCall(id);
      tell();
    },
    plan: (id, due) => {
      const item = items.get(id);
      if (!item || item.due === due) return;
      count(item, -1);
      const isTurned = (item.due === undefined) !== (due === undefined);
      item.due = due;
      item.view = undefined;
      count(item, 1);
      tellCall(id);
      if (isTurned) tell();
    },
    changed: (id) => {
      const item = items.get(id);
      if (!item) return;
      const before = item.derived;
      const seen = historyOf(id);
      const wasChecked = item.derived.group !== undefined;
      count(item, -1);
      item.derived = deriveFields(seen, statuses);
      item.view = undefined;
      count(item, 1);
      tellCall(id);
      if (!differ(before, item.derived)) return;
      tellRows([id]);
      if (wasChecked && before.statusBadge.word !== item.derived.statusBadge.word) {
        const view = call(id);
        if (view) for (const listener of changeListeners) listener(view);
      }
    },
    tell,
    tellRows,
    sort: () => {
      const inOrder = [...items].toSorted(([, a], [, b]) => a.entry.addedAt - b.entry.addedAt);
      items.clear();
      for (const [id, item] of inOrder) items.set(id, item);
    },
    setLastVisitedAt: (next) => {
      lastVisitedAt = next;
      endedSince = 0;
      for (const { derived } of items.values()) if (isSince(derived)) endedSince += 1;
      tell();
    },
    checking: () => checking,
    oldestEnded: (most) =>
      [...(most > 0 ? items.values() : [])]
        .filter(({ derived }) => isEnded(derived))
        .toSorted((a, b) => (a.derived.endedSeenAt ?? 0) - (b.derived.endedSeenAt ?? 0))
        .slice(0, most)
        .map(({ entry }) => entry.id),
    call,
    overview: () => {
      overview ??= {
        ...readTotals(),
        total: items.size,
        counts: { ...counts },
        ended,
        endedSince,
        lastVisitedAt,
        checking,
        paused,
        call: (id) => call(id),
      };
      return overview;
    },
    subscribe: (listener) => listenTo(listeners, listener),
    subscribeCall: (id, listener) => {
      const own = callListeners.get(id) ?? new Set();
      callListeners.set(id, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size > 0 || callListeners.get(id) !== own) return;
        callListeners.delete(id);
        const item = items.get(id);
        if (item) item.view = undefined;
      };
    },
    subscribeRows: (listener) => listenTo(rowListeners, listener),
    subscribeChanges: (listener) => listenTo(changeListeners, listener),
  };
};
