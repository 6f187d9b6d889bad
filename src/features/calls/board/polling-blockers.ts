import type { Queue } from '#src/api/queue.ts';
import { createEmitter } from '#src/lib/emitter.ts';

/** Why nothing is asked at the moment, and since when in epoch milliseconds. */
export type PollingBlocker = {
  why: 'session' | 'offline' | 'hidden' | 'asked-to-wait';
  since: number;
  /** If the service asked to wait: until when, in epoch milliseconds. */
  until?: number;
};

export type PollingBlockers = ReturnType<typeof watchPollingBlockers>;

type Setup = {
  queue: Queue;
  /** Whether calls are checked on a hidden page too, since the person wants to be notified of their ends. */
  asksHidden: () => boolean;
};

/** Watches for what must keep this browser from asking: no session, no connection, a hidden page, a wish to wait. */
export const watchPollingBlockers = ({ queue, asksHidden }: Setup) => {
  const changes = createEmitter<PollingBlocker | undefined>();
  let signedIn = true;
  let current: PollingBlocker | undefined;
  let hold: number | undefined;
  let waitStatus: number | undefined;

  const heldUntil = () => queue.store.getState().heldUntil;

  const why = (): PollingBlocker['why'] | undefined => {
    if (!signedIn) return 'session';
    if (!navigator.onLine) return 'offline';
    if (document.visibilityState === 'hidden' && !asksHidden()) return 'hidden';
    return heldUntil() === undefined ? undefined : 'asked-to-wait';
  };

  const evaluate = (): void => {
    const next = why();
    const nextHold = next === 'asked-to-wait' ? heldUntil() : undefined;
    if (next === current?.why && nextHold === hold) return;
    const now = Date.now();
    const since = next === current?.why ? (current?.since ?? now) : now;
    hold = nextHold;
    current = next && {
      why: next,
      since,
      ...(hold !== undefined && { until: now + hold - performance.now() }),
    };
    if (!current) waitStatus = undefined;
    changes.emit(current);
  };

  return {
    current: (): PollingBlocker | undefined => current,
    subscribe: changes.subscribe,
    /** The status of the answer that asked to wait, if one of these checks got it. */
    waitStatus: (): number | undefined => waitStatus,
    /** The time of waiting is known when the answer's head comes; the status only afterwards. */
    setWaitStatus: (status: number | undefined): void => {
      waitStatus = status;
      changes.emit(current);
    },
    setSignedIn: (next: boolean): void => {
      signedIn = next;
      evaluate();
    },
    /** Looks again after `asksHidden` changed. */
    evaluate,
    /** Listens to the browser; the result stops. */
    listen: (): (() => void) => {
      const controller = new AbortController();
      const { signal } = controller;
      addEventListener('online', evaluate, { signal });
      addEventListener('offline', evaluate, { signal });
      document.addEventListener('visibilitychange', evaluate, { signal });
      const leaveQueue = queue.store.subscribe(evaluate);
      evaluate();
      return () => {
        controller.abort();
        leaveQueue();
      };
    },
  };
};
