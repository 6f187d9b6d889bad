import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { BOARD_PATH, findCallToWatch, parseCallPath } from '#src/features/calls/call/address.ts';
import { perWorkspace, useWorkspace, type Workspace } from '#src/log/workspace.ts';
import { readStatuses, type SavedCall, type WatchedCall } from '#src/features/calls/call/call.ts';
import { countInFilters, type FilterCounts, type FilterKey } from '#src/features/calls/call/filters.ts';
import { createTimeTest, type TimeKey } from '#src/features/calls/call/time-filter.ts';
import { getLabelKey, mergeLabels } from '#src/features/calls/call/labels.ts';
import { formatNumber, formatCount } from '#src/lib/count.ts';
import { createEmitter } from '#src/lib/emitter.ts';
import { throttle } from '#src/lib/timing.ts';
import { isSuperseded } from '#src/storage/format.ts';
import { offerUndo, showToast } from '#src/ui/alerts/toasts.ts';
import { describeExtras, findMissing, type CallExtras, EXTRAS } from '#src/features/calls/call/extras.ts';
import { cutText } from '#src/lib/cut-text.ts';
import { escapeInvisible } from '#src/lib/invisible.ts';
import { createAbsence } from './absence.ts';
import { createEndNotifications } from './end-notifications.ts';
import { createPollLock, watchPollingBlockers, type PollingBlocker } from './polling-blockers.ts';
import { createPoller } from './poller.ts';
import { createSync } from './saved-calls.ts';
import { wantsNotifications, openSettings, type Settings } from './settings.ts';
import { createBoardStore, type BoardStore, describeNotAdded } from './store.ts';
import { createTextAndLabelTest, getViewSearch, parseView, useView } from './view.ts';
import { focusTableIfLost } from './focus.ts';

const MINUTE_MS = 60_000;
const MAX_UNDOABLES = 10;
/** On a hidden page each call is checked at most once a minute, even if jitter shortens the interval. */
const HIDDEN_INTERVAL_MS = 63_200;
/** The overview is updated at most this often while answers come. */
const OVERVIEW_MS = 500;

/** What is shown of all calls. The same object until something of it changes. */
export type Overview = ReturnType<BoardStore['tallies']> & {
  /** With any label, or none. */
  watched: number;
  /** By name. */
  labels: ReturnType<BoardStore['labels']>;
  /** Whether saved calls are still being read. */
  loading: boolean;
  /** Milliseconds between two checks of a call. */
  periodMs: number;
  blocker: PollingBlocker | undefined;
  /** False if the board lasts only as long as the page. */
  canSave: boolean;
  /** How many saved calls could not be read. */
  unreadable: number;
};

export type Board = ReturnType<typeof createBoard>;

