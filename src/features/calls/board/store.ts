import type { QueryClient } from '@tanstack/react-query';
import {
  deriveFields,
  differ,
  isEnded,
  type CallView,
  type DerivedFields,
  type Group,
  type Statuses,
} from '#src/features/calls/call/call.ts';
import {
  fromPersisted,
  mergeEntries,
  toPersisted,
  type PersistedCall,
  type WatchedCall,
} from '#src/features/calls/call/persisted-call.ts';
import { forgetHistory, historyIn, keyOfCall } from '#src/features/calls/call/queries.ts';
import { atMostEvery } from '#src/lib/at-most-every.ts';
import { createEmitter } from '#src/lib/emitter.ts';

/** What is held of a watched call beside its history, which lives in the query cache. Another object with each change. */
export type Item = Pick<CallView, 'entry' | 'due'> & { derived: DerivedFields };

/**
 * `edited`: the person added, changed or removed calls here; `restored`: put back, with what was seen of them; `checked`:
 * an answer came here; `edited elsewhere`, `checked elsewhere`: the same in another tab; `loaded`: this browser had kept
 * it; `ready`: all that was kept is read; `planned`: only the next check is due at another time.
 */
type Cause =
  | 'edited'
  | 'restored'
  | 'checked'
  | 'edited elsewhere'
  | 'checked elsewhere'
  | 'loaded'
  | 'ready'
  | 'planned';

export type BoardChange = {
  cause: Cause;
  /** The calls concerned; those that are not watched any more are gone. */
  ids: readonly string[];
  /** Those of them that came, went, or changed in what sorts, counts or filters them. */
  moved: readonly string[];
  /** Those of them whose status became another. */
  statusChanged: readonly string[];
};

type Change = { cause: Cause; ids: string[]; moved: string[]; statusChanged: string[] };

const begin = (cause: Cause): Change => ({ cause, ids: [], moved: [], statusChanged: [] });

/** What is counted of the calls. */
export type Tallies = {
  /** How many calls are watched. */
  total: number;
  ended: number;
  counts: Readonly<Record<Group, number>>;
  /** How many ends were seen since the person last left the board, and when that was (epoch milliseconds). */
  endedSince: number;
  lastVisitedAt: number | undefined;
  /** How many have a next check. */
  checking: number;
  paused: number;
};

/** Answers are told together, at most so often in milliseconds: twenty a second would each have the page drawn anew. */
const CALM_MS = 250;

export type BoardStore = ReturnType<typeof createBoardStore>;

const hasMoved = (a: Item | undefined, b: Item | undefined): boolean =>
  a?.entry !== b?.entry ||
  (a?.due === undefined) !== (b?.due === undefined) ||
  (a !== undefined && b !== undefined && differ(a.derived, b.derived));

