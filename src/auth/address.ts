import { isRecord } from '#src/lib/is-record.ts';

// An address names calls, campaigns and runs, so it is somebody's. Whose it is stands in its entry of the tab's history,
// as a fingerprint: that lasts through a reload, differs from entry to entry, and ends with the tab.

const SHOWN_TO = 'shownTo';

/** Whose address the page shows; `undefined` for one that was opened afresh and shown to nobody yet. */
export const readOwner = (): string | undefined => {
  const state: unknown = window.history.state;
  const owner = isRecord(state) ? state[SHOWN_TO] : undefined;
  return typeof owner === 'string' ? owner : undefined;
};

/** Puts `path` in place of the address; without a path the address stays, and whatever else its entry holds. */
export const writeAddress = (path: string | undefined, owner: string | undefined): void => {
  const kept: unknown = path === undefined ? window.history.state : null;
  const state = owner === undefined ? kept : { ...(isRecord(kept) ? kept : {}), [SHOWN_TO]: owner };
  try {
    window.history.replaceState(state, '', path);
  } catch {
    // Too many changes at once for this browser. An address that has to go takes the page along.
    if (path !== undefined) window.location.replace(path);
  }
};
