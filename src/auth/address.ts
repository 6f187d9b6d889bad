import { BASE } from '#src/lib/base.ts';
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

const ORIGIN = 'https://page.invalid';
/** Kept in the tab's session storage: no server sees it, so only storage limits it. */
export const MAX_RETURN_LENGTH = 16_000;

/**
 * The path, query and hash to come back to after sign-in, or the start page for anything that is not a plain path of this
 * console: other origins, `//host`, `/\host`, schemes, control characters, what lies outside the console, the sign-in pages themselves (CWE-601).
 */
export const returnPath = (wanted: unknown): string => {
  if (typeof wanted !== 'string' || wanted.length > MAX_RETURN_LENGTH) return BASE;
  // A browser drops tabs and line ends from an address and reads `\` as `/`: none of them is ever in a path of ours.
  if (!/^\/(?!\/)[^\\\s\p{Cc}]*$/u.test(wanted) || !URL.canParse(wanted, ORIGIN)) return BASE;
  const url = new URL(wanted, ORIGIN);
  // `/.//host` and the like turn into `//host` only when read.
  if (url.origin !== ORIGIN || url.pathname.startsWith('//') || !url.pathname.startsWith(BASE)) return BASE;
  if (/^auth(\/|$)/.test(url.pathname.slice(BASE.length))) return BASE;
  return `${url.pathname}${url.search}${url.hash}`;
};

/** The part of an address that can be returned to. */
export const pathOf = (href: string): string => {
  const { pathname, search, hash } = new URL(href);
  return returnPath(`${pathname}${search}${hash}`);
};

/** Whether sign-in can come back to this address. */
export const isReturnable = (href: string): boolean => {
  const { pathname, search, hash } = new URL(href);
  return pathname.length + search.length + hash.length <= MAX_RETURN_LENGTH;
};
