import type { QueryClient } from '@tanstack/react-query';
import {
  differ,
  isEnded,
  isStuck,
  viewOf,
  type CallView,
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
import { createEmitter } from '#src/lib/emitter.ts';
import { calmly } from './pacing.ts';

/**
 * `entriesChanged`: the person added, changed or removed calls here; `restored`: put back, with what was seen of them;
 * `checked`: an answer came here; `entriesChanged elsewhere`, `checked elsewhere`: the same in another tab; `loaded`: this
 * browser had kept it; `ready`: all that was kept is read; `planned`: only the next check is due at another time, or calls
 * count as stuck after another time.
 */
type Cause =
  | 'entriesChanged'
  | 'restored'
  | 'checked'
  | 'entriesChanged elsewhere'
  | 'checked elsewhere'
  | 'loaded'
  | 'ready'
  | 'planned';

export type BoardChange = {
  cause: Cause;
  /** The calls concerned; those that are not watched any more are gone. */
  ids: string[];
  /** Those of them that came, went, or changed in what sorts, counts or filters them. */
  moved: string[];
  /** Those of them whose status became another. */
  statusChanged: string[];
  /** Those of them that an answer shows to be stuck from now on. */
  gotStuck: string[];
};

const begin = (cause: Cause): BoardChange => ({ cause, ids: [], moved: [], statusChanged: [], gotStuck: [] });

/** What is counted of the calls. */
export type Tallies = {
  /** How many calls are watched. */
  total: number;
  ended: number;
  stuck: number;
  counts: Readonly<Record<Group, number>>;
  /** How many ends were seen since the person last left the board, and when that was (epoch milliseconds). */
  endedSince: number;
  lastVisitedAt: number | undefined;
  /** How many have a next check. */
  checking: number;
  paused: number;
  /** How many have a note. */
  noted: number;
};

export type BoardStore = ReturnType<typeof createBoardStore>;

/** The watched calls. It emits each change; whoever plans, keeps, shares or shows them listens. */
export const createBoardStore = (queryClient: QueryClient, statuses: Statuses) => {
  const calls = new Map<string, CallView>();
  const changes = createEmitter<BoardChange>();
  const counts: Record<Group, number> = {
    first: 0,
    live: 0,
    ok: 0,
    bad: 0,
    problems: 0,
    other: 0,
    'not-found': 0,
  };
  const tally = { ended: 0, stuck: 0, endedSince: 0, checking: 0, paused: 0, noted: 0 };
  let lastVisitedAt: number | undefined;
  let stuckMs = Infinity;
  let loading = true;

  const historyOf = (id: string) => historyIn(queryClient, id);
  const view = (entry: WatchedCall, due: number | undefined): CallView =>
    viewOf(entry, { seen: historyOf(entry.id), due, statuses, stuckMs });

  /** Answers that are not told yet. */
  let answered = begin('checked');
  const tellAnswers = (): void => {
    const change = answered;
    answered = begin('checked');
    if (change.ids.length > 0) changes.emit(change);
  };
  const tellSoon = calmly(tellAnswers);

  const isSince = ({ endedSeenAt = -Infinity }: CallView): boolean =>
    endedSeenAt > (lastVisitedAt ?? Infinity);

  /** One more of each that this call counts in, or one less. */
  const count = (call: CallView, by: 1 | -1): void => {
    counts[call.group] += by;
    if (isEnded(call)) tally.ended += by;
    if (call.stuck) tally.stuck += by;
    if (isSince(call)) tally.endedSince += by;
    if (call.due !== undefined) tally.checking += by;
    if (call.entry.paused) tally.paused += by;
    if (call.entry.note !== undefined) tally.noted += by;
  };

  /** Takes a call in, anew or instead of what was, or out; `change` takes down what that means. */
  const put = (change: BoardChange, id: string, next: CallView | undefined): void => {
    const before = calls.get(id);
    if (before) count(before, -1);
    if (next) count(next, 1);
    if (next) calls.set(id, next);
    else calls.delete(id);
    change.ids.push(id);
    if (!before || !next ? before !== next : differ(before, next)) change.moved.push(id);
    const wasChecked = before !== undefined && before.group !== 'first';
    if (wasChecked && next && before.statusBadge.word !== next.statusBadge.word)
      change.statusChanged.push(id);
    if (before?.stuck === false && next?.stuck === true) change.gotStuck.push(id);
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
    call: (id: string): CallView | undefined => calls.get(id),
    /** In the order in which they were added, once all that was kept is read. */
    calls: (): Iterable<CallView> => calls.values(),
    ids: (): Iterable<string> => calls.keys(),
    size: (): number => calls.size,
    historyOf,
    /** The call as it is kept and sent to other tabs. */
    persisted: (id: string): PersistedCall | undefined => {
      const call = calls.get(id);
      return call && toPersisted({ entry: call.entry, seen: call.seen });
    },
    /** How many have a next check. */
    checking: (): number => tally.checking,
    isLoading: (): boolean => loading,
    tallies: (): Tallies => ({ ...tally, total: calls.size, counts: { ...counts }, lastVisitedAt }),
    /** So many ended calls, those first whose end was seen first. */
    oldestEnded: (most: number): string[] =>
      [...(most > 0 ? calls.values() : [])]
        .filter(isEnded)
        .toSorted((a, b) => (a.endedSeenAt ?? 0) - (b.endedSeenAt ?? 0))
        .slice(0, most)
        .map(({ entry }) => entry.id),

    /** Adds calls that are not watched yet, or puts them back with what was seen of them. */
    add: (added: readonly PersistedCall[], cause: 'entriesChanged' | 'restored'): void => {
      const change = begin(cause);
      for (const { entry, seen } of added) {
        if (calls.has(entry.id)) continue;
        if (seen) queryClient.setQueryData(keyOfCall(entry.id), seen);
        put(change, entry.id, view(entry, undefined));
      }
      changes.emit(change);
    },
    /** Changes the entries of calls as the person wants. */
    updateEntries: (ids: Iterable<string>, update: (entry: WatchedCall) => WatchedCall): void => {
      const change = begin('entriesChanged');
      for (const id of ids) {
        const call = calls.get(id);
        if (!call) continue;
        // Later than any change before, also where the clock was put back.
        const changedAt = Math.max(Date.now(), (call.entry.changedAt ?? 0) + 1);
        put(change, id, { ...call, entry: { ...update(call.entry), changedAt } });
      }
      changes.emit(change);
    },
    remove: (
      ids: readonly string[],
      cause: 'entriesChanged' | 'entriesChanged elsewhere' = 'entriesChanged',
    ): void => {
      const change = begin(cause);
      for (const id of ids) {
        put(change, id, undefined);
        forgetHistory(queryClient, id);
      }
      changes.emit(change);
    },
    /** Takes over calls as another page kept or sent them; a check of another tab adds none. */
    hydrate: (
      given: readonly PersistedCall[],
      cause: 'loaded' | 'entriesChanged elsewhere' | 'checked elsewhere',
    ): void => {
      const change = begin(cause);
      for (const each of given) {
        const { id } = each.entry;
        const known = calls.get(id);
        if (!known && cause === 'checked elsewhere') continue;
        takeHistory(each);
        // A check says nothing of the entry.
        const entry =
          cause === 'checked elsewhere' ? known?.entry : known && mergeEntries(known.entry, each.entry);
        put(change, id, view(entry ?? each.entry, known?.due));
      }
      changes.emit(change);
    },
    /** A check of this call brought something, which is in the cache; the next one is due then. Told soon. */
    applyResult: (id: string, due: number | undefined): void => {
      const call = calls.get(id);
      if (!call) return;
      put(answered, id, view(call.entry, due));
      tellSoon();
    },
    /** Tells at once what would be told soon. */
    tellAnswers,
    /** Calls that moved and are told soon. */
    untold: (): readonly string[] => answered.moved,
    /** All that was kept is read, and the calls stand in the order in which they were added. */
    finishLoading: (): void => {
      const inOrder = [...calls.values()].toSorted((a, b) => a.entry.addedAt - b.entry.addedAt);
      calls.clear();
      for (const call of inOrder) calls.set(call.entry.id, call);
      loading = false;
      changes.emit({ ...begin('ready'), ids: [...calls.keys()] });
    },
    /** Says when the next checks are due on the monotonic clock. */
    setDue: (dues: readonly (readonly [id: string, due: number | undefined])[]): void => {
      const change = begin('planned');
      for (const [id, due] of dues) {
        const call = calls.get(id);
        if (call && call.due !== due) put(change, id, { ...call, due });
      }
      if (change.ids.length > 0) changes.emit(change);
    },
    /** Counts calls as stuck that have gone on for so long, in milliseconds. Nobody is notified of those. */
    setStuckAfter: (next: number): void => {
      if (next === stuckMs) return;
      stuckMs = next;
      const change = begin('planned');
      for (const [id, call] of calls) {
        const stuck = isStuck(call, stuckMs);
        if (stuck !== call.stuck) put(change, id, { ...call, stuck });
      }
      if (change.ids.length > 0) changes.emit({ ...change, gotStuck: [] });
    },
    /** Counts the ends seen after that moment, in epoch milliseconds. */
    setLastVisitedAt: (next: number | undefined): void => {
      lastVisitedAt = next;
      tally.endedSince = 0;
      for (const call of calls.values()) if (isSince(call)) tally.endedSince += 1;
    },
  };
};
