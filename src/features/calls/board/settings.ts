import * as z from 'zod/mini';
import { createStore } from 'zustand/vanilla';
import { onLocalChange, parseJson, readLocal, writeLocal } from '#src/storage/local.ts';
import { storedObject } from '#src/storage/format.ts';

// oxlint-disable-next-line promise/valid-params -- of zod, not of a promise
const orUndefined = <Value>(schema: z.ZodMiniType<Value>) => z.catch(z.optional(schema), undefined);
const trueOnly = orUndefined(z.literal(true));

/** A week. */
export const MAX_STUCK_MINUTES = 10_080;

const settingsSchema = storedObject({
  /** Whether calls are saved, so that the board loads at start. */
  watching: trueOnly,
  notifyEnds: trueOnly,
  notifyStuck: trueOnly,
  forgetAtSignOut: trueOnly,
  /** When the user last looked at the board, in epoch milliseconds. */
  lookedAt: orUndefined(z.int().check(z.gte(0), z.lte(1e14))),
  /** Unless it is the configured one. */
  stuckMinutes: orUndefined(z.int().check(z.gte(1), z.lte(MAX_STUCK_MINUTES))),
});

/** Kept in local storage, so they are known before the first render. */
export type Settings = Partial<z.infer<typeof settingsSchema>>;

export const wantsNotifications = ({ notifyEnds, notifyStuck }: Settings): boolean =>
  notifyEnds === true || notifyStuck === true;

const getStorageKey = (storageKey: string): string => `console.calls.${storageKey}`;

const parseSettings = (value: unknown): Settings => settingsSchema.safeParse(value).data ?? {};

export const readSettings = (storageKey: string): Settings =>
  parseSettings(parseJson(readLocal(getStorageKey(storageKey))));

export type SettingsStore = ReturnType<typeof openSettings>;

export const openSettings = (storageKey: string) => {
  const key = getStorageKey(storageKey);
  const store = createStore<Settings>()(() => readSettings(storageKey));
  let isSaved = true;
  return {
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    /** An undefined setting is removed. If the browser refuses storage, it holds for this page. */
    change: (change: Settings): void => {
      const settings = parseSettings({
        ...(isSaved ? readSettings(storageKey) : store.getState()),
        ...change,
      });
      const text = JSON.stringify(settings);
      isSaved = writeLocal(key, text === '{}' ? undefined : text);
      store.setState(settings, true);
    },
    /** Follows the other tabs. Returns a function that stops. */
    listen: (): (() => void) => onLocalChange(key, () => store.setState(readSettings(storageKey), true)),
  };
};
