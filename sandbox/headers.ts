/**
 * What a response is told by, all of it known before the first byte is read. `issuerOrigin` is two, with a blank between,
 * where the endpoints have another origin than the issuer.
 */
export type HeaderFacts = { issuerOrigin: string; serviceOrigin: string; path: string };

/** The page that the silent renewal loads in a frame of the console itself. */
const FRAMED = new Set(['/auth/silent', '/auth/silent.html']);

const contentSecurityPolicy = ({ issuerOrigin, serviceOrigin, path }: HeaderFacts): string =>
  [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self'`,
    `img-src 'self'`,
    `font-src 'self'`,
    `connect-src ${["'self'", ...new Set([issuerOrigin, serviceOrigin])].join(' ')}`,
    `frame-src 'self' ${issuerOrigin}`,
    `form-action 'none'`,
    `base-uri 'none'`,
    `frame-ancestors ${FRAMED.has(path) ? "'self'" : "'none'"}`,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
  ].join('; ');

const cacheControl = (path: string): string => {
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable';
  if (path === '/config.json') return 'no-store';
  return 'no-cache';
};

/**
 * The response headers of production for one path of the console's own origin (CSP level 3, Trusted Types, Referrer
 * Policy, Permissions Policy). `path` is without query. A wrong or absent asset must not be cached: pass the status's
 * own `Cache-Control` over this one.
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
