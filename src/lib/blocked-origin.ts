import { createStore } from 'zustand/vanilla';

type Blocked = { origin: string; directive: string };

/** An origin that the page's policy lacks, as `config.json` and the web server's configuration are edited apart. */
export const blockedOrigin = createStore<Blocked | undefined>(() => undefined);

export const followPolicy = (): void =>
  document.addEventListener('securitypolicyviolation', ({ blockedURI, effectiveDirective: directive }) => {
    if (!/^(?:connect|frame)-src$/.test(directive) || !URL.canParse(blockedURI)) return;
    const { origin, protocol } = new URL(blockedURI);
    if (protocol.startsWith('http')) blockedOrigin.setState({ origin, directive }, true);
  });
