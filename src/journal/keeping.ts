const listeners = new Set<() => void>();
let isKept: boolean | undefined;

const become = (next: boolean): void => {
  if (next === isKept) return;
  isKept = next;
  for (const listener of listeners) listener();
};

// Absent where the page is not served securely.
const storage = (): StorageManager | undefined => globalThis.navigator?.storage;

/**
 * Asks the browser to keep what this page stores also where it makes room; Firefox asks the person. For the press that
 * begins a run: what it writes down is worth it. Once granted it is not asked again.
 */
export const askToKeep = (): void => {
  if (isKept === true) return;
  storage()
    ?.persist?.()
    .then(become, () => undefined);
};

/** Whether the browser keeps what this page stores, or may clear it when it makes room; undefined until that is known. */
export const keeping = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    if (isKept === undefined) {
      const asking = storage()?.persisted?.() ?? Promise.resolve(false);
      asking.then(become, () => become(false));
    }
    return () => listeners.delete(listener);
  },
  getSnapshot: () => isKept,
};
