const listeners = new Set<() => void>();
let percent: number | undefined;

/** How far the run of this browser is, for the navigation of every area: whole percent, undefined where there is none. */
export const runProgress = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  getSnapshot: () => percent,
  set: (next: number | undefined) => {
    if (next === percent) return;
    percent = next;
    for (const listener of listeners) listener();
  },
};

const keyOf = (storageKey: string): string => `console.run.${storageKey}`;

/** Whether a run is not finished, so that the books have to be opened at start. Never throws. */
export const hasOpenRun = (storageKey: string): boolean => {
  try {
    return localStorage.getItem(keyOf(storageKey)) !== null;
  } catch {
    return false;
  }
};

let isKeptOpen: boolean | undefined;

/** Keeps for the next start whether a run is not finished. Never throws. */
export const keepOpenRun = (storageKey: string, isOpen: boolean): void => {
  if (isOpen === isKeptOpen) return;
  isKeptOpen = isOpen;
  try {
    if (isOpen) localStorage.setItem(keyOf(storageKey), '1');
    else localStorage.removeItem(keyOf(storageKey));
  } catch {
    // Refused: the run is found when the area is opened.
  }
};
