import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { logQueries } from '#src/log/queries.ts';
import type { LeftOutReason } from '#src/log/run-input.ts';
import type { Run } from '#src/log/run.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { formatMoment } from '#src/lib/timestamp.ts';
import { linkToRun } from '#src/features/webhooks/change/paths.ts';
import { describeResult } from '#src/features/webhooks/run/describe-run.ts';
import { useRun } from './run-context.ts';

const LEFT_OUT: Readonly<Record<LeftOutReason, string>> = {
  duplicate: 'duplicate',
  invalid: 'invalid',
  repeated: 'sent before',
  removed: 'removed by hand',
  header: 'header',
  empty: 'empty',
  continued: 'within a value of more lines',
};

/** `302 lines: 297 in this run, 2 duplicates, 3 invalid.` Empty if no line was left out. */
const describeInput = ({ total, leftOut = {} }: Run): string => {
  const counts = Object.values(leftOut);
  if (counts.length === 0) return '';
  const lines = counts.reduce((sum, count) => sum + count, total);
  const parts = Object.entries(LEFT_OUT).flatMap(([reason, word]) => {
    const count = leftOut[reason as LeftOutReason];
    if (count === undefined) return [];
    return reason === 'duplicate' ? formatCount(count, word) : `${formatNumber(count)} ${word}`;
  });
  return `${formatCount(lines, 'line')}: ${[`${formatNumber(total)} in this run`, ...parts].join(', ')}.`;
};

const MAX_FOLLOW_UPS = 3;

/** Later runs of this one's lines, newest first. */
const FollowUps = () => {
  const { run, moment } = useRun();
  const { data } = useQuery(logQueries.runs(useWorkspace()));
  const runs = data?.runs ?? [];
  const followUps = runs.filter(({ earlier }) => earlier?.run === run.id);
  return followUps.slice(0, MAX_FOLLOW_UPS).map((one) => (
    <p key={one.id} className="second">
      <Link {...linkToRun(one.id)}>
        {one.earlier?.isUndo ? 'Undone' : 'Retried'} {formatMoment(one.at, moment.epochMs)}
      </Link>
      : {describeResult(one, runs)}
    </p>
  ));
};

export const RunFacts = () => {
  const input = describeInput(useRun().run);
  return (
    <>
      {input !== '' && <p className="second">{input}</p>}
      <FollowUps />
    </>
  );
};
