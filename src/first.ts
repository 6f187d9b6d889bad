// A plain script that runs before the first paint: selects the first picture and starts the first requests. It has no
// imports, which would delay it, so it repeats keys of auth/session-storage.ts and app/preferences.ts.

type EarlyRequests = {
  config: Promise<Response>;
  /** The issuer's metadata, unchecked; undefined if it isn't needed or the request failed. */
  discovery?: Promise<unknown>;
};

// oxlint-disable-next-line no-unused-vars -- extends the browser's type
interface Window {
  earlyRequests?: EarlyRequests;
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
  /** Whether this browser has saved calls, of anyone: see features/calls/board/settings.ts. */
  const savesCalls = (): boolean => {
    try {
      return Object.entries(localStorage).some(
        ([key, value]) => key.startsWith('console.calls.') && String(value).includes('"watching":true'),
      );
    } catch {
      return false;
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

  // The issuer and client of the last sign-in with this browser.
  const signedInTo = read('localStorage', 'auth.signed-in');
  const isCallback = location.pathname === `${base}auth/callback`;
  // The answer to a sign-in that began on the setup page: it ends there, even if the console can't load.
  const isForSetup =
    isCallback && read('sessionStorage', 'auth.request')?.includes(`"returnTo":"${base}setup`) === true;
  if (isForSetup) location.replace(`${base}setup${location.search}`);
  const isExpected = !isForSetup && (isCallback || signedInTo !== null);
  const hasTokens = read('sessionStorage', 'auth.tokens') !== null;
  page.dataset['first'] = isExpected ? 'frame' : isForSetup ? 'none' : 'sign-in';

  if (isExpected) {
    const path = location.pathname.slice(base.length) || 'calls';
    // An address of calls, as a link has, or a board with calls has no first picture of its own.
    const isEmptyBoard = path === 'calls' && location.search === '' && !savesCalls();
    page.dataset['firstPath'] = path === 'calls' && !isEmptyBoard ? 'board' : path;
    const isWanted = (part: string) => {
      if (part === 'sign-in') return !hasTokens;
      return part.endsWith('$') ? path === part.slice(0, -1) : path.startsWith(part);
    };
    const wanted = Object.keys(parts).filter(isWanted);
    for (const href of new Set(wanted.flatMap((part) => parts[part] ?? [])))
      link('modulepreload', base + href);
  }

  // A press before the code is loaded: src/main.tsx acts on it.
  addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || !target.matches('#first-sign-in button')) return;
    target.textContent = 'Opening sign-in…';
    page.dataset['pressed'] = '';
  });

  const config = fetch(`${base}config.json`);
  const discovery = config
    .then((response) => response.clone().json())
    .then(async ({ api, oidc }: { api: { baseUrl: string }; oidc: { authority: string } }) => {
      if (isExpected && api.baseUrl) link('preconnect', api.baseUrl);
      // The configuration isn't checked yet: only a server where a user has signed in before.
      const isKnown = signedInTo?.startsWith(JSON.stringify([oidc.authority]).slice(0, -1)) === true;
      if (hasTokens || !isKnown) return undefined;
      const address = `${oidc.authority.replace(/\/$/, '')}/.well-known/openid-configuration`;
      return (await fetch(address, { credentials: 'omit' })).json();
    })
    // The session repeats the request and reports the error.
    .catch(() => undefined);
  window.earlyRequests = { config, discovery };
}
