// Runs before anything is painted, as a plain script: which picture stands until React draws, and what to ask for beside the
// code. It names keys that are written elsewhere (auth/kept.ts, app/theme.ts), since what it imported would be loaded first.

/** What was asked for before the code was there. */
type AskedAhead = {
  config: Promise<Response>;
  /** The issuer's description of itself, as it came; undefined where none is needed or none came. */
  discovery?: Promise<unknown>;
};

// oxlint-disable-next-line no-unused-vars -- adds to the browser's own
interface Window {
  askedAhead?: AskedAhead;
}

{
  const page = document.documentElement;
  const base = page.dataset['base'] ?? '/';
  const parts = JSON.parse(document.currentScript?.dataset['parts'] ?? '{}') as Record<string, string[]>;
  const read = (storage: 'localStorage' | 'sessionStorage', key: string): string | null => {
    try {
      return window[storage].getItem(key);
    } catch {
      return null;
    }
  };
  const link = (rel: string, href: string) => {
    const added = document.createElement('link');
    added.rel = rel;
    added.href = href;
    added.crossOrigin = '';
    document.head.append(added);
  };

  const theme = read('localStorage', 'console.theme');
  if (theme === 'light' || theme === 'dark') page.dataset['theme'] = theme;

  // Where the code itself does not come, nobody else can say so.
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement) page.dataset['first'] = 'failed';
    },
    true,
  );

  // Somebody was signed in here, or comes back from a sign-in.
  const mark = read('localStorage', 'auth.signed-in');
  const isExpected = location.pathname === `${base}auth/callback` || mark !== null;
  const hasTokens = read('sessionStorage', 'auth.tokens') !== null;
  page.dataset['first'] = isExpected ? 'frame' : 'sign-in';

  if (isExpected) {
    const path = location.pathname.slice(base.length) || 'calls';
    const isWanted = (part: string) => {
      if (part === 'sign-in') return !hasTokens;
      return part.endsWith('$') ? path === part.slice(0, -1) : path.startsWith(part);
    };
    const wanted = Object.keys(parts).filter(isWanted);
    for (const href of new Set(wanted.flatMap((part) => parts[part] ?? [])))
      link('modulepreload', base + href);
  }

  const config = fetch(`${base}config.json`);
  const discovery = config
    .then((response) => response.clone().json())
    .then(async ({ api, oidc }: { api: { baseUrl: string }; oidc: { authority: string } }) => {
      if (isExpected && api.baseUrl) link('preconnect', api.baseUrl);
      // Nobody has checked the configuration yet: only a server where somebody was signed in is asked.
      const isKnown = mark?.startsWith(JSON.stringify([oidc.authority]).slice(0, -1)) === true;
      if (hasTokens || !isKnown || read('sessionStorage', 'auth.discovery') !== null) return undefined;
      const address = `${oidc.authority.replace(/\/$/, '')}/.well-known/openid-configuration`;
      return (await fetch(address, { credentials: 'omit' })).json();
    })
    // Whoever needs it asks again, and says what is wrong.
    .catch(() => undefined);
  window.askedAhead = { config, discovery };
}
