import { createStore } from 'zustand/vanilla';

/** Undefined until the browser has answered. */
export const persistence = createStore<boolean | undefined>(() => undefined);
const setPersisted = (value: boolean): void => persistence.setState(value, true);

// Undefined if the page is not served securely.
const manager: StorageManager | undefined = globalThis.navigator?.storage;

manager?.persisted?.().then(setPersisted, () => setPersisted(false));

/** Firefox asks the user, so call it on a click. */
export const askToPersist = (): void => {
  if (persistence.getState() !== true) manager?.persist?.().then(setPersisted, () => undefined);
};