/** The store emits changes, and the other parts listen. Each part knows only those created before it. */
const createBoard = (workspace: Workspace, queryClient: QueryClient) => {
  const { storageKey, config } = workspace;
  const statuses = readStatuses(config.calls.statuses);
  const settings = openSettings(storageKey);
  const readStuckMinutes = ({ stuckMinutes = config.calls.stuckMinutes }: Settings): number => stuckMinutes;
  const intervalMs = (): number => {
    const configured = 1000 * config.calls.checkSeconds;
    return document.visibilityState === 'hidden' ? Math.max(configured, HIDDEN_INTERVAL_MS) : configured;
  };
  // Read once: the difference of the two clocks varies by up to a millisecond, which mixes up the first checks.
  const epochOffset = Date.now() - performance.now();
  const store = createBoardStore({
    statuses,
    readRules: () => {
      const mono = performance.now();
      return {
        intervalMs: intervalMs(),
        now: { at: mono + epochOffset, mono },
        stuckMs: readStuckMinutes(settings.getState()) * MINUTE_MS,
      };
    },
  });
  const blockers = watchPollingBlockers({
    workspace,
    pollsHidden: () => wantsNotifications(settings.getState()),
  });
  const poller = createPoller({
    workspace,
    queryClient,
    statuses,
    store,
    blockers,
    intervalMs,
    findOpened: () => parseCallPath(location.pathname),
    createShownTest: () => createTextAndLabelTest(parseView(getViewSearch())),
  });
  const sync = createSync(storageKey, store, settings);
  const lock = createPollLock(`poll-${storageKey}`, (isHeld) => poller.setOtherTabPolls(!isHeld));
  const absence = createAbsence(settings, poller.periodMs, () => blockers.current() !== undefined);
  const notifications = createEndNotifications({
    session: workspace.session,
    settings,
    store,
    isPolling: lock.isHeld,
    onLook: absence.look,
  });

  const overviews = createEmitter();
  const byLabel = new Map<string, Overview>();
  const byTime = new Map<string, FilterCounts>();
  let stops: (() => void)[] = [];
  let undoables: (() => void)[] = [];
  let endBriefMessage = (): void => {};

  const publish = (): void => {
    byLabel.clear();
    byTime.clear();
    overviews.emit();
  };
  const publishSoon = throttle(OVERVIEW_MS, publish);
  const publishNow = (): void => {
    publishSoon.stop();
    publish();
  };
  store.subscribe(({ cause, affectsList }) => {
    if (cause !== 'checked' && cause !== 'planned') publishNow();
    else if (affectsList) publishSoon.call();
  });
  blockers.subscribe(absence.followChecks);
  blockers.subscribe(publishNow);
  poller.subscribe(publishSoon.call);
  sync.subscribe(publishNow);
  const isHidden = () => document.visibilityState === 'hidden';
  const wantLock = (): void =>
    lock.want(!isHidden() ? 'shown' : wantsNotifications(settings.getState()) ? 'hidden' : 'none');
  settings.subscribe((now, before) => {
    if (readStuckMinutes(now) !== readStuckMinutes(before)) poller.planAll();
    blockers.evaluate();
    if (isHidden()) wantLock();
    publishNow();
  });

  const followVisibility = (): (() => void) => {
    const onVisibilityChange = (): void => {
      wantLock();
      poller.planAll();
      publishNow();
    };
    wantLock();
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      document.removeEventListener('visibilitychange', onVisibilityChange);
      lock.want('none');
    };
  };

  const followTime = (): (() => void) => {
    const timer = setInterval(store.passMinute, MINUTE_MS);
    return () => clearInterval(timer);
  };

  /** Else a reload would watch it again. */
  const leaveRemovedCall = (): (() => void) =>
    store.subscribe(({ ids }) => {
      const opened = parseCallPath(location.pathname);
      if (opened !== undefined && ids.includes(opened) && !store.call(opened))
        navigate(BOARD_PATH + getViewSearch(), { replace: true });
    });

  /** Before the board is rendered. `reading`: of the saved calls. */
  const watchOpenedCall = async (reading: Promise<void> | undefined): Promise<void> => {
    const opened = findCallToWatch(location);
    if (opened === undefined) return;
    const mayBeSaved = settings.getState().watching === true;
    store.watch([opened], parseView(location.search).label);
    // A saved call may have ended, so its check waits until it is read.
    if (mayBeSaved) await reading;
    else void poller.checkNow(opened);
  };

  return {
    statuses,
    settings,
    /** After how many minutes a call that goes on is stuck. */
    readStuckMinutes,
    store,
    poller,
    sync,
    notifications,
    absence,
    /** Its counts are those of the calls with the label, the rest is the same for all. */
    overview: (label = ''): Overview => {
      const key = getLabelKey(label);
      const known = byLabel.get(key);
      if (known) return known;
      const overview: Overview = {
        ...store.tallies(label),
        watched: store.size(),
        labels: store.labels(),
        periodMs: poller.periodMs(),
        loading: store.isLoading(),
        blocker: blockers.current(),
        canSave: sync.getState().canSave && !isSuperseded(),
        unreadable: sync.getState().unreadable.length,
      };
      byLabel.set(key, overview);
      return overview;
    },
    /** Of the calls with the label and the time. The same object until the overview changes. */
    counts: (label: string, time: TimeKey): FilterCounts => {
      const key = `${time} ${getLabelKey(label)}`;
      const known = byTime.get(key);
      if (known) return known;
      const counts = new Map<FilterKey, number>();
      const isInTime = createTimeTest(time, Date.now());
      for (const call of store.callsWith(label)) if (isInTime(call)) countInFilters(counts, call, 1);
      byTime.set(key, counts);
      return counts;
    },
    /** To changes of the overview. */
    subscribe: overviews.subscribe,
    /** Again, it does nothing. Settles when the check of the opened call may begin. */
    start: async (): Promise<void> => {
      if (stops.length > 0) return;
      stops = [
        sync.enter(),
        blockers.listen(),
        poller.listen(),
        settings.listen(),
        followVisibility(),
        followTime(),
        notifications.listen(),
        absence.listen(),
        leaveRemovedCall(),
        publishSoon.stop,
      ];
      const reading = store.isLoading() ? sync.load() : undefined;
      if (!reading) poller.planAll();
      await watchOpenedCall(reading);
    },
    stop: (): void => {
      for (const stop of stops) stop();
      stops = [];
    },
    /**
     * In a message, and by {@link undoLast} when that is gone. `undo` returns what failed, if anything did. A `brief`
     * message ends with the next one.
     */
    offerUndo: (
      text: string,
      undo: () => string | void,
      message: 'usual' | 'brief' | 'none' = 'usual',
    ): void => {
      endBriefMessage();
      const undoAndForget = () => {
        undoables = undoables.filter((each) => each !== offer.undo);
        return undo();
      };
      const offer = offerUndo(text, undoAndForget, message === 'none');
      endBriefMessage = message === 'brief' ? offer.dismiss : () => {};
      undoables = [...undoables.slice(1 - MAX_UNDOABLES), offer.undo];
    },
    undoLast: (): void => undoables.at(-1)?.(),
    // After a sign-out, an undo does nothing.
    restore: (removed: readonly SavedCall[]): number => (stops.length > 0 ? store.restore(removed) : 0),
  };
};

