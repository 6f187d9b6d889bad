import {
  cleanId,
  findSpreadsheetFault,
  hasOddCharacters,
  isReformatted,
  SPREADSHEET_FAULTS,
} from '#src/lib/spreadsheet.ts';
import type { CallExtras } from '#src/features/calls/call/extras.ts';
import { readLinks, removeStress } from '#src/lib/ids.ts';
import { isCallId, isLink, readCallsFromLink } from '#src/features/calls/call/address.ts';
import type { TypedText } from '#src/features/calls/call/find.ts';
import { MAX_CLEANED } from '#src/features/calls/call/id-looks.ts';
import { formatCount, formatNumber } from '#src/lib/count.ts';

export type ImportInput =
  | { kind: 'text'; text: string }
  | { kind: 'file'; file: File }
  /** From a link. */
  | { kind: 'ids'; ids: readonly string[] };

/** `id`: a call ID that the user may tick all the same, or untick. */
export type ListedLine = { line: number; text: string; reason: string; id?: string | undefined };

/** `fresh`, `already`, `repeated` and `unusable` add up to `found`. */
export type IdSummary = {
  found: number;
  fresh: string[];
  already: string[];
  repeated: number;
  unusable: number;
  /** IDs that a spreadsheet shortened, taken or not. */
  shortened: number;
  /** How many IDs had characters that are hard to see, which are removed or replaced. */
  cleaned: number;
  /** How many lines have no value in the chosen column. */
  empty: number;
  leftOut: ListedLine[];
  /** IDs that are left out unless the user ticks them. */
  optional: string[];
  /** Those beside IDs. */
  words: string[];
  /** Read, but to be looked at. */
  warned: ListedLine[];
  /** By ID; only an export of the board has them. */
  extras: Map<string, CallExtras>;
};

export type ReadContext = { isWatched: (id: string) => boolean; origin: string };

const QUOTED = /^[“”„‘‚«»‹›](.+)[“”‘’«»‹›]$/;

/** The ID in a cell or a typed value. */
export const readCallId = (value: string): string =>
  value.length > MAX_CLEANED ? value : cleanId(removeStress(value.trim().replace(QUOTED, '$1')));

export const createReader = ({ isWatched, origin }: ReadContext, takesShortened = false) => {
  const readBefore = new Set<string>();
  const summary: IdSummary = {
    found: 0,
    fresh: [],
    already: [],
    repeated: 0,
    unusable: 0,
    shortened: 0,
    cleaned: 0,
    empty: 0,
    leftOut: [],
    optional: [],
    words: [],
    warned: [],
    extras: new Map(),
  };
  const findFault = (id: string): string | undefined => {
    if (!isCallId(id)) return 'Too long, or a character can’t be sent';
    if (isLink(id)) return 'Link without a call';
    const fault = findSpreadsheetFault(id);
    if (fault === 'shortened') summary.shortened += 1;
    return fault === undefined || (fault === 'shortened' && takesShortened)
      ? undefined
      : SPREADSHEET_FAULTS[fault];
  };
  const readId = (raw: string, line: number): void => {
    const id = readCallId(raw);
    if (raw.length <= MAX_CLEANED && hasOddCharacters(raw.trim())) summary.cleaned += 1;
    summary.found += 1;
    if (readBefore.has(id)) {
      summary.repeated += 1;
      return;
    }
    readBefore.add(id);
    const reason = findFault(id);
    if (reason !== undefined) {
      summary.unusable += 1;
      summary.leftOut.push({ line, text: id, reason });
      return;
    }
    if (/\s/.test(id)) summary.warned.push({ line, text: id, reason: 'Space inside', id });
    if (isReformatted(id))
      summary.warned.push({ line, text: id, reason: 'Number or date of a spreadsheet', id });
    (isWatched(id) ? summary.already : summary.fresh).push(id);
  };
  const readValue = (value: string, line: number): void => {
    if (value.trim() === '') summary.empty += 1;
    else for (const id of readCallsFromLink(readLinks(value), origin) ?? [value]) readId(id, line);
  };
  return { summary, readId, readValue };
};

export const readTypedIds = ({ values }: TypedText, context: ReadContext): IdSummary => {
  const { summary, readValue } = createReader(context);
  for (const value of values) readValue(value, 1);
  return summary;
};

export const readLinkedIds = (
  ids: readonly string[],
  context: ReadContext,
  takesShortened?: boolean,
): IdSummary => {
  const { summary, readId } = createReader(context, takesShortened);
  for (const [index, id] of ids.entries()) readId(id, index + 1);
  return summary;
};

export const MAX_TYPED_IDS = 50;

export const findInputError = ({ found, fresh, already }: IdSummary): string | undefined => {
  if (found === 0) return 'Enter a call ID.';
  return fresh.length + already.length === 0 ? 'This can’t be sent as a call ID.' : undefined;
};

export const needsPreview = (typed: TypedText, origin: string): boolean => {
  if (typed.needsCheck) return true;
  const { found, leftOut, shortened } = readTypedIds(typed, { isWatched: () => false, origin });
  return found > MAX_TYPED_IDS || (found > 1 && leftOut.length > 0) || shortened > 0;
};

export const describeIds = ({ found, fresh, already, repeated, unusable }: IdSummary): string =>
  [
    `${formatCount(found, 'ID')} found`,
    `${formatNumber(fresh.length)} new`,
    already.length > 0 && `${formatNumber(already.length)} already watched`,
    repeated > 0 && `${formatNumber(repeated)} repeated`,
    unusable > 0 && `${formatNumber(unusable)} left out`,
  ]
    .filter(Boolean)
    .join(', ');
