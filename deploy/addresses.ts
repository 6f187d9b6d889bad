/**
 * The console's own addresses below its base path, as the source of a regular expression that they begin with: each is
 * answered with `index.html`. A call's ID is one segment and may hold dots and line ends, so nothing below `calls/` is a file.
 */
export const PAGES = '(?:(?:calls|webhooks)(?:/|$)|(?:provider|setup|auth/callback)?$)';

/** What the silent renewal loads in a frame of the console itself; `silent.html` lies beside it. */
export const SILENT = 'auth/silent';

/** Files whose names change with what is in them. */
export const ASSETS = 'assets/';