/** The watched calls. It emits each change; whoever plans, keeps, shares or shows them listens. */
export const createBoardStore = (queryClient: QueryClient, statuses: Statuses) => {
  const items = new Map<string, Item>();
  const changes = createEmitter<BoardChange>();
  const counts: Record<Group, number> = { live: 0, ok: 0, bad: 0, 'no-answer': 0, other: 0, 'not-found': 0 };
  const tally = { ended: 0, endedSince: 0, checking: 0, paused: 0 };
  let lastVisitedAt: number | undefined;
  let loading = true;

  const historyOf = (id: string) => historyIn(queryClient, id);
  /** What follows from nothing: of calls that were never asked. */
  const first = deriveFields(undefined, statuses);
  const derive = (id: string): DerivedFields => {
    const seen = historyOf(id);
    return seen ? deriveFields(seen, statuses) : first;
  };

  /** Answers that are not told yet. */
  let answered = begin('checked');
  const tellAnswers = (): void => {
    const change = answered;
    answered = begin('checked');
    if (change.ids.length > 0) changes.emit(change);
  };
  const tellSoon = atMostEvery(CALM_MS, tellAnswers);

  const isSince = ({ endedSeenAt = -Infinity }: DerivedFields): boolean =>
    endedSeenAt > (lastVisitedAt ?? Infinity);

  /** One more of each that this call counts in, or one less. */
  const count = ({ entry, due, derived }: Item, by: 1 | -1): void => {
    if (derived.group) counts[derived.group] += by;
    if (isEnded(derived)) tally.ended += by;
    if (isSince(derived)) tally.endedSince += by;
    if (due !== undefined) tally.checking += by;
    if (entry.paused) tally.paused += by;
  };

  /** Takes a call in, anew or instead of what was, or out; `change` takes down what that means. */
  const put = (change: Change, id: string, next: Item | undefined): void => {
    const before = items.get(id);
    if (before) count(before, -1);
    if (next) count(next, 1);
    if (next) items.set(id, next);
    else items.delete(id);
    change.ids.push(id);
    if (hasMoved(before, next)) change.moved.push(id);
    if (before?.derived.group === undefined || !next) return;
    if (before.derived.statusBadge.word !== next.derived.statusBadge.word) change.statusChanged.push(id);
  };

  /** Takes over what another page saw of a call, where that is newer. */
  const takeHistory = (call: PersistedCall): void => {
    const { id } = call.entry;
    const { seen } = fromPersisted(call);
    const known = historyOf(id);
    if (!seen || seen.checks < (known?.checks ?? 0)) return;
    // Both tabs have asked at once: the later answer counts in both.
    if (seen.checks === known?.checks && (seen.checked?.at ?? 0) < (known.checked?.at ?? 0)) return;
    queryClient.setQueryData(keyOfCall(id), seen);
  };

  return {
    subscribe: changes.subscribe,
    item: (id: string): Item | undefined => items.get(id),
    /** In the order in which they were added, once all that was kept is read. */
    items: (): Iterable<Item> => items.values(),
    ids: (): Iterable<string> => items.keys(),
    size: (): number => items.size,
    historyOf,
    call: (id: string): CallView | undefined => {
      const item = items.get(id);
      return item && { ...item.derived, entry: item.entry, due: item.due, seen: historyOf(id) };
    },
    /** The call as it is kept and sent to other tabs. */
    persisted: (id: string): PersistedCall | undefined => {
      const entry = items.get(id)?.entry;
      const seen = historyOf(id);
      return entry && toPersisted({ entry, seen });
    },
    /** How many have a next check. */
    checking: (): number => tally.checking,
    isLoading: (): boolean => loading,
    tallies: (): Tallies => ({ ...tally, total: items.size, counts: { ...counts }, lastVisitedAt }),
    /** So many ended calls, those first whose end was seen first. */
    oldestEnded: (most: number): string[] =>
      [...(most > 0 ? items.values() : [])]
        .filter(({ derived }) => isEnded(derived))
        .toSorted((a, b) => (a.derived.endedSeenAt ?? 0) - (b.derived.endedSeenAt ?? 0))
        .slice(0, most)
        .map(({ entry }) => entry.id),

    /** Adds calls that are not watched yet, or puts them back with what was seen of them. */
    add: (calls: readonly PersistedCall[], cause: 'edited' | 'restored'): void => {
      const change = begin(cause);
      for (const { entry, seen } of calls) {
        if (items.has(entry.id)) continue;
        if (seen) queryClient.setQueryData(keyOfCall(entry.id), seen);
        put(change, entry.id, { entry, due: undefined, derived: derive(entry.id) });
      }
      changes.emit(change);
    },
    /** Changes the entries of calls as the person wants. */
    updateEntries: (ids: Iterable<string>, update: (entry: WatchedCall) => WatchedCall): void => {
      const change = begin('edited');
      for (const id of ids) {
        const item = items.get(id);
        if (!item) continue;
        // Later than any change before, also where the clock was put back.
        const changedAt = Math.max(Date.now(), (item.entry.changedAt ?? 0) + 1);
        put(change, id, { ...item, entry: { ...update(item.entry), changedAt } });
      }
      changes.emit(change);
    },
    remove: (ids: readonly string[], cause: 'edited' | 'edited elsewhere' = 'edited'): void => {
      const change = begin(cause);
      for (const id of ids) {
        put(change, id, undefined);
        forgetHistory(queryClient, id);
      }
      changes.emit(change);
    },
    /** Takes over calls as another page kept or sent them; a check of another tab adds none. */
    hydrate: (
      calls: readonly PersistedCall[],
      cause: 'loaded' | 'edited elsewhere' | 'checked elsewhere',
    ): void => {
      const change = begin(cause);
      for (const call of calls) {
        const { id } = call.entry;
        const known = items.get(id);
        if (!known && cause === 'checked elsewhere') continue;
        takeHistory(call);
        // A check says nothing of the entry.
        const entry =
          cause === 'checked elsewhere' ? known?.entry : known && mergeEntries(known.entry, call.entry);
        put(change, id, { entry: entry ?? call.entry, due: known?.due, derived: derive(id) });
      }
      changes.emit(change);
    },
    /** A check of this call brought something, which is in the cache; the next one is due then. Told soon. */
    applyResult: (id: string, due: number | undefined): void => {
      const item = items.get(id);
      if (!item) return;
      put(answered, id, { entry: item.entry, due, derived: derive(id) });
      tellSoon.call();
    },
    /** Tells at once what would be told soon. */
    tellAnswers,
    /** All that was kept is read, and the calls stand in the order in which they were added. */
    finishLoading: (): void => {
      const inOrder = [...items].toSorted(([, a], [, b]) => a.entry.addedAt - b.entry.addedAt);
      items.clear();
      for (const [id, item] of inOrder) items.set(id, item);
      loading = false;
      changes.emit({ ...begin('ready'), ids: [...items.keys()] });
    },
    /** Says when the next checks are due on the monotonic clock. */
    setDue: (dues: readonly (readonly [id: string, due: number | undefined])[]): void => {
      const change = begin('planned');
      for (const [id, due] of dues) {
        const item = items.get(id);
        if (item && item.due !== due) put(change, id, { ...item, due });
      }
      if (change.ids.length > 0) changes.emit(change);
    },
    /** Counts the ends seen after that moment, in epoch milliseconds. */
    setLastVisitedAt: (next: number | undefined): void => {
      lastVisitedAt = next;
      tally.endedSince = 0;
      for (const { derived } of items.values()) if (isSince(derived)) tally.endedSince += 1;
    },
  };
};
