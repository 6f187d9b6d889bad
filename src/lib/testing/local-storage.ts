import { test } from 'playwright/test';

export type TestStorage = {
  items: Map<string, string>;
  /** Every access throws, as in a browser that blocks storage. */
  refuses: boolean;
  /** Every write throws. */
  isFull: boolean;
};

/**
 * Replaces local storage in each test of the file or group that calls it, so that other files in the same process never
 * see it.
 */
export const storageForTests = (): TestStorage => {
  const storage: TestStorage = { items: new Map(), refuses: false, isFull: false };
  const accessItems = (isWriting: boolean): Map<string, string> => {
    if (storage.refuses) throw new DOMException('denied', 'SecurityError');
    if (isWriting && storage.isFull) throw new DOMException('full', 'QuotaExceededError');
    return storage.items;
  };
  test.beforeEach(() => {
    storage.items.clear();
    Object.assign(storage, { refuses: false, isFull: false });
    Reflect.set(globalThis, 'localStorage', {
      getItem: (key: string) => accessItems(false).get(key) ?? null,
      setItem: (key: string, value: string) => accessItems(true).set(key, value),
      removeItem: (key: string) => accessItems(false).delete(key),
    });
  });
  test.afterEach(() => Reflect.deleteProperty(globalThis, 'localStorage'));
  return storage;
};
