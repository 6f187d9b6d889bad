import type { CallRead } from '#src/api/answer.ts';
import { describeFailure } from '#src/features/calls/call/history.ts';
import { createEmitter } from '#src/lib/emitter.ts';
import type { Workspace } from '#src/log/workspace.ts';
import { formatConflict, isSuperseded } from '#src/storage/format.ts';
import { takeLock, type HeldLock } from '#src/storage/tabs.ts';

/**
 * Only the tab that holds this lock polls. A tab that is shown takes it over, since timers of a hidden page are slow.
 * In a browser without locks each tab polls.
 */
export const createPollLock = (
  name: string,
  onChange: (isHeld: boolean) => void,
  locks?: Pick<LockManager, 'request'>,
) => {
  let seeking: AbortController | undefined;
  let held: HeldLock | undefined;
  let isHeld = false;

  const setHeld = (next: boolean): void => {
    if (isHeld === next) return;
    isHeld = next;
    onChange(next);
  };

  const seek = async (signal: AbortSignal, steal: boolean): Promise<void> => {
    try {
      const taken = await takeLock(name, steal ? { steal } : { signal }, locks);
      if (signal.aborted) return taken?.release();
      held = taken;
      setHeld(true);
      await taken?.gone;
    } catch {
      // The browser has no locks.
      if (!signal.aborted) setHeld(true);
      return;
    }
    if (signal.aborted) return;
    setHeld(false);
    await seek(signal, false);
  };

  const release = (): void => {
    seeking?.abort();
    seeking = undefined;
    setHeld(false);
    held?.release();
    held = undefined;
  };

  return {
    isHeld: (): boolean => isHeld,
    /** A shown tab takes the lock over, a hidden one waits for it, `none` releases it. */
    want: (as: 'shown' | 'hidden' | 'none'): void => {
      if (as === 'none') return release();
      if (isHeld || (seeking && as === 'hidden')) return;
      seeking?.abort();
      seeking = new AbortController();
      void seek(seeking.signal, as === 'shown');
    },
  };
};

/**
 * Why calls are not checked as usual. `outdated`: another tab has a newer version. `offline` and `failing`: one call at a time is
 * checked until one is answered. `since` and `until` are in epoch milliseconds.
 */
export type PollingBlocker = {
  reason: 'outdated' | 'session' | 'offline' | 'hidden' | 'asked-to-wait' | 'failing';
  since: number;
  until?: number | undefined;
  /** Why the last check failed. */
  failure?: string | undefined;
  /** The user asked to check all the same. */
  isTrying: boolean;
};

type BlockerOptions = {
  workspace: Pick<Workspace, 'service' | 'session'>;
  /** Whether a hidden page polls too, for notifications. */
  pollsHidden: () => boolean;
};

/** When the last answers of so many different calls were failures, the service fails, not a call. */
const FAILING_CALLS = 5;

/** A 404 is about its call, and the queue slows down after a 429. The others are no answers. */
const isIgnored = (read: CallRead): boolean =>
  read.kind === 'failed' && ['aborted', 'session-ended', 'rate-limited'].includes(read.problem.kind);
const hasFailed = (read: CallRead): boolean =>
  read.kind === 'unrecognised' || (read.kind === 'failed' && read.problem.kind !== 'not-found');

/** The calls that failed since the last answer, in epoch milliseconds since when, and why the last one did. */
type Failures = { ids: ReadonlySet<string>; since: number; reason: string };

export const watchPollingBlockers = ({ workspace, pollsHidden }: BlockerOptions) => {
  const { session } = workspace;
  const { queue } = workspace.service;
  const changes = createEmitter<PollingBlocker | undefined>();
  let current: PollingBlocker | undefined;
  let failures: Failures | undefined;
  /** An answer came although the browser says that it is offline. */
  let isReached = false;
  let isTrying = false;

  const readWaitUntil = () => queue.store.getState().waitUntil;

  const findReason = (): PollingBlocker['reason'] | undefined => {
    if (isSuperseded()) return 'outdated';
    if (session.getState().state !== 'active') return 'session';
    if (document.visibilityState === 'hidden' && !pollsHidden()) return 'hidden';
    if (readWaitUntil() !== undefined) return 'asked-to-wait';
    // Some browsers say so behind a VPN.
    if (!navigator.onLine && !isReached) return 'offline';
    return failures && (isTrying || failures.ids.size >= FAILING_CALLS) ? 'failing' : undefined;
  };

  /** On the monotonic clock. */
  let waitUntil: number | undefined;
  const evaluate = (): void => {
    const reason = findReason();
    const nextWaitUntil = reason === 'asked-to-wait' ? readWaitUntil() : undefined;
    const failure = reason === 'failing' ? failures?.reason : undefined;
    const isSame =
      reason === current?.reason &&
      nextWaitUntil === waitUntil &&
      failure === current?.failure &&
      isTrying === (current?.isTrying ?? isTrying);
    if (isSame) return;
    const now = Date.now();
    const since = reason === current?.reason ? current?.since : undefined;
    waitUntil = nextWaitUntil;
    current = reason && {
      reason,
      since: (failure === undefined ? since : failures?.since) ?? now,
      until: waitUntil && now + waitUntil - performance.now(),
      failure,
      isTrying,
    };
    changes.emit(current);
  };
  const reset = (): void => {
    failures = undefined;
    isReached = false;
    isTrying = false;
    evaluate();
  };

  return {
    current: (): PollingBlocker | undefined => current,
    subscribe: changes.subscribe,
    evaluate,
    /** A check ended. */
    report: (id: string, read: CallRead): void => {
      if (isIgnored(read)) return;
      if (!hasFailed(read)) {
        failures = undefined;
        isReached = !navigator.onLine;
        isTrying = false;
        return evaluate();
      }
      const problem = read.kind === 'failed' ? read.problem : undefined;
      if (problem?.kind === 'offline') {
        isReached = false;
        isTrying = false;
        return evaluate();
      }
      const hasFailedAgain = failures?.ids.has(id) === true;
      failures = {
        ids: new Set(failures?.ids).add(id),
        since: failures?.since ?? Date.now(),
        reason: describeFailure({ problem }),
      };
      if (hasFailedAgain || failures.ids.size >= FAILING_CALLS) isTrying = false;
      evaluate();
    },
    /** Checks go on as usual until they fail again. */
    tryAll: (): void => {
      if (failures) failures = { ...failures, ids: new Set() };
      isTrying = true;
      evaluate();
    },
    /** Returns a function that stops listening. */
    listen: (): (() => void) => {
      const controller = new AbortController();
      const { signal } = controller;
      addEventListener('online', reset, { signal });
      addEventListener('offline', reset, { signal });
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
