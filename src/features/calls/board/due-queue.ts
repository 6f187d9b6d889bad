export type Due = {
  readonly id: string;
  /** On the clock of whoever sets it, in milliseconds. */
  readonly due: number;
};

/** What is due when, the earliest first; what is due at the same moment goes in the order in which it was set. */
export type DueQueue = {
  size: () => number;
  dueOf: (id: string) => number | undefined;
  set: (id: string, due: number) => void;
  delete: (id: string) => void;
  /** The earliest; it stays in the queue. */
  first: () => Due | undefined;
};

type Entry = Due & { readonly order: number };

/** So many outdated entries are never worth the work. */
const SPARE = 64;

const isBefore = (a: Entry, b: Entry): boolean => a.due < b.due || (a.due === b.due && a.order < b.order);

/**
 * A binary heap. What is deleted or set anew leaves its old entry in the heap until it comes to the top, or until
 * there are more of those than others; so each change takes O(log n), over time.
 */
export const createDueQueue = (): DueQueue => {
  const current = new Map<string, Entry>();
  let heap: Entry[] = [];
  let order = 0;

  const rise = (entry: Entry): void => {
    let at = heap.length;
    while (at > 0) {
      const parentAt = (at - 1) >> 1;
      const parent = heap[parentAt];
      if (!parent || isBefore(parent, entry)) break;
      heap[at] = parent;
      at = parentAt;
    }
    heap[at] = entry;
  };

  const sink = (entry: Entry, from: number): void => {
    let at = from;
    for (;;) {
      const left = heap[2 * at + 1];
      const right = heap[2 * at + 2];
      const child = left && right && isBefore(right, left) ? right : left;
      if (!child || isBefore(entry, child)) break;
      heap[at] = child;
      at = 2 * at + (child === left ? 1 : 2);
    }
    heap[at] = entry;
  };

  const compact = (): void => {
    if (heap.length <= 2 * current.size + SPARE) return;
    heap = [...current.values()];
    for (let at = (heap.length >> 1) - 1; at >= 0; at -= 1) {
      const entry = heap[at];
      if (entry) sink(entry, at);
    }
  };

  return {
    size: () => current.size,
    dueOf: (id) => current.get(id)?.due,
    set: (id, due) => {
      if (current.get(id)?.due === due) return;
      order += 1;
      const entry = { id, due, order };
      current.set(id, entry);
      rise(entry);
      compact();
    },
    delete: (id) => {
      if (current.delete(id)) compact();
    },
    first: () => {
      for (;;) {
        const entry = heap[0];
        if (!entry || current.get(entry.id) === entry) return entry;
        const last = heap.pop();
        if (last && heap.length > 0) sink(last, 0);
      }
    },
  };
};
