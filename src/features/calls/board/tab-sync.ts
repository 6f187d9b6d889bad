import type { Pace } from '#src/api/pace.ts';
import { asksToWait } from '#src/features/calls/call/call.ts';
import { actAt } from '#src/lib/timing.ts';
import { LONGEST_WAIT_MS } from '#src/api/body.ts';
import { joinElection, type BoardMessage, type Election } from './leader-election.ts';
import type { Persistence } from './persistence.ts';
import type { Polling } from './polling.ts';
import type { PollingBlockers } from './polling-blockers.ts';
import { inSlices } from './slices.ts';
import type { BoardChange, BoardStore } from './store.ts';

/** As long as the pace looks back. */
const SECOND_MS = 1025;

type Setup = {
  storageKey: string;
  pace: Pace;
  store: BoardStore;
  blockers: PollingBlockers;
  polling: Polling;
  persistence: Persistence;
};

/** Keeps the boards of this browser's tabs the same, and has one of them ask for all. */
export const createTabSync = ({ storageKey, pace, store, blockers, polling, persistence }: Setup) => {
  const tab = crypto.randomUUID();
  const visibleElsewhere = new Map<string, readonly string[]>();
  let visible: { opened: string | undefined; ids: readonly string[] } = { opened: undefined, ids: [] };
  let election: Election | undefined;
  /** Another tab was heard of having asked. */
  let hasHeard = false;
  /** Until when nothing is asked here, on the monotonic clock. */
  let quietUntil = -Infinity;
  /** What other tabs said while the kept calls are read: it counts once more, for those that were not read yet. */
  let early: BoardMessage[] = [];
  /** Calls that were only added here meanwhile, and those that were changed: what is kept of them is not known yet. */
  const unsent = { added: new Set<string>(), changed: new Set<string>() };

  const isLeader = (): boolean => election?.isLeader() === true && performance.now() >= quietUntil;
  const send = (message: BoardMessage): void => election?.send(message);

  const sendVisible = (): void => {
    const { opened, ids } = visible;
    const shown = [...(opened === undefined ? [] : [opened]), ...ids];
    send({ kind: 'visibleCalls', tab, ids: document.visibilityState === 'hidden' ? [] : shown });
  };
  const pollVisible = (): void => {
    const elsewhere = [...visibleElsewhere.values()].flat();
    polling.setVisibleCalls(visible.opened, [...visible.ids, ...elsewhere]);
  };
  const sendEntries = (ids: readonly string[]): void =>
    inSlices(ids, (slice) => {
      const put = slice.flatMap((id) => store.item(id)?.entry ?? []);
      send({ kind: 'entriesChanged', put, removed: slice.filter((id) => !store.item(id)) });
    });
  const sendResults = (ids: readonly string[]): void =>
    inSlices(ids, (slice) => send({ kind: 'seen', calls: slice.flatMap((id) => store.persisted(id) ?? []) }));
  const sendRateLimit = (): void => {
    const until = pace.heldUntil();
    if (until === undefined) return;
    const status = blockers.waitStatus();
    send({ kind: 'rateLimited', until: Date.now() + until - performance.now(), status });
  };

  const share = ({ cause, ids }: BoardChange): void => {
    switch (cause) {
      case 'edited':
      case 'restored':
        if (!store.isLoading()) sendEntries(ids);
        else {
          for (const id of ids) {
            const entry = store.item(id)?.entry;
            const isOnlyAdded = entry !== undefined && entry.changedAt === undefined;
            unsent[isOnlyAdded ? 'added' : 'changed'].add(id);
          }
        }
        if (cause === 'restored') sendResults(ids);
        return;
      case 'checked':
        sendResults(ids);
        if (ids.some((id) => asksToWait(store.historyOf(id)?.checked?.status))) sendRateLimit();
        return;
      case 'loaded':
        // Only added here, and known there: there is nothing to say of it.
        for (const id of ids) unsent.added.delete(id);
        return;
      case 'ready': {
        early.forEach(receive);
        early = [];
        sendEntries([...new Set([...unsent.added, ...unsent.changed])]);
        unsent.added.clear();
        unsent.changed.clear();
        return;
      }
      case 'edited elsewhere':
      case 'checked elsewhere':
      case 'planned':
        return;
    }
  };

  const receive = (message: BoardMessage): void => {
    if (store.isLoading() && (message.kind === 'seen' || message.kind === 'entriesChanged'))
      early.push(message);
    switch (message.kind) {
      case 'syncRequest': {
        // What is not written yet would be missing there.
        const unwritten = persistence.pending();
        if (!store.isLoading()) sendEntries(unwritten);
        sendResults(unwritten);
        sendRateLimit();
        return sendVisible();
      }
      case 'seen':
        hasHeard = true;
        return store.applyResults(message.calls);
      case 'entriesChanged':
        if (message.removed.length > 0) store.remove(message.removed, 'edited elsewhere');
        return store.hydrate(
          message.put.map((entry) => ({ entry })),
          'edited elsewhere',
        );
      case 'rateLimited': {
        // No longer than a header may ask for, whatever another tab says or its clock was.
        const left = Math.min(message.until - Date.now(), LONGEST_WAIT_MS);
        if (left <= 0) return;
        blockers.setWaitStatus(message.status);
        return pace.hold(left);
      }
      case 'visibleCalls':
        if (message.ids.length > 0) visibleElsewhere.set(message.tab, message.ids);
        else visibleElsewhere.delete(message.tab);
        pollVisible();
        // A page that was hidden while it asked hears again of who looks.
        if (message.ids.length === 0 && visible.ids.length > 0 && document.visibilityState === 'visible') {
          sendVisible();
        }
        // Whoever looks at the board asks, a hidden page only while nobody looks.
        if (message.ids.length > 0 && document.visibilityState === 'hidden' && election?.isLeader()) {
          election.setCandidate(false);
          election.setCandidate(blockers.current() === undefined);
        }
    }
  };

  const holdOrPoll = (): void => polling.setHold('other tab', !isLeader());

  const changeLeader = (): void => {
    if (election?.isLeader()) {
      // Whoever asked before may be gone, and what was on its screen with it: the others say again what is on theirs.
      visibleElsewhere.clear();
      pollVisible();
      send({ kind: 'syncRequest' });
      // What the tab before sent until just now counts for the service, and this one's pace knows nothing of it.
      quietUntil = hasHeard ? performance.now() + SECOND_MS : -Infinity;
      actAt(quietUntil, holdOrPoll);
    }
    holdOrPoll();
  };

  const stand = (): void => {
    const why = blockers.current()?.why;
    election?.setCandidate(why === undefined || why === 'asked-to-wait');
  };

  store.subscribe(share);
  blockers.subscribe(stand);

  return {
    isLeader,
    /** Enters among the tabs; the result leaves. */
    enter: (): (() => void) => {
      election = joinElection(storageKey, { change: changeLeader, message: receive });
      send({ kind: 'syncRequest' });
      document.addEventListener('visibilitychange', sendVisible);
      stand();
      return () => {
        document.removeEventListener('visibilitychange', sendVisible);
        election?.leave();
        election = undefined;
        holdOrPoll();
      };
    },
    setVisibleCalls: (opened: string | undefined, ids: readonly string[]): void => {
      visible = { opened, ids };
      pollVisible();
      sendVisible();
    },
  };
};
