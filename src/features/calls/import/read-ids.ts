import { splitIds } from '#src/lib/ids.ts';
import { hasInvisible, removeInvisible } from '#src/lib/invisible.ts';
import type { CallExtras } from '#src/features/calls/call/saved-call.ts';
import { isCallId, readCallsFromLink } from '#src/features/calls/call/address.ts';

export type ImportInput =
  | { kind: 'text'; text: string }
  | { kind: 'file'; file: File }
  /** From a link. `of`: how many calls were shared, if the link had no room for all. */
  | { kind: 'ids'; ids: readonly string[]; of?: number | undefined };

/** `fresh`, `already`, `repeated` and `unusable` add up to `found`. */
export type IdSummary = {
  found: number;
  fresh: string[];
  already: string[];
  repeated: number;
  /** The line of each unusable ID, from 1. */
  unusable: number[];
  /** IDs that had invisible characters, removed or not. */
  invisible: string[];
  /** How many lines have no value in the chosen column. */
  empty: number;
  /** Lines with a misplaced quote, which are not read. */
  broken: number[];
  /** By ID; only an export of the board has them. */
  extras: Map<string, CallExtras>;
};

export type ReadContext = { isWatched: (id: string) => boolean; origin: string };

const createSummary = (): IdSummary => ({
  found: 0,
  fresh: [],
  already: [],
  repeated: 0,
  unusable: [],
  invisible: [],
  empty: 0,
  broken: [],
  extras: new Map(),
});

export const createReader = ({ isWatched, origin }: ReadContext, removesInvisible = false) => {
  const readBefore = new Set<string>();
  const summary = createSummary();
  const readId = (raw: string, line: number): void => {
    const hadInvisible = hasInvisible(raw);
    const id = hadInvisible && removesInvisible ? removeInvisible(raw) : raw;
    summary.found += 1;
    if (readBefore.has(id)) {
      summary.repeated += 1;
      return;
    }
    readBefore.add(id);
    if (!isCallId(id)) {
      summary.unusable.push(line);
      return;
    }
    if (hadInvisible) summary.invisible.push(raw);
    (isWatched(id) ? summary.already : summary.fresh).push(id);
  };
  const readValue = (value: string, line: number): void => {
    if (value === '') summary.empty += 1;
    else for (const id of readCallsFromLink(value, origin) ?? [value]) readId(id, line);
  };
  return { summary, readId, readValue };
};

export const readTypedIds = (text: string, context: ReadContext): IdSummary => {
  const { summary, readValue } = createReader(context);
  for (const value of splitIds(text.replace(/^\ufeff/, ''))) readValue(value, 1);
  return summary;
};

export const readLinkedIds = (
  ids: readonly string[],
  context: ReadContext,
  removesInvisible?: boolean,
): IdSummary => {
  const { summary, readId } = createReader(context, removesInvisible);
  for (const [index, id] of ids.entries()) readId(id, index + 1);
  return summary;
};

export const MAX_TYPED_IDS = 50;
/** In characters. A longer text is previewed without counting its IDs, since a text area is slow with many lines. */
const MAX_TYPED_LENGTH = 20_000;

export const findInputError = ({ found, fresh, already }: IdSummary): string | undefined => {
  if (found === 0) return 'Enter a call ID.';
  return fresh.length + already.length === 0 ? 'This can’t be sent as a call ID.' : undefined;
};

/** How the board's own export begins, also if it is copied from a spreadsheet. */
const EXPORT_START = /^\uFEFF?Call ID[,;\t]/;

export const needsPreview = (text: string, origin: string): boolean => {
  if (text.length > MAX_TYPED_LENGTH || EXPORT_START.test(text)) return true;
  const { found, invisible } = readTypedIds(text, { isWatched: () => false, origin });
  return found > MAX_TYPED_IDS || (found > 1 && invisible.length > 0);
};
