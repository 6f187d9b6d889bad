import { createStore } from 'zustand/vanilla';

/** An origin that the page's policy lacks, as `config.json` and the web server's configuration are edited apart. */
type Blocked = {
  origin: string;
  directive: string;
  /** What sets the directive in `deploy/`. */
  variable: string;
  /** The policy names the origin: it redirected to one that is missing. */
  hasRedirected: boolean;
};

/** Whether a policy lets requests to an origin pass. */
export const namesOrigin = (policy: string, directive: string, origin: string, self: string): boolean => {
  const { host } = new URL(origin);
  const directives = policy.split(';').map((one) => one.trim().split(/\s+/));
  const sources = directives.find(([name]) => name === directive) ?? [];
  return sources.some((source) => {
    const named = source === "'self'" ? self : source.replace(/\/$/, '').replace(/:443$/, '');
    const [, domain] = named.split('*');
    return [origin, host].includes(named) || (domain?.startsWith('.') && host.endsWith(domain)) || false;
  });
};

export const describeBlocked = ({ origin, directive, variable, hasRedirected }: Blocked) =>
  hasRedirected
    ? {
        title: `${origin} redirects to an address that the web server’s policy doesn’t name.`,
        advice: 'Correct the address in config.json.',
      }
    : {
        title: `The web server’s policy stops requests to ${origin}.`,
        advice: `Name it in ${directive} (${variable} in deploy/), or correct config.json.`,
      };

export const blockedOrigins = createStore<readonly Blocked[]>(() => []);

const VARIABLES: Record<string, string> = { 'connect-src': 'CONNECT_ORIGINS', 'frame-src': 'FRAME_ORIGINS' };

export const followPolicy = (): void =>
  document.addEventListener(
    'securitypolicyviolation',
    ({ blockedURI, effectiveDirective: directive, originalPolicy }) => {
      const variable = VARIABLES[directive];
      if (variable === undefined || !URL.canParse(blockedURI)) return;
      const { origin, protocol } = new URL(blockedURI);
      const hasRedirected = namesOrigin(originalPolicy, directive, origin, location.origin);
      const known = blockedOrigins.getState();
      const isKnown = known.some((one) => one.origin === origin && one.directive === directive);
      if (protocol.startsWith('http') && !isKnown)
        blockedOrigins.setState([...known, { origin, directive, variable, hasRedirected }], true);
    },
  );
