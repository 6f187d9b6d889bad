import type { Outcome } from '#src/api/outcome.ts';
import type { LineEvent } from '#src/journal/run.ts';

/** A line that the service turns away again and again is given up, so that it does not hold all others back. */
export const MOST_REPEATS = 5;

/** Failures in a row of one kind and status before the person is asked. */
export const MOST_ALIKE = 10;

/** Of a service's own words so much is kept. */
const MOST_WORDS = 200;

/**
 * Whether the service said that it did not carry a request out, and to come again: 429 (RFC 6585, section 4), and 503
 * with Retry-After (RFC 9110, section 15.6.4). A bare 503 says nothing of the sort.
 */
export const isToBeRepeated = (outcome: Outcome): boolean =>
  outcome.kind === 'refused' &&
  (outcome.answer.status === 429 ||
    (outcome.answer.status === 503 && outcome.answer.retryAfterMs !== undefined));

/** Whether nobody is signed in any more. What was called off for another reason than being offline met a sign-out. */
export const isSessionOver = (outcome: Outcome): boolean =>
  'problem' in outcome &&
  (outcome.problem.kind === 'session-ended' ||
    (outcome.kind === 'not-sent' && outcome.problem.kind !== 'offline'));

/** What an outcome is to its line. `isRepeated`: it goes again by itself. */
export const closing = (outcome: Outcome, isRepeated: boolean): LineEvent => {
  switch (outcome.kind) {
    case 'accepted': {
      const { status, durationMs } = outcome.answer;
      return { kind: 'answer', outcome: 'accepted', status, durationMs };
    }
    case 'refused': {
      const { kind, status, durationMs, words } = outcome.problem;
      // A 401 was not executed (RFC 9110, section 15.5.2).
      if (isRepeated || kind === 'session-ended') return { kind: 'release', left: true };
      return {
        kind: 'answer',
        outcome: 'refused',
        durationMs,
        problem: kind,
        ...(status !== undefined && { status }),
        ...(words !== undefined && { words: words.slice(0, MOST_WORDS) }),
      };
    }
    case 'unknown': {
      const { kind, status, durationMs } = outcome.problem;
      return {
        kind: 'answer',
        outcome: 'unknown',
        durationMs,
        problem: kind,
        ...(status !== undefined && { status }),
      };
    }
    case 'not-sent':
      return { kind: 'release', left: false };
  }
};
