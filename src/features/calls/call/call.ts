import * as z from 'zod/mini';
import type { CallRecord } from '#src/api/answer.ts';
import type { StatusMeaning } from '#src/config.ts';
import { MAX_SECONDS } from '#src/lib/duration.ts';
import { parseTimestamp, type Timestamp } from '#src/lib/timestamp.ts';
import type { StatusLook } from '#src/ui/Status.tsx';
import type { Problem } from '#src/api/outcome.ts';
import { storedObject } from '#src/storage/format.ts';
import { isCallId } from './address.ts';
import {
  getSteadyTime,
  getWatchedMs,
  parseHistory,
  quoteFailure,
  type CallHistory,
  type Failure,
  type Moment,
} from './history.ts';
import { mergeLabels, readLabel } from './labels.ts';

export type Statuses = ReadonlyMap<string, StatusMeaning>;

/** Statuses are compared without case, `_` and `-`. */
const normalize = (status: string): string => status.trim().toLowerCase().replaceAll(/[-_]/g, '');

export const readStatuses = (configured: Readonly<Record<string, StatusMeaning>>): Statuses =>
  new Map(Object.entries(configured).map(([status, meaning]) => [normalize(status), meaning]));

/** The service does not document its statuses, so one that is not configured is shown as it came. */
export const describeStatus = (statuses: Statuses, status: string): StatusLook => {
  const meaning = statuses.get(normalize(status));
  return meaning
    ? { tone: meaning.tone, word: meaning.label }
    : { tone: 'other', word: status, verbatim: true };
};

/** `at`: when the record came, in epoch milliseconds. An end that can't be read as a time ends only a call that isn't known to run. */
export const hasEnded = (statuses: Statuses, { status, endTime }: CallRecord, at: number): boolean => {
  const meaning = statuses.get(normalize(status));
  if (meaning?.final) return true;
  const end = parseTimestamp(endTime, at);
  return end.kind === 'raw' ? meaning === undefined : end.kind !== 'absent';
};

type CallState =
  | { kind: 'first' }
  | { kind: 'reported'; status: string; ended: boolean }
  | { kind: 'failing'; failure: Failure };

const FIRST = { kind: 'first' } as const;
const FIRST_CHECK: StatusLook = { tone: 'wait', word: 'First check' };
const CHECK_FAILED: StatusLook = { tone: 'warn', word: 'Check failed' };
const NOT_FOUND: StatusLook = { tone: 'none', word: 'Not found' };

const getCallState = (history: CallHistory | undefined, statuses: Statuses): CallState => {
  if (!history?.checked) return FIRST;
  const { last, failure } = history;
  // An ended call stays ended, even if a later check fails.
  const ended = last !== undefined && hasEnded(statuses, last.record, getSteadyTime(history));
  if (failure && !ended) return { kind: 'failing', failure };
  return last ? { kind: 'reported', status: last.record.status, ended } : FIRST;
};

/** The last known status. A failed check is none, so it changes only the tone. */
const describeKnownStatus = (
  state: CallState,
  record: CallRecord | undefined,
  statuses: Statuses,
): StatusLook => {
  switch (state.kind) {
    case 'first':
      return FIRST_CHECK;
    case 'reported':
      return describeStatus(statuses, state.status);
    case 'failing': {
      const failed = state.failure.problem?.kind === 'not-found' ? NOT_FOUND : CHECK_FAILED;
      return record ? { ...describeStatus(statuses, record.status), tone: failed.tone } : failed;
    }
  }
};

/** Each call is in one group. `other`: a status that the service's documentation does not name. */
export type CallGroup = 'first' | 'live' | 'ok' | 'bad' | 'problems' | 'other' | 'not-found';

const STATUS_GROUPS: ReadonlyMap<string, CallGroup> = new Map([
  ['inprogress', 'live'],
  ['completed', 'ok'],
  ['failed', 'bad'],
]);

/** A status that is labelled as one of the three is counted with it. */
const findStatusGroup = (status: string, statuses: Statuses): CallGroup => {
  const named = STATUS_GROUPS.get(normalize(status));
  const label = statuses.get(normalize(status))?.label;
  if (named !== undefined || label === undefined) return named ?? 'other';
  return [...STATUS_GROUPS].find(([known]) => statuses.get(known)?.label === label)?.[1] ?? 'other';
};

const findGroup = (state: CallState, statuses: Statuses): CallGroup => {
  switch (state.kind) {
    case 'first':
      return 'first';
    case 'reported':
      return findStatusGroup(state.status, statuses);
    case 'failing':
      return state.failure.problem?.kind === 'not-found' ? 'not-found' : 'problems';
  }
};

