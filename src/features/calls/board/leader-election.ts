import { openBroadcast, webLocks } from '#src/storage/tabs.ts';
import { isRecord } from '#src/lib/is-record.ts';
import {
  isPersistedCall,
  isWatchedCall,
  type PersistedCall,
  type WatchedCall,
} from '#src/features/calls/call/persisted-call.ts';

/** What the tabs of one board tell each other. Times are epoch milliseconds. */
export type BoardMessage =
  /** A tab came up: the one that asks answers with what it has not written yet. */
  | { kind: 'syncRequest' }
  | { kind: 'seen'; calls: PersistedCall[] }
  | { kind: 'entriesChanged'; put: WatchedCall[]; removed: string[] }
  | { kind: 'rateLimited'; until: number; status?: number | undefined }
  | { kind: 'visibleCalls'; tab: string; ids: string[] };

export type Election = {
  /** Whether this tab could ask. Being candidate asks for the turn, not being candidate gives it to the next. */
  setCandidate: (candidate: boolean) => void;
  isLeader: () => boolean;
  send: (message: BoardMessage) => void;
  leave: () => void;
};

type Channel = Pick<BroadcastChannel, 'postMessage' | 'close' | 'addEventListener'>;
type Locks = Pick<LockManager, 'request'>;

type On = { change: () => void; message: (message: BoardMessage) => void };
type Parts = { locks?: Locks | undefined; channel?: Channel | undefined };

const isText = (value: unknown): boolean => typeof value === 'string';
const isListOf = (value: unknown, is: (each: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every((each) => is(each));

/** A tab of another version may speak otherwise: what is not understood is not heard. */
const isMessage = (value: unknown): value is BoardMessage => {
  if (!isRecord(value)) return false;
  switch (value.kind) {
    case 'syncRequest':
      return true;
    case 'seen':
      return isListOf(value.calls, isPersistedCall);
    case 'entriesChanged':
      return isListOf(value.put, isWatchedCall) && isListOf(value.removed, isText);
    case 'rateLimited':
      return Number.isFinite(value.until) && ['number', 'undefined'].includes(typeof value.status);
    case 'visibleCalls':
      return isText(value.tab) && isListOf(value.ids, isText);
    default:
      return false;
  }
};

/**
 * Enters among the tabs that show the same board. One of the candidate ones asks the service: the one that holds a lock,
 * which the browser hands on when the tab gives it up or dies. Without locks each asks for itself.
 */
export const joinElection = (storageKey: string, on: On, parts?: Parts): Election => {
  const name = `calls-${storageKey}`;
  const { locks, channel } = parts ?? { locks: webLocks(), channel: openBroadcast(name) };
  let isOver = false;
  let turn: AbortController | undefined;
  let isLeader = false;

  const become = (next: boolean): void => {
    if (isLeader === next) return;
    isLeader = next;
    on.change();
  };

  const wait = (own: AbortController): void => {
    if (!locks) return become(true);
    const hold = () => {
      if (own.signal.aborted) return Promise.resolve();
      become(true);
      return new Promise<void>((resolve) => own.signal.addEventListener('abort', () => resolve()));
    };
    locks.request(name, { signal: own.signal }, hold).catch(() => {
      // Refused, where it was not this tab that gave up: a tab that cannot agree with others asks alone.
      if (!own.signal.aborted) become(true);
    });
  };

  const setCandidate = (candidate: boolean): void => {
    if (isOver || candidate === (turn !== undefined)) return;
    if (candidate) {
      turn = new AbortController();
      wait(turn);
      return;
    }
    const own = turn;
    turn = undefined;
    become(false);
    own?.abort();
  };

  channel?.addEventListener('message', ({ data }) => {
    if (isMessage(data) && !isOver) on.message(data);
  });

  return {
    setCandidate,
    isLeader: () => isLeader,
    send: (message) => {
      try {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none
        if (!isOver) channel?.postMessage(message);
      } catch {
        // What can't be copied: the other tabs read it from storage, or ask for themselves. Here all goes on.
      }
    },
    leave: () => {
      setCandidate(false);
      isOver = true;
      channel?.close();
    },
  };
};
