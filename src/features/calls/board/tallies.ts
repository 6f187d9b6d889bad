import { findPart, isEnded, type CallView } from '#src/features/calls/call/call.ts';
import { countInFilters, type FilterCounts, type FilterKey } from '#src/features/calls/call/filters.ts';

export type Tallies = {
  total: number;
  ended: number;
  /** Not those whose present status is unknown. */
  going: number;
  counts: FilterCounts;
  /** Calls that have a next check. */
  checking: number;
  noted: number;
};

export const createTallies = () => ({
  total: 0,
  ended: 0,
  going: 0,
  checking: 0,
  noted: 0,
  counts: new Map<FilterKey, number>(),
});

/** With -1 takes the call out again. */
export const tally = (tallies: ReturnType<typeof createTallies>, call: CallView, by: 1 | -1): void => {
  tallies.total += by;
  if (isEnded(call)) tallies.ended += by;
  if (findPart(call) === 'going') tallies.going += by;
  if (call.due !== undefined) tallies.checking += by;
  if (call.entry.note !== undefined) tallies.noted += by;
  countInFilters(tallies.counts, call, by);
};

/** `newFailures`: of its calls, those not marked as seen. */
export type LabelCount = { name: string; total: number; newFailures: number };
