import { createStore } from 'zustand/vanilla';

const isPersisted = createStore<boolean | undefined>(() => undefined);
const set = (value: boolean): void => isPersisted.setState(value, true);

// Undefined if the page is not served securely.
const manager = (): StorageManager | undefined => globalThis.navigator?.storage;

/** Firefox asks the user, so call it on a click. */
export const askToPersist = (): void => {
  if (isPersisted.getState() === true) return;
  manager()
    ?.persist?.()
    .then(set, () => undefined);
};

export const persistence: typeof isPersisted = {
  ...isPersisted,
  subscribe: (listener) => {
    if (isPersisted.getState() === undefined) {
      const asking = manager()?.persisted?.() ?? Promise.resolve(false);
      asking.then(set, () => set(false));
    }
    return isPersisted.subscribe(listener);
  },
};
