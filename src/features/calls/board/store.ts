import type { QueryClient } from '@tanstack/react-query';
import { createStore } from 'zustand/vanilla';
import {
  isListedDifferently,
  isEnded,
  createCallView,
  findMarks,
  findPart,
  type CallView,
  type MarkRules,
  type Statuses,
} from '#src/features/calls/call/call.ts';
import {
  FILTERS,
  countStatus,
  createEmptyCounts,
  type FilterKey,
  type StatusCount,
  type StatusCounts,
} from '#src/features/calls/call/filters.ts';
import { DEFAULT_LIST, isInList } from '#src/features/calls/call/list-name.ts';
import type { CallHistory } from '#src/features/calls/call/history.ts';
import type { SavedCall, WatchedCall } from '#src/features/calls/call/saved-call.ts';
import { callStatusKey } from '#src/api/hooks.ts';
import { removeHistory, findHistory } from '#src/features/calls/call/queries.ts';
import { createEmitter } from '#src/lib/emitter.ts';

/**
 * `edited` by the user; `restored` by an undo or from a backup; `checked`: an answer came; `read` from storage, at start or after another tab
 * wrote; `ready`: all saved calls are read; `planned`: another time of the next check, or of counting as stuck.
 */
type Cause = 'edited' | 'restored' | 'checked' | 'read' | 'ready' | 'planned';

export type BoardChange = {
  cause: Cause;
  /** Removed calls are no longer in the store. */
  ids: string[];
  /** Whether sorting, counts or filters may have changed. */
  affectsList: boolean;
  statusChanged: string[];
  gotStuck: string[];
};

export type Tallies = {
  total: number;
  ended: number;
  /** Not those whose present status is unknown. */
  going: number;
  counts: Readonly<ReturnType<typeof createEmptyCounts>>;
  statuses: StatusCounts;
  /** Calls that have a next check. */
  checking: number;
  paused: number;
  noted: number;
};

const createEmptyTallies = () => ({
  total: 0,
  ended: 0,
  going: 0,
  checking: 0,
  paused: 0,
  noted: 0,
  counts: createEmptyCounts(),
  statuses: new Map<FilterKey, StatusCount>(),
});

/** With -1 takes the call out again. */
const tally = (tallies: ReturnType<typeof createEmptyTallies>, call: CallView, by: 1 | -1): void => {
  tallies.total += by;
  if (isEnded(call)) tallies.ended += by;
  if (findPart(call) === 'going') tallies.going += by;
  if (call.due !== undefined) tallies.checking += by;
  if (call.entry.paused) tallies.paused += by;
  if (call.entry.note !== undefined) tallies.noted += by;
  for (const { key, passes } of FILTERS) if (passes(call)) tallies.counts[key] += by;
  countStatus(tallies.statuses, call, by);
};

export type ListCount = { name: string } & Pick<Tallies, 'total' | 'going'>;

export type BoardStore = ReturnType<typeof createBoardStore>;

type StoreRules = {
  statuses: Statuses;
  computeDue: (entry: WatchedCall, history?: CallHistory) => number | undefined;
  getMarkRules: () => MarkRules;
};

