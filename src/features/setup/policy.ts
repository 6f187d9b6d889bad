/** What a Content-Security-Policy says: directive → sources, the first of a name (CSP level 3, section 2.2.1). */
export const parsePolicy = (header: string): ReadonlyMap<string, readonly string[]> => {
  const directives = new Map<string, readonly string[]>();
  for (const part of header.split(';')) {
    const [name, ...sources] = part.trim().split(/\s+/);
    const key = name?.toLowerCase();
    if (key && !directives.has(key)) directives.set(key, sources);
  }
  return directives;
};

/** Whether a source list lets an origin through: by its name, `'self'`, a scheme, `*` or `https://*.example`. */
export const admits = (sources: readonly string[], origin: string, own: string): boolean =>
  sources.some((source) => {
    if (source === '*' || (source === "'self'" && origin === own)) return true;
    if (/^https?:$/.test(source)) return new URL(origin).protocol === source;
    const [scheme, host] = source.split('://*.');
    if (host !== undefined) return origin.startsWith(`${scheme}://`) && origin.endsWith(`.${host}`);
    return URL.canParse(source) && new URL(source).origin === origin;
  });

export type PolicyNeeds = { own: string; issuer: string; service: string };

const policyFaults = (header: string | null, { own, issuer, service }: PolicyNeeds): string[] => {
  if (header === null) return ['Content-Security-Policy is not sent.'];
  const policy = parsePolicy(header);
  const sourcesOf = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*'];
  const faults: string[] = [];
  const lack = (directive: string, origin: string) => {
    if (!admits(sourcesOf(directive), origin, own)) faults.push(`${directive} does not name ${origin}.`);
  };
  for (const origin of new Set([own, issuer, service])) lack('connect-src', origin);
  for (const origin of new Set([own, issuer])) lack('frame-src', origin);
  for (const directive of ['script-src', 'style-src']) {
    const sources = sourcesOf(directive);
    lack(directive, own);
    const loose = sources.filter((source) => /^('unsafe-|\*$|https?:$|data:)/.test(source));
    if (loose.length > 0)
      faults.push(`${directive} allows ${loose.join(' ')}, which the console does not need.`);
  }
  if (policy.get('frame-ancestors')?.join(' ') !== "'none'") {
    faults.push("frame-ancestors is not 'none': another site may frame the console.");
  }
  if (!policy.has('require-trusted-types-for')) faults.push("require-trusted-types-for 'script' is missing.");
  return faults;
};

const HEADERS: readonly [name: string, allowed: RegExp, wanted: string][] = [
  ['X-Content-Type-Options', /^nosniff$/i, 'nosniff'],
  ['Referrer-Policy', /^no-referrer$/i, 'no-referrer'],
  ['Cross-Origin-Opener-Policy', /^same-origin(-allow-popups)?$/i, 'same-origin-allow-popups'],
  ['Cross-Origin-Resource-Policy', /^same-origin$/i, 'same-origin'],
  ['Permissions-Policy', /microphone=\(\)/i, 'the value of docs/deployment.md'],
  ['Cache-Control', /no-cache|no-store/i, 'no-cache'],
];

/** What is missing or too loose in the headers of the console's page, a sentence each. */
export const headerFaults = (headers: Headers, needs: PolicyNeeds): string[] => [
  ...policyFaults(headers.get('Content-Security-Policy'), needs),
  ...HEADERS.flatMap(([name, allowed, wanted]) => {
    const value = headers.get(name);
    if (value === null) return [`${name} is not sent; wanted: ${wanted}.`];
    return allowed.test(value.trim()) ? [] : [`${name} is “${value}”; wanted: ${wanted}.`];
  }),
];

/** Whether these headers let the console frame the page at /auth/silent, which renews a session. */
export const mayFrameItself = (headers: Headers): boolean => {
  const ancestors = parsePolicy(headers.get('Content-Security-Policy') ?? '').get('frame-ancestors');
  const isAllowed = ancestors === undefined || ancestors.some((source) => source !== "'none'");
  return isAllowed && !/^deny$/i.test(headers.get('X-Frame-Options')?.trim() ?? '');
};
