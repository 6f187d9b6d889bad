import { createStore } from 'zustand/vanilla';

/** An origin that a policy lacks, as `config.json` and the web server's configuration are edited apart. */
type Blocked = { origin: string; title: string; advice: string };

/** What sets a directive in `deploy/`. */
const VARIABLES: Record<string, string> = { 'connect-src': 'CONNECT_ORIGINS', 'frame-src': 'FRAME_ORIGINS' };

/** Whether a policy lets requests to an origin pass. */
const namesOrigin = (policy: string, directive: string, origin: string, self: string): boolean => {
  const { host } = new URL(origin);
  const directives = policy.split(';').map((one) => one.trim().split(/\s+/));
  const sources = directives.find(([name]) => name === directive) ?? [];
  return sources.some((source) => {
    const named = source === "'self'" ? self : source.replace(/\/$/, '').replace(/:443$/, '');
    const [, domain] = named.split('*');
    return [origin, host].includes(named) || (domain?.startsWith('.') && host.endsWith(domain)) || false;
  });
};

type Violation = Pick<
  SecurityPolicyViolationEvent,
  'blockedURI' | 'effectiveDirective' | 'originalPolicy' | 'sourceFile'
>;

export const describeBlocked = (violation: Violation, self: string): Blocked | undefined => {
  const { blockedURI, effectiveDirective: directive, originalPolicy: policy, sourceFile } = violation;
  const variable = VARIABLES[directive];
  if (variable === undefined || !URL.canParse(blockedURI)) return undefined;
  const { origin, protocol } = new URL(blockedURI);
  if (!protocol.startsWith('http')) return undefined;
  // Extensions and virus scanners ask others, too. Some browsers name no source.
  if (sourceFile && !sourceFile.startsWith(`${self}/`)) return undefined;
  // A policy that names the origin stopped a redirect.
  if (namesOrigin(policy, directive, origin, self))
    return {
      origin,
      title: `${origin} redirects to an address that the web server’s policy doesn’t name.`,
      advice: 'Correct the address in config.json, unless your network asks for a sign-in.',
    };
  if (!policy.includes('require-trusted-types-for'))
    return {
      origin,
      title: `Another policy than the console’s stops requests to ${origin}.`,
      advice: 'Let no proxy add a Content-Security-Policy to that of docs/deployment.md.',
    };
  return {
    origin,
    title: `The web server’s policy stops requests to ${origin}.`,
    advice: `Name it without a path in ${directive} (${variable} in deploy/), or correct config.json.`,
  };
};

export const blockedOrigins = createStore<readonly Blocked[]>(() => []);

export const followPolicy = (): void =>
  document.addEventListener('securitypolicyviolation', (violation) => {
    const blocked = describeBlocked(violation, location.origin);
    const known = blockedOrigins.getState();
    const isKnown = known.some(({ title, advice }) => title === blocked?.title && advice === blocked.advice);
    if (blocked && !isKnown) blockedOrigins.setState([...known, blocked], true);
  });
