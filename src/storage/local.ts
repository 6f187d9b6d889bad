import type { StoreApi } from 'zustand/vanilla';
import { readJson } from '#src/lib/json.ts';

// The browser's local storage, which may be refused, full or missing: nothing here throws.

/** What stands under a key; null where nothing does. */
export const readLocal = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

/** What a text says as JSON, for the caller to check; undefined where it is none. */
export const parseJson = (text: string | null): unknown =>
  text === null ? undefined : readJson(text)?.value;

/** Writes a text, or takes it away where it is undefined. False where the browser does not do it. */
export const writeLocal = (key: string, text: string | undefined): boolean => {
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
};

/** Tells when another tab has written under a key, or has cleared everything. */
export const onLocalChange = (key: string, listener: () => void): (() => void) => {
  const changed = (event: StorageEvent): void => {
    if (event.key === key || event.key === null) listener();
  };
  window.addEventListener('storage', changed);
  return () => window.removeEventListener('storage', changed);
};

/**
 * Keeps one of several values for whoever uses this browser, and follows what another tab chooses. The first one holds where
 * none was chosen. The result chooses; where storage is shut that holds for this page.
 */
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

/** A choice of whoever uses this browser, which is on until it is switched off. */
export const choiceOf = (key: string) => ({
  isOn: (): boolean => readLocal(key) !== 'off',
  switchTo: (isOn: boolean): void => {
    writeLocal(key, isOn ? undefined : 'off');
  },
});

/** Single-key shortcuts can be switched off (WCAG 2.2, 2.1.4): speech input types letters by accident. */
export const shortcutsChoice = choiceOf('console.shortcuts');
