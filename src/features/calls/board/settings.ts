import { createStore } from 'zustand/vanilla';
import { isRecord } from '#src/lib/is-record.ts';
import { parseJson, readLocal, writeLocal } from '#src/storage/local.ts';

/** What this browser keeps for one service and person beside the calls themselves: small, and known at once. */
export type Settings = {
  /** The chosen time between checks, in seconds. */
  checkSeconds?: number;
  /** Calls are kept: the board has to be brought up at start. */
  watching?: true;
  /** The person switched notifications on. */
  notify?: true;
  /** Watched calls are cleared at sign-out. */
  forgetAtSignOut?: true;
  /** When the person last left the board, epoch milliseconds. */
  lastVisitedAt?: number;
};

/** A setting that is given as undefined is removed. */
export type SettingsChange = { [Key in keyof Settings]?: Settings[Key] | undefined };

/** Where they are kept: the `key` of `storage` events. */
export const settingsKey = (storageKey: string): string => `console.calls.${storageKey}`;

/** What the browser refused to keep, as long as the page lives. */
const unkept = new Map<string, Settings>();

const toSettings = (value: unknown): Settings => {
  if (!isRecord(value)) return {};
  const { checkSeconds, watching, notify, forgetAtSignOut, lookedAt: lastVisitedAt } = value;
  return {
    ...(typeof checkSeconds === 'number' && checkSeconds >= 1 && { checkSeconds }),
    ...(watching === true && { watching }),
    ...(notify === true && { notify }),
    ...(forgetAtSignOut === true && { forgetAtSignOut }),
    ...(typeof lastVisitedAt === 'number' && { lastVisitedAt }),
  };
};

/** `lookedAt` is the older name of `lastVisitedAt`: what browsers keep stays readable. */
const toStored = ({ lastVisitedAt, checkSeconds, watching, notify, forgetAtSignOut }: SettingsChange) => ({
  checkSeconds,
  watching,
  notify,
  forgetAtSignOut,
  lookedAt: lastVisitedAt,
});

/** The settings; whatever else stands there counts as nothing. Never throws. */
export const readSettings = (storageKey: string): Settings => {
  const key = settingsKey(storageKey);
  return unkept.get(key) ?? toSettings(parseJson(readLocal(key)));
};

/**
 * Changes what is kept, also by another tab since, and gives the settings as they then are. Where the browser refuses
 * its storage they hold for this page. Never throws.
 */
export const changeSettings = (storageKey: string, change: SettingsChange): Settings => {
  const key = settingsKey(storageKey);
  const stored = toStored({ ...readSettings(storageKey), ...change });
  const settings = toSettings(stored);
  const isEmpty = Object.keys(settings).length === 0;
  if (writeLocal(key, isEmpty ? undefined : JSON.stringify(stored))) unkept.delete(key);
  else unkept.set(key, settings);
  return settings;
};

export type SettingsStore = ReturnType<typeof openSettings>;

/** The settings of one service and person, as this page and its other tabs change them. */
export const openSettings = (storageKey: string) => {
  const { getState, setState, subscribe } = createStore<Settings>()(() => readSettings(storageKey));
  return {
    get: getState,
    subscribe,
    change: (change: SettingsChange): void => setState(changeSettings(storageKey, change), true),
    /** Follows the other tabs; the result stops. */
    listen: (): (() => void) => {
      const receive = ({ key }: StorageEvent) => {
        if (key === null || key === settingsKey(storageKey)) setState(readSettings(storageKey), true);
      };
      addEventListener('storage', receive);
      return () => removeEventListener('storage', receive);
    },
  };
};