export const getBoard = perWorkspace(createBoard);

export const useBoard = (): Board => getBoard(useWorkspace(), useQueryClient());

/** Of the label shown. Renders if what is selected changes: the whole overview changes with every call. */
export const useOverview = <Value>(select: (overview: Overview) => Value): Value => {
  const board = useBoard();
  const { label } = useView().view;
  return useSyncExternalStore(board.subscribe, () => select(board.overview(label)));
};

/** Fewer are answered in a moment. */
const MANY_FIRST_CHECKS = 20;

export const describeBoard = ({ loading, checking, total, counts, blocker }: Overview): string => {
  if (loading) return 'Reading saved calls…';
  if (checking > 0 && blocker && blocker.reason !== 'hidden') {
    return blocker.reason === 'failing' ? 'Checking one call at a time' : 'Checks paused';
  }
  const waiting = Math.min(counts.get('first-check') ?? 0, checking);
  return waiting > MANY_FIRST_CHECKS
    ? `${formatNumber(total - waiting)} of ${formatNumber(total)} checked`
    : `${formatNumber(checking)} of ${formatNumber(total)} being checked`;
};

export type EditableBoard = Pick<Board, 'store' | 'restore' | 'offerUndo'>;

const MAX_SHOWN_ID = 40;
const NAME_ENDING = 12;

/** The ID of one call, cut if it is long; the count of several. */
export const nameCalls = (ids: readonly string[]): string => {
  const [only = '', ...others] = ids;
  if (others.length > 0) return formatCount(ids.length, 'call');
  const name = escapeInvisible(only);
  return name.length <= MAX_SHOWN_ID
    ? name
    : `${cutText(name, MAX_SHOWN_ID - NAME_ENDING)}…${name.slice(-NAME_ENDING)}`;
};

/** Undefined if nothing was left. */
export const describeUndone = (all: number, left: number, why: string): string | undefined => {
  if (left === 0) return undefined;
  return left === all ? why : `Undone for ${formatNumber(all - left)} of ${formatCount(all, 'call')}. ${why}`;
};

const describeWatched = (
  added: readonly WatchedCall[],
  others: ReadonlyMap<string, CallExtras>,
  { label, replacesNotes }: { label: string; replacesNotes: boolean },
) =>
  [
    added.length > 0 && `Watching ${formatCount(added.length, 'call')}`,
    added.length > 0 && label !== '' && `labelled “${label}”`,
    others.size > 0 && `${describeExtras(others)} ${replacesNotes ? 'changed' : 'added'}`,
  ]
    .filter(Boolean)
    .join(', ');

