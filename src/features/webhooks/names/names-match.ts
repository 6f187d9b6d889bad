import { groupBy } from '#src/lib/group-by.ts';
import type { NameKind } from './names.ts';

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
  return {
    ...source,
    has,
    findByName,
    /** Replaces a name by its ID, if only one ID has it. */
    resolve: (text: string): string => {
      const [id = text, ...others] = findByName(text);
      return others.length === 0 ? id : text;
    },
  };
};

/** Sets and maps are made once, since 10,000 pairs are looked up in them. */
export const createKnownIds = ({ campaign, webhook }: Record<NameKind, IdSource>) => ({
  campaign: createKnownKind(campaign),
  webhook: createKnownKind(webhook),
});

export type KnownIds = ReturnType<typeof createKnownIds>;
