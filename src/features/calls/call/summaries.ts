import type { CallState } from './call.ts';
import type { CallHistory } from './history.ts';

/** The values in a JSON value, the first few of each level: a hint has no need of more. */
const valuesIn = (value: unknown, depth = 4): string[] => {
  if (typeof value !== 'object') return [typeof value === 'string' ? value : JSON.stringify(value)];
  if (value === null || depth === 0) return [];
  return Object.values(value)
    .slice(0, 5)
    .flatMap((each) => valuesIn(each, depth - 1));
};

/** A call's `error` in one line: a text as it is, of an object its first three values. */
export const errorSummary = (error: string | object): string =>
  typeof error === 'string'
    ? error
    : valuesIn(error).slice(0, 3).join(' · ') || JSON.stringify(error).slice(0, 200);

/** What stands in the column "Error": why there is no record, else the call's own error. */
export const problemSummary = ({
  seen,
  state,
}: {
  seen: CallHistory | undefined;
  state: CallState;
}): { text: string; quiet: boolean } | undefined => {
  if (state.kind === 'failing') {
    const { problem, count } = state.failure;
    if (!problem) return { text: 'Answer not recognised', quiet: false };
    if (problem.kind === 'not-found') return { text: 'Service answered 404 for this ID', quiet: true };
    const tried = count > 1 ? `, tried ${count} times` : '';
    if (problem.kind === 'redirect') return { text: `Redirected, not followed${tried}`, quiet: false };
    if (problem.status === undefined) return { text: `No answer from the service${tried}`, quiet: false };
    return { text: problem.words ?? `Service answered ${problem.status}${tried}`, quiet: false };
  }
  const error = seen?.last?.record.error;
  return error === undefined ? undefined : { text: errorSummary(error), quiet: false };
};
