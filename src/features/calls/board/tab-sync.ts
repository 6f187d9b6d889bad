import type { PersistedCall, WatchedCall } from '#src/features/calls/call/persisted-call.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { joinTabs, type TabChannel } from '#src/storage/tabs.ts';
import type { Persistence } from './persistence.ts';
import { createElection } from './leader-election.ts';
import { inSlices } from './pacing.ts';
import type { Poller } from './poller.ts';
import type { PollingBlockers } from './polling-blockers.ts';
import type { BoardChange, BoardStore } from './store.ts';

/** What the tabs of one board tell each other. Times are epoch milliseconds. Other messages need a channel of another name. */
type BoardMessage =
  /** A tab came up: the one that asks answers with what it has not written yet. */
  | { kind: 'syncRequest' }
  | { kind: 'seen'; calls: PersistedCall[] }
  | { kind: 'entriesChanged'; put: WatchedCall[]; removed: string[] }
  | { kind: 'visibleCalls'; tab: string; ids: string[] };

const isMessage = (value: unknown): value is BoardMessage =>
  isRecord(value) && typeof value.kind === 'string';

type Setup = {
  storageKey: string;
  store: BoardStore;
  blockers: PollingBlockers;
  polling: Poller;
  persistence: Persistence;
};

/** Keeps the boards of this browser's tabs the same, and has one of them ask for all. */
export const createTabSync = ({ storageKey, store, blockers, polling, persistence }: Setup) => {
  const name = `calls-${storageKey}`;
  const tab = crypto.randomUUID();
  const visibleElsewhere = new Map<string, readonly string[]>();
  let visible: { opened: string | undefined; ids: readonly string[] } = { opened: undefined, ids: [] };
  let channel: TabChannel | undefined;
  /** Another tab was heard of, or of having asked: to nobody there is nothing to say of each answer. */
  let hasOthers = false;
  /** While the kept calls are read: what other tabs say of calls, and which were edited here. */
  let early: BoardMessage[] = [];
  const unsent = new Set<string>();

  const isLeader = (): boolean => election.isLeader();
  const send = (message: BoardMessage): void => channel?.post(message);

  const sendVisible = (): void => {
    const { opened, ids } = visible;
    const shown = [...(opened === undefined ? [] : [opened]), ...ids];
    send({ kind: 'visibleCalls', tab, ids: document.visibilityState === 'hidden' ? [] : shown });
  };
  const sendEntries = (ids: readonly string[]): void =>
    inSlices(ids, (slice) => {
      const put = slice.flatMap((id) => store.call(id)?.entry ?? []);
      send({ kind: 'entriesChanged', put, removed: slice.filter((id) => !store.call(id)) });
    });
  const sendResults = (ids: readonly string[]): void =>
    inSlices(ids, (slice) => send({ kind: 'seen', calls: slice.flatMap((id) => store.persisted(id) ?? []) }));

  const share = ({ cause, ids }: BoardChange): void => {
    switch (cause) {
      case 'entriesChanged':
      case 'restored':
        if (store.isLoading()) for (const id of ids) unsent.add(id);
        else sendEntries(ids);
        if (cause === 'restored') sendResults(ids);
        return;
      case 'checked':
        if (hasOthers) sendResults(ids);
        return;
      case 'ready':
        early.forEach(receive);
        early = [];
        sendEntries([...unsent]);
        unsent.clear();
        return;
      case 'loaded':
      case 'entriesChanged elsewhere':
      case 'checked elsewhere':
      case 'planned':
        return;
    }
  };

  const receive = (message: BoardMessage): void => {
    switch (message.kind) {
      case 'syncRequest': {
        // What is not written yet would be missing there.
        const unwritten = persistence.pending();
        if (!store.isLoading()) sendEntries(unwritten);
        sendResults(unwritten);
        return sendVisible();
      }
      case 'seen':
        return store.hydrate(message.calls, 'checked elsewhere');
      case 'entriesChanged':
        if (message.removed.length > 0) store.remove(message.removed, 'entriesChanged elsewhere');
        return store.hydrate(
          message.put.map((entry) => ({ entry })),
          'entriesChanged elsewhere',
        );
      case 'visibleCalls':
        if (message.ids.length > 0) visibleElsewhere.set(message.tab, message.ids);
        else visibleElsewhere.delete(message.tab);
        // A page that was hidden while it asked hears again of who looks.
        if (message.ids.length === 0 && visible.ids.length > 0 && document.visibilityState === 'visible') {
          sendVisible();
        }
        // Whoever looks at the board asks, a hidden page only while nobody looks.
        if (message.ids.length > 0 && document.visibilityState === 'hidden' && election.isLeader()) {
          election.setCandidate(false);
          stand();
        }
    }
  };

  const holdOrPoll = (): void => polling.setHold('other tab', !isLeader());

  const election = createElection(name, () => {
    if (election.isLeader()) {
      // Whoever asked before may be gone, and what was on its screen with it: the others say again what is on theirs.
      visibleElsewhere.clear();
      send({ kind: 'syncRequest' });
    }
    holdOrPoll();
  });

  const stand = (): void => {
    const why = blockers.current()?.why;
    if (channel) election.setCandidate(why === undefined || why === 'asked-to-wait');
  };

  store.subscribe(share);
  blockers.subscribe(stand);

  return {
    isLeader,
    /** Enters among the tabs; the result leaves. */
    enter: (): (() => void) => {
      channel = joinTabs(name, (message) => {
        if (!isMessage(message)) return;
        hasOthers = true;
        const isOfCalls = message.kind === 'seen' || message.kind === 'entriesChanged';
        // What is kept of them is not read yet.
        if (isOfCalls && store.isLoading()) early.push(message);
        else receive(message);
      });
      send({ kind: 'syncRequest' });
      const listening = new AbortController();
      const { signal } = listening;
      document.addEventListener('visibilitychange', sendVisible, { signal });
      // The browser may stop a page that it keeps, and with it a lock that nobody gives up.
      document.addEventListener('freeze', () => election.setCandidate(false), { signal });
      document.addEventListener('resume', stand, { signal });
      stand();
      return () => {
        listening.abort();
        election.setCandidate(false);
        channel?.close();
        channel = undefined;
      };
    },
    setVisibleCalls: (opened: string | undefined, ids: readonly string[]): void => {
      visible = { opened, ids };
      polling.setOpened(opened);
      sendVisible();
    },
  };
};
