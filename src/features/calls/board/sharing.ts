import type { QueryClient } from '@tanstack/react-query';
import type { Scope } from '#src/journal/scope.ts';
import { actAt } from '#src/lib/act-at.ts';
import { LONGEST_WAIT_MS } from '#src/lib/retry-after.ts';
import { joinElection, type Election, type BoardMessage } from './leader-election.ts';
import { openCallStore, type CallStore } from './call-store.ts';
import type { Checks } from './polling.ts';
import type { PollingBlockers } from './polling-blockers.ts';
import {
  fromPersisted,
  mergeEntries,
  toPersisted,
  type PersistedCall,
} from '#src/features/calls/call/persisted-call.ts';
import { forgetHistory, keyOfCall, historyIn } from '#src/features/calls/call/queries.ts';
import { inSlices } from './slices.ts';
import type { RowsChanged, Views } from './views.ts';

const TOGETHER_MS = 50;
/** As long as the pace looks back. */
const SECOND_MS = 1025;

/** What of the board lives in this browser's storage, and in its other tabs. */
export type Sharing = {
  store: CallStore;
  isLeader: () => boolean;
  /** Enters among the tabs; the result leaves. */
  enter: () => () => void;
  /** Reads what was kept. */
  load: () => Promise<void>;
  /** Says whether this tab could ask. */
  setCandidate: (candidate: boolean) => void;
  /** Keeps the calls that were added, changed or removed, and tells the other tabs. */
  publish: (ids: readonly string[], rows?: RowsChanged) => void;
  /** The same for a new answer. */
  publishSeen: (ids: readonly string[]) => void;
  /** Hands on how long the service asked to wait. */
  publishHold: () => void;
  /** No longer watched here. */
  drop: (id: string) => void;
  setVisibleCalls: (opened: string | undefined, ids: readonly string[]) => void;
};

type Setup = {
  scope: Scope;
  queryClient: QueryClient;
  views: Views;
  checks: () => Checks;
  blockers: () => PollingBlockers;
  /** Whether this tab asks may have changed. */
  onTurn: () => void;
  /** The status of the answer that asked to wait. */
  waitStatus: () => number | undefined;
  /** Another tab's check was answered with a wish to wait. */
  onHold: (status: number | undefined) => void;
  /** Calls were added or removed, here or in another tab. */
  onList: () => void;
};

