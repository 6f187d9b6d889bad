import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { logQueries } from '#src/log/queries.ts';
import type { LeftOutReason } from '#src/log/run-input.ts';
import type { Run } from '#src/log/run.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { formatMoment } from '#src/lib/timestamp.ts';
import { TextButton } from '#src/ui/forms/Button.tsx';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { getRunPath } from '#src/features/webhooks/change/bulk-address.ts';
import { describeResult } from '#src/features/webhooks/run/describe-run.ts';
import { useRun } from './run-context.ts';

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
const countInput = ({ leftOut = {} }: Run): { leftOut: number; listed: number } => {
  const counts = Object.entries(leftOut);
  const sum = (some: typeof counts) => some.reduce((total, [, count]) => total + count, 0);
  return { leftOut: sum(counts), listed: sum(counts.filter(([reason]) => !NOT_LISTED.has(reason))) };
};

/** `302 lines: 297 in this run, 2 duplicates, 3 invalid.` */
const describeInput = (run: Run): string => {
  const { total, leftOut = {} } = run;
  const others = Object.entries(LEFT_OUT).flatMap(([reason, describe]) => {
    const count = leftOut[reason as LeftOutReason] ?? 0;
    return count === 0 ? [] : describe(count);
  });
  const lines = formatCount(total + countInput(run).leftOut, 'line');
  return `${lines}: ${[`${formatNumber(total)} in this run`, ...others].join(', ')}.`;
};

const MAX_FOLLOW_UPS = 3;
const MAX_LEFT_OUT = 200;

/** Later runs of this one's lines, newest first. */
const FollowUps = () => {
  const { run, moment } = useRun();
  const { data } = useQuery(logQueries.runs(useWorkspace()));
  const followUps = (data?.runs ?? []).filter(({ earlier }) => earlier?.run === run.id);
  return followUps.slice(0, MAX_FOLLOW_UPS).map((one) => (
    <p key={one.id} className="second">
      <Link href={getRunPath(one.id)}>
        {one.earlier?.isUndo ? 'Undone' : 'Retried'} {formatMoment(one.at, moment.epochMs)}
      </Link>
      : {describeResult(one)}
    </p>
  ));
};

const LeftOutDialog = ({ onClose }: { onClose: () => void }) => {
  const { run } = useRun();
  const { data, isError } = useQuery(logQueries.runSource(useWorkspace(), run));
  const leftOut = data?.leftOut ?? [];
  const more = leftOut.length - MAX_LEFT_OUT;
  const items = leftOut.slice(0, MAX_LEFT_OUT).map(({ sourceLine = 0, text, campaignId, webhookId }) => ({
    label: `Line ${formatNumber(sourceLine)}`,
    value: (
      <>
        {text} <bdi className="quiet">{[campaignId, webhookId].filter((id) => id !== '').join(', ')}</bdi>
      </>
    ),
  }));
  return (
    <Dialog title="Lines that were left out" wide onClose={onClose}>
      {isError && <p className="late">This browser’s storage could not be read. Reload the page.</p>}
      <DescriptionList items={items} />
      {more > 0 && <p className="second">{formatCount(more, 'line')} more in the exported results.</p>}
    </Dialog>
  );
};

const InputFacts = () => {
  const { run } = useRun();
  const [isOpen, setIsOpen] = useState(false);
  const { leftOut, listed } = countInput(run);
  if (leftOut === 0) return null;
  return (
    <p className="second">
      {describeInput(run)}{' '}
      {listed > 0 && <TextButton onClick={() => setIsOpen(true)}>Show lines left out</TextButton>}
      {isOpen && <LeftOutDialog onClose={() => setIsOpen(false)} />}
    </p>
  );
};

export const RunFacts = () => (
  <>
    <InputFacts />
    <FollowUps />
  </>
);
