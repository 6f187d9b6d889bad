import { bare } from '#src/features/webhooks/change/pair.ts';

/** An ID to offer, and its name, where it has one. */
export type Suggestion = { id: string; name?: string };

type Named = { id: string; name: string };

/** More is no help to anybody who picks. */
const MOST_SUGGESTED = 50;

const isIn = (text: string, sought: string): boolean => text.toLowerCase().includes(sought);

/** The names whose ID or name has the text in it; all of them where it is blank. Letters match in either case. */
export const matching = (names: ReadonlyMap<string, string>, text: string): Named[] => {
  const sought = text.trim().toLowerCase();
  const found = [...names].filter(([id, name]) => isIn(name, sought) || isIn(id, sought));
  return found.map(([id, name]) => ({ id, name }));
};

/**
 * What to offer for a text: IDs with a name first, of those the ones whose name begins with it; then IDs that were used
 * lately, the latest first.
 */
export const suggested = (
  names: ReadonlyMap<string, string>,
  used: readonly string[],
  text: string,
): readonly Suggestion[] => {
  const sought = text.trim().toLowerCase();
  const begins = ({ name }: Named) => name.toLowerCase().startsWith(sought);
  const named = matching(names, text);
  const others = used.filter((id) => !names.has(id) && isIn(id, sought)).map((id) => ({ id }));
  return [...named.filter(begins), ...named.filter((one) => !begins(one)), ...others].slice(
    0,
    MOST_SUGGESTED,
  );
};

/** The IDs that have the text for a name, where it is no known ID itself. */
export const idsNamed = (
  names: ReadonlyMap<string, string>,
  used: readonly string[],
  text: string,
): readonly string[] => {
  const name = bare(text).toLowerCase();
  if (name === '' || names.has(bare(text)) || used.includes(bare(text))) return [];
  return [...names].flatMap(([id, one]) => (one.toLowerCase() === name ? [id] : []));
};
