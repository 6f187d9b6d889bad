import type { QueryClient } from '@tanstack/react-query';
import type { Workspace } from '#src/journal/workspace.ts';
import { actAt } from '#src/lib/act-at.ts';
import { LONGEST_WAIT_MS } from '#src/lib/retry-after.ts';
import { enterAsking, type Asking, type BoardMessage } from './asking.ts';
import { openCallStore, type CallStore } from './call-store.ts';
import type { Checks } from './checks.ts';
import type { Interruptions } from './interruptions.ts';
import { fromKept, mergeWatched, toKept, type KeptCall } from '#src/features/calls/call/kept-call.ts';
import { forgetAnswers, keyOfCall, seenIn } from '#src/features/calls/call/queries.ts';
import { inSlices } from './slices.ts';
import type { RowsChanged, Views } from './views.ts';

const TOGETHER_MS = 50;
/** As long as the pace looks back. */
const SECOND_MS = 1025;

/** What of the board lives in this browser's storage, and in its other tabs. */
export type Sharing = {
  store: CallStore;
  isAsking: () => boolean;
  /** Enters among the tabs; the result leaves. */
  enter: () => () => void;
  /** Reads what was kept. */
  load: () => Promise<void>;
  /** Says whether this tab could ask. */
  setWilling: (willing: boolean) => void;
  /** Keeps the calls that were added, changed or removed, and tells the other tabs. */
  publish: (ids: readonly string[], rows?: RowsChanged) => void;
  /** The same for a new answer. */
  publishSeen: (ids: readonly string[]) => void;
  /** Hands on how long the service asked to wait. */
  publishHold: () => void;
  /** No longer watched here. */
  drop: (id: string) => void;
  attend: (opened: string | undefined, ids: readonly string[]) => void;
};

type Setup = {
  workspace: Workspace;
  queryClient: QueryClient;
  views: Views;
  checks: () => Checks;
  interruptions: () => Interruptions;
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
  const { workspace, queryClient, views } = setup;
  const { storageKey, service } = workspace;
  const tab = crypto.randomUUID();
  const elsewhere = new Map<string, readonly string[]>();
  let attended: { opened: string | undefined; ids: readonly string[] } = { opened: undefined, ids: [] };
  let asking: Asking | undefined;
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

  const seenOf = (id: string) => seenIn(queryClient, id);
  const kept = (id: string): KeptCall | undefined => {
    const entry = views.item(id)?.entry;
    const seen = seenOf(id);
    return entry && toKept(seen ? { entry, seen } : { entry });
  };
  const store = openCallStore(storageKey, { read: kept });

  const sayAttended = (): void => {
    const { opened, ids } = attended;
    const shown = [...(opened === undefined ? [] : [opened]), ...ids];
    asking?.send({ kind: 'attend', tab, ids: document.visibilityState === 'hidden' ? [] : shown });
  };
  const attendAll = (): void => {
    setup.checks().scheduler.attend(attended.opened, [...attended.ids, ...[...elsewhere.values()].flat()]);
  };

  const takeSeen = (call: KeptCall): void => {
    const { id } = call.entry;
    const { seen } = fromKept(call);
    const known = seenOf(id);
    if (!seen || seen.checks < (known?.checks ?? 0)) return;
    // Both tabs have asked at once: the later answer counts in both.
    if (seen.checks === known?.checks && (seen.checked?.at ?? 0) < (known.checked?.at ?? 0)) return;
    queryClient.setQueryData(keyOfCall(id), seen);
    views.changed(id);
  };
  const adopt = (call: KeptCall): void => {
    const { entry } = call;
    const known = views.item(entry.id)?.entry;
    if (known) views.change(entry.id, mergeWatched(known, entry));
    else views.add(entry, seenOf(entry.id));
    takeSeen(call);
    setup.checks().planByRule(entry.id);
  };
  /** What was read from the store; what happened to the call here since counts more. */
  const takeKept = (call: KeptCall): void => {
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
    forgetAnswers(queryClient, id);
  };

  const publishList = (ids: readonly string[]): void => {
    // What the person did must not be lost; an answer that is lost costs a check.
    store.touch(ids, true);
    for (const id of reading ? ids : []) reading?.unsaid.add(id);
    if (reading) return;
    inSlices(ids, (slice) => {
      const put = slice.flatMap((id) => views.item(id)?.entry ?? []);
      asking?.send({ kind: 'list', put, removed: slice.filter((id) => !views.item(id)) });
    });
  };
  const publishSeen = (ids: readonly string[]): void => {
    store.touch(ids);
    inSlices(ids, (slice) => asking?.send({ kind: 'seen', calls: slice.flatMap((id) => kept(id) ?? []) }));
  };

  const publishHold = (): void => {
    const until = service.pace.heldUntil();
    if (until === undefined) return;
    asking?.send({
      kind: 'hold',
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
    if (reading && (message.kind === 'seen' || message.kind === 'list')) reading.heard.push(message);
    switch (message.kind) {
      case 'hello': {
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
          setup.checks().planByRule(call.entry.id);
        }
        return;
      case 'list':
        message.removed.forEach(drop);
        for (const entry of message.put) adopt({ entry });
        tellRows();
        return setup.onList();
      case 'hold': {
        // No longer than a header may ask for, whatever another tab says or its clock was.
        const left = Math.min(message.until - Date.now(), LONGEST_WAIT_MS);
        if (left <= 0) return;
        setup.onHold(message.status);
        return service.pace.hold(left);
      }
      case 'attend':
        if (message.ids.length > 0) elsewhere.set(message.tab, message.ids);
        else elsewhere.delete(message.tab);
        attendAll();
        // A page that was hidden while it asked hears again of who looks.
        if (message.ids.length === 0 && attended.ids.length > 0 && document.visibilityState === 'visible') {
          sayAttended();
        }
        // Whoever looks at the board asks, a hidden page only while nobody looks.
        if (message.ids.length > 0 && document.visibilityState === 'hidden' && asking?.isAsking()) {
          asking.setWilling(false);
          asking.setWilling(setup.interruptions().current() === undefined);
        }
    }
  };

  const turn = (): void => {
    if (asking?.isAsking()) {
      // Whoever asked before may be gone, and what was on its screen with it: the others say again what is on theirs.
      elsewhere.clear();
      attendAll();
      asking.send({ kind: 'hello' });
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
    isAsking: () => asking?.isAsking() === true && performance.now() >= quietUntil,
    enter: () => {
      asking = enterAsking(storageKey, { change: turn, message: receive });
      asking.send({ kind: 'hello' });
      addEventListener('pagehide', store.flush);
      document.addEventListener('visibilitychange', seeAgain);
      return () => {
        removeEventListener('pagehide', store.flush);
        document.removeEventListener('visibilitychange', seeAgain);
        asking?.leave();
        asking = undefined;
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
    setWilling: (willing) => asking?.setWilling(willing),
    publish: (ids, rows = 'all') => {
      publishList(ids);
      views.tellRows(rows);
      setup.onList();
    },
    publishSeen,
    publishHold,
    drop,
    attend: (opened, ids) => {
      attended = { opened, ids };
      attendAll();
      sayAttended();
    },
  };
};
