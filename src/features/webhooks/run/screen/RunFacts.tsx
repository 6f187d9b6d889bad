import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { logQueries } from '#src/log/queries.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { formatCount, formatNumber } from '#src/lib/count.ts';
import { formatMoment } from '#src/lib/timestamp.ts';
import { TextButton } from '#src/ui/forms/Button.tsx';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { getRunPath } from '#src/features/webhooks/change/bulk-address.ts';
import { countInput, describeResult, describeInput } from '#src/features/webhooks/run/describe-input.ts';
import { useRun } from './run-context.ts';

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

/** What became of the lines that are not part of the run. */
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
