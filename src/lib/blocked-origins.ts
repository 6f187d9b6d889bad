import { createStore } from 'zustand/vanilla';

/** An origin that the page's policy lacks, as `config.json` and the web server's configuration are edited apart. */
type Blocked = {
  origin: string;
  directive: string;
  /** What sets the directive in `deploy/`. */
  variable: string;
};

export const blockedOrigins = createStore<readonly Blocked[]>(() => []);

const VARIABLES: Record<string, string> = { 'connect-src': 'CONNECT_ORIGINS', 'frame-src': 'FRAME_ORIGINS' };

export const followPolicy = (): void =>
  document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective: directive }) => {
    const variable = VARIABLES[directive];
    if (variable === undefined || !URL.canParse(blockedURI)) return;
    const { origin, protocol } = new URL(blockedURI);
    const known = blockedOrigins.getState();
    const isKnown = known.some((one) => one.origin === origin && one.directive === directive);
    if (protocol.startsWith('http') && !isKnown)
      blockedOrigins.setState([...known, { origin, directive, variable }], true);
  });
