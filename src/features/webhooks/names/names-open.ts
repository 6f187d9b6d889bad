import type { Scope } from '#src/journal/scope.ts';
import { keptOf, namesKey, type KeptNames } from './names-kept.ts';
import { LONGEST_NAME, MOST_NAMES, type GivenName, type NameBook, type Names } from './names.ts';

/** A text as one line without blanks around it. */
export const toLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** A name as it is kept, no longer than names may be. "" where nothing is left of it. */
const toName = (text: string): string => {
  const name = toLine(text);
  return name.length > LONGEST_NAME ? [...name].slice(0, LONGEST_NAME).join('').trim() : name;
};

/** The book with names given or taken away; beyond the most that are kept, IDs without a name get none. */
const changed = (book: NameBook, given: readonly GivenName[]): NameBook => {
  const next = { campaign: new Map(book.campaign), webhook: new Map(book.webhook) };
  for (const { kind, id, name } of given) {
    const bare = toName(name);
    if (bare === '') next[kind].delete(id);
    else if (next[kind].has(id) || next.campaign.size + next.webhook.size < MOST_NAMES)
      next[kind].set(id, bare);
  }
  return next;
};

/**
 * Makes kept names changeable. What the browser refuses to keep holds as long as the page stands, and is kept as soon as it
 * takes names again. Never throws.
 */
export const openNames = (storageKey: string, { subscribe, book, refresh, go }: KeptNames): Names => {
  let unkept: readonly GivenName[] = [];
  return {
    subscribe,
    book,
    set: (given) => {
      refresh();
      const next = changed(book(), given);
      try {
        localStorage.setItem(
          namesKey(storageKey),
          JSON.stringify({ campaign: [...next.campaign].flat(), webhook: [...next.webhook].flat() }),
        );
        unkept = [];
      } catch {
        unkept = [...unkept, ...given];
      }
      const still = unkept;
      go((kept) => (still.length === 0 ? kept : changed(kept, still)));
      return unkept.length === 0;
    },
  };
};

const opened = new WeakMap<Scope, Names>();

/** The names of a scope, opened when they are first to be changed. */
export const namesOf = (scope: Scope): Names => {
  const names = opened.get(scope) ?? openNames(scope.storageKey, keptOf(scope));
  opened.set(scope, names);
  return names;
};
