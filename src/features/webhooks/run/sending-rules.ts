import type { Outcome } from '#src/api/outcome.ts';
import { toEntryResult } from '#src/log/log-writes.ts';
import { present } from '#src/lib/present.ts';
import type { LineEvent, Pause } from '#src/log/run.ts';

/** A line is turned away so often before it is given up. */
export const MOST_REPEATS = 5;

/** Failures in a row of one kind and status before the person is asked. */
export const MOST_ALIKE = 10;

/**
 * Whether the service said that it did not carry a request out, and to come again: 429 (RFC 6585, section 4), and 503
 * with Retry-After (RFC 9110, section 15.6.4). A bare 503 says nothing of the sort.
 */
const isToBeRepeated = (outcome: Outcome): boolean =>
  outcome.kind === 'refused' &&
  (outcome.answer.status === 429 ||
    (outcome.answer.status === 503 && outcome.answer.retryAfterMs !== undefined));

/** Whether nobody is signed in any more. What was called off for another reason than being offline met a sign-out. */
export const isSessionOver = (outcome: Outcome): boolean =>
  'problem' in outcome &&
  (outcome.problem.kind === 'session-ended' ||
    (outcome.kind === 'not-sent' && outcome.problem.kind !== 'offline'));

/** Whether the service refused the token while the sign-in server does not answer. */
export const isUnauthorized = (outcome: Outcome): boolean =>
  outcome.kind === 'refused' && outcome.problem.kind === 'renewal-failed';

/** What an outcome is to its line. `isRepeated`: it goes again by itself. */
export const closing = (outcome: Outcome, isRepeated: boolean): LineEvent => {
  const { outcome: kind, ...result } = toEntryResult(outcome);
  const problem = 'problem' in outcome ? outcome.problem.kind : undefined;
  const { status } = result;
  // Turned away with a 401, which was not executed (RFC 9110, section 15.5.2), and perhaps called off before it went again.
  if (kind === 'not-sent') return { kind: 'release', left: status !== undefined, status };
  if (isRepeated || problem === 'session-ended' || problem === 'renewal-failed') {
    return { kind: 'release', left: true, status };
  }
  // A plain message of success would only fill the storage.
  const message = kind === 'accepted' && !result.withMessage ? undefined : result.message;
  return { kind: 'answer', outcome: kind, problem, ...result, message };
};

type Verdict = {
  /** The line goes again by itself. */
  isRepeated: boolean;
  /** A person is to be asked before more is sent. */
  failures?: NonNullable<Pause['failures']>;
};

/**
 * Watches the answers of a run. Ten failures in a row alike are no accident of one pair. A line that is turned away again
 * and again is given up, so that it does not hold all others back; where nothing else gets through the run stands still.
 */
export const createAnswerWatch = () => {
  const repeats = new Map<number, number>();
  let alike = { key: '', count: 0 };
  /** In a row, of whichever lines. */
  let turnedAway = 0;

  const seeTurnedAway = (index: number): Verdict | undefined => {
    const before = repeats.get(index) ?? 0;
    repeats.set(index, before + 1);
    if (before < MOST_REPEATS) return { isRepeated: true };
    // Where others get through it is this pair's own. Where nothing does, nothing is done, and it waits for the person.
    const isThePairs = turnedAway <= MOST_REPEATS;
    return isThePairs
      ? undefined
      : { isRepeated: true, failures: { count: turnedAway, areTurnedAway: true } };
  };

  return {
    /** Takes in what came of a line. */
    see: (index: number, outcome: Outcome): Verdict => {
      // What did not leave says nothing of the service.
      if (outcome.kind === 'not-sent') return { isRepeated: false };
      const isTurnedAway = isToBeRepeated(outcome);
      turnedAway = isTurnedAway ? turnedAway + 1 : 0;
      const verdict = isTurnedAway ? seeTurnedAway(index) : undefined;
      if (verdict) return verdict;
      if (outcome.kind === 'accepted') {
        alike = { key: '', count: 0 };
        return { isRepeated: false };
      }
      // Back into the line, until somebody has signed in or the session could be renewed.
      if (outcome.problem.kind === 'session-ended' || isUnauthorized(outcome)) return { isRepeated: false };
      const { status } = outcome.problem;
      const key = `${outcome.kind} ${status}`;
      alike = { key, count: key === alike.key ? alike.count + 1 : 1 };
      if (alike.count < MOST_ALIKE) return { isRepeated: false };
      return { isRepeated: false, failures: present({ count: alike.count, status }) };
    },
  };
};

/** Answers that the estimate rests on: recent enough to follow a change, many enough not to jump. */
const MOST = 60;
const LEAST = 5;

/** How fast answers come in of late. */
export const createThroughput = (now: () => number) => {
  const times: number[] = [];
  return {
    /** One more answer. */
    count: (): void => {
      times.push(now());
      if (times.length > MOST) times.shift();
    },
    /** How long so many more will take, in milliseconds; undefined as long as too few have come. */
    msFor: (count: number): number | undefined => {
      const [first] = times;
      if (first === undefined || times.length < LEAST) return undefined;
      const spentMs = Math.max(1, now() - first);
      return (spentMs / (times.length - 1)) * count;
    },
  };
};