/** The watched calls, each as its entry and its history. Histories come from the query cache. */
export const createBoardStore = (
  queryClient: QueryClient,
  { statuses, computeDue, getMarkRules }: StoreRules,
) => {
  const calls = new Map<string, CallView>();
  const changes = createEmitter<BoardChange>();
  const state = createStore(() => ({ version: 0, isLoading: true }));
  const tallies = createEmptyTallies();
  const talliesByList = new Map<string, ReturnType<typeof createEmptyTallies>>();

  const isLoading = (): boolean => state.getState().isLoading;
  const getHistory = (id: string) => findHistory(queryClient, id);
  const toCall = (entry: WatchedCall, history: CallHistory | undefined): CallView =>
    createCallView(entry, { history, due: computeDue(entry, history), statuses, marks: getMarkRules() });

  const count = (call: CallView, by: 1 | -1): void => {
    const { list = DEFAULT_LIST } = call.entry;
    const inList = talliesByList.get(list) ?? createEmptyTallies();
    tally(tallies, call, by);
    tally(inList, call, by);
    if (inList.total === 0) talliesByList.delete(list);
    else talliesByList.set(list, inList);
  };

  /** Emits all changes of `act` as one. */
  const change = (cause: Cause, act: (setCall: (id: string, next: CallView | undefined) => void) => void) => {
    const collected: BoardChange = { cause, ids: [], affectsList: false, statusChanged: [], gotStuck: [] };
    act((id, next) => {
      const before = calls.get(id);
      if (before) count(before, -1);
      if (next) {
        calls.set(id, next);
        count(next, 1);
      } else calls.delete(id);
      collected.ids.push(id);
      if (!before || !next ? before !== next : isListedDifferently(before, next))
        collected.affectsList = true;
      const wasChecked = before !== undefined && before.group !== 'first';
      if (wasChecked && next && before.statusBadge.word !== next.statusBadge.word)
        collected.statusChanged.push(id);
      if (before?.stuck === false && next?.stuck === true) collected.gotStuck.push(id);
    });
    if (collected.ids.length === 0 && cause !== 'ready') return;
    // A change of the setting makes calls count as stuck that didn't get stuck just now.
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
    getHistory,
    isLoading,
    checking: (): number => tallies.checking,
    /** Of all lists, if none is given. */
    tallies: (list?: string): Tallies => {
      const found = list === undefined ? tallies : (talliesByList.get(list) ?? createEmptyTallies());
      return { ...found, counts: { ...found.counts }, statuses: new Map(found.statuses) };
    },
    /** The lists that have calls, by name; the default list first. */
    lists: (): ListCount[] =>
      [...talliesByList]
        .map(([name, { total, going }]) => ({ name, total, going }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    /** In the order in which they were added, after loading. */
    callsIn: (list: string): CallView[] => [...calls.values()].filter(({ entry }) => isInList(entry, list)),

    /** Adds calls that are not watched yet. */
    add: (added: readonly SavedCall[], cause: 'edited' | 'restored'): void =>
      change(cause, (setCall) => {
        for (const { entry, history } of added) {
          if (calls.has(entry.id)) continue;
          if (history) queryClient.setQueryData(callStatusKey(entry.id), history);
          setCall(entry.id, toCall(entry, history));
        }
      }),
    updateEntries: (ids: Iterable<string>, update: (entry: WatchedCall) => WatchedCall): void =>
      change('edited', (setCall) => {
        for (const id of ids) {
          const call = calls.get(id);
          if (call) setCall(id, toCall(update(call.entry), call.history));
        }
      }),
    remove: (ids: readonly string[], cause: 'edited' | 'read' = 'edited'): void =>
      change(cause, (setCall) => {
        for (const id of ids) {
          if (!calls.has(id)) continue;
          setCall(id, undefined);
          removeHistory(queryClient, id);
        }
      }),
    /** Of two histories of a call, the one with the later check is kept. */
    mergeSaved: (saved: readonly SavedCall[], cause: 'read' | 'restored' = 'read'): void =>
      change(cause, (setCall) => {
        for (const { entry, history } of saved) {
          const { id } = entry;
          const current = calls.get(id);
          if (history && (history.checked?.at ?? 0) > (current?.history?.checked?.at ?? -1))
            queryClient.setQueryData(callStatusKey(id), history);
          // The user may have changed it here while saved calls were read.
          // Its list was only that of the address.
          const { addedAt, list } = entry;
          const merged = isLoading() ? { ...entry, ...current?.entry, addedAt, list } : entry;
          setCall(id, toCall(merged, getHistory(id)));
        }
      }),
    /** Reads the history from the cache after a check. */
    applyResult: (id: string): void =>
      change('checked', (setCall) => {
        const call = calls.get(id);
        if (call) setCall(id, toCall(call.entry, getHistory(id)));
      }),
    /** Sorts the calls by when they were added. */
    finishLoading: (): void => {
      const inOrder = [...calls.values()].toSorted((a, b) => a.entry.addedAt - b.entry.addedAt);
      calls.clear();
      for (const call of inOrder) calls.set(call.entry.id, call);
      state.setState({ isLoading: false });
      change('ready', (setCall) => inOrder.forEach((call) => setCall(call.entry.id, call)));
    },
    /** Plans every next check anew and marks the calls, after a setting changed. */
    planAll: (): void =>
      change('planned', (setCall) => {
        const rules = getMarkRules();
        for (const [id, call] of calls) {
          const due = computeDue(call.entry, call.history);
          const { stuck, newFailure } = findMarks(call, rules);
          if (due !== call.due || stuck !== call.stuck || newFailure !== call.newFailure)
            setCall(id, { ...call, due, stuck, newFailure });
        }
      }),
    /** Moves the next checks of these calls. `due` is on the monotonic clock. */
    setDue: (ids: readonly string[], due: number): void =>
      change('planned', (setCall) => {
        for (const id of ids) {
          const call = calls.get(id);
          if (call?.due !== undefined && call.due !== due) setCall(id, { ...call, due });
        }
      }),
  };
};
