/**
 * Source of a regular expression: the addresses below the base path that are answered with `index.html`. A call ID may
 * contain dots and line ends, so nothing below `calls/` is a file.
 */
export const PAGES = '(?:(?:calls|webhooks)(?:/|$)|(?:provider|setup|auth/callback)?$)';

/** Loaded in a frame to renew a session; its file is `silent.html`. */
export const SILENT = 'auth/silent';

/** Files whose names change with their content. */
export const ASSETS = 'assets/';