/** At most five values of each level. */
const listValues = (value: unknown, depth = 4): string[] => {
  if (typeof value !== 'object') return [typeof value === 'string' ? value : JSON.stringify(value)];
  if (value === null || depth === 0) return [];
  return Object.values(value)
    .slice(0, 5)
    .flatMap((each) => listValues(each, depth - 1));
};

export const summarizeError = (error: string | object): string =>
  typeof error === 'string'
    ? error
    : listValues(error).slice(0, 3).join(' · ') || JSON.stringify(error).slice(0, 200);

/** Why the last check failed, else the error that the service reports for the call. */
const describeError = (state: CallState, record: CallRecord | undefined): string | undefined => {
  if (state.kind === 'failing') return `Check failed: ${quoteFailure(state.failure)}`;
  return record?.error === undefined ? undefined : summarizeError(record.error);
};

/** From the reported start to the last record, in milliseconds. */
export const measureSinceStart = (history: CallHistory): number | undefined => {
  const steadyTime = getSteadyTime(history);
  const start = parseTimestamp(history.last?.record.startTime, steadyTime);
  return start.kind === 'instant' ? steadyTime - start.epochMs : undefined;
};

/**
 * How long a call had been going on at its last record, in milliseconds: by the reported duration, else from the reported
 * start, else from the first record. The duration comes first, since the service's clock may differ from this browser's.
 */
export const measureOngoing = (call: Pick<CallView, 'history' | 'state' | 'group'>): number | undefined => {
  const { history } = call;
  if (!history?.last || call.group === 'not-found' || isEnded(call)) return undefined;
  const { duration = 0 } = history.last.record;
  const observed = getWatchedMs(history);
  if (duration > 0 && duration <= MAX_SECONDS) return Math.max(observed, 1000 * duration);
  const sinceStart = measureSinceStart(history);
  // More than a year: not when this call began.
  return sinceStart !== undefined && sinceStart <= 1000 * MAX_SECONDS ? sinceStart : observed;
};

/** In epoch milliseconds; undefined if it isn't stuck. */
export const findStuckAt = (
  call: Parameters<typeof measureOngoing>[0],
  stuckMs: number,
): number | undefined => {
  const ongoing = measureOngoing(call) ?? -Infinity;
  return call.history && ongoing >= stuckMs ? getSteadyTime(call.history) - ongoing + stuckMs : undefined;
};

export const MAX_NOTE_LENGTH = 200;

/** What is saved of a call, apart from its history: what the user enters. */
const watchedCall = {
  /** Exactly as it was entered. */
  id: z.string().check(z.refine(isCallId)),
  /** Epoch milliseconds. */
  addedAt: z.number().check(z.gte(0), z.lte(1e14)),
  /** Checks go on although the service refuses the ID, since a new call may appear late. */
  keepTrying: z.optional(z.literal(true)),
  /** The user marked its failure as seen. */
  failureSeen: z.optional(z.literal(true)),
  /** Never sent. */
  note: z.optional(z.string().check(z.minLength(1), z.maxLength(MAX_NOTE_LENGTH))),
  /** Never empty. */
  labels: z.optional(z.readonly(z.array(z.string()))),
};

export type WatchedCall = z.infer<z.ZodMiniObject<typeof watchedCall>>;

const entrySchema = z.pipe(
  // Version 1 kept calls in lists.
  storedObject({ ...watchedCall, list: z.optional(z.string()) }),
  z.transform(({ list = '', labels: stored = [], ...entry }): WatchedCall => {
    const labels = mergeLabels([...stored, list].map(readLabel));
    return labels.length > 0 ? { ...entry, labels } : entry;
  }),
);

/** A call: what is saved, and what follows from it. A new object with each change. */
export type CallView = {
  entry: WatchedCall;
  history?: CallHistory | undefined;
  /** When the next check is due on the monotonic clock; undefined: none is planned. */
  due: number | undefined;
  state: CallState;
  /** The last known status, or why there is none. */
  statusBadge: StatusLook;
  /** Why the last check failed: `timeout`. */
  failedCheck: string | undefined;
  group: CallGroup;
  started: Timestamp;
  ended: Timestamp;
  /** For sorting, in epoch milliseconds. */
  startedAt: number | undefined;
  endedAt: number | undefined;
  errorText: string | undefined;
  /** When it got stuck, if it is. */
  stuckAt: number | undefined;
  /** Not marked as seen. */
  newFailure: boolean;
};

export type SavedCall = Pick<CallView, 'entry' | 'history'>;

