/**
 * Source of a regular expression: the addresses below the base path that are answered with `index.html`. A call ID may
 * contain dots and line ends, so nothing below `calls/` is a file.
 */
export const PAGES = '(?:(?:calls|webhooks)(?:/|$)|(?:provider|auth/callback)?$)';

/** Loaded in a frame to renew a session. */
export const SILENT = 'auth/silent';

/** Each has a file of its own: its name with `.html`. */
export const OWN_PAGES = [SILENT, 'setup'];

/** The HTML file for a path below the base path. */
export const findPage = (path: string): string | undefined => {
  if (OWN_PAGES.includes(path)) return `${path}.html`;
  return new RegExp(`^${PAGES}`).test(path) ? 'index.html' : undefined;
};

/** Files whose names change with their content. */
export const ASSETS = 'assets/';
