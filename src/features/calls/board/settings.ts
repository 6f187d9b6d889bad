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
  lookedAt?: number;
};

/** A setting that is given as undefined is removed. */
export type SettingsChange = { [Key in keyof Settings]?: Settings[Key] | undefined };

/** Where they are kept: the `key` of `storage` events. */
export const settingsKey = (storageKey: string): string => `console.calls.${storageKey}`;

/** What the browser refused to keep, as long as the page lives. */
const unkept = new Map<string, Settings>();

const toSettings = (value: unknown): Settings => {
  if (!isRecord(value)) return {};
  const { checkSeconds, watching, notify, forgetAtSignOut, lookedAt } = value;
  return {
    ...(typeof checkSeconds === 'number' && checkSeconds >= 1 && { checkSeconds }),
    ...(watching === true && { watching }),
    ...(notify === true && { notify }),
    ...(forgetAtSignOut === true && { forgetAtSignOut }),
    ...(typeof lookedAt === 'number' && { lookedAt }),
  };
};

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
  const settings = toSettings({ ...readSettings(storageKey), ...change });
  const isEmpty = Object.keys(settings).length === 0;
  if (writeLocal(key, isEmpty ? undefined : JSON.stringify(settings))) unkept.delete(key);
  else unkept.set(key, settings);
  return settings;
};
