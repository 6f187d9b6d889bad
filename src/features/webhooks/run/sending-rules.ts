import type { Outcome } from '#src/api/outcome.ts';
import type { RunRecord } from '#src/journal/runs/run-log.ts';
import type { LineEvent, RunPatch } from '#src/journal/runs/run.ts';

/** What happens to a line, by its index. */
export type Change = readonly [index: number, event: LineEvent];

/** A line is turned away so often before it is given up. */
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

/** Whether the service refused the token, and nobody could be asked for another one: the sign-in server does not answer. */
export const isUnauthorized = (outcome: Outcome): boolean =>
  outcome.kind === 'refused' && outcome.problem.kind === 'unauthorized';

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
      if (isRepeated || kind === 'session-ended' || kind === 'unauthorized') {
        return { kind: 'release', left: true, ...(status !== undefined && { status }) };
      }
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
    case 'not-sent': {
      // Turned away with a 401, and called off before it was sent again.
      const { status } = outcome.problem;
      return { kind: 'release', left: status !== undefined, ...(status !== undefined && { status }) };
    }
  }
};

/** So many lines are called off before the page may draw again. */
const CANCEL_SLICE = 1000;

/** Calls off what has not been sent, in slices. */
export const cancelQueued = async (record: RunRecord): Promise<void> => {
  const { total } = record.run();
  for (let from = 0; from < total; from += CANCEL_SLICE) {
    const changes: Change[] = [];
    for (let index = from; index < Math.min(total, from + CANCEL_SLICE); index += 1) {
      if (record.line(index).state === 'queued') changes.push([index, { kind: 'cancel' }]);
    }
    if (changes.length > 0) await record.append(changes);
  }
};

/** What ends the time of sending. `spentMs` comes from a monotonic clock: the wall's may be put back or forth meanwhile. */
export const restingPatch = (record: RunRecord, epochMs: number, spentMs = 0): RunPatch => {
  const { activeMs, counts } = record.run();
  const isFinished = counts.queued === 0 && counts.sending === 0;
  return {
    activeMs: activeMs + spentMs,
    activeSince: null,
    ...(isFinished && { status: 'finished', finishedAt: epochMs, pause: null }),
  };
};

/** Calls off the rest of a run that stands still. */
export const callOff = async (record: RunRecord, epochNow: () => number): Promise<void> => {
  if (record.run().counts.queued === 0) return;
  await record.append([], { cancelledAt: epochNow() });
  await cancelQueued(record);
  await record.append([], restingPatch(record, epochNow()));
};
