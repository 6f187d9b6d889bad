import { createEmitter } from '#src/lib/emitter.ts';
import type { Workspace } from '#src/log/workspace.ts';
import { formatConflict, isSuperseded } from '#src/storage/format.ts';

/** Why nothing is checked at the moment. `outdated`: another tab has a newer version. `since` and `until` are in epoch milliseconds. */
export type PollingBlocker = {
  reason: 'outdated' | 'session' | 'offline' | 'hidden' | 'asked-to-wait';
  since: number;
  until?: number;
  /** Of the answer that asked to wait. */
  status?: number | undefined;
};

export type PollingBlockers = ReturnType<typeof watchPollingBlockers>;

type BlockerOptions = {
  workspace: Pick<Workspace, 'service' | 'session'>;
  /** Whether a hidden page polls too, for notifications. */
  pollsHidden: () => boolean;
};

export const watchPollingBlockers = ({ workspace, pollsHidden }: BlockerOptions) => {
  const { session } = workspace;
  const { queue } = workspace.service;
  const changes = createEmitter<PollingBlocker | undefined>();
  let current: PollingBlocker | undefined;
  /** On the monotonic clock. */
  let waitUntil: number | undefined;

  const readWaitUntil = () => queue.store.getState().waitUntil;

  const findReason = (): PollingBlocker['reason'] | undefined => {
    if (isSuperseded()) return 'outdated';
    if (session.getState().state !== 'active') return 'session';
    if (!navigator.onLine) return 'offline';
    if (document.visibilityState === 'hidden' && !pollsHidden()) return 'hidden';
    return readWaitUntil() === undefined ? undefined : 'asked-to-wait';
  };

  const evaluate = (): void => {
    const next = findReason();
    const nextWaitUntil = next === 'asked-to-wait' ? readWaitUntil() : undefined;
    if (next === current?.reason && nextWaitUntil === waitUntil) return;
    const now = Date.now();
    const before = next === current?.reason ? current : undefined;
    waitUntil = nextWaitUntil;
    current = next && {
      reason: next,
      since: before?.since ?? now,
      ...(waitUntil !== undefined && {
        until: now + waitUntil - performance.now(),
        status: queue.store.getState().waitStatus,
      }),
    };
    changes.emit(current);
  };

  return {
    current: (): PollingBlocker | undefined => current,
    subscribe: changes.subscribe,
    evaluate,
    /** Returns a function that stops listening. */
    listen: (): (() => void) => {
      const controller = new AbortController();
      const { signal } = controller;
      addEventListener('online', evaluate, { signal });
      addEventListener('offline', evaluate, { signal });
      document.addEventListener('visibilitychange', evaluate, { signal });
      const leave = [
        session.subscribe(evaluate),
        queue.store.subscribe(evaluate),
        formatConflict.subscribe(evaluate),
      ];
      evaluate();
      return () => {
        controller.abort();
        for (const unsubscribe of leave) unsubscribe();
      };
    },
  };
};
