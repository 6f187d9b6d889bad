import { parseTimestamp, type Timestamp } from '#src/lib/timestamp.ts';
import type { StatusLook } from '#src/ui/Status.tsx';
import { groupOf, statusBadgeOf, stateOf, type CallState, type Group } from './call.ts';
import type { WatchedCall } from './persisted-call.ts';
import type { CallHistory } from './history.ts';
import type { Statuses } from './statuses.ts';
import { errorSummary } from './error-summary.ts';

/** What of a call sorts, counts or filters; the rest concerns its row alone. */
export type DerivedFields = {
  statusBadge: StatusLook;
  group: Group | undefined;
  ended: boolean;
  /** For sorting, in epoch milliseconds; absent where the service named no moment. */
  startedAt: number | undefined;
  endedAt: number | undefined;
  /** When this browser first saw the end, in epoch milliseconds. */
  endSeenAt: number | undefined;
  error: string | undefined;
};

/** All that is shown of one call. A new object when something of it has changed. */
export type CallView = {
  entry: WatchedCall;
  seen: CallHistory | undefined;
  state: CallState;
  statusBadge: StatusLook;
  group: Group | undefined;
  /** When the next check is due on the monotonic clock; undefined: none is planned. */
  due: number | undefined;
  /** As in {@link DerivedFields}. */
  started: number | undefined;
  ended: number | undefined;
  endedSeenAt: number | undefined;
};

/** What is held of a watched call beside its answers, which live in the query cache alone. */
export type Item = {
  entry: WatchedCall;
  /** When its next check is due on the monotonic clock, also while that check is under way. */
  due: number | undefined;
  derived: DerivedFields;
  /** Made when somebody looks. */
  view?: CallView | undefined;
};

/** Why nothing is asked at the moment, and since when in epoch milliseconds. */
export type PollingBlocker = {
  why: 'session' | 'offline' | 'hidden' | 'asked-to-wait';
  since: number;
  /** Where the service asked to wait: until when, in epoch milliseconds. */
  until?: number;
};

/** What is true of the whole board. It stays the same object while only ticks go by. */
export type Overview = {
  /** How many calls are watched. */
  total: number;
  /** What was kept is still being read. */
  loading: boolean;
  ended: number;
  counts: Readonly<Record<Group, number>>;
  /** How many ends were seen since the person last left the board, and when that was (epoch milliseconds). */
  endedSince: number;
  lastVisitedAt: number | undefined;
  /** How many have a next check. */
  checking: number;
  paused: number;
  checkSeconds: number;
  /** How long it takes to ask every call once, in milliseconds: the chosen time, or more where there are too many. */
  periodMs: number;
  /** There are so many that each waits for its turn. */
  crowded: boolean;
  blocker: PollingBlocker | undefined;
  /** The status of the answer that asked to wait, where one of these checks got it. */
  waitStatus: number | undefined;
  /** Most checks of late have failed, so that all are asked less often. */
  isBackingOff: boolean;
  /** This browser keeps the board; false: it holds for this page. */
  isKept: boolean;
  /** One call as it stands; a new function whenever something of this overview has changed. */
  call: (id: string) => CallView | undefined;
};

/** A date and time without a zone sorts as if it were of this browser's zone. */
const sortable = (time: Timestamp): number | undefined => {
  if (time.kind === 'instant') return time.epochMs;
  const guess = time.kind === 'local' ? Date.parse(time.text.replace(' ', 'T')) : Number.NaN;
  return Number.isNaN(guess) ? undefined : guess;
};

export const deriveFields = (seen: CallHistory | undefined, statuses: Statuses): DerivedFields => {
  const state = stateOf(seen, statuses);
  const record = seen?.last?.record;
  return {
    statusBadge: statusBadgeOf(state, statuses),
    group: groupOf(state),
    ended: state.kind === 'reported' && state.ended,
    startedAt: sortable(parseTimestamp(record?.startTime)),
    endedAt: sortable(parseTimestamp(record?.endTime)),
    endSeenAt: seen?.endSeenAt,
    error: record?.error === undefined ? undefined : errorSummary(record.error),
  };
};

export const viewOf = (
  entry: WatchedCall,
  {
    seen,
    due,
    statuses,
    derived = deriveFields(seen, statuses),
  }: { seen: CallHistory | undefined; due: number | undefined; statuses: Statuses; derived?: DerivedFields },
): CallView => ({
  entry,
  seen,
  state: stateOf(seen, statuses),
  statusBadge: derived.statusBadge,
  group: derived.group,
  due,
  started: derived.startedAt,
  ended: derived.endedAt,
  endedSeenAt: derived.endSeenAt,
});

/** Whether two differ in what counts, filters or sorts. */
export const differ = (a: DerivedFields, b: DerivedFields): boolean =>
  a.statusBadge.word !== b.statusBadge.word ||
  a.group !== b.group ||
  a.ended !== b.ended ||
  a.startedAt !== b.startedAt ||
  a.endedAt !== b.endedAt ||
  a.error !== b.error;
