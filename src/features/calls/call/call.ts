import type { CallRecord } from '#src/api/call-record.ts';
import type { StatusMeaning } from '#src/config.ts';
import { MOST_SECONDS } from '#src/lib/duration.ts';
import { parseTimestamp, type Timestamp } from '#src/lib/timestamp.ts';
import type { StatusLook } from '#src/ui/Status.tsx';
import { failureWord, type CallHistory, type Failure } from './history.ts';
import type { WatchedCall } from './saved-call.ts';

/** The configured statuses, found whatever their case and with `_` and `-` left out. */
export type Statuses = ReadonlyMap<string, StatusMeaning>;

const plain = (status: string): string => status.trim().toLowerCase().replaceAll(/[-_]/g, '');

/** Takes `calls.statuses` of the configuration. Of two that isListedDifferently only in spelling the later one counts. */
export const readStatuses = (configured: Readonly<Record<string, StatusMeaning>>): Statuses =>
  new Map(Object.entries(configured).map(([status, meaning]) => [plain(status), meaning]));

/** How a status is shown: by the configuration, any other text verbatim (the list of values is not shown, interface 3). */
export const describeStatus = (statuses: Statuses, status: string): StatusLook => {
  const meaning = statuses.get(plain(status));
  return meaning
    ? { tone: meaning.tone, word: meaning.label }
    : { tone: 'other', word: status, verbatim: true };
};

/** Ended: the service reports an end time, or a status that the configuration calls final (interface 2.2, 3). */
export const hasEnded = (statuses: Statuses, record: CallRecord): boolean =>
  record.endTime !== undefined || statuses.get(plain(record.status))?.final === true;

/** What is to be said of a call now. An ended call stays ended, also where a later look at it failed. */
type CallState =
  | { kind: 'first' }
  | { kind: 'reported'; status: string; ended: boolean }
  | { kind: 'failing'; failure: Failure };

const FIRST = { kind: 'first' } as const;
const FIRST_CHECK: StatusLook = { tone: 'wait', word: 'First check' };

export const getCallState = (history: CallHistory | undefined, statuses: Statuses): CallState => {
  if (!history?.checked) return FIRST;
  const { last, failure } = history;
  const ended = last !== undefined && hasEnded(statuses, last.record);
  if (failure && !ended) return { kind: 'failing', failure };
  return last ? { kind: 'reported', status: last.record.status, ended } : FIRST;
};

const describeState = (state: CallState, statuses: Statuses): StatusLook => {
  switch (state.kind) {
    case 'first':
      return FIRST_CHECK;
    case 'reported':
      return describeStatus(statuses, state.status);
    case 'failing':
      return {
        tone: state.failure.problem?.kind === 'not-found' ? 'none' : 'warn',
        word: failureWord(state.failure),
      };
  }
};

/**
 * The keys of the filter bar, which share all calls among them. The three statuses that the interface names have one each, the
 * others share one. `first`: not checked yet; `problems`: the last check brought no record.
 */
export type Group = 'first' | 'live' | 'ok' | 'bad' | 'problems' | 'other' | 'not-found';

const KNOWN: ReadonlyMap<string, Group> = new Map([
  ['inprogress', 'live'],
  ['completed', 'ok'],
  ['failed', 'bad'],
]);

const findGroup = (state: CallState): Group => {
  switch (state.kind) {
    case 'first':
      return 'first';
    case 'reported':
      return KNOWN.get(plain(state.status)) ?? 'other';
    case 'failing':
      return state.failure.problem?.kind === 'not-found' ? 'not-found' : 'problems';
  }
};

/** The values in a JSON value, the first few of each level: a hint has no need of more. */
const valuesIn = (value: unknown, depth = 4): string[] => {
  if (typeof value !== 'object') return [typeof value === 'string' ? value : JSON.stringify(value)];
  if (value === null || depth === 0) return [];
  return Object.values(value)
    .slice(0, 5)
    .flatMap((each) => valuesIn(each, depth - 1));
};

/** A call's `error` in one line: a text as it is, of an object its first three values. */
export const summarizeError = (error: string | object): string =>
  typeof error === 'string'
    ? error
    : valuesIn(error).slice(0, 3).join(' · ') || JSON.stringify(error).slice(0, 200);

/** What stands in the column "Error". `tried`: how often, to be put behind it; that alone changes with each check. */
type Trouble = { text: string; tried?: string; quiet?: true };

/** Why there is no record, else the call's own error. */
const describeTrouble = (state: CallState, record: CallRecord | undefined): Trouble | undefined => {
  if (state.kind !== 'failing')
    return record?.error === undefined ? undefined : { text: summarizeError(record.error) };
  const { problem, count } = state.failure;
  if (!problem) return { text: 'Answer not recognised' };
  if (problem.kind === 'not-found') return { text: 'Service answered 404 for this ID', quiet: true };
  const tried = count > 1 ? { tried: `, tried ${count} times` } : {};
  if (problem.kind === 'redirect') return { text: 'Redirected, not followed', ...tried };
  if (problem.status === undefined) return { text: 'No answer from the service', ...tried };
  if (problem.message !== undefined) return { text: problem.message };
  return { text: `Service answered ${problem.status}`, ...tried };
};

