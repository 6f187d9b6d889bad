import { parseTimestamp, type Timestamp } from '#src/lib/timestamp.ts';
import type { StatusLook } from '#src/ui/Status.tsx';
import { groupOf, stateOf, statusBadgeOf, type CallState, type Group } from './call.ts';
import type { CallHistory } from './history.ts';
import type { WatchedCall } from './persisted-call.ts';
import type { Statuses } from './statuses.ts';
import { errorSummary } from './summaries.ts';

/** What follows from the checks of a call, and sorts, counts or filters it. */
export type DerivedFields = {
  state: CallState;
  statusBadge: StatusLook;
  group: Group | undefined;
  /** For sorting, in epoch milliseconds; absent where the service named no moment. */
  started: number | undefined;
  ended: number | undefined;
  /** When this browser first saw the end, in epoch milliseconds. */
  endedSeenAt: number | undefined;
  error: string | undefined;
};

/** All that is shown of one call. */
export type CallView = DerivedFields & {
  entry: WatchedCall;
  seen: CallHistory | undefined;
  /** When the next check is due on the monotonic clock, also while it is under way; undefined: none is planned. */
  due: number | undefined;
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
    state,
    statusBadge: statusBadgeOf(state, statuses),
    group: groupOf(state),
    started: sortable(parseTimestamp(record?.startTime)),
    ended: sortable(parseTimestamp(record?.endTime)),
    endedSeenAt: seen?.endSeenAt,
    error: record?.error === undefined ? undefined : errorSummary(record.error),
  };
};

export const isEnded = ({ state }: Pick<DerivedFields, 'state'>): boolean =>
  state.kind === 'reported' && state.ended;

/** Whether two differ in what counts, filters or sorts. */
export const differ = (a: DerivedFields, b: DerivedFields): boolean =>
  a.statusBadge.word !== b.statusBadge.word ||
  a.group !== b.group ||
  isEnded(a) !== isEnded(b) ||
  a.started !== b.started ||
  a.ended !== b.ended ||
  a.error !== b.error;
