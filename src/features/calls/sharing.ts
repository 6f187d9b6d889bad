import type { QueryClient } from '@tanstack/react-query';
import type { Scope } from '#src/journal/scope.ts';
import { enterAsking, type Asking, type BoardMessage } from './asking.ts';
import { fromKept, openCallStore, toKept, type CallStore, type KeptCall } from './call-store.ts';
import type { Checks } from './checks.ts';
import type { Interruptions } from './interruptions.ts';
import { keyOfCall } from './queries.ts';
import type { RowsChanged, Views } from './views.ts';
import type { CallSeen } from './seen.ts';

/** Calls handed to the other tabs in one message. */
const SLICE = 500;

const inSlices = <Each>(all: readonly Each[], act: (slice: Each[]) => void): void => {
  for (let at = 0; at < all.length; at += SLICE) act(all.slice(at, at + SLICE));
};

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
  publishHold: (status: number) => void;
  /** No longer watched here. */
  drop: (id: string) => void;
  attend: (opened: string | undefined, ids: readonly string[]) => void;
};

type Setup = {
  scope: Scope;
  queryClient: QueryClient;
  views: Views;
  checks: () => Checks;
  interruptions: () => Interruptions;
  /** Whether this tab asks may have changed. */
  onTurn: () => void;
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
  let asking: Asking | undefined;

  const seenOf = (id: string) => queryClient.getQueryData<CallSeen>(keyOfCall(id));
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
    if (!seen || seen.checks < (seenOf(id)?.checks ?? 0)) return;
    queryClient.setQueryData(keyOfCall(id), seen);
    views.changed(id);
  };
  const adopt = (call: KeptCall): void => {
    const { entry } = call;
    if (views.item(entry.id)) views.change(entry.id, entry);
    else views.add(entry, seenOf(entry.id));
    takeSeen(call);
    setup.checks().planByRule(entry.id);
  };
  const drop = (id: string): void => {
    setup.checks().scheduler.plan(id, undefined);
    views.remove(id);
    queryClient.removeQueries({ queryKey: keyOfCall(id), exact: true });
  };

  const publishList = (ids: readonly string[]): void => {
    store.touch(ids);
    inSlices(ids, (slice) => {
      const put = slice.flatMap((id) => views.item(id)?.entry ?? []);
      asking?.send({ kind: 'list', put, removed: slice.filter((id) => !views.item(id)) });
    });
  };
  const publishSeen = (ids: readonly string[]): void => {
    store.touch(ids);
    inSlices(ids, (slice) => asking?.send({ kind: 'seen', calls: slice.flatMap((id) => kept(id) ?? []) }));
  };

  const receive = (message: BoardMessage): void => {
    switch (message.kind) {
      case 'hello': {
        // What is not written yet would be missing there.
        const unwritten = store.pending();
        publishList(unwritten);
        publishSeen(unwritten);
        return sayAttended();
      }
      case 'seen':
        for (const call of message.calls) {
          if (!views.item(call.entry.id)) continue;
          takeSeen(call);
          setup.checks().planByRule(call.entry.id);
        }
        return;
      case 'list':
        message.removed.forEach(drop);
        for (const entry of message.put) adopt({ entry });
        views.tellRows('all');
        return setup.onList();
      case 'hold': {
        const left = message.until - Date.now();
        if (left <= 0) return;
        setup.onHold(message.status);
        return service.pace.hold(left);
      }
      case 'attend':
        elsewhere.set(message.tab, message.ids);
        attendAll();
        // Whoever looks at the board asks, a hidden page only while nobody looks.
        if (message.ids.length > 0 && document.visibilityState === 'hidden' && asking?.isAsking()) {
          asking.setWilling(false);
          asking.setWilling(setup.interruptions().current() === undefined);
        }
    }
  };

  const seeAgain = (): void => {
    sayAttended();
    if (document.visibilityState === 'hidden') void store.flush();
  };
  const save = (): void => void store.flush();

  return {
    store,
    isAsking: () => asking?.isAsking() ?? false,
    enter: () => {
      asking = enterAsking(storageKey, { change: setup.onTurn, message: receive });
      asking.send({ kind: 'hello' });
      addEventListener('pagehide', save);
      document.addEventListener('visibilitychange', seeAgain);
      return () => {
        removeEventListener('pagehide', save);
        document.removeEventListener('visibilitychange', seeAgain);
        asking?.leave();
        asking = undefined;
        save();
      };
    },
    load: () => store.load((slice) => slice.forEach(adopt)),
    setWilling: (willing) => asking?.setWilling(willing),
    publish: (ids, rows = 'all') => {
      publishList(ids);
      views.tellRows(rows);
      setup.onList();
    },
    publishSeen,
    publishHold: (status) => {
      const until = service.pace.heldUntil();
      if (until === undefined) return;
      asking?.send({ kind: 'hold', until: Date.now() + until - performance.now(), status });
    },
    drop,
    attend: (opened, ids) => {
      attended = { opened, ids };
      attendAll();
      sayAttended();
    },
  };
};
