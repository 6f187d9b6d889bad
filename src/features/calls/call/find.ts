import { splitIds } from '#src/lib/ids.ts';
import { cleanInvisible } from '#src/lib/invisible.ts';
import { findColumn, findHeader } from '#src/lists/columns.ts';
import { readLiteral } from '#src/lists/literal.ts';
import { isCallId, readCallsFromLink } from './address.ts';
import type { CallView } from './call.ts';
import { matchesText } from './call-fields.ts';

/**
 * What Enter does in the box. `open`: the one watched call that is meant; `show`: calls that the label or the filter hides;
 * `rows`: several shown calls match; `watch`: nothing matches, or it is a list of IDs; `check`: a table, or words with IDs
 * among them, which the user checks first.
 */
export type Found = {
  kind: 'open' | 'show' | 'rows' | 'watch' | 'check' | 'nothing';
  ids: readonly string[];
};

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

/** `Call ID: x` in a line of its own, as in the text for a ticket. */
const readLabelledId = (line: string): string | undefined => {
  const [, label = '', value] = /^[\s>*-]*(\p{L}[\p{L} _-]{0,20}):\s+(\S+)\s*$/u.exec(line) ?? [];
  return value !== undefined && findColumn({ cells: [label] }, CALL_ID_NAMES) === 0 ? value : undefined;
};

/** In characters, with what surrounds the ticket. */
const MAX_TICKET_LENGTH = 20_000;

/** The IDs in a text for a ticket, of one call or of several; undefined if it is none. */
export const readTicketIds = (text: string): string[] | undefined => {
  if (text.length > MAX_TICKET_LENGTH) return undefined;
  const lines = text.trim().split(/\r\n?|\n/);
  const labelled = lines.flatMap((line) => readLabelledId(line) ?? []);
  if (labelled.length > 0) return labelled;
  const blank = lines.findIndex((line) => line.trim() === '');
  if (blank === -1 || !/^\d[\d,]* calls$/.test(lines[0] ?? '')) return undefined;
  const ids = lines.slice(blank).flatMap((line) => /^(\S+): ./.exec(line)?.[1] ?? []);
  return ids.length > 0 ? ids : undefined;
};

/** A name such as `Anna-Lena` or `Müller`, an address of mail or of a page. */
const NO_ID = /^\p{Lu}\p{Ll}+(?:-\p{L}\p{Ll}+)*$|@|^https?:|^(?=.*\P{ASCII})\P{N}*$/u;

/** Not a word of letters only. */
const mayBeId = (value: string): boolean => /[\d_]|\w-\w/.test(value) && !NO_ID.test(value);

const DATE_OR_TIME = /^\d+[-./:][\d\-./:TZ+]+$/;

/** Also among words: six or more characters, with a digit or several parts, and no phone number or date. */
export const looksLikeId = (value: string): boolean =>
  /^[^\s@+]{6,}$/.test(value) &&
  (/\d/.test(value) || /^\w+(?:[-_]\w+){2,}$/.test(value)) &&
  !DATE_OR_TIME.test(value) &&
  !NO_ID.test(value);

/** The values among words that look like IDs, without the punctuation around them. */
export const pickIds = (values: readonly string[], origin: string): string[] =>
  values
    .map((value) => value.replaceAll(/^[([{<]+|[)\]}>.:!?]+$/g, ''))
    .filter((value) => readCallsFromLink(value, origin) !== undefined || looksLikeId(value));

/** Whether some line has several values, and a word among them. */
export const hasProse = (lines: readonly (readonly string[])[], origin: string): boolean =>
  lines.some(
    (values) =>
      values.length > 1 &&
      values.some((value) => !mayBeId(value) && readCallsFromLink(value, origin) === undefined),
  );

/** A table, as of the board's own export or copied from a spreadsheet: other columns are no IDs. */
const isTable = (text: string): boolean => {
  const lines = text.trim().split(/\r\n?|\n/);
  const cells = lines[0]?.split(/[,;\t|]/) ?? [];
  const hasHeader =
    lines.length > 1 && cells.length > 1 && findColumn({ cells }, CALL_ID_NAMES) !== undefined;
  const hasColumns = lines.some((line) => /\S\s*[;,|]\s*\S/.test(line)) && lines.length > 1;
  return hasHeader || hasColumns || lines.some((line) => /\S\t+\S/.test(line)) || /^\s*\[?\s*\{/.test(text);
};

type TypedText = {
  /** Each once. */
  ids: string[];
  /** Nothing of a table or of words is sent before the user has seen what is read of it. */
  needsCheck: boolean;
  isProse: boolean;
};

export const readTypedText = (text: string, origin: string): TypedText => {
  const ticket = readTicketIds(text);
  const literal = readLiteral(text)?.flat();
  const values = ticket ?? literal ?? splitIds(removeHeader(text));
  const ids = values
    .flatMap((part) => readCallsFromLink(part, origin) ?? [part])
    .map((id) => cleanInvisible(id));
  const unique = [...new Set(ids)];
  if (ticket) return { ids: unique, needsCheck: false, isProse: false };
  const table = isTable(text);
  const lines = removeHeader(text).split(/\r\n?|\n/);
  const isProse = !table && !literal && hasProse(lines.map(splitIds), origin);
  const isWord = (value: string) => !mayBeId(value) && readCallsFromLink(value, origin) === undefined;
  const hasWords = values.length > 1 && !literal && values.some(isWord);
  // Such as a telephone number.
  const hasSpaces = values.some((value) => /\s/.test(value));
  return { ids: unique, needsCheck: table || hasWords || hasSpaces, isProse };
};

const isMatch = (call: CallView, text: string): boolean => matchesText(call, text.trim().toLowerCase());

/** Several IDs, and not words to search for: they match no call, and no word is of letters only, unless it has its own line. */
export const isListOfIds = (text: string, calls: readonly CallView[], origin: string): boolean => {
  const { ids, needsCheck } = readTypedText(text, origin);
  if (ids.length < 2) return false;
  return text.trim().includes('\n') || (!needsCheck && !calls.some((call) => isMatch(call, text)));
};

/** The text to filter by: the address of a call counts as its ID. */
export const readFilterText = (text: string, origin: string): string => {
  const [ticketId, ...more] = readTicketIds(text) ?? [];
  if (ticketId !== undefined && more.length === 0) return ticketId;
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
  const { ids: all, needsCheck, isProse } = readTypedText(text, origin);
  if (all.length === 0) return { kind: 'nothing', ids: all };
  if (isListOfIds(text, calls, origin)) return { kind: needsCheck ? 'check' : 'watch', ids: all };
  const picked = isProse ? pickIds(all, origin) : [];
  const isSearch = picked.length !== 1 || calls.some((call) => isMatch(call, text));
  const ids = isSearch ? all : picked;
  const filterText = readFilterText(text, origin);
  const [only, ...others] = ids;
  const exact = calls.filter(({ entry }) => others.length === 0 && entry.id === only);
  const matching = exact.length > 0 ? exact : calls.filter((call) => isSearch && isMatch(call, filterText));
  const shown = matching.filter(isShown);
  const toIds = (found: readonly CallView[]) => found.map(({ entry }) => entry.id);
  if (shown.length === 1) return { kind: 'open', ids: toIds(shown) };
  if (shown.length > 1) return { kind: 'rows', ids: toIds(shown) };
  if (matching.length > 0) return { kind: 'show', ids: toIds(matching) };
  if (needsCheck) return { kind: isProse && picked.length === 0 ? 'nothing' : 'check', ids };
  return { kind: ids.length === 1 && ids.every(isCallId) ? 'watch' : 'nothing', ids };
};
