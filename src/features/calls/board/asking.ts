import { openBroadcast, webLocks } from '#src/storage/tabs.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { isKeptCall, isWatched, type KeptCall, type Watched } from '#src/features/calls/call/kept-call.ts';

/** What the tabs of one board tell each other. Times are epoch milliseconds. */
export type BoardMessage =
  /** A tab came up: the one that asks answers with what it has not written yet. */
  | { kind: 'hello' }
  | { kind: 'seen'; calls: KeptCall[] }
  | { kind: 'list'; put: Watched[]; removed: string[] }
  | { kind: 'hold'; until: number; status?: number | undefined }
  | { kind: 'attend'; tab: string; ids: string[] };

export type Asking = {
  /** Whether this tab could ask. Being willing asks for the turn, not being willing gives it to the next. */
  setWilling: (willing: boolean) => void;
  isAsking: () => boolean;
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
    case 'hello':
      return true;
    case 'seen':
      return isListOf(value.calls, isKeptCall);
    case 'list':
      return isListOf(value.put, isWatched) && isListOf(value.removed, isText);
    case 'hold':
      return Number.isFinite(value.until) && ['number', 'undefined'].includes(typeof value.status);
    case 'attend':
      return isText(value.tab) && isListOf(value.ids, isText);
    default:
      return false;
  }
};

/**
 * Enters among the tabs that show the same board. One of the willing ones asks the service: the one that holds a lock,
 * which the browser hands on when the tab gives it up or dies. Without locks each asks for itself.
 */
export const enterAsking = (storageKey: string, on: On, parts?: Parts): Asking => {
  const name = `calls-${storageKey}`;
  const { locks, channel } = parts ?? { locks: webLocks(), channel: openBroadcast(name) };
  let isOver = false;
  let turn: AbortController | undefined;
  let isAsking = false;

  const become = (next: boolean): void => {
    if (isAsking === next) return;
    isAsking = next;
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

  const setWilling = (willing: boolean): void => {
    if (isOver || willing === (turn !== undefined)) return;
    if (willing) {
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
    setWilling,
    isAsking: () => isAsking,
    send: (message) => {
      try {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none
        if (!isOver) channel?.postMessage(message);
      } catch {
        // What can't be copied: the other tabs read it from storage, or ask for themselves. Here all goes on.
      }
    },
    leave: () => {
      setWilling(false);
      isOver = true;
      channel?.close();
    },
  };
};
