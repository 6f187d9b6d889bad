import type { QueryClient } from '@tanstack/react-query';
import { createStore } from 'zustand/vanilla';
import {
  isListedDifferently,
  isEnded,
  isStuck,
  createCallView,
  type CallView,
  type Statuses,
} from '#src/features/calls/call/call.ts';
import { FILTERS, noCounts, type FilterKey } from '#src/features/calls/call/filters.ts';
import type { CallHistory } from '#src/features/calls/call/history.ts';
import type { SavedCall, WatchedCall } from '#src/features/calls/call/saved-call.ts';
import { callStatusKey } from '#src/api/hooks.ts';
import { removeHistory, getHistory } from '#src/features/calls/call/queries.ts';
import { createEmitter } from '#src/lib/emitter.ts';

/**
 * `edited` by the user; `restored` by an undo; `checked`: an answer came; `read` from storage, at start or after another tab
 * wrote; `ready`: all saved calls are read; `planned`: another time of the next check, or of counting as stuck.
 */
type Cause = 'edited' | 'restored' | 'checked' | 'read' | 'ready' | 'planned';

export type BoardChange = {
  cause: Cause;
  /** Removed calls are no longer in the store. */
  ids: string[];
  /** Whether sorting, counts or filters may give another result. */
  isListed: boolean;
  statusChanged: string[];
  gotStuck: string[];
};

export type Tallies = {
  total: number;
  ended: number;
  counts: Readonly<Record<FilterKey, number>>;
  /** Calls that have a next check. */
  checking: number;
  paused: number;
  noted: number;
};

const noTallies = () => ({
  total: 0,
  ended: 0,
  checking: 0,
  paused: 0,
  noted: 0,
  counts: noCounts(),
});

/** Adds a call to the tallies, or with -1 takes it out. */
const tally = (tallies: ReturnType<typeof noTallies>, call: CallView, by: 1 | -1): void => {
  tallies.total += by;
  if (isEnded(call)) tallies.ended += by;
  if (call.due !== undefined) tallies.checking += by;
  if (call.entry.paused) tallies.paused += by;
  if (call.entry.note !== undefined) tallies.noted += by;
  for (const { key, passes } of FILTERS) if (passes(call)) tallies.counts[key] += by;
};

export type BoardStore = ReturnType<typeof createBoardStore>;

