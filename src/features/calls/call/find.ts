import { cleanId } from '#src/lib/spreadsheet.ts';
import { removeListMarks } from '#src/lists/marks.ts';
import { normalizeHeader } from '#src/lists/words.ts';
import { isCallId, isLink, readCallsFromLink } from './address.ts';
import type { CallView } from './call.ts';
import { createTextTest, isPhoneNumber } from './call-fields.ts';
import {
  CALL_ID_NAMES,
  isWord,
  looksLikeId,
  rankId,
  removeSecrets,
  splitWords,
  trimPunctuation,
} from './id-looks.ts';

/**
 * What Enter does in the box. `open`: the one watched call that is meant; `show`: calls that the label or the filter hides;
 * `rows`: several shown calls match; `watch`: nothing matches, or it is a plain list of IDs; `check`: anything else that may
 * have IDs, which the import reads and the user checks first.
 */
export type Found = {
  kind: 'open' | 'show' | 'rows' | 'watch' | 'check' | 'nothing';
  ids: readonly string[];
};

export type TypedText = {
  text: string;
  /** As they are written, also twice. */
  values: readonly string[];
  /** Each once. */
  ids: string[];
  /** Neither one ID nor a plain list of them, or too long to be read here: the user sees what is read of it first. */
  needsCheck: boolean;
};

/** In characters. Reading a longer text takes long, and a text area is slow with many lines. */
const MAX_TYPED_LENGTH = 20_000;

/** `call-1;cmp-1` in one of several lines, or a tab: other columns are no call IDs. */
const hasColumns = (text: string): boolean =>
  /\S\t+\S/.test(text) || (text.includes('\n') && /\S[^\S\n]*[;,|][^\S\n]*\S/.test(text));

const isPhone = (value: string): boolean => /\s/.test(value) || isPhoneNumber(value);

/** No word or header, no part of a number with blanks, and not the first half of an ID that a mail wrapped. */
const isPlainId = (value: string, origin: string): boolean =>
  !isWord(value, origin) &&
  !CALL_ID_NAMES.includes(normalizeHeader(value)) &&
  !/^\d{1,5}$|-$/.test(value) &&
  !isPhone(value);

export const readTypedText = (text: string, origin: string): TypedText => {
  if (text.length > MAX_TYPED_LENGTH) return { text, values: [], ids: [], needsCheck: true };
  const plain = removeListMarks(removeSecrets(text)).trim();
  const values = splitWords(plain).map(trimPunctuation);
  const linked = values.map((value) => readCallsFromLink(value, origin));
  const kinds = new Set(values.filter((_value, at) => !linked[at]).map(rankId));
  const isPlain =
    values.length > 1
      ? kinds.size < 2 && !hasColumns(plain) && values.every((value) => isPlainId(value, origin))
      : !values.some(isPhone);
  const ids = values.flatMap((value, at) => linked[at] ?? [value]);
  return { text, values, ids: [...new Set(ids.map(cleanId))], needsCheck: !isPlain };
};

/** Several IDs, and not words to search for: they match no call, and nothing else is among them, unless they have lines. */
export const isListOfIds = ({ text, ids, needsCheck }: TypedText, calls: readonly CallView[]): boolean => {
  if (ids.length < 2) return false;
  return text.trim().includes('\n') || (!needsCheck && !calls.some(createTextTest(text)));
};

/** The text to filter by: the address of a call counts as its ID. */
export const getFilterText = ({ text }: Pick<TypedText, 'text'>, origin: string): string => {
  const [id, ...others] = readCallsFromLink(text.trim(), origin) ?? [];
  return id !== undefined && others.length === 0 ? id : removeSecrets(text);
};

/** A part of a watched call's ID is never watched. */
export const find = (
  typed: TypedText,
  calls: readonly CallView[],
  { isShown, origin }: { isShown: (call: CallView) => boolean; origin: string },
): Found => {
  const { values, ids, needsCheck } = typed;
  if (ids.length === 0) return { kind: needsCheck ? 'check' : 'nothing', ids };
  if (isListOfIds(typed, calls)) return { kind: needsCheck ? 'check' : 'watch', ids };
  const [only, ...others] = ids;
  const exact = calls.filter(({ entry }) => others.length === 0 && entry.id === only);
  const matching = exact.length > 0 ? exact : calls.filter(createTextTest(getFilterText(typed, origin)));
  const shown = matching.filter(isShown);
  const toIds = (found: readonly CallView[]) => found.map(({ entry }) => entry.id);
  if (shown.length === 1) return { kind: 'open', ids: toIds(shown) };
  if (shown.length > 1) return { kind: 'rows', ids: toIds(shown) };
  if (matching.length > 0) return { kind: 'show', ids: toIds(matching) };
  const parts = values.flatMap((value) => value.split('='));
  const mayHaveIds = parts.some((part) => looksLikeId(part) || isPhone(part) || isLink(part));
  // The check says what is wrong with a link.
  if (needsCheck ? mayHaveIds : ids.some(isLink)) return { kind: 'check', ids };
  return { kind: !needsCheck && ids.every(isCallId) ? 'watch' : 'nothing', ids };
};
