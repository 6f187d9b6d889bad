import { splitIds } from '#src/lib/ids.ts';
import { cleanInvisible } from '#src/lib/invisible.ts';
import { isCallId, readCallsFromLink } from './address.ts';
import type { CallView } from './call.ts';
import { matchesText } from './fields.ts';

/**
 * What Enter does in the box. `open`: the one watched call that is meant; `show`: calls that the label or the filter hides;
 * `rows`: several shown calls match; `watch`: nothing matches, or it is a list of IDs.
 */
export type Found = { kind: 'open' | 'show' | 'rows' | 'watch' | 'nothing'; ids: readonly string[] };

const readIds = (text: string, origin: string): string[] => [
  ...new Set(
    splitIds(text)
      .flatMap((part) => readCallsFromLink(part, origin) ?? [part])
      .map((id) => cleanInvisible(id)),
  ),
];

const isMatch = (call: CallView, text: string): boolean => matchesText(call, text.trim().toLowerCase());

/** Several IDs, and not words to search for: they match no call, and no word is of letters only, unless it has its own line. */
export const isListOfIds = (text: string, calls: readonly CallView[], origin: string): boolean => {
  const ids = readIds(text, origin);
  if (ids.length < 2) return false;
  const looksLikeIds = text.trim().includes('\n') || ids.every((id) => /[\d_]|\w-\w/.test(id));
  return calls.length === 0 || (looksLikeIds && !calls.some((call) => isMatch(call, text)));
};

/** The text to filter by: the address of a call counts as its ID. */
export const readFilterText = (text: string, origin: string): string => {
  const [id, ...others] = readCallsFromLink(text.trim(), origin) ?? [];
  return id !== undefined && others.length === 0 ? id : text;
};

/** A part of a watched call's ID is never watched. */
export const find = (
  text: string,
  calls: readonly CallView[],
  { isShown, origin }: { isShown: (call: CallView) => boolean; origin: string },
): Found => {
  const ids = readIds(text, origin);
  if (ids.length === 0) return { kind: 'nothing', ids };
  if (isListOfIds(text, calls, origin)) return { kind: 'watch', ids };
  const filterText = readFilterText(text, origin);
  const [only, ...others] = ids;
  const exact = calls.filter(({ entry }) => others.length === 0 && entry.id === only);
  const matching = exact.length > 0 ? exact : calls.filter((call) => isMatch(call, filterText));
  const shown = matching.filter(isShown);
  const toIds = (found: readonly CallView[]) => found.map(({ entry }) => entry.id);
  if (shown.length === 1) return { kind: 'open', ids: toIds(shown) };
  if (shown.length > 1) return { kind: 'rows', ids: toIds(shown) };
  if (matching.length > 0) return { kind: 'show', ids: toIds(matching) };
  return { kind: ids.length === 1 && ids.every(isCallId) ? 'watch' : 'nothing', ids };
};
