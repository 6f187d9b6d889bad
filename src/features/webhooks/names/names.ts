import * as z from 'zod/mini';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { perWorkspace, useWorkspace } from '#src/log/workspace.ts';
import { onLocalChange, parseJson, readLocal, writeLocal } from '#src/storage/local.ts';

/** What can have a nickname. */
export const NAME_KINDS = ['campaign', 'webhook'] as const;
export type NameKind = (typeof NAME_KINDS)[number];

/** Nicknames by ID. */
export type NameBook = Readonly<Record<NameKind, ReadonlyMap<string, string>>>;

/** A name for an ID; "" takes it away. */
export type GivenName = { kind: NameKind; id: string; name: string };

/** In characters of a name. */
export const LONGEST_NAME = 80;

/** How many names a browser keeps for a person and service, of both kinds together. */
export const MOST_NAMES = 10_000;

/** Where they are kept: the `key` of `storage` events. */
export const namesKey = (storageKey: string): string => `console.names.${storageKey}`;

/** IDs and names in turn. */
const list = z.array(z.string());
const keptNames = z.object({ campaign: list, webhook: list });

const toMap = (all: readonly string[]): ReadonlyMap<string, string> =>
  new Map(all.flatMap((id, at) => (at % 2 === 0 && all[at + 1] ? [[id, all[at + 1] ?? '']] : [])));

/** Whatever else stands there counts as nothing. */
const parse = (text: string | null): NameBook => {
  const { data } = keptNames.safeParse(parseJson(text));
  return { campaign: toMap(data?.campaign ?? []), webhook: toMap(data?.webhook ?? []) };
};

const toText = ({ campaign, webhook }: NameBook): string =>
  JSON.stringify({ campaign: [...campaign].flat(), webhook: [...webhook].flat() });

/** A text as one line without blanks around it. */
export const toLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** A name as it is kept, no longer than names may be. "" where nothing is left of it. */
const toName = (text: string): string => {
  const name = toLine(text);
  return name.length > LONGEST_NAME ? [...name].slice(0, LONGEST_NAME).join('').trim() : name;
};

/** The book with names given or taken away. */
const changed = (book: NameBook, given: readonly GivenName[]): NameBook => {
  const next = { campaign: new Map(book.campaign), webhook: new Map(book.webhook) };
  for (const { kind, id, name } of given) {
    const kept = toName(name);
    if (kept === '') next[kind].delete(id);
    else next[kind].set(id, kept);
  }
  return next;
};

/** Opens the names of one service and person, and follows what other tabs write. Never throws. */
export const openNames = (storageKey: string) => {
  const key = namesKey(storageKey);
  const read = () => parse(readLocal(key));
  const { setState, ...store } = createStore(read);
  onLocalChange(key, () => setState(read(), true));

  return {
    ...store,
    /**
     * Gives names, or takes them away where `name` is "". Says why nothing was changed: too many names (`full`), or the browser
     * keeps nothing (`refused`).
     */
    give: (given: readonly GivenName[]): 'full' | 'refused' | undefined => {
      // Another tab may have written since its last event.
      const next = changed(read(), given);
      if (next.campaign.size + next.webhook.size > MOST_NAMES) return 'full';
      if (!writeLocal(key, toText(next))) return 'refused';
      setState(next, true);
      return undefined;
    },
  };
};

/** The names of a workspace, opened when they are first shown. */
export const namesOf = perWorkspace(({ storageKey }) => openNames(storageKey));

/** The names that the signed-in person gave in this browser, also as another tab changes them. */
export const useNameBook = (): NameBook => useStore(namesOf(useWorkspace()));
