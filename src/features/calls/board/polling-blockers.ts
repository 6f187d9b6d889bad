import type { Pace } from '#src/api/pace.ts';
import { createEmitter } from '#src/lib/emitter.ts';

/** Why nothing is asked at the moment, and since when in epoch milliseconds. */
export type PollingBlocker = {
  why: 'session' | 'offline' | 'hidden' | 'asked-to-wait';
  since: number;
  /** Where the service asked to wait: until when, in epoch milliseconds. */
  until?: number;
};

export type PollingBlockers = ReturnType<typeof watchPollingBlockers>;

type Setup = {
  pace: Pace;
  serviceOrigin: string;
  /** Whether calls are checked on a hidden page too, since the person wants to be told of their ends. */
  asksHidden: () => boolean;
};

const isLoopback = (origin: string): boolean => /^https?:\/\/(localhost|127\.|\[::1\])/.test(origin);

/** Watches for what must keep this browser from asking: no session, no connection, a hidden page, a wish to wait. */
export const watchPollingBlockers = ({ pace, serviceOrigin, asksHidden }: Setup) => {
  const changes = createEmitter<PollingBlocker | undefined>();
  let signedIn = true;
  // A browser without a network calls itself offline, and still reaches a service on this machine.
  let online = navigator.onLine || isLoopback(serviceOrigin);
  let current: PollingBlocker | undefined;
  let hold: number | undefined;
  let waitStatus: number | undefined;

  const why = (): PollingBlocker['why'] | undefined => {
    if (!signedIn) return 'session';
    if (!online) return 'offline';
    if (document.visibilityState === 'hidden' && !asksHidden()) return 'hidden';
    return pace.heldUntil() === undefined ? undefined : 'asked-to-wait';
  };

  const evaluate = (): void => {
    const next = why();
    const nextHold = next === 'asked-to-wait' ? pace.heldUntil() : undefined;
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

  const setOnline = (next: boolean): void => {
    online = next;
    evaluate();
  };

  return {
    current: (): PollingBlocker | undefined => current,
    subscribe: changes.subscribe,
    /** The status of the answer that asked to wait, where one of these checks got it. */
    waitStatus: (): number | undefined => waitStatus,
    /** The time of waiting is known when the answer's head comes; why, only afterwards. */
    setWaitStatus: (status: number | undefined): void => {
      waitStatus = status;
      changes.emit(current);
    },
    setSignedIn: (next: boolean): void => {
      signedIn = next;
      evaluate();
    },
    /** Looks again, where what `asksHidden` says has changed. */
    evaluate,
    /** An answer came, so there is a connection whatever the browser says. */
    answered: (): void => {
      // An answer to what had left before the connection was lost says nothing of it.
      if (navigator.onLine || isLoopback(serviceOrigin)) setOnline(true);
    },
    /** Listens to the browser; the result stops. */
    listen: (): (() => void) => {
      const controller = new AbortController();
      const { signal } = controller;
      addEventListener('online', () => setOnline(true), { signal });
      addEventListener('offline', () => setOnline(false), { signal });
      document.addEventListener('visibilitychange', evaluate, { signal });
      const leavePace = pace.subscribe(evaluate);
      evaluate();
      return () => {
        controller.abort();
        leavePace();
      };
    },
  };
};
