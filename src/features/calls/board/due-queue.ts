import TinyQueue from 'tinyqueue';

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

const compare = (a: Entry, b: Entry): number => a.due - b.due || a.order - b.order;

/**
 * What is deleted or set anew leaves its old entry in the heap until it comes to the top, or until there are more of
 * those than others; so each change takes O(log n), over time.
 */
export const createDueQueue = (): DueQueue => {
  const current = new Map<string, Entry>();
  let heap = new TinyQueue<Entry>([], compare);
  let order = 0;

  const compact = (): void => {
    if (heap.length > 2 * current.size + SPARE) heap = new TinyQueue([...current.values()], compare);
  };

  return {
    size: () => current.size,
    dueOf: (id) => current.get(id)?.due,
    set: (id, due) => {
      if (current.get(id)?.due === due) return;
      order += 1;
      const entry = { id, due, order };
      current.set(id, entry);
      heap.push(entry);
      compact();
    },
    delete: (id) => {
      if (current.delete(id)) compact();
    },
    first: () => {
      for (;;) {
        const entry = heap.peek();
        if (!entry || current.get(entry.id) === entry) return entry;
        heap.pop();
      }
    },
  };
};
