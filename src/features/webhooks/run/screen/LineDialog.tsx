import { pairLine } from '#src/api/operations.ts';
import type { PairOperation } from '#src/log/entry.ts';
import { getLineOperation, type Line } from '#src/log/run.ts';
import { formatMoment } from '#src/lib/timestamp.ts';
import { listRequestId, RequestText } from '#src/outcomes/Outcome.tsx';
import { describeNotFound } from '#src/outcomes/messages.ts';
import { WITH_MESSAGE_TEXT } from '#src/outcomes/outcome-looks.ts';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { DescriptionList, type Description } from '#src/ui/DescriptionList.tsx';
import { Status } from '#src/ui/Status.tsx';
import { Named } from '#src/features/webhooks/names/Named.tsx';
import { describeLineAnswer, formatLineLabel, getLineLook } from '#src/features/webhooks/run/describe-run.ts';
import { NOT_FOUND_CAUSES, VERBS } from '#src/features/webhooks/change/change.ts';
import { useRun } from './run-context.ts';

const explainStatus = ({ state, status, withMessage }: Line, operation: PairOperation): string => {
  if (withMessage) return WITH_MESSAGE_TEXT;
  if (state === 'refused') return describeNotFound(status, NOT_FOUND_CAUSES[operation]);
  return state === 'unknown' ? `The webhook may or may not be ${VERBS[operation].done.toLowerCase()}.` : '';
};

const describeLine = (line: Line, operation: PairOperation, epochMs: number): Description[] => {
  const { campaignId, webhookId, requests, sentAt, message, requestId } = line;
  const answer = describeLineAnswer(line);
  const items: (Description | false)[] = [
    { label: 'Campaign ID', value: <Named kind="campaign" id={campaignId} /> },
    { label: 'Webhook ID', value: <Named kind="webhook" id={webhookId} /> },
    {
      label: requests === 0 ? 'Request' : 'Sent',
      value: <RequestText request={pairLine(operation, line)} />,
    },
    sentAt !== undefined && { label: 'Sent at', value: formatMoment(sentAt, epochMs) },
    answer !== '' && { label: 'Answer', value: answer },
    message !== undefined && { label: 'The service says', value: <q>{message}</q> },
    ...listRequestId(requestId),
  ];
  return items.filter((item) => item !== false);
};

export const LineDialog = ({ index, onClose }: { index: number; onClose: () => void }) => {
  const { run, lines, moment } = useRun();
  const line = lines[index];
  if (!line) return null;
  const operation = getLineOperation(run, line);
  const explanation = explainStatus(line, operation);
  return (
    <Dialog title={formatLineLabel(line, index)} wide onClose={onClose}>
      <p>
        <Status {...getLineLook(line.state, line.withMessage)} />
      </p>
      {explanation !== '' && <p className="second">{explanation}</p>}
      <DescriptionList items={describeLine(line, operation, moment.epochMs)} />
    </Dialog>
  );
};
