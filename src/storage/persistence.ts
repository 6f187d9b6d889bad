import { createStore } from 'zustand/vanilla';

const answered = createStore<boolean | undefined>(() => undefined);
const become = (isPersisted: boolean): void => answered.setState(isPersisted, true);

// Absent where the page is not served securely.
const manager = (): StorageManager | undefined => globalThis.navigator?.storage;

/**
 * Asks the browser to keep what this page stores also where it makes room; Firefox asks the person. For the press that
 * begins a run: what it writes down is worth it. Once granted it is not asked again.
 */
export const askToPersist = (): void => {
  if (answered.getState() === true) return;
  manager()
    ?.persist?.()
    .then(become, () => undefined);
};

/** Whether the browser keeps what this page stores, or may clear it when it makes room; undefined until that is known. */
export const persistence: typeof answered = {
  ...answered,
  subscribe: (listener) => {
    if (answered.getState() === undefined) {
      const asking = manager()?.persisted?.() ?? Promise.resolve(false);
      asking.then(become, () => become(false));
    }
    return answered.subscribe(listener);
  },
};
