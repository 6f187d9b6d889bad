import type { StoreApi } from 'zustand/vanilla';
import { readJson } from '#src/lib/json.ts';

// Local storage may be refused, full or missing: nothing here throws.

export const readLocal = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

/** Undefined if the text is not JSON. */
export const parseJson = (text: string | null): unknown =>
  text === null ? undefined : readJson(text)?.value;

/** Undefined removes the key. False if the browser refuses. */
export const writeLocal = (key: string, text: string | undefined): boolean => {
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
};

/** Calls the listener when another tab writes the key, or clears everything. */
export const onLocalChange = (key: string, listener: () => void): (() => void) => {
  const onStorage = (event: StorageEvent): void => {
    if (event.key === key || event.key === null) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
};

/** Stores one of several values, the first by default, and follows other tabs. The result sets the value. */
export const keepChoice = <Value extends string>(
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

/** A choice that is on until it is switched off. */
export const createSwitch = (key: string) => ({
  isOn: (): boolean => readLocal(key) !== 'off',
  switchTo: (isOn: boolean): void => {
    writeLocal(key, isOn ? undefined : 'off');
  },
});

/** Single-key shortcuts can be switched off (WCAG 2.2, 2.1.4): speech input types letters by accident. */
export const shortcutsSwitch = createSwitch('console.shortcuts');
