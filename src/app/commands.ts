import { readInput } from '#src/features/calls/import/input.ts';
import { boardLink, callsThatFit, pathOfCall } from '#src/features/calls/call/address.ts';
import { counted } from '#src/lib/count.ts';
import type { IconName } from '#src/ui/Icon.tsx';

/** Something that can be done or gone to from anywhere. */
export type Command = {
  label: string;
  icon: IconName;
  /** An ID, behind the label. */
  id?: string;
  /** Quiet, behind it. */
  hint?: string;
  keys?: string;
  /** What it is found by, beside its label and hint. */
  words?: string;
  run: () => void;
};

export type CommandGroup = { title: string; commands: readonly Command[] };

/** Those that have every word of a text; groups without any are left out. */
export const matching = (groups: readonly CommandGroup[], text: string): CommandGroup[] => {
  const words = text.toLowerCase().split(/\s+/);
  const fits = ({ label, hint = '', words: more = '' }: Command): boolean => {
    const known = `${label} ${hint} ${more}`.toLowerCase();
    return words.every((word) => known.includes(word));
  };
  return groups
    .map(({ title, commands }) => ({ title, commands: commands.filter(fits) }))
    .filter(({ commands }) => commands.length > 0);
};

const MOST_FOUND = 6;

/** The watched calls whose ID has a text in it, the first few. */
const watchedWith = (text: string, ids: Iterable<string>): string[] => {
  const part = text.toLowerCase();
  const found: string[] = [];
  for (const id of ids) {
    if (id.toLowerCase().includes(part)) found.push(id);
    if (found.length === MOST_FOUND) break;
  }
  return found;
};

/** What a typed text means as the ID of a call, whole or in part, or as several of them. */
export const callCommands = (
  text: string,
  {
    ids,
    isWatched,
    wordOf,
    origin,
    viewSearch,
    go,
  }: {
    ids: Iterable<string>;
    isWatched: (id: string) => boolean;
    /** The status of a watched call in words. */
    wordOf: (id: string) => string | undefined;
    origin: string;
    /** The view as it stands, as a query with its question mark; calls are opened in it. */
    viewSearch: () => string;
    go: (path: string) => void;
  },
): Command[] => {
  const typed = text.trim();
  if (typed === '') return [];
  const { fresh, already } = readInput(typed, { isWatched, origin });
  const goTo = (id: string) => (): void => go(pathOfCall(id) + viewSearch());
  const open = (id: string): Command => {
    const hint = wordOf(id);
    return { label: 'Open call', icon: 'calls', id, ...(hint && { hint }), run: goTo(id) };
  };
  const all = [...already, ...fresh];
  if (all.length > 1) {
    // More than that can't be carried by an address.
    if (callsThatFit('', all).length < all.length) return [];
    const label = `Watch ${counted(all.length, 'call')}…`;
    return [{ label, icon: 'calls', run: () => go(boardLink('', all, viewSearch())) }];
  }
  const [only] = fresh;
  return [...new Set([...already, ...watchedWith(typed, ids)])]
    .map(open)
    .concat(only === undefined ? [] : { label: 'Watch call', icon: 'calls', id: only, run: goTo(only) });
};
