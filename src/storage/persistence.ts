import { createStore } from 'zustand/vanilla';

const isPersisted = createStore<boolean | undefined>(() => undefined);
const setPersisted = (value: boolean): void => isPersisted.setState(value, true);

// Undefined if the page is not served securely.
const getStorageManager = (): StorageManager | undefined => globalThis.navigator?.storage;

/** Firefox asks the user, so call it on a click. */
export const askToPersist = (): void => {
  if (isPersisted.getState() === true) return;
  getStorageManager()
    ?.persist?.()
    .then(setPersisted, () => undefined);
};

export const persistence: typeof isPersisted = {
  ...isPersisted,
  subscribe: (listener) => {
    if (isPersisted.getState() === undefined) {
      const asking = getStorageManager()?.persisted?.() ?? Promise.resolve(false);
      asking.then(setPersisted, () => setPersisted(false));
    }
    return isPersisted.subscribe(listener);
  },
};
