import type { CallRead, CallRecord } from '#src/api/call-record.ts';
import type { Answer, Problem, ProblemKind } from '#src/api/outcome.ts';

/**
 * A stretch of what was observed, in epoch milliseconds from its first to its last check. `gap`: nothing was asked
 * for longer than usual, so nothing is known of the time between.
 */
export type Run =
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
  firstAt?: number | undefined;
  /** The last answer of any kind, to be shown as it came. */
  answer?: Answer | undefined;
  failure?: Failure | undefined;
  runs: readonly Run[];
  /** When the status last became another, on the monotonic clock. */
  changedMono?: number | undefined;
  /** When the end was first seen here, in epoch milliseconds. */
  endSeenAt?: number | undefined;
};

/** One look at a call. `jitter` from 0 to 1 spreads the next checks of calls that were added together. */
export type Check = Moment & { read: CallRead; jitter?: number };

export type ObserveRules = {
  /** Longer than this between two checks, in milliseconds, and the time between counts as not observed. */
  gapMs: number;
  hasEnded: (record: CallRecord) => boolean;
};

const MOST_RUNS = 100;

export const noHistory = (id: string): CallHistory => ({ id, checks: 0, runs: [] });

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

const isSame = (a: Run, b: Run): boolean => {
  if (a.kind === 'status') return b.kind === 'status' && a.status === b.status;
  return a.kind === 'failure' && b.kind === 'failure' && a.word === b.word;
};

const withRun = (runs: readonly Run[], run: Run, gapMs: number): readonly Run[] => {
  const last = runs.at(-1);
  if (!last) return [run];
  // A failing call is asked less often: the time between two failures is no further gap.
  const isGap = last.kind === 'status' && run.from - last.until > gapMs;
  if (isSame(last, run) && !isGap) return [...runs.slice(0, -1), { ...last, until: run.until }];
  const gap: Run[] = isGap ? [{ kind: 'gap', from: last.until, until: run.from }] : [];
  return [...runs, ...gap, run].slice(-MOST_RUNS);
};

const withRecord = (
  previous: CallHistory,
  record: CallRecord,
  { at, mono }: Moment,
  { gapMs, hasEnded }: ObserveRules,
): Partial<CallHistory> => {
  const was = previous.last?.record;
  const run: Run = { kind: 'status', status: record.status, from: at, until: at };
  return {
    last: { at, mono, record },
    firstAt: previous.firstAt ?? at,
    runs: withRun(previous.runs, run, gapMs),
    ...(previous.endSeenAt === undefined && hasEnded(record) && { endSeenAt: at }),
    ...(was && was.status !== record.status && { changedMono: mono }),
  };
};

/** Adds a check to what was seen. A failed check keeps the last record; what was never asked changes nothing. */
export const observe = (previous: CallHistory, check: Check, rules: ObserveRules): CallHistory => {
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
  const run: Run = { kind: 'failure', word: failureWord(failed), from: at, until: at };
  return { ...next, failure: failed, runs: withRun(previous.runs, run, rules.gapMs) };
};
