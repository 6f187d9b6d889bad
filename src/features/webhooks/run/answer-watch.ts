import type { Outcome } from '#src/api/outcome.ts';
import type { Pause } from '#src/journal/runs/run.ts';
import { isToBeRepeated, isUnauthorized, MOST_ALIKE, MOST_REPEATS } from './sending-rules.ts';

type Verdict = {
  /** The line goes again by itself. */
  isRepeated: boolean;
  /** A person is to be asked before more is sent. */
  failures?: NonNullable<Pause['failures']>;
};

export type AnswerWatch = {
  /** Takes in what came of a line. */
  see: (index: number, outcome: Outcome) => Verdict;
};

/**
 * Watches the answers of a run. Ten failures in a row alike are no accident of one pair. A line that is turned away again
 * and again is given up, so that it does not hold all others back; where nothing else gets through the run stands still.
 */
export const createAnswerWatch = (): AnswerWatch => {
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
    see: (index, outcome) => {
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
      const { count } = alike;
      return { isRepeated: false, failures: { count, ...(status !== undefined && { status }) } };
    },
  };
};
