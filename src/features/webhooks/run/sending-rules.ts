import type { Outcome } from '#src/api/outcome.ts';
import { toEntryResult } from '#src/log/entry.ts';
import { omitUndefined } from '#src/lib/omit-undefined.ts';
import type { LineEvent, Pause } from '#src/log/run.ts';

/** A line is sent again at most this often. */
const MAX_REPEATS = 5;

/** A run pauses after this many failures of one kind in a row. */
const MAX_EQUAL_FAILURES = 10;

/** Whether the service asks to come again: 429 (RFC 6585, section 4), and 503 with Retry-After (RFC 9110, section 15.6.4). */
const asksToRepeat = (outcome: Outcome): boolean =>
  outcome.kind === 'refused' &&
  (outcome.problem.status === 429 ||
    (outcome.problem.status === 503 && outcome.problem.answer?.retryAfterMs !== undefined));

/** How long a 503 holds the run. A 429 holds the queue. */
const readHold = (outcome: Outcome): number | undefined =>
  outcome.kind === 'refused' && outcome.problem.status === 503
    ? outcome.problem.answer?.retryAfterMs
    : undefined;

/** Whether the user is signed out. A request that is cancelled while online met a sign-out. */
const isSessionOver = (outcome: Outcome): boolean =>
  'problem' in outcome &&
  (outcome.problem.kind === 'session-ended' ||
    (outcome.kind === 'not-sent' && outcome.problem.kind !== 'offline'));

/** Whether the service refused the token while the sign-in server doesn't answer. */
const isTokenRefused = (outcome: Outcome): boolean =>
  outcome.kind === 'refused' && outcome.problem.kind === 'renewal-failed';

const toLineEvent = (outcome: Outcome, isRepeated: boolean): LineEvent => {
  const { outcome: kind, ...result } = toEntryResult(outcome);
  const problem = 'problem' in outcome ? outcome.problem.kind : undefined;
  const { status } = result;
  // With a status, a first request was answered 401, so not carried out (RFC 9110, section 15.5.2), and the second was cancelled.
  if (kind === 'not-sent') return { kind: 'release', wasSent: status !== undefined, status };
  if (isRepeated || problem === 'session-ended' || problem === 'renewal-failed') {
    return { kind: 'release', wasSent: true, status };
  }
  // The message of a plain acceptance says nothing, and would only fill the storage.
  const message = kind === 'accepted' && !result.withMessage ? undefined : result.message;
  return { kind: 'answer', outcome: kind, problem, ...result, message };
};

type Verdict = {
  /** The line is sent again. */
  isRepeated: boolean;
  /** The run pauses. */
  failures?: NonNullable<Pause['failures']>;
};

/** What an answer means for its line and its run. */
type Meaning = {
  event: LineEvent;
  failures: Verdict['failures'];
  holdMs: number | undefined;
  isSessionOver: boolean;
  isTokenRefused: boolean;
};

/**
 * Pauses a run after ten failures of one kind in a row: the cause is then not one pair. Gives up a line that the service
 * keeps asking to repeat, so that it doesn't hold up the others, unless no line gets through: then the run pauses.
 */
export const createAnswerWatch = () => {
  const repeats = new Map<number, number>();
  let equalFailures = { key: '', count: 0 };
  /** Answers in a row that ask to repeat, for any line. */
  let repeatsInRow = 0;

  const repeat = (index: number, status: number | undefined): Verdict | undefined => {
    const before = repeats.get(index) ?? 0;
    repeats.set(index, before + 1);
    if (before < MAX_REPEATS) return { isRepeated: true };
    const isThisLineOnly = repeatsInRow <= MAX_REPEATS;
    if (isThisLineOnly) return undefined;
    return { isRepeated: true, failures: omitUndefined({ count: repeatsInRow, status }) };
  };

  const judge = (index: number, outcome: Outcome): Verdict => {
    if (outcome.kind === 'not-sent') return { isRepeated: false };
    const asks = asksToRepeat(outcome);
    repeatsInRow = asks ? repeatsInRow + 1 : 0;
    if (outcome.kind === 'accepted') {
      equalFailures = { key: '', count: 0 };
      return { isRepeated: false };
    }
    const { kind, status } = outcome.problem;
    const verdict = asks ? repeat(index, status) : undefined;
    if (verdict) return verdict;
    if (kind === 'session-ended' || isTokenRefused(outcome)) return { isRepeated: false };
    const key = `${outcome.kind} ${status}`;
    equalFailures = { key, count: key === equalFailures.key ? equalFailures.count + 1 : 1 };
    if (equalFailures.count < MAX_EQUAL_FAILURES) return { isRepeated: false };
    return {
      isRepeated: false,
      failures: omitUndefined({ count: equalFailures.count, status, problem: kind }),
    };
  };

  return (index: number, outcome: Outcome): Meaning => {
    const { isRepeated, failures } = judge(index, outcome);
    return {
      event: toLineEvent(outcome, isRepeated),
      failures,
      holdMs: readHold(outcome),
      isSessionOver: isSessionOver(outcome),
      isTokenRefused: isTokenRefused(outcome),
    };
  };
};

/** Answers that the estimate uses: few enough to follow a change, enough not to jump. */
const MAX_GAPS = 60;
const LEAST_GAPS = 5;

/** Estimates by the time between answers. */
export const createThroughput = (now: () => number) => {
  const gaps: number[] = [];
  let lastAt: number | undefined;
  return {
    count: (): void => {
      if (lastAt !== undefined) gaps.push(now() - lastAt);
      if (gaps.length > MAX_GAPS) gaps.shift();
      lastAt = now();
    },
    /** Nothing may leave: the time until the next answer doesn't count. */
    wait: (): void => {
      lastAt = undefined;
    },
    /** How many milliseconds this many more answers take. Undefined after too few answers. */
    msFor: (count: number): number | undefined => {
      if (gaps.length < LEAST_GAPS) return undefined;
      const sum = gaps.reduce((total, gap) => total + gap, 0);
      return (Math.max(1, sum) / gaps.length) * count;
    },
  };
};
