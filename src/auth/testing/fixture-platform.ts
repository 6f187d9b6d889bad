import type { KeyValueStore, PageEvent, Platform } from '#src/auth/platform.ts';
import { ORIGIN, nextTask } from './fixture-server.ts';

// For tests: a browser that is a few maps and a clock set by hand.

type MapStore = KeyValueStore & {
  entries: Map<string, string>;
  pages: Set<{ fire: (event: PageEvent) => void }>;
};

const createMap = (entries = new Map<string, string>()): MapStore => ({
  entries,
  pages: new Set(),
  get: (key) => entries.get(key) ?? null,
  set: (key, value) => entries.set(key, value).has(key),
  remove: (key) => void entries.delete(key),
});

export const storedKeys = (tab: MapStore): string[] => [...tab.entries.keys()];

/** Channels that several pages of one browser share. */
const createChannels = () => {
  const open = new Map<string, Set<(message: unknown) => void>>();
  return (name: string, onMessage: (message: unknown) => void = () => {}) => {
    const self = (message: unknown) => onMessage(message);
    const all = open.get(name) ?? new Set();
    open.set(name, all.add(self));
    return {
      post: (message: unknown) => {
        const copy: unknown = structuredClone(message);
        for (const other of all) if (other !== self) queueMicrotask(() => all.has(other) && other(copy));
      },
      close: () => void all.delete(self),
    };
  };
};

type PageOptions = {
  href?: string;
  /** The session of its history entry. */
  entry?: string | undefined;
  tab?: MapStore;
  browser?: MapStore;
  channels?: ReturnType<typeof createChannels>;
  clock?: { wall: number; up: number };
  /** Without channels. */
  lacksChannels?: boolean;
};

/** One page. Frames and popups answer as `authorize` says; `undefined` means that they never come back. */
export const createPage = (
  authorize: (url: string, where: 'frame' | 'popup') => string | undefined,
  options: PageOptions = {},
) => {
  const clock = options.clock ?? { wall: Date.now(), up: 0 };
  const channels = options.channels ?? createChannels();
  let timers: { at: number; run: () => void }[] = [];
  const page = {
    clock,
    channels,
    tab: options.tab ?? createMap(),
    browser: options.browser ?? createMap(),
    href: options.href ?? `${ORIGIN}/calls`,
    entry: options.entry,
    lacksChannels: options.lacksChannels ?? false,
    replaced: [] as string[],
    navigated: [] as string[],
    reloads: 0,
    frames: [] as string[],
    openFrames: 0,
    isOnline: true,
    popups: [] as { url: string; closed: boolean }[],
    blockPopups: false,
    fire: (_event: PageEvent): void => {},
    timers: () => timers.length,
    /** Lets time pass, timers included, in steps of a second. */
    pass: async (seconds: number): Promise<void> => {
      for (let second = 0; second < seconds; second += 1) {
        clock.wall += 1000;
        clock.up += 1000;
        const due = timers.filter(({ at }) => at <= clock.up);
        timers = timers.filter(({ at }) => at > clock.up);
        for (const { run } of due) run();
        for (let turn = 0; turn < (due.length > 0 ? 15 : 0); turn += 1) await nextTask();
      }
    },
    /** What a page at `/auth/silent` does. */
    report: (url: string): void => {
      const state = new URL(url).searchParams.get('state') ?? '';
      const channel = channels(`sign-in ${state}`);
      channel.post({ type: 'answer', url });
    },
  };
  /** Writes to local storage, and lets the other pages know. */
  const write = (key: string, value: string | undefined): boolean => {
    if (page.browser.get(key) === (value ?? null)) return true;
    if (value === undefined) page.browser.remove(key);
    else page.browser.set(key, value);
    for (const other of page.browser.pages) if (other !== page) queueMicrotask(() => other.fire('storage'));
    return true;
  };
  const platform: Platform = {
    origin: ORIGIN,
    now: () => clock.wall,
    uptime: () => clock.up,
    after: (delay, run) => {
      const timer = { at: clock.up + delay, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    isOnline: () => page.isOnline,
    tab: page.tab,
    browser: { ...page.browser, set: write, remove: (key) => void write(key, undefined) },
    href: () => page.href,
    entrySession: () => page.entry,
    setEntrySession: (session) => {
      page.entry = session;
    },
    replaceUrl: (path, session) => {
      page.href = `${ORIGIN}${path}`;
      page.entry = session;
      page.replaced.push(path);
    },
    navigate: (url) => void page.navigated.push(url),
    reload: () => {
      page.reloads += 1;
    },
    openFrame: (url) => {
      page.frames.push(url);
      page.openFrames += 1;
      const back = authorize(url, 'frame');
      if (back !== undefined) page.report(back);
      return () => {
        page.openFrames -= 1;
      };
    },
    openPopup: () => {
      if (page.blockPopups) return undefined;
      const popup = { url: '', closed: false };
      page.popups.push(popup);
      return {
        go: (url) => {
          popup.url = url;
          const back = authorize(url, 'popup');
          if (back !== undefined) page.report(back);
        },
        close: () => {
          popup.closed = true;
        },
      };
    },
    hasChannels: !page.lacksChannels,
    channel: channels,
    on: (listener) => {
      page.fire = listener;
      page.browser.pages.add(page);
    },
  };
  return { page, platform };
};
