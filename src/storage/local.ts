import type { StoreApi } from 'zustand/vanilla';
import { readJson } from '#src/lib/json.ts';
import { isSuperseded } from './format.ts';

// Local storage may be refused, full or missing: nothing here throws.

export const readLocal = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

export const parseJson = (text: string | null): unknown =>
  text === null ? undefined : readJson(text)?.value;

/** Undefined removes the key. Returns false if the browser refuses, or a newer format is in use. */
export const writeLocal = (key: string, text: string | undefined): boolean => {
  if (isSuperseded()) return false;
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
};

/** Only for changes by other tabs. */
export const onLocalChange = (key: string, listener: () => void): (() => void) => {
  const onStorage = (event: StorageEvent): void => {
    if (event.key === key || event.key === null) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
};

/** The first value is the default. Follows other tabs. Returns the setter. */
export const persistChoice = <Value extends string>(
  store: Pick<StoreApi<Value>, 'setState'>,
  key: string,
  values: readonly [Value, ...Value[]],
): ((value: Value) => void) => {
  const read = (): void =>
    store.setState(values.find((value) => value === readLocal(key)) ?? values[0], true);
  read();
  onLocalChange(key, read);
  return (value) => {
    writeLocal(key, value);
    store.setState(value, true);
  };
};
