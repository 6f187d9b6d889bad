import { parseIds } from '#src/lib/ids.ts';
import { hasInvisible } from '#src/lib/invisible.ts';
import { readCallsFromLink, isCallId } from '#src/features/calls/call/address.ts';

/** What a text in the field comes to. The four parts add up to `found`. */
export type Input = {
  found: number;
  /** To be watched, in their order. */
  fresh: string[];
  already: string[];
  repeated: number;
  /** Not well formed, so that no request could carry them. */
  unusable: number;
};

/** What is to be read: a text that was pasted, a file that was chosen or dropped, or the IDs of a link. */
export type ImportInput =
  | { kind: 'text'; text: string }
  | { kind: 'file'; file: File }
  | { kind: 'ids'; ids: readonly string[] };

/** How many IDs are added without a look at them first. */
export const MOST_AT_ONCE = 50;
// A text area keeps two nodes a line: what is longer than this is shown in a preview, whatever it holds.
const SHORT = 20_000;

/** Reads one or many call IDs, and links to this console's calls, out of a text. */
export const readInput = (
  text: string,
  { isWatched, origin }: { isWatched: (id: string) => boolean; origin: string },
): Input => {
  const parsed = parseIds(text);
  const all = parsed.ids.flatMap((part) => readCallsFromLink(part, origin) ?? [part]);
  const unique = [...new Set(all)];
  const usable = unique.filter(isCallId);
  return {
    found: parsed.repeated + all.length,
    fresh: usable.filter((id) => !isWatched(id)),
    already: usable.filter(isWatched),
    repeated: parsed.repeated + all.length - unique.length,
    unusable: unique.length - usable.length,
  };
};

/** Why a text can't be watched; undefined where it can. */
export const inputError = ({ found, fresh, already, unusable }: Input): string | undefined => {
  if (found === 0) return 'Enter a call ID.';
  if (fresh.length === 0 && already.length === 0 && unusable > 0) return 'This can’t be sent as a call ID.';
  return undefined;
};

/**
 * Whether a text is shown in a preview before anything of it is added: it holds many IDs, or several and some with characters
 * that can't be seen. Cheap for texts of any length.
 */
export const needsPreview = (text: string, origin: string): boolean => {
  if (text.length > SHORT) return true;
  const { found, fresh } = readInput(text, { isWatched: () => false, origin });
  return found > MOST_AT_ONCE || (found > 1 && fresh.some(hasInvisible));
};
