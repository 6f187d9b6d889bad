// What a web server does for the console, as the configurations in `deploy/` do. For the preview and for tests.

/** The HTML file for a path below the base path; undefined if it names a file. Call IDs may contain dots. */
export const findPage = (path: string): string | undefined => {
  if (/^\/auth\/silent\/?$/.test(path)) return 'auth/silent.html';
  if (/^\/(?:calls|webhooks)\//.test(path) || !/^\/assets\/|\.[^/]*$/.test(path)) return 'index.html';
  return undefined;
};

const FRAMED = /^\/auth\/silent(?:\.html|\/)?$/;

const cacheControl = (path: string): string => {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable';
  return path === '/config.json' ? 'no-store' : 'no-cache';
};

const contentSecurityPolicy = (path: string, connect: readonly string[], frame: readonly string[]): string =>
  [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `img-src 'self'`,
    `font-src 'self'`,
    `connect-src ${["'self'", ...new Set(connect)].join(' ')}`,
    `frame-src ${["'self'", ...new Set(frame)].join(' ')}`,
    `form-action 'none'`,
    `base-uri 'none'`,
    `frame-ancestors ${FRAMED.test(path) ? "'self'" : "'none'"}`,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
  ].join('; ');

/** `path` is below the base path: `/assets/index.js`. */
export const productionHeaders = (
  path: string,
  { connect, frame }: { connect: readonly string[]; frame: readonly string[] },
): Record<string, string> => ({
  'Content-Security-Policy': contentSecurityPolicy(path, connect, frame),
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'camera=(), clipboard-read=(self), clipboard-write=(self), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': cacheControl(path),
});
