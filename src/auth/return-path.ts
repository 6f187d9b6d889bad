import { BASE } from '#src/lib/base.ts';

const ORIGIN = 'https://page.invalid';

/** Kept in the tab's session storage until the user is back, so no server limits it. */
export const MAX_RETURN_LENGTH = 16_000;

/**
 * The path, query and hash to come back to after sign-in, or the start page for anything that is not a plain path of this
 * console: other origins, `//host`, `/\host`, schemes, control characters, the sign-in pages themselves (CWE-601).
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

const pathAndRest = (href: string): string => {
  const { pathname, search, hash } = new URL(href);
  return `${pathname}${search}${hash}`;
};

/** The part of an address that can be returned to. */
export const returnPathOf = (href: string): string => returnPath(pathAndRest(href));

/** Whether an address is short enough to come back to. */
export const isReturnable = (href: string): boolean => pathAndRest(href).length <= MAX_RETURN_LENGTH;
