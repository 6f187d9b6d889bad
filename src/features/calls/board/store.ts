import {
  isEnded,
  findStuckAt,
  createCallView,
  computeDue,
  type CallView,
  type Statuses,
  type SavedCall,
  type WatchedCall,
  MAX_NOTE_LENGTH,
} from '#src/features/calls/call/call.ts';
import { countInFilters, type FilterKey } from '#src/features/calls/call/filters.ts';
import { getLabelKey, hasLabel, mergeLabels } from '#src/features/calls/call/labels.ts';
import type { CallHistory, Moment } from '#src/features/calls/call/history.ts';
import { findMissing, type CallExtras } from '#src/features/calls/call/extras.ts';
import { computeAddedAt, CALL_FIELDS } from '#src/features/calls/call/call-fields.ts';
import { formatNumber } from '#src/lib/count.ts';
import { createEmitter } from '#src/lib/emitter.ts';

export const MAX_CALLS = 10_000;

export const describeNotAdded = (count: number): string =>
  `${formatNumber(count)} not added. The board holds ${formatNumber(MAX_CALLS)}.`;

/**
 * `edited` by the user; `restored` by an undo; `checked`: an answer came; `read` from storage, at start or after another tab
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

const createTallies = () => ({
  total: 0,
  ended: 0,
  /** Calls that have a next check. */
  checking: 0,
  noted: 0,
  counts: new Map<FilterKey, number>(),
});

type Tallies = ReturnType<typeof createTallies>;

/** With -1 takes the call out again. */
const tally = (tallies: Tallies, call: CallView, by: 1 | -1): void => {
  tallies.total += by;
  if (isEnded(call)) tallies.ended += by;
  if (call.due !== undefined) tallies.checking += by;
  if (call.entry.note !== undefined) tallies.noted += by;
  countInFilters(tallies.counts, call, by);
};

export type BoardStore = ReturnType<typeof createBoardStore>;

/** `intervalMs`: the time between two checks of a call. `stuckMs`: a call that goes on for so long counts as stuck. */
type CallRules = { intervalMs: number; now: Moment; stuckMs: number };

export type LabelChange = { added: readonly string[]; removed: readonly string[] };

/** Values by which a call is found, or sorted. What changes with each check doesn't move a row. */
const LISTED = CALL_FIELDS.filter(
  ({ column, search }) =>
    search !== undefined || (column !== undefined && column.sortKeyOfNewCalls === undefined),
).map(({ column, read }) => (column && column.sortKeyOfNewCalls === undefined ? column.sortKey : read));

/** The table may have to filter or sort the call anew. */
const isListedDifferently = (a: CallView, b: CallView): boolean =>
  a.entry !== b.entry ||
  (a.due === undefined) !== (b.due === undefined) ||
  a.group !== b.group ||
  (a.stuckAt === undefined) !== (b.stuckAt === undefined) ||
  LISTED.some((readValue) => readValue(a) !== readValue(b));

