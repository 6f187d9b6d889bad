import type { CallRead, CallRecord } from '#src/api/call-record.ts';
import type { Answer, Problem, ProblemKind } from '#src/api/outcome.ts';

/**
 * A stretch of what was observed, in epoch milliseconds from its first to its last check. `gap`: nothing was asked
 * for longer than usual, so nothing is known of the time between.
 */
export type StatusInterval =
  | { kind: 'status'; status: string; from: number; until: number }
  | { kind: 'failure'; word: string; from: number; until: number }
  | { kind: 'gap'; from: number; until: number };

/** Checks that brought no record, since the last one that did. Without a problem: an answer that is no call record. */
export type Failure = { problem?: Problem | undefined; since: number; count: number };

/** When a check was over: `at` in epoch milliseconds to show, `mono` on the monotonic clock to count from. */
export type Moment = { at: number; mono: number };

/** What this browser has seen of one call. */
export type CallHistory = {
  id: string;
  /** Checks that were sent, answered or not. */
  checks: number;
  checked?:
    | (Moment & { durationMs: number; status?: number | undefined; jitter?: number | undefined })
    | undefined;
  /** The last recognised record, kept when a later check fails. */
  last?: (Moment & { record: CallRecord }) | undefined;
  /** When a check first brought a record, in epoch milliseconds. */
  firstRecordAt?: number | undefined;
  /** The last answer of any kind, to be shown as it came. */
  answer?: Answer | undefined;
  failure?: Failure | undefined;
  intervals: readonly StatusInterval[];
  /** When the status last became another, on the monotonic clock. */
  statusChangedMono?: number | undefined;
  /** When the end was first seen here, in epoch milliseconds. */
  endedSeenAt?: number | undefined;
};

/** One look at a call. `jitter` from 0 to 1 spreads the next checks of calls that were added together. */
export type Check = Moment & { read: CallRead; jitter?: number };

export type ObserveRules = {
  /** Longer than this between two checks, in milliseconds, and the time between counts as not observed. */
  gapMs: number;
  hasEnded: (record: CallRecord) => boolean;
};

const MOST_INTERVALS = 100;

export const createHistory = (id: string): CallHistory => ({ id, checks: 0, intervals: [] });

/** Whether the service was really asked: not where this browser was offline, signed out or called it off. */
const isCheck = (read: CallRead): boolean =>
  read.kind !== 'failed' || !['aborted', 'offline', 'session-ended'].includes(read.problem.kind);

const NAMED: Partial<Record<ProblemKind, string>> = {
  'not-found': 'Not found',
  unauthorized: 'Refused (401)',
  redirect: 'Redirected',
  'web-page': 'Web page',
  timeout: 'No answer',
  network: 'No answer',
};

/** A failure in one or two words. */
export const failureWord = ({ problem }: Pick<Failure, 'problem'>): string =>
  problem ? (NAMED[problem.kind] ?? `Error ${problem.status ?? ''}`) : 'Unreadable';

const isSame = (a: StatusInterval, b: StatusInterval): boolean => {
  if (a.kind === 'status') return b.kind === 'status' && a.status === b.status;
  return a.kind === 'failure' && b.kind === 'failure' && a.word === b.word;
};

const addInterval = (
  intervals: readonly StatusInterval[],
  interval: StatusInterval,
  gapMs: number,
): readonly StatusInterval[] => {
  const last = intervals.at(-1);
  if (!last) return [interval];
  // A failing call is asked less often: the time between two failures is no further gap.
  const isGap = last.kind === 'status' && interval.from - last.until > gapMs;
  if (isSame(last, interval) && !isGap)
    return [...intervals.slice(0, -1), { ...last, until: interval.until }];
  const gap: StatusInterval[] = isGap ? [{ kind: 'gap', from: last.until, until: interval.from }] : [];
  return [...intervals, ...gap, interval].slice(-MOST_INTERVALS);
};

const withRecord = (
  previous: CallHistory,
  record: CallRecord,
  { at, mono }: Moment,
  { gapMs, hasEnded }: ObserveRules,
): Partial<CallHistory> => {
  const was = previous.last?.record;
  const interval: StatusInterval = { kind: 'status', status: record.status, from: at, until: at };
  return {
    last: { at, mono, record },
    firstRecordAt: previous.firstRecordAt ?? at,
    intervals: addInterval(previous.intervals, interval, gapMs),
    ...(previous.endedSeenAt === undefined && hasEnded(record) && { endedSeenAt: at }),
    ...(was && was.status !== record.status && { statusChangedMono: mono }),
  };
};

/** Adds a check to what was seen. A failed check keeps the last record; what was never asked changes nothing. */
export const addCheck = (previous: CallHistory, check: Check, rules: ObserveRules): CallHistory => {
  const { read, at, mono } = check;
  if (!isCheck(read)) return previous;
  const answer = read.kind === 'failed' ? read.problem.answer : read.answer;
  const durationMs = read.kind === 'failed' ? read.problem.durationMs : read.answer.durationMs;
  const status = answer?.status ?? (read.kind === 'failed' ? read.problem.status : undefined);
  const { failure, ...rest } = previous;
  const next: CallHistory = {
    ...rest,
    checks: previous.checks + 1,
    checked: { at, mono, durationMs, status, jitter: check.jitter },
    ...(answer && { answer }),
  };
  if (read.kind === 'record') return { ...next, ...withRecord(previous, read.record, check, rules) };
  const failed: Failure = {
    since: failure?.since ?? at,
    count: (failure?.count ?? 0) + 1,
    ...(read.kind === 'failed' && { problem: read.problem }),
  };
  const interval: StatusInterval = { kind: 'failure', word: failureWord(failed), from: at, until: at };
  return { ...next, failure: failed, intervals: addInterval(previous.intervals, interval, rules.gapMs) };
};
