import * as z from 'zod/mini';
import { createStore } from 'zustand/vanilla';
import { onLocalChange, parseJson, readLocal, writeLocal } from '#src/storage/local.ts';

export type SavedView = { name: string; search: string };

export const MAX_VIEW_NAME_LENGTH = 60;
export const MAX_VIEWS = 50;

// oxlint-disable-next-line promise/valid-params -- this is no promise
const orNone = <Value>(schema: z.ZodMiniType<Value>) => z.catch(z.optional(schema), undefined);
const within = (least: number, most: number) => orNone(z.number().check(z.gte(least), z.lte(most)));
const on = orNone(z.literal(true));

const savedView = z.object({ name: z.string().check(z.maxLength(MAX_VIEW_NAME_LENGTH)), search: z.string() });

const settingsSchema = z.object({
  /** The chosen time between checks, in seconds. */
  checkSeconds: within(1, 3600),
  /** Calls are saved, so the board loads at start. */
  watching: on,
  notify: orNone(z.enum(['ends', 'failures'])),
  notifyStuck: on,
  /** The chosen time after which a call counts as stuck, in minutes. */
  stuckMinutes: within(1, 10_080),
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

/** Kept in local storage, so they are known before the first render. */
export type Settings = Partial<z.infer<typeof settingsSchema>>;

export const isNotified = ({ notify, notifyStuck }: Settings): boolean =>
  notify !== undefined || notifyStuck === true;

const keyOf = (storageKey: string): string => `console.calls.${storageKey}`;

const toSettings = (value: unknown): Settings => settingsSchema.safeParse(value).data ?? {};

export const readSettings = (storageKey: string): Settings =>
  toSettings(parseJson(readLocal(keyOf(storageKey))));

export type SettingsStore = ReturnType<typeof openSettings>;

export const openSettings = (storageKey: string) => {
  const key = keyOf(storageKey);
  const { getState, setState, subscribe } = createStore<Settings>()(() => readSettings(storageKey));
  let isSaved = true;
  return {
    get: getState,
    subscribe,
    /** An undefined setting is removed. False if the browser refuses storage: then it holds for this page. */
    change: (change: Settings): boolean => {
      const settings = toSettings({ ...(isSaved ? readSettings(storageKey) : getState()), ...change });
      const text = JSON.stringify(settings);
      isSaved = writeLocal(key, text === '{}' ? undefined : text);
      setState(settings, true);
      return isSaved;
    },
    /** Follows the other tabs. Returns a function that stops. */
    listen: (): (() => void) => onLocalChange(key, () => setState(readSettings(storageKey), true)),
  };
};
