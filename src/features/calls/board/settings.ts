import { createStore } from 'zustand/vanilla';
import { isRecord } from '#src/lib/is-record.ts';
import { onLocalChange, parseJson, readLocal, writeLocal } from '#src/storage/local.ts';

/** A view with a name; `search` is the query of an address, without its question mark. */
export type SavedView = { name: string; search: string };

export const MOST_VIEWS = 50;
export const LONGEST_NAME = 60;

/** Views in one list; of two with one name the later. */
export const namedViews = (...lists: readonly (readonly SavedView[])[]): SavedView[] => [
  ...new Map(lists.flat().map((view) => [view.name, view])).values(),
];

const readView = (value: unknown): SavedView[] => {
  if (!isRecord(value) || typeof value['name'] !== 'string' || typeof value['search'] !== 'string') return [];
  const name = value['name'].trim().slice(0, LONGEST_NAME);
  return name === '' ? [] : [{ name, search: value['search'].slice(0, 2000) }];
};

/** The views of a list, whatever else stands in it; each name once, the later one counts. */
export const readViews = (value: unknown, most = MOST_VIEWS): SavedView[] =>
  namedViews(Array.isArray(value) ? value.flatMap(readView) : []).slice(0, most);

/** What this browser keeps for one service and person beside the calls themselves: small, and known at once. */
export type Settings = {
  /** The chosen time between checks, in seconds. */
  checkSeconds?: number;
  /** Calls are kept: the board has to be brought up at start. */
  watching?: true;
  /** Of which ends the person is notified. */
  notify?: 'ends' | 'failures';
  /** The person is notified of calls that get stuck. */
  notifyStuck?: true;
  /** The chosen time after which a call counts as stuck, in minutes. */
  stuckMinutes?: number;
  /** Watched calls are cleared at sign-out. */
  forgetAtSignOut?: true;
  /** Views that the person saved. */
  views?: readonly SavedView[];
  /** When the person last left the board, epoch milliseconds. */
  lastVisitedAt?: number;
};

/** Whether the person is to be told of anything while the page is hidden. */
export const isNotified = ({ notify, notifyStuck }: Settings): boolean =>
  notify !== undefined || notifyStuck === true;

/** A setting that is given as undefined is removed. */
type SettingsChange = { [Key in keyof Settings]?: Settings[Key] | undefined };

const keyOf = (storageKey: string): string => `console.calls.${storageKey}`;

/** `lookedAt` is the older name of `lastVisitedAt`: what browsers keep stays readable. */
const toSettings = (value: unknown): Settings => {
  if (!isRecord(value)) return {};
  const views = readViews(value['views']);
  const { checkSeconds, watching, notify, notifyStuck, stuckMinutes, forgetAtSignOut, lookedAt } = value;
  return {
    ...(typeof checkSeconds === 'number' && checkSeconds >= 1 && { checkSeconds }),
    ...(watching === true && { watching }),
    // `true` is how older pages kept it.
    ...(notify === true && { notify: 'ends' as const }),
    ...((notify === 'ends' || notify === 'failures') && { notify }),
    ...(notifyStuck === true && { notifyStuck }),
    ...(typeof stuckMinutes === 'number' && stuckMinutes >= 1 && { stuckMinutes }),
    ...(views.length > 0 && { views }),
    ...(forgetAtSignOut === true && { forgetAtSignOut }),
    ...(typeof lookedAt === 'number' && { lastVisitedAt: lookedAt }),
  };
};

/** The settings; whatever else stands there counts as nothing. Never throws. */
export const readSettings = (storageKey: string): Settings =>
  toSettings(parseJson(readLocal(keyOf(storageKey))));

export type SettingsStore = ReturnType<typeof openSettings>;

/** The settings of one service and person, as this page and its other tabs change them. Never throws. */
export const openSettings = (storageKey: string) => {
  const key = keyOf(storageKey);
  const { getState, setState, subscribe } = createStore<Settings>()(() => readSettings(storageKey));
  let isKept = true;
  return {
    get: getState,
    subscribe,
    /** Changes what is kept, also by another tab since. False where the browser refuses its storage: it holds for this page. */
    change: (change: SettingsChange): boolean => {
      const raw = parseJson(readLocal(key));
      const { lastVisitedAt, ...others } = { ...(isKept ? toSettings(raw) : getState()), ...change };
      // What a later version keeps there is not this one's to forget.
      const stored = { ...(isRecord(raw) && raw), ...others, lookedAt: lastVisitedAt };
      const settings = toSettings(stored);
      isKept = writeLocal(key, Object.keys(settings).length > 0 ? JSON.stringify(stored) : undefined);
      setState(settings, true);
      return isKept;
    },
    /** Follows the other tabs; the result stops. */
    listen: (): (() => void) => onLocalChange(key, () => setState(readSettings(storageKey), true)),
  };
};
