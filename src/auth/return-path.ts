import { BASE } from '#src/lib/base.ts';
import type { Platform } from './platform.ts';

const ORIGIN = 'https://page.invalid';

/**
 * The path, query and hash to return to after a sign-in; the start page for anything that isn't a plain path of this
 * console: other origins, `//host`, `/\host`, schemes, control characters, the sign-in pages themselves (CWE-601).
 */
export const checkReturnPath = (wanted: unknown): string => {
  // Browsers drop tabs and line ends from an address and read `\` as `/`; our own paths contain none of them.
  if (typeof wanted !== 'string' || !/^\/(?!\/)[^\\\s\p{Cc}]*$/u.test(wanted)) return BASE;
  if (!URL.canParse(wanted, ORIGIN)) return BASE;
  const { origin, pathname, search, hash } = new URL(wanted, ORIGIN);
  // `/.//host` turns into `//host` only when it is parsed.
  if (origin !== ORIGIN || pathname.startsWith('//') || !pathname.startsWith(BASE)) return BASE;
  if (/^auth(\/|$)/.test(pathname.slice(BASE.length))) return BASE;
  return `${pathname}${search}${hash}`;
};

/** The address that a sign-in returns to, and the session that made it. */
export const getReturnPoint = ({ href, entrySession }: Pick<Platform, 'href' | 'entrySession'>) => {
  const { pathname, search, hash } = new URL(href());
  return { returnTo: checkReturnPath(`${pathname}${search}${hash}`), session: entrySession() };
};
