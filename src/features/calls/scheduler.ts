/** Time as the scheduler sees it; tests bring their own. `after` returns how to call it off. */
export type SchedulerClock = {
  /** Monotonic milliseconds. */
  now: () => number;
  after(ms: number, act: () => void): () => void;
};

export type SchedulerSetup = {
  clock: SchedulerClock;
  /** How many checks may be under way at once. */
  limit: number;
  /** Asks once. Never rejects. When it is over, {@link Scheduler.plan} must be told what comes next. */
  check: (id: string, urgent: boolean) => Promise<void>;
};

export type Scheduler = {
  /** When the next check of a call is due, on the clock's milliseconds; undefined: none. */
  plan: (id: string, due: number | undefined) => void;
  /** Checks at once, also what is not due; joins a check that is under way. */
  checkNow: (id: string) => Promise<void>;
  /** While held, nothing is begun. Afterwards what is due goes in the order in which it was due. */
  setHeld: (held: boolean) => void;
  /** The calls whose check is under way. */
  underWay: () => readonly string[];
};

/** Who is asked when: one timer for all calls, the earliest due first. */
export const createScheduler = ({ clock, limit, check }: SchedulerSetup): Scheduler => {
  const due = new Map<string, number>();
  const running = new Map<string, Promise<void>>();
  let held = false;
  let armed = Infinity;
  let cancelTimer: (() => void) | undefined;

  const launch = (id: string, urgent: boolean): Promise<void> => {
    due.delete(id);
    const promise = check(id, urgent).finally(() => {
      running.delete(id);
      arm();
    });
    running.set(id, promise);
    return promise;
  };

  const wake = (): void => {
    const now = clock.now();
    const ready = [...due].filter(([id, at]) => at <= now && !running.has(id));
    ready.sort(([, a], [, b]) => a - b);
    for (const [id] of ready.slice(0, Math.max(0, limit - running.size))) void launch(id, false);
    arm();
  };

  const armFor = (at: number): void => {
    cancelTimer?.();
    armed = at;
    cancelTimer = clock.after(Math.max(0, at - clock.now()), () => {
      armed = Infinity;
      wake();
    });
  };

  const arm = (): void => {
    cancelTimer?.();
    armed = Infinity;
    if (held || running.size >= limit) return;
    let earliest = Infinity;
    for (const [id, at] of due) if (at < earliest && !running.has(id)) earliest = at;
    if (earliest < Infinity) armFor(earliest);
  };

  return {
    plan: (id, at) => {
      if (at === undefined) due.delete(id);
      else due.set(id, at);
      // A timer that has become too early finds nothing due and is set again.
      if (at !== undefined && at < armed && !held && running.size < limit) armFor(at);
    },
    checkNow: (id) => running.get(id) ?? launch(id, true),
    setHeld: (next) => {
      held = next;
      arm();
    },
    underWay: () => [...running.keys()],
  };
};
