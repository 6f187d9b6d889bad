import { createHash } from 'node:crypto';
import { ASSETS, SILENT } from './addresses.ts';

/** What the pages may run, call and show in a frame, besides what the console's own origin serves. */
export type PolicyOrigins = {
  script?: readonly string[];
  connect: readonly string[];
  frame: readonly string[];
};

/** The policy's source for the import map of a page, its only inline script; none if the page has no map. */
export const importMapSource = (html: string): string[] =>
  [...html.matchAll(/<script type="importmap">(.*?)<\/script>/g)].map(
    ([, map = '']) => `'sha256-${createHash('sha256').update(map).digest('base64')}'`,
  );

/** What a response is told by, all of it known before the first byte is read. */
export type HeaderFacts = {
  origins: PolicyOrigins;
  /** Below the console's base path, with a slash ahead of it and without query: `/assets/index.js`. */
  path: string;
};

const FRAMED = new Set([`/${SILENT}`, `/${SILENT}.html`]);

const listed = (origins: readonly string[]): string => ["'self'", ...new Set(origins)].join(' ');

const contentSecurityPolicy = ({ origins, path }: HeaderFacts): string =>
  [
    `default-src 'none'`,
    `script-src ${listed(origins.script ?? [])}`,
    `style-src 'self'`,
    `img-src 'self'`,
    `font-src 'self'`,
    `connect-src ${listed(origins.connect)}`,
    `frame-src ${listed(origins.frame)}`,
    `form-action 'none'`,
    `base-uri 'none'`,
    `frame-ancestors ${FRAMED.has(path) ? "'self'" : "'none'"}`,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
  ].join('; ');

const cacheControl = (path: string): string => {
  if (path.startsWith(`/${ASSETS}`)) return 'public, max-age=31536000, immutable';
  if (path === '/config.json') return 'no-store';
  return 'no-cache';
};

/**
 * The response headers of production for one path of the console's own origin (CSP level 3, Trusted Types, Referrer
 * Policy, Permissions Policy): the one source for nginx, Caddy and the preview. A wrong or absent asset must not be
 * cached: pass `absentHeaders` then.
 */
export const productionHeaders = (facts: HeaderFacts): Record<string, string> => ({
  'Content-Security-Policy': contentSecurityPolicy(facts),
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'camera=(), clipboard-read=(self), clipboard-write=(self), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': cacheControl(facts.path),
});

/** The same for an error, which is kept by nobody. */
export const absentHeaders = (facts: HeaderFacts): Record<string, string> => ({
  ...productionHeaders(facts),
  'Cache-Control': 'no-store',
});
