import { groupBy } from '#src/lib/group-by.ts';

type NamedId = { id: string; name: string };

export type KnownIds = {
  names: ReadonlyMap<string, string>;
  /** Newest first. */
  used: readonly string[];
  /** What IDs of this kind look like, as configured. */
  pattern?: RegExp | undefined;
};

const MAX_SUGGESTED = 50;

const contains = (text: string, part: string): boolean => text.toLowerCase().includes(part);

export const filterNames = (names: ReadonlyMap<string, string>, text: string): NamedId[] => {
  const part = text.trim().toLowerCase();
  const found = [...names].filter(([id, name]) => contains(name, part) || contains(id, part));
  return found.map(([id, name]) => ({ id, name }));
};

/** Names that begin with the text come first, then other names, then IDs without a name. */
export const suggestIds = (
  { names, used }: KnownIds,
  text: string,
): readonly { id: string; name?: string }[] => {
  const part = text.trim().toLowerCase();
  const begins = ({ name }: NamedId) => name.toLowerCase().startsWith(part);
  const named = filterNames(names, text);
  const others = used.filter((id) => !names.has(id) && contains(id, part)).map((id) => ({ id }));
  const all = [...named.filter(begins), ...named.filter((one) => !begins(one)), ...others];
  return all.slice(0, MAX_SUGGESTED);
};

/** Uses a set, since 10,000 pairs are looked up among hundreds of IDs. */
export const createIdTest = ({ names, used }: KnownIds): ((id: string) => boolean) => {
  const ids = new Set(used);
  return (id) => names.has(id) || ids.has(id);
};

/** Whether it is an ID or a name. */
export const isKnownText = (known: KnownIds, text: string): boolean =>
  createIdTest(known)(text) || createNameFinder(known)(text).length > 0;

/** Finds the IDs that have this name, whatever its case. A known ID is never taken for a name. */
export const createNameFinder = (known: KnownIds): ((text: string) => readonly string[]) => {
  const isKnown = createIdTest(known);
  const byName = groupBy(known.names, ([, name]) => name.toLowerCase());
  return (text) => (isKnown(text) ? [] : (byName.get(text.trim().toLowerCase()) ?? []).map(([id]) => id));
};