/** The watched calls, each with its entry and its history. */
export const createBoardStore = ({
  statuses,
  readRules,
}: {
  statuses: Statuses;
  readRules: () => CallRules;
}) => {
  const calls = new Map<string, CallView>();
  const changes = createEmitter<BoardChange>();
  const allTallies = createTallies();
  /** By the label's key. `name`: as it was spelled first. */
  const talliesByLabel = new Map<string, { name: string; tallies: Tallies }>();
  let isLoading = true;

  const count = (call: CallView, by: 1 | -1): void => {
    tally(allTallies, call, by);
    for (const name of call.entry.labels ?? []) {
      const key = getLabelKey(name);
      const label = talliesByLabel.get(key) ?? { name, tallies: createTallies() };
      tally(label.tallies, call, by);
      if (label.tallies.total === 0) talliesByLabel.delete(key);
      else talliesByLabel.set(key, label);
    }
  };

  /** Emits all changes of `act` as one. `toCall` reads the rules once for all calls. */
  const change = (
    cause: Cause,
    act: (
      setCall: (id: string, next: CallView | undefined) => void,
      toCall: (entry: WatchedCall, history: CallHistory | undefined) => CallView,
    ) => void,
  ) => {
    const collected: BoardChange = { cause, ids: [], affectsList: false, statusChanged: [], gotStuck: [] };
    const { stuckMs, ...rules } = readRules();
    const toCall = (entry: WatchedCall, history: CallHistory | undefined): CallView => {
      const due = computeDue(entry, history, { statuses, ...rules });
      return createCallView(entry, { history, due, statuses, stuckMs });
    };
    const setCall = (id: string, next: CallView | undefined): void => {
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
      const isKnown = next?.history?.last !== undefined;
      if (wasChecked && isKnown && before.statusBadge.word !== next.statusBadge.word)
        collected.statusChanged.push(id);
      if (before && before.stuckAt === undefined && next?.stuckAt !== undefined) collected.gotStuck.push(id);
    };
    act(setCall, toCall);
    if (collected.ids.length === 0 && cause !== 'ready') return;
    // A change of the setting makes calls count as stuck that didn't get stuck just now.
    if (cause === 'planned') collected.gotStuck = [];
    changes.emit(collected);
  };

  /** Adds calls that are not watched yet. */
  const add = (added: readonly SavedCall[], cause: 'edited' | 'restored'): void =>
    change(cause, (setCall, toCall) => {
      for (const { entry, history } of added) {
        if (!calls.has(entry.id)) setCall(entry.id, toCall(entry, history));
      }
    });
  const remove = (ids: readonly string[], cause: 'edited' | 'read'): void =>
    change(cause, (setCall) => {
      for (const id of ids) {
        if (calls.has(id)) setCall(id, undefined);
      }
    });
  const updateEntries = (ids: Iterable<string>, update: (entry: WatchedCall) => WatchedCall): void =>
    change('edited', (setCall, toCall) => {
      for (const id of ids) {
        const call = calls.get(id);
        if (call) setCall(id, toCall(update(call.entry), call.history));
      }
    });
  const addMissing = (extras: ReadonlyMap<string, CallExtras>, replacesNotes = false): void =>
    updateEntries(extras.keys(), (entry) => ({
      ...entry,
      ...findMissing(entry, extras.get(entry.id), replacesNotes),
    }));
  /** By the number of checks, since a clock may be set. An entry that was added again begins anew. */
  const isNewer = (entry: WatchedCall, read: CallHistory, here: CallView | undefined): boolean => {
    if (here && !isLoading && here.entry.addedAt !== entry.addedAt) return entry.addedAt > here.entry.addedAt;
    const { checks = 0, checked } = here?.history ?? {};
    // Two tabs may have checked it at a time.
    return read.checks === checks ? (read.checked?.at ?? 0) > (checked?.at ?? 0) : read.checks > checks;
  };
  const mergeEntry = (
    saved: WatchedCall,
    here: WatchedCall | undefined,
    isUnsaved: (id: string) => boolean,
  ): WatchedCall => {
    const { id, addedAt, labels } = saved;
    // The user may have changed it here while saved calls were read. Its label was only that of the address.
    if (here && isLoading) return { ...saved, ...here, addedAt, labels };
    return here && isUnsaved(id) ? here : saved;
  };
  const find = (ids: Iterable<string>): CallView[] => [...ids].flatMap((id) => calls.get(id) ?? []);
  const countRoom = (): number => Math.max(0, MAX_CALLS - calls.size);

  const callsWith = (label: string) => [...calls.values()].filter(({ entry }) => hasLabel(entry, label));

  return {
    subscribe: changes.subscribe,
    call: (id: string): CallView | undefined => calls.get(id),
    /** Those that are watched. */
    find,
    /** In the order in which they were added, after loading, as `ids` and `callsWith` are. */
    calls: (): Iterable<CallView> => calls.values(),
    ids: (): Iterable<string> => calls.keys(),
    /** All calls for "". */
    callsWith,
    size: (): number => calls.size,
    /** Whether saved calls are still being read. */
    isLoading: (): boolean => isLoading,
    /** How many calls have a next check. */
    checking: (): number => allTallies.checking,
    /** Of all calls for "". */
    tallies: (label: string): Tallies => {
      const tallies =
        label === '' ? allTallies : (talliesByLabel.get(getLabelKey(label))?.tallies ?? createTallies());
      return { ...tallies, counts: new Map(tallies.counts) };
    },
    labels: () =>
      [...talliesByLabel.values()]
        .map(({ name, tallies: { total, counts } }) => ({
          name,
          total,
          newFailures: counts.get('new-failures') ?? 0,
        }))
        .toSorted((a, b) => a.name.localeCompare(b.name)),

    /**
     * Adds calls that aren't watched yet, with their extras and the label, and to watched ones what they lack of their
     * extras, or also the notes in place of theirs. `notAdded`: how many didn't fit.
     */
    watch: (
      ids: readonly string[],
      label: string,
      extras: ReadonlyMap<string, CallExtras> = new Map(),
      replacesNotes = false,
    ): { added: WatchedCall[]; notAdded: number } => {
      addMissing(extras, replacesNotes);
      const notWatched = [...new Set(ids)].filter((id) => !calls.has(id));
      const fitting = notWatched.slice(0, countRoom());
      const now = Date.now();
      const saved = fitting.map((id, index) => {
        const entry = {
          id,
          addedAt: computeAddedAt(now, index),
          ...(label !== '' && { labels: [label] }),
        };
        return { entry: { ...entry, ...findMissing(entry, extras.get(id)) } };
      });
      add(saved, 'edited');
      return { added: saved.map(({ entry }) => entry), notAdded: notWatched.length - fitting.length };
    },
    /** Returns what was removed, for an undo. */
    unwatch: (ids: Iterable<string>): SavedCall[] => {
      const removed = find(ids);
      remove(
        removed.map(({ entry }) => entry.id),
        'edited',
      );
      return removed;
    },
    /** A call that was added again gets what it lacks of its extras. Returns how many calls didn't fit. */
    restore: (removed: readonly SavedCall[]): number => {
      addMissing(new Map(removed.map(({ entry }) => [entry.id, entry])));
      const missing = removed.filter(({ entry }) => !calls.has(entry.id));
      const fitting = missing.slice(0, countRoom());
      add(fitting, 'restored');
      return missing.length - fitting.length;
    },
    setFailureSeen: (ids: Iterable<string>, isSeen: boolean): void =>
      updateEntries(ids, (entry) => ({ ...entry, failureSeen: isSeen || undefined })),
    /** "" deletes the note. */
    setNote: (ids: Iterable<string>, text: string): void => {
      const note = text.trim().slice(0, MAX_NOTE_LENGTH) || undefined;
      const changed = [...ids].filter((id) => note !== calls.get(id)?.entry.note);
      updateEntries(changed, (entry) => ({ ...entry, note }));
    },
    /** Gives calls these extras of earlier entries. */
    restoreExtras: (entries: readonly WatchedCall[], keys: readonly (keyof CallExtras)[]): void => {
      const before = new Map(entries.map((entry) => [entry.id, entry]));
      updateEntries(before.keys(), (entry) => {
        const earlier = before.get(entry.id);
        return { ...entry, ...Object.fromEntries(keys.map((key) => [key, earlier?.[key]])) };
      });
    },
    /** Of labels that are on the board in another case, the spelling there is taken. */
    changeLabels: (ids: Iterable<string>, { added, removed }: LabelChange): void => {
      const known = added.map((name) => talliesByLabel.get(getLabelKey(name))?.name ?? name);
      updateEntries(ids, (entry) => {
        const kept = entry.labels?.filter(
          (name) => !removed.some((each) => hasLabel({ labels: [each] }, name)),
        );
        const labels = mergeLabels(kept, known);
        return { ...entry, labels: labels.length > 0 ? labels : undefined };
      });
    },
    /** Keeps checking an ID that the service refuses. */
    keepTrying: (id: string): void => updateEntries([id], (entry) => ({ ...entry, keepTrying: true })),

    /** Another tab removed them. */
    dropRemoved: (ids: readonly string[]): void => remove(ids, 'read'),
    /** Of two histories of a call, the newer one is kept. `isUnsaved`: its entry was changed or removed here since it was saved. */
    mergeSaved: (saved: readonly SavedCall[], isUnsaved: (id: string) => boolean): void =>
      change('read', (setCall, toCall) => {
        for (const { entry, history } of saved) {
          const here = calls.get(entry.id);
          if (!here && isUnsaved(entry.id)) continue;
          const newest = history && isNewer(entry, history, here) ? history : here?.history;
          setCall(entry.id, toCall(mergeEntry(entry, here?.entry, isUnsaved), newest));
        }
      }),
    /** Two tabs may have added calls at the same time: those added last go, in both. Returns how many went. */
    dropOverflow: (): number => {
      const over = Math.max(0, calls.size - MAX_CALLS);
      if (over === 0) return 0;
      const byAge = [...calls.values()].toSorted((a, b) => a.entry.addedAt - b.entry.addedAt);
      remove(
        byAge.slice(-over).map(({ entry }) => entry.id),
        'edited',
      );
      return over;
    },
    /** After a check. */
    setHistory: (history: CallHistory): void =>
      change('checked', (setCall, toCall) => {
        const call = calls.get(history.id);
        if (call) setCall(history.id, toCall(call.entry, history));
      }),
    /** Sorts the calls by when they were added. */
    finishLoading: (): void => {
      const inOrder = [...calls.values()].toSorted((a, b) => a.entry.addedAt - b.entry.addedAt);
      calls.clear();
      for (const call of inOrder) calls.set(call.entry.id, call);
      isLoading = false;
      change('ready', (setCall) => inOrder.forEach((call) => setCall(call.entry.id, call)));
    },
    /** Plans every next check anew, after a setting changed. */
    planAll: (): void =>
      change('planned', (setCall) => {
        const { stuckMs, ...rules } = readRules();
        for (const [id, call] of calls) {
          const due = computeDue(call.entry, call.history, { statuses, ...rules });
          const stuckAt = findStuckAt(call, stuckMs);
          if (due !== call.due || stuckAt !== call.stuckAt) setCall(id, { ...call, due, stuckAt });
        }
      }),
    /** A minute passed: calls may have left the last hour, or the day. */
    passMinute: (): void =>
      changes.emit({ cause: 'planned', ids: [], affectsList: true, statusChanged: [], gotStuck: [] }),
    /** Plans one check of each call that hasn't ended, also if none was planned. `at` is on the monotonic clock. */
    setDue: (ids: readonly string[], at: number): void =>
      change('planned', (setCall) => {
        const due = Math.floor(at);
        for (const id of ids) {
          const call = calls.get(id);
          if (call && !isEnded(call) && call.due !== due) setCall(id, { ...call, due });
        }
      }),
  };
};
