import { splitIds } from '#src/lib/ids.ts';
import { hasInvisible, removeInvisible } from '#src/lib/invisible.ts';
import type { CallExtras } from '#src/features/calls/call/saved-call.ts';
import { isCallId, readCallsFromLink } from '#src/features/calls/call/address.ts';

/** `lines`: line numbers from 1, each once. For a link: the positions of its IDs. */
export type Occurrences = { count: number; lines: number[] };

/** `fresh`, `already`, `repeated` and `unusable` add up to `found`. */
export type IdSummary = {
  found: number;
  fresh: string[];
  already: string[];
  repeated: Occurrences;
  unusable: Occurrences;
  /** IDs that had invisible characters, removed or not. */
  invisible: Occurrences;
  firstInvisible: string | undefined;
  /** Lines without a value in the chosen column. */
  empty: Occurrences;
  /** Lines with a misplaced quote, which are not read. */
  broken: Occurrences;
  /** By ID; only an export of the board has them. */
  extras: Map<string, CallExtras>;
};

export type ReadContext = { isWatched: (id: string) => boolean; origin: string };

const createSummary = (): IdSummary => ({
  found: 0,
  fresh: [],
  already: [],
  repeated: { count: 0, lines: [] },
  unusable: { count: 0, lines: [] },
  invisible: { count: 0, lines: [] },
  firstInvisible: undefined,
  empty: { count: 0, lines: [] },
  broken: { count: 0, lines: [] },
  extras: new Map(),
});

export const addLine = (to: Occurrences, line: number): void => {
  to.count += 1;
  if (to.lines.at(-1) !== line) to.lines.push(line);
};

export const createReader = ({ isWatched, origin }: ReadContext, removesInvisible = false) => {
  const readBefore = new Set<string>();
  const summary = createSummary();
  const readId = (raw: string, line: number): void => {
    const hadInvisible = hasInvisible(raw);
    const id = hadInvisible && removesInvisible ? removeInvisible(raw) : raw;
    summary.found += 1;
    if (readBefore.has(id)) return addLine(summary.repeated, line);
    readBefore.add(id);
    if (!isCallId(id)) return addLine(summary.unusable, line);
    if (hadInvisible) {
      addLine(summary.invisible, line);
      summary.firstInvisible ??= raw;
    }
    (isWatched(id) ? summary.already : summary.fresh).push(id);
  };
  const readValue = (value: string, line: number): void => {
    if (value === '') return addLine(summary.empty, line);
    for (const id of readCallsFromLink(value, origin) ?? [value]) readId(id, line);
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