/** The watched calls. Their histories are in the query cache; the store has their entries, and a view of both. */
export const createBoardStore = (
  queryClient: QueryClient,
  {
    statuses,
    dueOf,
  }: { statuses: Statuses; dueOf: (entry: WatchedCall, history?: CallHistory) => number | undefined },
) => {
  const calls = new Map<string, CallView>();
  const changes = createEmitter<BoardChange>();
  const state = createStore(() => ({ version: 0, isLoading: true }));
  const tallies = noTallies();
  let stuckMs = Infinity;

  const isLoading = (): boolean => state.getState().isLoading;
  const historyOf = (id: string) => getHistory(queryClient, id);
  const view = (entry: WatchedCall, history: CallHistory | undefined): CallView =>
    createCallView(entry, { history, due: dueOf(entry, history), statuses, stuckMs });

  /** Emits all changes of one act together. */
  const change = (cause: Cause, act: (put: (id: string, next: CallView | undefined) => void) => void) => {
    const collected: BoardChange = { cause, ids: [], isListed: false, statusChanged: [], gotStuck: [] };
    act((id, next) => {
      const before = calls.get(id);
      if (before) tally(tallies, before, -1);
      if (next) {
        calls.set(id, next);
        tally(tallies, next, 1);
      } else calls.delete(id);
      collected.ids.push(id);
      if (!before || !next ? before !== next : isListedDifferently(before, next)) collected.isListed = true;
      const wasChecked = before !== undefined && before.group !== 'first';
      if (wasChecked && next && before.statusBadge.word !== next.statusBadge.word)
        collected.statusChanged.push(id);
      if (before?.stuck === false && next?.stuck === true) collected.gotStuck.push(id);
    });
    if (collected.ids.length === 0 && cause !== 'ready') return;
    // Calls that only count as stuck since the setting changed are no news.
    if (cause === 'planned') collected.gotStuck = [];
    state.setState(({ version }) => ({ version: version + 1 }));
    changes.emit(collected);
  };

  return {
    subscribe: changes.subscribe,
    /** For components. The version changes with every change. */
    state: state as Pick<typeof state, 'getState' | 'getInitialState' | 'subscribe'>,
    call: (id: string): CallView | undefined => calls.get(id),
    /** In the order in which they were added, after loading. */
    calls: (): Iterable<CallView> => calls.values(),
    ids: (): Iterable<string> => calls.keys(),
    size: (): number => calls.size,
    historyOf,
    isLoading,
    checking: (): number => tallies.checking,
    tallies: (): Tallies => ({ ...tallies, counts: { ...tallies.counts } }),

    /** Adds calls that are not watched yet. */
    add: (added: readonly SavedCall[], cause: 'edited' | 'restored'): void =>
      change(cause, (put) => {
        for (const { entry, history } of added) {
          if (calls.has(entry.id)) continue;
          if (history) queryClient.setQueryData(callStatusKey(entry.id), history);
          put(entry.id, view(entry, history));
        }
      }),
    updateEntries: (ids: Iterable<string>, update: (entry: WatchedCall) => WatchedCall): void =>
      change('edited', (put) => {
        for (const id of ids) {
          const call = calls.get(id);
          if (call) put(id, view(update(call.entry), call.history));
        }
      }),
    remove: (ids: readonly string[], cause: 'edited' | 'read' = 'edited'): void =>
      change(cause, (put) => {
        for (const id of ids) {
          if (!calls.has(id)) continue;
          put(id, undefined);
          removeHistory(queryClient, id);
        }
      }),
    /** Takes over saved calls. Of two histories the one with the later check counts. */
    takeSaved: (saved: readonly SavedCall[]): void =>
      change('read', (put) => {
        for (const { entry, history } of saved) {
          const { id } = entry;
          const known = calls.get(id);
          if (history && (history.checked?.at ?? 0) > (known?.history?.checked?.at ?? -1))
            queryClient.setQueryData(callStatusKey(id), history);
          // Changed here while it was being read.
          const merged = isLoading() ? { ...entry, ...known?.entry, addedAt: entry.addedAt } : entry;
          put(id, view(merged, historyOf(id)));
        }
      }),
    /** Reads the history from the cache after a check. */
    applyResult: (id: string): void =>
      change('checked', (put) => {
        const call = calls.get(id);
        if (call) put(id, view(call.entry, historyOf(id)));
      }),
    /** Sorts the calls by when they were added. */
    finishLoading: (): void => {
      const inOrder = [...calls.values()].toSorted((a, b) => a.entry.addedAt - b.entry.addedAt);
      calls.clear();
      for (const call of inOrder) calls.set(call.entry.id, call);
      state.setState({ isLoading: false });
      change('ready', (put) => inOrder.forEach((call) => put(call.entry.id, call)));
    },
    /** Plans every next check anew, after the interval changed. */
    planAll: (): void =>
      change('planned', (put) => {
        for (const [id, call] of calls) {
          const due = dueOf(call.entry, call.history);
          if (call.due !== due) put(id, { ...call, due });
        }
      }),
    /** Moves the next checks of these calls. `due` is on the monotonic clock. */
    setDue: (ids: readonly string[], due: number): void =>
      change('planned', (put) => {
        for (const id of ids) {
          const call = calls.get(id);
          if (call?.due !== undefined && call.due !== due) put(id, { ...call, due });
        }
      }),
    /** In milliseconds. */
    setStuckAfter: (next: number): void => {
      stuckMs = next;
      change('planned', (put) => {
        for (const [id, call] of calls) {
          const stuck = isStuck(call, stuckMs);
          if (stuck !== call.stuck) put(id, { ...call, stuck });
        }
      });
    },
  };
};
