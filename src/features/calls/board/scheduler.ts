import TinyQueue from 'tinyqueue';
import type { Clock } from '#src/lib/timing.ts';

type Setup = {
  clock: Clock;
  /** How many checks may be under way at once, waiting for their turn in the pace or for the answer. */
  limit: number;
  /** Asks once. Never rejects. Before it is over, `plan` must be told what comes next. */
  check: (id: string, urgent: boolean) => Promise<void>;
};

type Due = { id: string; due: number; order: number };

/** So many outdated entries are never worth the work. */
const SPARE = 64;

/**
 * What is due when, the earliest first; what is due at the same moment goes in the order in which it was set. What is
 * deleted or set anew leaves its old entry in the heap until it comes to the top, or until those are a quarter of the others;
 * so each change takes O(log n), over time.
 */
const createDueQueue = () => {
  const compare = (a: Due, b: Due): number => a.due - b.due || a.order - b.order;
  const current = new Map<string, Due>();
  let heap = new TinyQueue<Due>([], compare);
  let order = 0;

  const compact = (): void => {
    if (heap.length > 1.25 * current.size + SPARE) heap = new TinyQueue([...current.values()], compare);
  };

  return {
    size: (): number => current.size,
    dueOf: (id: string): number => current.get(id)?.due ?? Infinity,
    set: (id: string, due: number): void => {
      if (current.get(id)?.due === due) return;
      order += 1;
      const entry = { id, due, order };
      current.set(id, entry);
      heap.push(entry);
      compact();
    },
    delete: (id: string): void => {
      if (current.delete(id)) compact();
    },
    /** The earliest; it stays in the queue. */
    first: (): Due | undefined => {
      for (;;) {
        const entry = heap.peek();
        if (!entry || current.get(entry.id) === entry) return entry;
        heap.pop();
      }
    },
  };
};

/** Of all launches, what may go to visible calls out of their turn: the others lose no more than this. */
const VISIBLE_SHARE = 0.08;
/** How much of an unused share is kept, in launches: about a screen of rows, for whoever scrolls now and then. */
const MOST_CREDIT = 20;

/** Who is asked when: one timer for all calls, the earliest due first. */
export const createScheduler = ({ clock, limit, check }: Setup) => {
  const queue = createDueQueue();
  const running = new Map<string, Promise<void>>();
  /** What was planned while under way; it waits for the end of that check, so that no call is asked twice at once. */
  const plannedNext = new Map<string, number | undefined>();
  let opened: string | undefined;
  let visible: readonly string[] = [];
  let credit = 0;
  let held = false;
  let armed = Infinity;
  let cancelTimer: (() => void) | undefined;

  const launch = (id: string, urgent: boolean): Promise<void> => {
    queue.delete(id);
    // Stands for the check while it begins, where it might plan already.
    running.set(id, Promise.resolve());
    const promise = check(id, urgent).finally(() => {
      running.delete(id);
      const due = plannedNext.get(id);
      plannedNext.delete(id);
      if (due !== undefined) queue.set(id, due);
      arm();
    });
    running.set(id, promise);
    return promise;
  };

  /** Who may go out of turn. The opened call may overdraw the credit, and the others then wait until it is paid. */
  const overtaking = (now: number): string | undefined => {
    if (opened !== undefined && credit >= 0 && queue.dueOf(opened) <= now) return opened;
    if (credit < 1) return undefined;
    let earliest: string | undefined;
    let earliestDue = Infinity;
    for (const id of visible) {
      const due = queue.dueOf(id);
      if (due <= now && due < earliestDue) [earliest, earliestDue] = [id, due];
    }
    return earliest;
  };

  const takeNext = (now: number): string | undefined => {
    const first = queue.first();
    if (!first || first.due > now) return undefined;
    const overtaker = overtaking(now);
    if (overtaker !== undefined && overtaker !== first.id) {
      credit -= 1;
      return overtaker;
    }
    const most = Math.max(1, Math.min(MOST_CREDIT, VISIBLE_SHARE * queue.size()));
    credit = Math.min(most, credit + VISIBLE_SHARE / (1 - VISIBLE_SHARE));
    return first.id;
  };

  const wake = (): void => {
    armed = Infinity;
    const now = clock.now();
    while (running.size < limit) {
      const id = takeNext(now);
      if (id === undefined) break;
      void launch(id, false);
    }
    arm();
  };

  const armFor = (due: number): void => {
    if (due === armed) return;
    cancelTimer?.();
    armed = due;
    cancelTimer = due < Infinity ? clock.after(Math.max(0, due - clock.now()), wake) : undefined;
  };

  const arm = (): void => {
    armFor(held || running.size >= limit ? Infinity : (queue.first()?.due ?? Infinity));
  };

  return {
    /** When the next check of a call is due, on the clock's milliseconds; undefined: none. O(log n). */
    plan: (id: string, due: number | undefined): void => {
      if (running.has(id)) plannedNext.set(id, due);
      else if (due === undefined) queue.delete(id);
      else {
        queue.set(id, due);
        // A timer that has become too early finds nothing due and is set again.
        if (due < armed && !held && running.size < limit) armFor(due);
      }
    },
    /** Checks at once, also what is not due and also while held; joins a check that is under way. */
    checkNow: (id: string): Promise<void> => running.get(id) ?? launch(id, true),
    /** While held, nothing is begun. Afterwards what is due goes in the order in which it was due. */
    setHeld: (next: boolean): void => {
      held = next;
      arm();
    },
    /** The call whose details are open, and the calls on the screen: when due, they may overtake within their share. */
    setVisibleCalls: (nextOpened: string | undefined, ids: readonly string[]): void => {
      opened = nextOpened;
      visible = ids;
    },
  };
};
