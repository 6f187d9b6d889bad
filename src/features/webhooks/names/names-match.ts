import type { NameBook, NameKind } from './names.ts';
import { bare } from '#src/features/webhooks/change/pair.ts';

/** An ID to offer, and its name, where it has one. */
export type Suggestion = { id: string; name?: string };

/** IDs that this browser used, the latest first. */
export type UsedByKind = Readonly<Record<NameKind, readonly string[]>>;

/** More is no help to anybody who picks. */
const MOST_SUGGESTED = 50;

const folded = new WeakMap<ReadonlyMap<string, string>, { id: string; name: string; in: string }[]>();

/** Names with what is searched of them: worked out once a change, not at every key. */
const foldedOf = (names: ReadonlyMap<string, string>) => {
  const known = folded.get(names);
  if (known) return known;
  const fresh = [...names].map(([id, name]) => ({ id, name, in: `${name}\n${id}`.toLowerCase() }));
  folded.set(names, fresh);
  return fresh;
};

/** The names whose ID or name has the text in it; all of them where it is blank. Letters match in either case. */
export const matching = (
  names: ReadonlyMap<string, string>,
  text: string,
): readonly { id: string; name: string }[] => {
  const sought = text.trim().toLowerCase();
  const all = foldedOf(names);
  return sought === '' ? all : all.filter((one) => one.in.includes(sought));
};

/**
 * What to offer for a text: IDs with a name first, of those the ones whose name begins with it; then IDs that were used
 * lately.
 */
export const suggested = (
  names: ReadonlyMap<string, string>,
  used: readonly string[],
  text: string,
  most = MOST_SUGGESTED,
): readonly Suggestion[] => {
  const sought = text.trim().toLowerCase();
  const found = matching(names, text);
  const begins = (one: { name: string }) => one.name.toLowerCase().startsWith(sought);
  const named = sought === '' ? found : [...found.filter(begins), ...found.filter((one) => !begins(one))];
  const first = named.slice(0, most).map(({ id, name }) => ({ id, name }));
  const more: Suggestion[] = [];
  for (const id of used) {
    if (first.length + more.length >= most) break;
    if (!names.has(id) && id.toLowerCase().includes(sought)) more.push({ id });
  }
  return [...first, ...more];
};

/** The IDs that have the text for a name, where it is no known ID itself. */
export const idsNamed = (
  book: NameBook,
  used: UsedByKind,
  kind: NameKind,
  text: string,
): readonly string[] => {
  const name = bare(text);
  if (name === '' || book[kind].has(name) || used[kind].includes(name)) return [];
  const sought = name.toLowerCase();
  return matching(book[kind], name).flatMap((one) => (one.name.toLowerCase() === sought ? one.id : []));
};
