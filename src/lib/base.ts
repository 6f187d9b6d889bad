/**
 * The path under which this console is served, with a slash at both ends: "/" or, say, "/console/". The page names it, since the
 * build is the same for each. Outside a page it is "/".
 */
export const BASE: string =
  typeof document === 'undefined' ? '/' : (document.documentElement.dataset['base'] ?? '/');
