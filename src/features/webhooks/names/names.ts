import * as z from 'zod/mini';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { formatNumber } from '#src/lib/count.ts';
import { perWorkspace, useWorkspace } from '#src/log/workspace.ts';
import { onLocalChange, parseJson, readLocal, writeLocal } from '#src/storage/local.ts';

export const NAME_KINDS = ['campaign', 'webhook'] as const;
export type NameKind = (typeof NAME_KINDS)[number];

export const OTHER_KIND = { campaign: 'webhook', webhook: 'campaign' } as const;

export const ID_NAMES = { campaign: 'campaignId', webhook: 'webhookId' } as const;

export type NameBook = Readonly<Record<NameKind, ReadonlyMap<string, string>>>;

/** "" removes the name of the ID. */
export type NameChange = { kind: NameKind; id: string; name: string };

export const MAX_NAME_LENGTH = 80;

/** Of both kinds together. */
const MAX_NAMES = 10_000;

const nameRow = z.tuple([z.string(), z.string()]);
const names = z.array(nameRow);
const bookSchema = z.object({ campaign: names, webhook: names });

const parseBook = (text: string | null): NameBook => {
  const { data } = bookSchema.safeParse(parseJson(text));
  return { campaign: new Map(data?.campaign), webhook: new Map(data?.webhook) };
};

const toText = ({ campaign, webhook }: NameBook): string =>
  JSON.stringify({ campaign: [...campaign], webhook: [...webhook] });

export const collapseSpace = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

const toName = (text: string): string => {
  const name = collapseSpace(text);
  return name.length > MAX_NAME_LENGTH ? [...name].slice(0, MAX_NAME_LENGTH).join('').trim() : name;
};

const applyChanges = (book: NameBook, changes: readonly NameChange[]): NameBook => {
  const next = { campaign: new Map(book.campaign), webhook: new Map(book.webhook) };
  for (const { kind, id, name } of changes) {
    const kept = toName(name);
    if (kept === '') next[kind].delete(id);
    else next[kind].set(id, kept);
  }
  return next;
};

/** Finds the ID that a text names, unless the text is itself an ID with a name. */
export const createNameFinder = (book: NameBook): ((kind: NameKind, text: string) => string | undefined) => {
  const toIds = (kind: NameKind) => new Map([...book[kind]].map(([id, name]) => [name.toLowerCase(), id]));
  const ids = { campaign: toIds('campaign'), webhook: toIds('webhook') };
  return (kind, text) =>
    ids[kind].size === 0 || book[kind].has(text) ? undefined : ids[kind].get(text.toLowerCase());
};

export const openNames = (storageKey: string) => {
  const key = `console.names.${storageKey}`;
  const read = () => parseBook(readLocal(key));
  const { setState, ...store } = createStore(read);
  onLocalChange(key, () => setState(read(), true));

  return {
    ...store,
    /** Returns why nothing was changed, if so. */
    change: (changes: readonly NameChange[]): string | undefined => {
      // Another tab may have written since its last event.
      const next = applyChanges(read(), changes);
      if (next.campaign.size + next.webhook.size > MAX_NAMES)
        return `This browser keeps at most ${formatNumber(MAX_NAMES)} names. Remove one first.`;
      if (!writeLocal(key, toText(next))) return 'Not saved: this browser’s storage is full or blocked.';
      setState(next, true);
      return undefined;
    },
  };
};

export const getNames = perWorkspace(({ storageKey }) => openNames(storageKey));

export const useNameBook = (): NameBook => useStore(getNames(useWorkspace()));