/** How long a call had been going on when it was last seen so, in milliseconds. */
type GoingOn = { ms: number; isReported: boolean };

/**
 * To the last record, by the duration that the service reports, else from the start that it reports, else from the first
 * record that this browser saw. The duration goes first, since the service's clock may not be this browser's. What was not
 * seen is not counted: nobody knows whether a call goes on while nothing is asked. Undefined where it has ended or none is
 * known.
 */
export const measureOngoing = (view: Pick<CallView, 'history' | 'state' | 'group'>): GoingOn | undefined => {
  const { last, firstRecordAt = last?.at } = view.history ?? {};
  if (!last || firstRecordAt === undefined || view.group === 'not-found' || isEnded(view)) return undefined;
  const { startTime, duration = 0 } = last.record;
  const observed = last.at - firstRecordAt;
  if (duration > 0 && duration <= MOST_SECONDS)
    return { ms: Math.max(observed, 1000 * duration), isReported: true };
  const start = parseTimestamp(startTime);
  // What lies more than a year back is no start of a call, such as the first day of a calendar.
  const isReported = start.kind === 'instant' && last.at - start.epochMs <= 1000 * MOST_SECONDS;
  return { ms: isReported ? last.at - start.epochMs : observed, isReported };
};

/** The one definition of a stuck call: it has gone on for so long, in milliseconds, or longer. */
export const isStuck = (view: Parameters<typeof measureOngoing>[0], stuckMs: number): boolean =>
  (measureOngoing(view)?.ms ?? -Infinity) >= stuckMs;

/** All that is shown of one call. Another object with each change. */
export type CallView = {
  entry: WatchedCall;
  history: CallHistory | undefined;
  /** When the next check is due on the monotonic clock, also while it is under way; undefined: none is planned. */
  due: number | undefined;
  state: CallState;
  statusBadge: StatusLook;
  group: Group;
  /** For sorting, in epoch milliseconds; undefined where the service named no moment. */
  started: number | undefined;
  ended: number | undefined;
  /** When this browser first saw the end, in epoch milliseconds. */
  endedSeenAt: number | undefined;
  trouble: Trouble | undefined;
  /** See {@link isStuck}. */
  stuck: boolean;
};

/** A date and time without a zone sorts as if it were of this browser's zone. */
const sortable = (time: Timestamp): number | undefined => {
  if (time.kind === 'instant') return time.epochMs;
  const guess = time.kind === 'local' ? Date.parse(time.text.replace(' ', 'T')) : Number.NaN;
  return Number.isNaN(guess) ? undefined : guess;
};

export const createCallView = (
  entry: WatchedCall,
  {
    history,
    due,
    statuses,
    stuckMs = Infinity,
  }: Pick<CallView, 'history' | 'due'> & { statuses: Statuses; stuckMs?: number },
): CallView => {
  const state = getCallState(history, statuses);
  const group = findGroup(state);
  const record = history?.last?.record;
  return {
    entry,
    history,
    due,
    state,
    statusBadge: describeState(state, statuses),
    group,
    started: sortable(parseTimestamp(record?.startTime)),
    ended: sortable(parseTimestamp(record?.endTime)),
    endedSeenAt: history?.endedSeenAt,
    trouble: describeTrouble(state, record),
    stuck: isStuck({ history, state, group }, stuckMs),
  };
};

export const isEnded = ({ state }: Pick<CallView, 'state'>): boolean =>
  state.kind === 'reported' && state.ended;

/** Whether two isListedDifferently in what counts, filters or sorts. */
export const isListedDifferently = (a: CallView, b: CallView): boolean =>
  a.entry !== b.entry ||
  (a.due === undefined) !== (b.due === undefined) ||
  a.statusBadge.word !== b.statusBadge.word ||
  a.group !== b.group ||
  a.stuck !== b.stuck ||
  isEnded(a) !== isEnded(b) ||
  a.started !== b.started ||
  a.ended !== b.ended ||
  a.trouble?.text !== b.trouble?.text;

/**
 * The running duration in whole seconds at `now` on the monotonic clock: what was reported, and what has passed since,
 * while the call runs and checks succeed. As reported otherwise; undefined where the service said none.
 */
export const durationAt = (view: CallView, now: number, isTicking: boolean): number | undefined => {
  const last = view.history?.last;
  const reported = last?.record.duration;
  if (!last || reported === undefined || !isTicking || isEnded(view)) return reported;
  // No call lasts so long, or less than nothing: the number is something else, and stands as it came.
  if (reported < 0 || reported > MOST_SECONDS) return reported;
  // A call that still waits to be answered reports 0 until its time begins to count.
  if (reported <= 0 && view.statusBadge.tone !== 'live') return reported;
  return Math.floor(reported + Math.max(0, now - last.mono) / 1000);
};
