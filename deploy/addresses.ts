/**
 * Source of a regular expression: the addresses below the base path that are answered with `index.html`. A call ID may
 * contain dots and line ends, so nothing below `calls/` is a file.
 */
export const PAGES = '(?:(?:calls|webhooks)(?:/|$)|(?:provider/?|auth/callback)?$)';

/** Loaded in a frame to renew a session. */
export const SILENT = 'auth/silent';

/** Each has a file of its own: its name with `.html`. With a slash at its end, it is the same page. */
export const OWN_PAGES = [SILENT, 'setup'];

/** The HTML file for a path below the base path. */
export const findPage = (path: string): string | undefined => {
  const name = path.replace(/\/$/, '');
  if (OWN_PAGES.includes(name)) return `${name}.html`;
  return new RegExp(`^${PAGES}`).test(path) ? 'index.html' : undefined;
};

/** Files whose names change with their content. */
export const ASSETS = 'assets/';
