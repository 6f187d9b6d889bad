import { isRecord } from '#src/lib/is-record.ts';
import { browserClock } from '#src/lib/timing.ts';
import { canOpenChannel, openSharedChannel } from '#src/storage/tabs.ts';

/** Storage that never throws: what the browser refuses to store lives as long as the page. */
export type KeyValueStore = {
  get: (key: string) => string | null;
  /** False if the value won't survive the page. */
  set: (key: string, value: string) => boolean;
  remove: (key: string) => void;
};

/**
 * `wake`: visible or online again. `restored`: back from the back/forward cache. `leave`: the page goes away. `moved`: the
 * address changed. `input`: once a second at most. `storage`: another tab wrote to local storage.
 */
export type PageEvent = 'wake' | 'restored' | 'leave' | 'moved' | 'input' | 'storage';

const INPUT = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'];
const INPUT_EVERY_MS = 1000;

const createKeyValueStore = (storage: () => Storage): KeyValueStore => {
  const memory = new Map<string, string>();
  const attempt = <Result>(run: () => Result): Result | undefined => {
    try {
      return run();
    } catch {
      return undefined;
    }
  };
  return {
    get: (key) => memory.get(key) ?? attempt(() => storage().getItem(key)) ?? null,
    set: (key, value) => {
      memory.set(key, value);
      return (
        attempt(() => {
          storage().setItem(key, value);
          return memory.delete(key);
        }) === true
      );
    },
    remove: (key) => {
      memory.delete(key);
      attempt(() => storage().removeItem(key));
    },
  };
};

/** The session that made the current history entry; `undefined` for an address opened afresh. */
export const entrySession = (): string | undefined => {
  const state: unknown = window.history.state;
  const session = isRecord(state) ? state['session'] : undefined;
  return typeof session === 'string' ? session : undefined;
};

/** Replaces the current history entry. */
const replaceUrl = (path: string, session?: string): void => {
  try {
    window.history.replaceState({ session }, '', path);
  } catch {
    // Browsers limit how often the history may change; loading the page works always.
    window.location.replace(path);
  }
};

const setEntrySession = (session: string): void => {
  const state: unknown = window.history.state;
  try {
    window.history.replaceState({ ...(isRecord(state) && state), session }, '');
  } catch {
    // The same limit: any session may then open this entry.
  }
};

/** Loads `url` in a hidden frame; the result removes it. */
const openFrame = (url: string): (() => void) => {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = 'Session check';
  frame.src = url;
  document.body.append(frame);
  return () => frame.remove();
};

/** Opens an empty popup; `undefined` if it is blocked. Only within a click. */
const openPopup = () => {
  const popup = window.open('about:blank', '_blank', 'popup,width=520,height=680');
  if (!popup) return undefined;
  // Before it loads another site, which must not reach this window. The answer needs no opener.
  popup.opener = null;
  let isEmpty = true;
  return {
    go: (url: string) => {
      isEmpty = false;
      popup.location.replace(url);
    },
    /** Only while it is empty: without an opener, browsers refuse to close another site's window. */
    close: () => {
      if (isEmpty) popup.close();
    },
  };
};

const listenToPage = (listener: (event: PageEvent) => void): void => {
  document.addEventListener('visibilitychange', () => document.hidden || listener('wake'));
  window.addEventListener('online', () => listener('wake'));
  window.addEventListener('pageshow', (event) => event.persisted && listener('restored'));
  window.addEventListener('pagehide', () => listener('leave'));
  window.addEventListener('storage', () => listener('storage'));
  // The router dispatches `pushState` and `replaceState`. Capture, to run before the router.
  for (const name of ['popstate', 'hashchange', 'pushState', 'replaceState']) {
    window.addEventListener(name, () => listener('moved'), { capture: true });
  }
  let inputAt = -Infinity;
  // Without a timer: one that fires after the computer slept would count as an input.
  const onInput = () => {
    if (performance.now() - inputAt < INPUT_EVERY_MS) return;
    inputAt = performance.now();
    listener('input');
  };
  for (const name of INPUT) window.addEventListener(name, onInput, { capture: true, passive: true });
};

export const browserPlatform = () => ({
  origin: window.location.origin,
  /** The wall clock in milliseconds. */
  now: () => Date.now(),
  /** A clock in milliseconds that is never set; may stop while the computer sleeps. */
  uptime: browserClock.now,
  after: browserClock.after,
  isOnline: () => navigator.onLine,
  tab: createKeyValueStore(() => window.sessionStorage),
  browser: createKeyValueStore(() => window.localStorage),
  href: () => window.location.href,
  entrySession,
  setEntrySession,
  replaceUrl,
  navigate: (url: string) => window.location.assign(url),
  // In a later task: by then the page is empty, and no form asks to stay.
  reload: () => void setTimeout(() => window.location.reload()),
  openFrame,
  openPopup,
  /** Without channels, no frame or popup can answer. */
  hasChannels: canOpenChannel(),
  // The page that answers may be of another release.
  channel: openSharedChannel,
  on: listenToPage,
});

export type Platform = ReturnType<typeof browserPlatform>;