export const createSharing = (setup: Setup): Sharing => {
  const { scope, queryClient, views } = setup;
  const { storageKey, service } = scope;
  const tab = crypto.randomUUID();
  const elsewhere = new Map<string, readonly string[]>();
  let attended: { opened: string | undefined; ids: readonly string[] } = { opened: undefined, ids: [] };
  let election: Election | undefined;
  let telling: ReturnType<typeof setTimeout> | undefined;
  let isUntold = false;
  /** Another tab was heard of having asked. */
  let hasHeard = false;
  /** Until when nothing is asked here, on the monotonic clock. */
  let quietUntil = -Infinity;
  /**
   * While what was kept is still being read: what was removed here, what other tabs say of calls not read yet, and the
   * calls of which nothing may be said, since what is kept of them is not known.
   */
  let reading: { gone: Set<string>; heard: BoardMessage[]; unsaid: Set<string> } | undefined;

  const historyOf = (id: string) => historyIn(queryClient, id);
  const kept = (id: string): PersistedCall | undefined => {
    const entry = views.item(id)?.entry;
    const seen = historyOf(id);
    return entry && toPersisted(seen ? { entry, seen } : { entry });
  };
  const store = openCallStore(storageKey, { read: kept });

  const sayAttended = (): void => {
    const { opened, ids } = attended;
    const shown = [...(opened === undefined ? [] : [opened]), ...ids];
    election?.send({ kind: 'visibleCalls', tab, ids: document.visibilityState === 'hidden' ? [] : shown });
  };
  const attendAll = (): void => {
    setup
      .checks()
      .scheduler.setVisibleCalls(attended.opened, [...attended.ids, ...[...elsewhere.values()].flat()]);
  };

  const takeSeen = (call: PersistedCall): void => {
    const { id } = call.entry;
    const { seen } = fromPersisted(call);
    const known = historyOf(id);
    if (!seen || seen.checks < (known?.checks ?? 0)) return;
    // Both tabs have asked at once: the later answer counts in both.
    if (seen.checks === known?.checks && (seen.checked?.at ?? 0) < (known.checked?.at ?? 0)) return;
    queryClient.setQueryData(keyOfCall(id), seen);
    views.changed(id);
  };
  const adopt = (call: PersistedCall): void => {
    const { entry } = call;
    const known = views.item(entry.id)?.entry;
    if (known) views.change(entry.id, mergeEntries(known, entry));
    else views.add(entry, historyOf(entry.id));
    takeSeen(call);
    setup.checks().scheduleNextCheck(entry.id);
  };
  /** What was read from the store; what happened to the call here since counts more. */
  const takeKept = (call: PersistedCall): void => {
    const { id } = call.entry;
    if (reading?.gone.has(id)) return;
    const changedAt = views.item(id)?.entry.changedAt;
    adopt(call);
    // Only added here, and known there: there is nothing to say of it.
    if (changedAt === undefined) reading?.unsaid.delete(id);
  };
  const drop = (id: string): void => {
    reading?.gone.add(id);
    setup.checks().scheduler.plan(id, undefined);
    views.remove(id);
    forgetHistory(queryClient, id);
  };

  const publishList = (ids: readonly string[]): void => {
    // What the person did must not be lost; an answer that is lost costs a check.
    store.touch(ids, true);
    for (const id of reading ? ids : []) reading?.unsaid.add(id);
    if (reading) return;
    inSlices(ids, (slice) => {
      const put = slice.flatMap((id) => views.item(id)?.entry ?? []);
      election?.send({ kind: 'entriesChanged', put, removed: slice.filter((id) => !views.item(id)) });
    });
  };
  const publishSeen = (ids: readonly string[]): void => {
    store.touch(ids);
    inSlices(ids, (slice) => election?.send({ kind: 'seen', calls: slice.flatMap((id) => kept(id) ?? []) }));
  };

  const publishHold = (): void => {
    const until = service.pace.heldUntil();
    if (until === undefined) return;
    election?.send({
      kind: 'rateLimited',
      until: Date.now() + until - performance.now(),
      status: setup.waitStatus(),
    });
  };

  /** Thousands of calls come in many messages: the rows are built anew at the first, and once for those behind it. */
  const tellRows = (): void => {
    isUntold = telling !== undefined;
    if (isUntold) return;
    views.tellRows('all');
    telling = setTimeout(() => {
      telling = undefined;
      if (isUntold) tellRows();
    }, TOGETHER_MS);
  };

  const receive = (message: BoardMessage): void => {
    if (reading && (message.kind === 'seen' || message.kind === 'entriesChanged'))
      reading.heard.push(message);
    switch (message.kind) {
      case 'syncRequest': {
        // What is not written yet would be missing there.
        const unwritten = store.pending();
        publishList(unwritten);
        publishSeen(unwritten);
        publishHold();
        return sayAttended();
      }
      case 'seen':
        hasHeard = true;
        for (const call of message.calls) {
          if (!views.item(call.entry.id)) continue;
          takeSeen(call);
          setup.checks().scheduleNextCheck(call.entry.id);
        }
        return;
      case 'entriesChanged':
        message.removed.forEach(drop);
        for (const entry of message.put) adopt({ entry });
        tellRows();
        return setup.onList();
      case 'rateLimited': {
        // No longer than a header may ask for, whatever another tab says or its clock was.
        const left = Math.min(message.until - Date.now(), LONGEST_WAIT_MS);
        if (left <= 0) return;
        setup.onHold(message.status);
        return service.pace.hold(left);
      }
      case 'visibleCalls':
        if (message.ids.length > 0) elsewhere.set(message.tab, message.ids);
        else elsewhere.delete(message.tab);
        attendAll();
        // A page that was hidden while it asked hears again of who looks.
        if (message.ids.length === 0 && attended.ids.length > 0 && document.visibilityState === 'visible') {
          sayAttended();
        }
        // Whoever looks at the board asks, a hidden page only while nobody looks.
        if (message.ids.length > 0 && document.visibilityState === 'hidden' && election?.isLeader()) {
          election.setCandidate(false);
          election.setCandidate(setup.blockers().current() === undefined);
        }
    }
  };

  const turn = (): void => {
    if (election?.isLeader()) {
      // Whoever asked before may be gone, and what was on its screen with it: the others say again what is on theirs.
      elsewhere.clear();
      attendAll();
      election.send({ kind: 'syncRequest' });
      // What the tab before sent until just now counts for the service, and this one's pace knows nothing of it.
      quietUntil = hasHeard ? performance.now() + SECOND_MS : -Infinity;
      actAt(quietUntil, setup.onTurn);
    }
    setup.onTurn();
  };

  const seeAgain = (): void => {
    sayAttended();
    if (document.visibilityState === 'hidden') void store.flush();
  };

  return {
    store,
    isLeader: () => election?.isLeader() === true && performance.now() >= quietUntil,
    enter: () => {
      election = joinElection(storageKey, { change: turn, message: receive });
      election.send({ kind: 'syncRequest' });
      addEventListener('pagehide', store.flush);
      document.addEventListener('visibilitychange', seeAgain);
      return () => {
        removeEventListener('pagehide', store.flush);
        document.removeEventListener('visibilitychange', seeAgain);
        election?.leave();
        election = undefined;
        void store.flush();
      };
    },
    load: async () => {
      const { heard, unsaid } = (reading = { gone: new Set(), heard: [], unsaid: new Set() });
      await store.load((slice) => slice.forEach(takeKept));
      reading = undefined;
      heard.forEach(receive);
      publishList([...unsaid]);
    },
    setCandidate: (candidate) => election?.setCandidate(candidate),
    publish: (ids, rows = 'all') => {
      publishList(ids);
      views.tellRows(rows);
      setup.onList();
    },
    publishSeen,
    publishHold,
    drop,
    setVisibleCalls: (opened, ids) => {
      attended = { opened, ids };
      attendAll();
      sayAttended();
    },
  };
};
