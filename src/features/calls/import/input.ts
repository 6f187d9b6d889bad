import { readTypedIds, type IdSummary } from './read-ids.ts';

export type ImportInput =
  | { kind: 'text'; text: string }
  | { kind: 'file'; file: File }
  /** From a link. */
  | { kind: 'ids'; ids: readonly string[] };

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
