import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { WebhookPair } from '#src/api/operations.ts';
import { formatCount } from '#src/lib/count.ts';
import { groupBy } from '#src/lib/group-by.ts';
import { listWords } from '#src/lib/list-words.ts';
import { getLog } from '#src/log/log.ts';
import { logQueries } from '#src/log/queries.ts';
import { readUsedIds, type UsedIds } from '#src/log/views.ts';
import { perWorkspace, useWorkspace, type Workspace } from '#src/log/workspace.ts';
import {
  getNames,
  ID_NAMES,
  NAME_KINDS,
  OTHER_KIND,
  useNameBook,
  type NameBook,
  type NameKind,
} from './names.ts';

type IdSource = {
  names: ReadonlyMap<string, string>;
  /** Newest first. */
  used: readonly string[];
  /** What IDs of this kind look like, as configured. */
  pattern?: RegExp | undefined;
};

const MAX_SUGGESTED = 50;

const contains = (text: string, part: string): boolean => text.toLowerCase().includes(part);

/** IDs with a name come first. */
export const suggestIds = (
  { names, used }: IdSource,
  text: string,
): readonly { id: string; name?: string }[] => {
  const part = text.trim().toLowerCase();
  const named = [...names].map(([id, name]) => ({ id, name }));
  const matching = named.filter(({ id, name }) => contains(name, part) || contains(id, part));
  const others = used.filter((id) => !names.has(id) && contains(id, part)).map((id) => ({ id }));
  return [...matching, ...others].slice(0, MAX_SUGGESTED);
};

const createKnownKind = (source: IdSource) => {
  const used = new Set(source.used);
  const byName = groupBy(source.names, ([, name]) => name.toLowerCase());
  const has = (id: string): boolean => source.names.has(id) || used.has(id);
  /** The IDs that have this name, whatever its case. A known ID is never taken for a name. */
  const findByName = (text: string): string[] =>
    has(text) ? [] : (byName.get(text.trim().toLowerCase()) ?? []).map(([id]) => id);
  const isIdOrName = (text: string, part: string): boolean =>
    has(text) || byName.has(part) || source.pattern?.test(text) === true;
  const words = new Set([...source.names.values()].flatMap((name) => name.toLowerCase().split(/\s+/)));
  return {
    ...source,
    has,
    findByName,
    /** The names that a text is part of, unless it is an ID or a name itself. It is not sent. */
    findNamesWith: (text: string): string[] => {
      const part = text.trim().toLowerCase();
      if (part === '' || isIdOrName(text, part)) return [];
      return [...new Set(source.names.values())].filter((name) => contains(name, part));
    },
    /** The same for lists, where comparing with each name takes too long: only whole words are found. */
    isWordOfName: (text: string): boolean => {
      const part = text.trim().toLowerCase();
      return words.has(part) && !isIdOrName(text, part);
    },
    /** Whether a text is an ID or a name. */
    isKnown: (text: string): boolean => has(text) || findByName(text).length > 0,
    /** Replaces a name by its ID, if only one ID has it. */
    resolve: (text: string): string => {
      const [id = text, ...others] = findByName(text);
      return others.length === 0 ? id : text;
    },
  };
};

/** `“leads” is no ID or name known here, but part of “CRM Leads”, “Web leads” and 3 more names.` */
export const describePart = (text: string, names: readonly string[]): string => {
  const quoted = names.slice(0, 2).map((name) => `“${name}”`);
  const more = names.length > 2 ? [formatCount(names.length - 2, 'more name')] : [];
  return `“${text.trim()}” is no ID or name known here, but part of ${listWords([...quoted, ...more])}.`;
};

/** Sets and maps are made once, since 10,000 pairs are looked up in them. */
export const createKnownIds = ({ campaign, webhook }: Record<NameKind, IdSource>) => ({
  campaign: createKnownKind(campaign),
  webhook: createKnownKind(webhook),
});

export type KnownIds = ReturnType<typeof createKnownIds>;

/** An ID that is known or looks like one of the other kind only, or that doesn't look like one of its own. */
export type IdWarning = 'known-as-other' | 'like-other' | 'unlike';

/** A link, a long number as spreadsheets save it (`1.23E+15`), or more words than one. */
const NO_ID = /^https?:\/\/|^\d(?:\.\d+)?E\+\d+$|\S\s+\S/i;

export const findWarning = (known: KnownIds, kind: NameKind, id: string): IdWarning | undefined => {
  const { [kind]: own, [OTHER_KIND[kind]]: other } = known;
  if (other.isKnown(id) && !own.isKnown(id)) return 'known-as-other';
  if (!own.pattern) return NO_ID.test(id) && !own.has(id) ? 'unlike' : undefined;
  if (id === '' || own.pattern.test(id)) return undefined;
  return other.pattern?.test(id) ? 'like-other' : 'unlike';
};

export const isOfOtherKind = (known: KnownIds, kind: NameKind, id: string): boolean =>
  ['known-as-other', 'like-other'].includes(findWarning(known, kind, id) ?? '');

/** `swapped`: one is known to be of the other kind, or both look like it. */
export const checkPair = (known: KnownIds, pair: WebhookPair): 'swapped' | 'part' | 'unlike' | undefined => {
  const warnings = NAME_KINDS.map((kind) => findWarning(known, kind, pair[ID_NAMES[kind]]));
  const isSwapped =
    warnings.includes('known-as-other') || warnings.every((warning) => warning === 'like-other');
  if (isSwapped) return 'swapped';
  if (NAME_KINDS.some((kind) => known[kind].isWordOfName(pair[ID_NAMES[kind]]))) return 'part';
  return warnings.some((warning) => warning !== undefined) ? 'unlike' : undefined;
};

const NONE: UsedIds = { campaign: [], webhook: [] };

const NO_NAMES: NameBook = { campaign: new Map(), webhook: new Map() };

const compile = (pattern: string | undefined): RegExp | undefined =>
  pattern === undefined ? undefined : new RegExp(`^(?:${pattern})$`, 'u');

const toKnown = (
  { config: { webhooks } }: Workspace,
  names: NameBook,
  used: UsedIds,
  taken = NONE,
): KnownIds => {
  const toSource = (kind: NameKind, pattern: string | undefined): IdSource => ({
    names: names[kind],
    used: [...new Set([...taken[kind], ...used[kind]])],
    pattern: compile(pattern),
  });
  return createKnownIds({
    campaign: toSource('campaign', webhooks.campaignIdPattern),
    webhook: toSource('webhook', webhooks.webhookIdPattern),
  });
};

/** Parts of names that the user takes for IDs, until a reload. */
export const getTakenIds = perWorkspace(() => createStore(() => NONE));

export const useKnownIds = (isNeeded: boolean): KnownIds => {
  const names = useNameBook();
  const workspace = useWorkspace();
  const { data, isPending } = useQuery({ ...logQueries.usedIds(workspace), enabled: isNeeded });
  const taken = useStore(getTakenIds(workspace));
  // Until the IDs are read, one could be taken for a name.
  const book = isPending ? NO_NAMES : names;
  return useMemo(() => toKnown(workspace, book, data ?? NONE, taken), [workspace, book, data, taken]);
};

export const loadKnownIds = async (workspace: Workspace): Promise<KnownIds> => {
  const used = await getLog(workspace)
    .read(readUsedIds)
    .catch(() => NONE);
  return toKnown(workspace, getNames(workspace).getState(), used, getTakenIds(workspace).getState());
};
