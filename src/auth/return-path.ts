const BASE = 'https://page.invalid';
const MAX_LENGTH = 4096;

/**
 * The path, query and hash to come back to after sign-in, or `/` for anything that is not a plain path of this page's
 * origin: other origins, `//host`, `/\host`, schemes, control characters, the sign-in pages themselves (CWE-601).
 */
export const returnPath = (wanted: unknown): string => {
  if (typeof wanted !== 'string' || wanted.length > MAX_LENGTH) return '/';
  // A browser drops tabs and line ends from an address and reads `\` as `/`: none of them is ever in a path of ours.
  if (!/^\/(?!\/)[^\\\s\p{Cc}]*$/u.test(wanted) || !URL.canParse(wanted, BASE)) return '/';
  const url = new URL(wanted, BASE);
  // `/.//host` and the like turn into `//host` only when read.
  if (url.origin !== BASE || url.pathname.startsWith('//')) return '/';
  if (/^\/auth(\/|$)/.test(url.pathname)) return '/';
  return `${url.pathname}${url.search}${url.hash}`;
};

/** The part of an address that can be returned to. */
export const pathOf = (href: string): string => {
  const { pathname, search, hash } = new URL(href);
  return returnPath(`${pathname}${search}${hash}`);
};
