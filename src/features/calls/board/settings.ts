import * as z from 'zod/mini';
import { createStore } from 'zustand/vanilla';
import { onLocalChange, parseJson, readLocal, writeLocal } from '#src/storage/local.ts';

/** A name for the query of an address. */
export type SavedView = { name: string; search: string };

export const MAX_VIEW_NAME_LENGTH = 60;
export const MAX_VIEWS = 50;

/** A value that does not fit counts as none. */
// oxlint-disable-next-line promise/valid-params -- this is no promise
const orNone = <Value>(schema: z.ZodMiniType<Value>) => z.catch(z.optional(schema), undefined);
const within = (least: number, most: number) => orNone(z.number().check(z.gte(least), z.lte(most)));
const on = orNone(z.literal(true));

const savedView = z.object({ name: z.string().check(z.maxLength(MAX_VIEW_NAME_LENGTH)), search: z.string() });

const settingsSchema = z.object({
  /** The chosen time between checks, in seconds. */
  checkSeconds: within(1, 3600),
  /** Calls are saved: the board has to be brought up at start. */
  watching: on,
  /** Of which ends the person is notified. */
  notify: orNone(z.enum(['ends', 'failures'])),
  /** The person is notified of calls that get stuck. */
  notifyStuck: on,
  /** The chosen time after which a call counts as stuck, in minutes. */
  stuckMinutes: within(1, 10_080),
  /** Watched calls are cleared at sign-out. */
  forgetAtSignOut: on,
  /** Only the views that fit are kept. */
  views: orNone(
    z.pipe(
      z.array(z.unknown()),
      z.transform((views) =>
        views.flatMap((view) => savedView.safeParse(view).data ?? []).slice(0, MAX_VIEWS),
      ),
    ),
  ),
});

/** What this browser keeps for one service and person beside the calls themselves: small, and known at once. */
export type Settings = Partial<z.infer<typeof settingsSchema>>;

/** Whether the person is to be told of anything while the page is hidden. */
export const isNotified = ({ notify, notifyStuck }: Settings): boolean =>
  notify !== undefined || notifyStuck === true;

const keyOf = (storageKey: string): string => `console.calls.${storageKey}`;

const toSettings = (value: unknown): Settings => settingsSchema.safeParse(value).data ?? {};

/** The settings; whatever else stands there counts as nothing. Never throws. */
export const readSettings = (storageKey: string): Settings =>
  toSettings(parseJson(readLocal(keyOf(storageKey))));

export type SettingsStore = ReturnType<typeof openSettings>;

/** The settings of one service and person, as this page and its other tabs change them. Never throws. */
export const openSettings = (storageKey: string) => {
  const key = keyOf(storageKey);
  const { getState, setState, subscribe } = createStore<Settings>()(() => readSettings(storageKey));
  let isSaved = true;
  return {
    get: getState,
    subscribe,
    /**
     * Changes what is saved, also by another tab since; a setting that is given as undefined is removed. False: the browser
     * refuses its storage, it holds for this page.
     */
    change: (change: Settings): boolean => {
      const settings = toSettings({ ...(isSaved ? readSettings(storageKey) : getState()), ...change });
      const text = JSON.stringify(settings);
      isSaved = writeLocal(key, text === '{}' ? undefined : text);
      setState(settings, true);
      return isSaved;
    },
    /** Follows the other tabs; the result stops. */
    listen: (): (() => void) => onLocalChange(key, () => setState(readSettings(storageKey), true)),
  };
};
