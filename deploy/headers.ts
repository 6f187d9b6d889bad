import { createHash } from 'node:crypto';
import { ASSETS, SILENT } from './addresses.ts';

/** What the pages may run, call and frame besides their own origin. */
export type PolicyOrigins = {
  script?: readonly string[];
  connect: readonly string[];
  frame: readonly string[];
  /** Where browsers report what the policy stopped. */
  reports?: string | undefined;
};

export const integrityOf = (content: string | Uint8Array): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;

/** Sources for `script-src`: the hashes of the page's import map, and of its script for failed starts. */
export const inlineScriptSources = (html: string): string[] =>
  [...html.matchAll(/<script(?: type="importmap")?>(.*?)<\/script>/gs)].map(
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  );

export type HeaderSubject = {
  origins: PolicyOrigins;
  /** Below the base path, with a leading slash and without query: `/assets/index.js`. */
  path: string;
};

const FRAMED = new Set([`/${SILENT}`, `/${SILENT}.html`]);

const listSources = (origins: readonly string[]): string => ["'self'", ...new Set(origins)].join(' ');

const contentSecurityPolicy = ({ origins, path }: HeaderSubject): string =>
  [
    `default-src 'none'`,
    `script-src ${listSources(origins.script ?? [])}`,
    `style-src 'self'`,
    `img-src 'self'`,
    `font-src 'self'`,
    `connect-src ${listSources(origins.connect)}`,
    `frame-src ${listSources(origins.frame)}`,
    `form-action 'none'`,
    `base-uri 'none'`,
    `frame-ancestors ${FRAMED.has(path) ? "'self'" : "'none'"}`,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
    // Firefox and Safari know only `report-uri`; the others ignore it beside `report-to`.
    ...(origins.reports === undefined ? [] : [`report-uri ${origins.reports}`, 'report-to csp']),
  ].join('; ');

const cacheControl = (path: string): string => {
  if (path.startsWith(`/${ASSETS}`)) return 'public, max-age=31536000, immutable';
  if (path === '/config.json' || path === '/version.json') return 'no-store';
  return 'no-cache';
};

/** The one source for nginx, Caddy and the preview. */
export const productionHeaders = (subject: HeaderSubject): Record<string, string> => ({
  'Content-Security-Policy': contentSecurityPolicy(subject),
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy':
    'camera=(), clipboard-read=(self), clipboard-write=(self), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  ...(subject.origins.reports !== undefined && { 'Reporting-Endpoints': `csp="${subject.origins.reports}"` }),
  'Cache-Control': cacheControl(subject.path),
});

/** For errors: a missing asset must not be cached for a year. */
export const absentHeaders = (subject: HeaderSubject): Record<string, string> => ({
  ...productionHeaders(subject),
  'Cache-Control': 'no-store',
});
