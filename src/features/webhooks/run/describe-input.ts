import type { LeftOutReason } from '#src/log/run-input.ts';
import type { Run } from '#src/log/run.ts';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { describeProgress } from './describe-run.ts';
import { listOutcomes } from './sent-runs.ts';

type Words = (count: number) => string;

const counted =
  (words: string): Words =>
  (count) =>
    `${formatNumber(count)} ${words}`;

const LEFT_OUT: Readonly<Record<LeftOutReason, Words>> = {
  duplicate: (count) => formatCount(count, 'duplicate'),
  invalid: counted('invalid'),
  repeated: counted('sent before'),
  removed: counted('removed by hand'),
  header: counted('header'),
  empty: counted('empty'),
  continued: counted('within a value of more lines'),
};

/** Empty lines are only counted. */
const NOT_LISTED = new Set<string>(['empty', 'continued']);

/** How many lines of the input are not part of the run, and how many of these are listed one by one. */
export const countInput = ({ leftOut = {} }: Run): { leftOut: number; listed: number } => {
  const counts = Object.entries(leftOut);
  const sum = (some: typeof counts) => some.reduce((total, [, count]) => total + count, 0);
  return { leftOut: sum(counts), listed: sum(counts.filter(([reason]) => !NOT_LISTED.has(reason))) };
};

/** `302 lines: 297 in this run, 2 duplicates, 3 invalid.` */
export const describeInput = (run: Run): string => {
  const { total, leftOut = {} } = run;
  const others = Object.entries(LEFT_OUT).flatMap(([reason, describe]) => {
    const count = leftOut[reason as LeftOutReason] ?? 0;
    return count === 0 ? [] : describe(count);
  });
  const lines = formatCount(total + countInput(run).leftOut, 'line');
  return `${lines}: ${[`${formatNumber(total)} in this run`, ...others].join(', ')}.`;
};

export const describeResult = (run: Run): string =>
  run.status === 'finished' ? listOutcomes(run).join(', ') : describeProgress(run);