/** Undefined for a damaged row. */
export const readSavedCall = (entry: unknown, savedHistory: unknown): SavedCall | undefined => {
  const { data } = entrySchema.safeParse(entry);
  if (!data || savedHistory === undefined) return data && { entry: data };
  const history = typeof savedHistory === 'string' ? parseHistory(savedHistory) : undefined;
  return history?.id === data.id ? { entry: data, history } : undefined;
};

/** A date and time without a zone sorts as if it were in this browser's zone. */
const toSortable = (time: Timestamp): number | undefined => {
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
    stuckMs,
  }: Pick<CallView, 'history' | 'due'> & { statuses: Statuses; stuckMs: number },
): CallView => {
  const state = getCallState(history, statuses);
  const group = findGroup(state, statuses);
  const record = history?.last?.record;
  const at = history && getSteadyTime(history);
  const started = parseTimestamp(record?.startTime, at);
  const ended = parseTimestamp(record?.endTime, at);
  return {
    entry,
    history,
    due,
    state,
    statusBadge: describeKnownStatus(state, record, statuses),
    failedCheck: state.kind === 'failing' ? quoteFailure(state.failure) : undefined,
    group,
    started,
    ended,
    startedAt: toSortable(started),
    endedAt: toSortable(ended),
    errorText: describeError(state, record),
    stuckAt: findStuckAt({ history, state, group }, stuckMs),
    newFailure: group === 'bad' && !entry.failureSeen,
  };
};

export const isEnded = ({ state }: Pick<CallView, 'state'>): boolean =>
  state.kind === 'reported' && state.ended;

/** In seconds, with fractions while a running call's duration counts on from the last check. `now` is on the monotonic clock. */
export const computeDuration = (call: CallView, now: number, isTicking: boolean): number | undefined => {
  const last = call.history?.last;
  const reported = last?.record.duration;
  if (!last || reported === undefined || !isTicking || isEnded(call)) return reported;
  // Not a possible duration: shown as it came.
  if (reported < 0 || reported > MAX_SECONDS) return reported;
  // The call may not be answered yet, or have ended under a status that is not known.
  if (call.statusBadge.tone !== 'live') return reported;
  return reported + Math.max(0, now - last.mono) / 1000;
};

/** A 4xx that the next check would get again, unlike an expired session, a gateway's page, a timeout or a rate limit. */
export const isRefused = ({ kind, status = 0 }: Problem): boolean =>
  kind !== 'web-page' && status >= 400 && status < 500 && ![401, 408, 429].includes(status);

type CheckRules = { intervalMs: number; statuses: Statuses; keepTrying?: boolean | undefined };

/** After an answer that is no call record, or a refusal if the user keeps trying. */
const SLOW_INTERVAL_MS = 15_000;
const FIRST_BACKOFF_MS = 5000;
const MAX_BACKOFF_MS = 60_000;
/** Intervals vary by this share, so that calls that were added together are not checked together forever. */
const JITTER = 0.05;

/** Milliseconds after the last check; false: no more checks. A record's `error` alone does not end a call. */
export const computeCheckDelay = (
  history: CallHistory | undefined,
  { intervalMs, statuses, keepTrying }: CheckRules,
): number | false => {
  const state = getCallState(history, statuses);
  if (state.kind === 'first') return 0;
  const { jitter = 0.5 } = history?.checked ?? {};
  if (state.kind === 'reported') return state.ended ? false : intervalMs * (1 - JITTER + 2 * JITTER * jitter);
  const { problem, count } = state.failure;
  const slowly = Math.max(intervalMs, SLOW_INTERVAL_MS);
  if (!problem) return slowly;
  if (isRefused(problem)) return keepTrying ? slowly : false;
  // After a 429 the queue waits.
  const askedMs = problem.status === 503 ? (problem.answer?.retryAfterMs ?? 0) : 0;
  return Math.max(intervalMs, askedMs, Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (count - 1)));
};

/**
 * When the next check is due on the monotonic clock; undefined: never. A first check is due when the call was added, so that
 * first checks keep their order after a reload.
 */
export const computeDue = (
  { addedAt, keepTrying }: WatchedCall,
  history: CallHistory | undefined,
  { now, ...rules }: { intervalMs: number; statuses: Statuses; now: Moment },
): number | undefined => {
  const from = history?.checked?.mono ?? now.mono - Math.max(0, now.at - addedAt);
  const wait = computeCheckDelay(history, { ...rules, keepTrying });
  // Whole milliseconds, since V8 keeps a fraction in an object of its own.
  return wait === false ? undefined : Math.floor(from + wait);
};
