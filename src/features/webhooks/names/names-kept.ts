import * as z from 'zod/mini';
import type { Scope } from '#src/journal/scope.ts';
import type { NameBook, Names } from './names.ts';

/** What showing names needs, and so is loaded at first; changing them is not part of it. */
export type KeptNames = Pick<Names, 'subscribe' | 'book'> & {
  /** Reads what another tab may have written. */
  refresh: () => void;
  /** Goes on with what is kept from now on, and with what `amend` adds to it since the browser refused to keep it. */
  go: (amend: Amend) => void;
};

type Amend = (kept: NameBook) => NameBook;

/** Where they are kept: the `key` of `storage` events. */
export const namesKey = (storageKey: string): string => `console.names.${storageKey}`;

/** IDs and names in turn. */
const list = z.array(z.string());
const keptNames = z.object({ campaign: list, webhook: list });

const toMap = (all: readonly string[]): ReadonlyMap<string, string> =>
  new Map(all.flatMap((id, at) => (at % 2 === 0 && all[at + 1] ? [[id, all[at + 1] ?? '']] : [])));

/** Whatever else stands there counts as nothing. */
const parse = (text: string | null): NameBook => {
  try {
    const { campaign, webhook } = keptNames.parse(JSON.parse(text ?? ''));
    return { campaign: toMap(campaign), webhook: toMap(webhook) };
  } catch {
    return { campaign: new Map(), webhook: new Map() };
  }
};

/** Opens the names of one service and person for reading. Never throws. */
export const openKept = (storageKey: string): KeptNames => {
  const key = namesKey(storageKey);
  const listeners = new Set<() => void>();
  let text: string | null | undefined;
  let book = parse(null);
  let amend: Amend = (kept) => kept;

  const refresh = (): void => {
    let latest: string | null = null;
    try {
      latest = localStorage.getItem(key);
    } catch {
      // Storage is shut.
    }
    if (latest === text) return;
    text = latest;
    book = amend(parse(text));
  };
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  refresh();
  window.addEventListener('storage', (event) => {
    if (event.key !== key && event.key !== null) return;
    refresh();
    tell();
  });

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    book: () => book,
    refresh,
    go: (next) => {
      amend = next;
      text = undefined;
      refresh();
      tell();
    },
  };
};

const opened = new WeakMap<Scope, KeptNames>();

/** The names of a scope, opened when they are first shown. */
export const keptOf = (scope: Scope): KeptNames => {
  const names = opened.get(scope) ?? openKept(scope.storageKey);
  opened.set(scope, names);
  return names;
};