const EXTRA_KEYS = Object.keys(EXTRAS) as (keyof CallExtras)[];

/**
 * Watches calls, adds what watched ones lack of their extras or replaces their notes, and offers to undo both. Of several
 * calls, those that are watched already get the label, too. `replaced`: the ID that a single one corrects. Its call leaves the
 * board, and its note and labels go to the other one, unless that has another note.
 */
export const watchCalls = (
  board: EditableBoard,
  ids: readonly string[],
  {
    label,
    extras = new Map(),
    replacesNotes = false,
    replaced,
  }: {
    label: string;
    extras?: ReadonlyMap<string, CallExtras>;
    replacesNotes?: boolean;
    replaced?: string | undefined;
  },
): void => {
  const { store } = board;
  // Saved calls are still being read: these may be among them.
  const isUndoable = !store.isLoading();
  const given = new Map(extras);
  const [only = '', ...more] = ids;
  const isCorrection = isUndoable && more.length === 0 && replaced !== undefined && replaced !== only;
  const corrected = isCorrection ? store.call(replaced)?.entry : undefined;
  const { note = corrected?.note } = store.call(only)?.entry ?? {};
  const staysNoted = corrected?.note !== undefined && corrected.note !== note;
  if (corrected && !staysNoted) {
    const { note: moved, labels } = corrected;
    given.set(only, { note: moved, labels, ...given.get(only) });
  }
  if (label !== '' && ids.length > 1)
    for (const id of ids)
      given.set(id, { ...given.get(id), labels: mergeLabels(given.get(id)?.labels, [label]) });
  const gained = new Map(
    store.find(given.keys()).flatMap(({ entry }) => {
      const missing = findMissing(entry, given.get(entry.id), replacesNotes);
      return missing ? [[entry.id, missing]] : [];
    }),
  );
  const before = store.find(gained.keys()).map(({ entry }) => entry);
  const { added, notAdded } = store.watch(ids, label, given, replacesNotes);
  if (notAdded > 0) showToast({ tone: 'bad', text: describeNotAdded(notAdded) });
  const after = store.find([...added, ...before].map(({ id }) => id)).map(({ entry }) => entry);
  if (corrected && staysNoted) {
    const text = `${nameCalls(ids)} is already watched; the note stays at ${nameCalls([corrected.id])}`;
    showToast({ tone: 'plain', text });
  }
  const removed =
    corrected && !staysNoted && store.call(only) !== undefined ? store.unwatch([corrected.id]) : [];
  if (!isUndoable || after.length + removed.length === 0) return;
  const undo = () => {
    const afterById = new Map(after.map((entry) => [entry.id, entry]));
    const isUnchanged = ({ id }: WatchedCall): boolean => {
      const now = store.call(id)?.entry;
      const then = afterById.get(id);
      return [...EXTRA_KEYS, 'addedAt' as const].every((key) => String(now?.[key]) === String(then?.[key]));
    };
    const isThere = ({ id }: WatchedCall) => store.call(id) !== undefined;
    const changed = [...added, ...before].filter((entry) => isThere(entry) && !isUnchanged(entry));
    store.unwatch(added.filter(isUnchanged).map(({ id }) => id));
    store.restoreExtras(before.filter(isUnchanged), EXTRA_KEYS);
    board.restore(removed);
    focusTableIfLost();
    return describeUndone(
      after.length,
      changed.length,
      `${formatCount(changed.length, 'call')} kept: changed since.`,
    );
  };
  // A single call opens, so it needs no message.
  const isPlain = after.length === 1 && added.length === 1 && ids.length === 1 && label === '';
  if (corrected && removed.length > 0)
    return board.offerUndo(`Watching ${nameCalls(ids)} in place of ${nameCalls([corrected.id])}`, undo);
  board.offerUndo(describeWatched(added, gained, { label, replacesNotes }), undo, isPlain ? 'none' : 'brief');
};
