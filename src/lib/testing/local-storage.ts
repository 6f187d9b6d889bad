import { test } from 'playwright/test';

export type TestStorage = {
  items: Map<string, string>;
  /** While it is set, storage throws as one does that the browser shuts. */
  refuses: boolean;
  /** While it is set, nothing can be written. */
  isFull: boolean;
};

/**
 * Stands in for the browser's local storage in the tests of the file or group that calls it: empty before each of them
 * and gone after it, so that no other file which runs in the same process finds it.
 */
export const storageForTests = (): TestStorage => {
  const storage: TestStorage = { items: new Map(), refuses: false, isFull: false };
  const itemsOf = (isWriting: boolean): Map<string, string> => {
    if (storage.refuses) throw new DOMException('denied', 'SecurityError');
    if (isWriting && storage.isFull) throw new DOMException('full', 'QuotaExceededError');
    return storage.items;
  };
  test.beforeEach(() => {
    storage.items.clear();
    Object.assign(storage, { refuses: false, isFull: false });
    Reflect.set(globalThis, 'localStorage', {
      getItem: (key: string) => itemsOf(false).get(key) ?? null,
      setItem: (key: string, value: string) => itemsOf(true).set(key, value),
      removeItem: (key: string) => itemsOf(false).delete(key),
    });
  });
  test.afterEach(() => Reflect.deleteProperty(globalThis, 'localStorage'));
  return storage;
};
