import { isRecord } from '#src/lib/is-record.ts';
import { openBroadcast } from '#src/storage/tabs.ts';

/** A string store that never throws; `durable` says whether what is written survives the page. */
export type KeyValue = {
  get: (key: string) => string | null;
  set: (key: string, value: string) => void;
  remove: (key: string) => void;
  keys: () => string[];
  durable: () => boolean;
};

export type Channel = {
  post: (message: unknown) => void;
  listen: (listener: (message: unknown) => void) => void;
  close: () => void;
};

export type Popup = {
  go: (url: string) => void;
  close: () => void;
  closed: () => boolean;
};

/**
 * `wake`: visible or online again. `restored`: back from the back/forward cache. `leave`: the page goes away. `moved`: the
 * address changed. `input`: the user does something, once a second at most. `storage`: another tab wrote to local storage.
 */
export type PageEvent = 'wake' | 'restored' | 'leave' | 'moved' | 'input' | 'storage';

/** Everything of the browser that a session uses, except `fetch` and `crypto`. Tests bring their own. */
export type Platform = {
  origin: string;
  /** Wall clock, milliseconds. */
  now: () => number;
  /** Milliseconds on a clock that is never set; may stop while the computer sleeps. */
  uptime: () => number;
  /** Runs `run` once after `delay` milliseconds; the result cancels it. */
  after: (delay: number, run: () => void) => () => void;
  tab: KeyValue;
  browser: KeyValue;
  href: () => string;
  /** The session that made the present history entry; `undefined` for an address that was opened afresh. */
  entrySession: () => string | undefined;
  setEntrySession: (session: string) => void;
  /** Replaces the present history entry. */
  replaceUrl: (path: string, session?: string) => void;
  navigate: (url: string) => void;
  reload: () => void;
  /** Loads `url` in a hidden frame; the result removes it. */
  openFrame: (url: string) => () => void;
  /** Opens an empty popup, `undefined` if it is blocked. Only within a click. */
  openPopup: () => Popup | undefined;
  /** `undefined` if the browser has no channels, or refuses them. */
  channel: (name: string) => Channel | undefined;
  /** The issuer's description of itself, if the page asked for it before the code was there; given once. */
  discovery: () => Promise<unknown>;
  on: (listener: (event: PageEvent) => void) => void;
};

const INPUT = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'];
const INPUT_EVERY_MS = 1000;

const safely = <Result>(run: () => Result, otherwise: Result): Result => {
  try {
    return run();
  } catch {
    return otherwise;
  }
};

/** Storage may be denied, full or missing: then what is written lives in memory, as long as the page. */
const keyValue = (open: () => Storage): KeyValue => {
  const memory = new Map<string, string>();
  const storage = safely<Storage | undefined>(open, undefined);
  return {
    get: (key) => memory.get(key) ?? safely(() => storage?.getItem(key) ?? null, null),
    set: (key, value) => {
      const stored = safely(() => {
        if (!storage) return false;
        storage.setItem(key, value);
        return true;
      }, false);
      if (stored) memory.delete(key);
      else memory.set(key, value);
    },
    remove: (key) => {
      memory.delete(key);
      safely(() => storage?.removeItem(key), undefined);
    },
    keys: () => [...memory.keys(), ...safely(() => (storage ? Object.keys(storage) : []), [])],
    durable: () => memory.size === 0 && storage !== undefined,
  };
};

const SESSION = 'session';

const entrySession = (): string | undefined => {
  const state: unknown = window.history.state;
  const session = isRecord(state) ? state[SESSION] : undefined;
  return typeof session === 'string' ? session : undefined;
};

/** Without a path the address stays, and so does what else its history entry holds. */
const writeEntry = (path: string | undefined, session: string | undefined): void => {
  const present: unknown = path === undefined ? window.history.state : null;
  const state = session === undefined ? present : { ...(isRecord(present) && present), [SESSION]: session };
  try {
    window.history.replaceState(state, '', path);
  } catch {
    // The browser limits changes of history. An address that has to go takes the page along.
    if (path !== undefined) window.location.replace(path);
  }
};

const openFrame = (url: string): (() => void) => {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = 'Session check';
  frame.src = url;
  document.body.append(frame);
  return () => frame.remove();
};

const openPopup = (): Popup | undefined => {
  const width = 520;
  const height = 680;
  const left = Math.max(0, Math.round(window.screenX + (window.outerWidth - width) / 2));
  const top = Math.max(0, Math.round(window.screenY + (window.outerHeight - height) / 2));
  const popup = window.open(
    'about:blank',
    '_blank',
    `popup,width=${width},height=${height},left=${left},top=${top}`,
  );
  if (!popup) return undefined;
  // While it is still a page of ours: what is loaded there must not reach this window. The answer needs no opener.
  popup.opener = null;
  return {
    go: (url) => popup.location.replace(url),
    close: () => popup.close(),
    closed: () => popup.closed,
  };
};

const openChannel = (name: string): Channel | undefined => {
  const channel = openBroadcast(name);
  if (!channel) return undefined;
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel is of this origin only
    post: (message) => channel.postMessage(message),
    listen: (listener) => {
      channel.addEventListener('message', (event: MessageEvent<unknown>) => listener(event.data));
    },
    close: () => channel.close(),
  };
};

const listenToPage = (listener: (event: PageEvent) => void): void => {
  document.addEventListener('visibilitychange', () => document.hidden || listener('wake'));
  window.addEventListener('online', () => listener('wake'));
  window.addEventListener('pageshow', (event) => event.persisted && listener('restored'));
  window.addEventListener('pagehide', () => listener('leave'));
  window.addEventListener('storage', () => listener('storage'));
  // The router dispatches `pushState` and `replaceState`. In capture, so that this comes before the router.
  for (const name of ['popstate', 'hashchange', 'pushState', 'replaceState']) {
    window.addEventListener(name, () => listener('moved'), { capture: true });
  }
  let inputAt = -Infinity;
  const note = () => {
    if (performance.now() - inputAt < INPUT_EVERY_MS) return;
    inputAt = performance.now();
    listener('input');
  };
  for (const name of INPUT) window.addEventListener(name, note, { capture: true, passive: true });
};

/** The browser this page runs in. */
export const browserPlatform = (): Platform => ({
  origin: window.location.origin,
  now: () => Date.now(),
  uptime: () => performance.now(),
  after: (delay, run) => {
    const timer = setTimeout(run, delay);
    return () => clearTimeout(timer);
  },
  tab: keyValue(() => window.sessionStorage),
  browser: keyValue(() => window.localStorage),
  href: () => window.location.href,
  entrySession,
  setEntrySession: (session) => writeEntry(undefined, session),
  replaceUrl: writeEntry,
  navigate: (url) => window.location.assign(url),
  // In a task of its own: by then the page is empty, and nothing in it asks to stay.
  reload: () => void setTimeout(() => window.location.reload()),
  openFrame,
  openPopup,
  channel: openChannel,
  discovery: async () => {
    const asked = window.askedAhead?.discovery;
    delete window.askedAhead?.discovery;
    return asked;
  },
  on: listenToPage,
});
