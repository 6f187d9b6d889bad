import type { Timestamp } from '#src/lib/timestamp.ts';
import { parseTimestamp } from '#src/lib/timestamp.ts';
import type { StatusLook } from '#src/ui/Status.tsx';
import { groupOf, lookOf, stateOf, type CallState, type Group } from './call.ts';
import type { Interruption } from './interruptions.ts';
import type { CallSeen } from './seen.ts';
import type { Statuses } from './statuses.ts';
import type { Watched } from './watched.ts';

/** All that is shown of one call. A new object when something of it has changed. */
export type CallView = {
  entry: Watched;
  seen: CallSeen | undefined;
  state: CallState;
  look: StatusLook;
  group: Group | undefined;
  /** When the next check is due on the monotonic clock; undefined: none is planned. */
  due: number | undefined;
  /** For sorting, in epoch milliseconds; absent where the service named no moment. */
  started: number | undefined;
  ended: number | undefined;
};

/** What is true of the whole board. It stays the same object while only ticks go by. */
export type Overview = {
  calls: readonly Watched[];
  /** One call as it stands; a new function whenever what counts, filters or sorts has changed. */
  call: (id: string) => CallView | undefined;
  counts: Readonly<Record<Group, number>>;
  /** How many have a next check. */
  checking: number;
  paused: number;
  checkSeconds: number;
  /** How long it takes to ask every call once, in milliseconds: the chosen time, or more where there are too many. */
  periodMs: number;
  interruption: Interruption | undefined;
  /** The status of the answer that asked to wait, where one of these checks got it. */
  waitStatus: number | undefined;
};

/** A date and time without a zone sorts as if it were of this browser's zone. */
const sortable = (time: Timestamp): number | undefined => {
  if (time.kind === 'instant') return time.epochMs;
  const guess = time.kind === 'local' ? Date.parse(time.text.replace(' ', 'T')) : Number.NaN;
  return Number.isNaN(guess) ? undefined : guess;
};

export const viewOf = (
  entry: Watched,
  { seen, due, statuses }: { seen: CallSeen | undefined; due: number | undefined; statuses: Statuses },
): CallView => {
  const state = stateOf(seen, statuses);
  return {
    entry,
    seen,
    state,
    look: lookOf(state, statuses),
    group: groupOf(state),
    due,
    started: sortable(parseTimestamp(seen?.last?.record.startTime)),
    ended: sortable(parseTimestamp(seen?.last?.record.endTime)),
  };
};

/** Whether two views differ in what counts, filters or sorts; the rest concerns the row alone. */
export const isRegrouped = (a: CallView | undefined, b: CallView): boolean =>
  !a ||
  a.group !== b.group ||
  a.look.word !== b.look.word ||
  a.started !== b.started ||
  a.ended !== b.ended ||
  (a.due === undefined) !== (b.due === undefined);

export const countGroups = (views: Iterable<CallView>): Overview['counts'] => {
  const counts = { live: 0, ok: 0, bad: 0, 'no-answer': 0, other: 0, 'not-found': 0 };
  for (const { group } of views) if (group) counts[group] += 1;
  return counts;
};
