import { splitIds } from '#src/lib/ids.ts';
import { cleanInvisible } from '#src/lib/invisible.ts';
import { findHeader } from '#src/lists/columns.ts';
import { isCallId, readCallsFromLink } from './address.ts';
import type { CallView } from './call.ts';
import { matchesText } from './call-fields.ts';

/**
 * What Enter does in the box. `open`: the one watched call that is meant; `show`: calls that the label or the filter hides;
 * `rows`: several shown calls match; `watch`: nothing matches, or it is a list of IDs.
 */
export type Found = { kind: 'open' | 'show' | 'rows' | 'watch' | 'nothing'; ids: readonly string[] };

export const CALL_ID_NAMES =
  'callid callids callidc callsid calluuid callidentifier anrufid iddappel idappel calls call anruf appel sid uuid id ids identifier'.split(
    ' ',
  );

/** Leaves out a first line such as `Call ID` above others. */
export const removeHeader = (text: string): string => {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n?|\n/);
  const rows = lines
    .map((line, index) => ({ line: index + 1, cells: splitIds(line) }))
    .filter(({ cells }) => cells.length > 0);
  const header = findHeader({ rows }, [{ key: 'callId', names: CALL_ID_NAMES }]);
  const hasHeader = header?.index === 0 && rows.length > 1;
  return lines.slice(hasHeader ? rows[0]?.line : 0).join('\n');
};

const readIds = (text: string, origin: string): string[] => [
  ...new Set(
    splitIds(removeHeader(text))
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
  const body = removeHeader(text);
  const [id, ...others] = readCallsFromLink(body.trim(), origin) ?? [];
  return id !== undefined && others.length === 0 ? id : body;
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
