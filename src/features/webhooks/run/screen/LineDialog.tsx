import { pairLine } from '#src/api/request.ts';
import type { Line, RunOperation } from '#src/log/run.ts';
import { formatMoment } from '#src/lib/timestamp.ts';
import { RequestShown } from '#src/outcomes/Outcome.tsx';
import { WITH_MESSAGE_TEXT } from '#src/outcomes/with-message.ts';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { DescriptionList, type Description } from '#src/ui/DescriptionList.tsx';
import { Status } from '#src/ui/Status.tsx';
import { Named } from '#src/features/webhooks/names/Named.tsx';
import { answerOf, lineName, resultOf } from '#src/features/webhooks/run/run-words.ts';
import { VERBS } from '#src/features/webhooks/change/change.ts';
import { useRun } from './run-hooks.ts';

/** What a line's state means, in whole sentences. */
const meaningOf = (line: Line, operation: RunOperation): string => {
  const { plain, done } = VERBS[operation];
  switch (line.state) {
    case 'accepted':
      if (line.withMessage) return WITH_MESSAGE_TEXT;
      return operation === 'attach'
        ? 'The service accepted the request.'
        : 'The service accepted the request. The webhook no longer triggers actions for this campaign.';
    case 'refused':
      return `The service answered with an error. That does not prove that nothing was ${done.toLowerCase()}.`;
    case 'unknown':
      return `${line.problem === 'lost' ? 'The tab that sent it was closed before an answer came. ' : ''}The webhook may or may not be ${done.toLowerCase()}. The service does not say what a second ${plain} of the same pair does.`;
    case 'sending':
      return 'Its request is on its way.';
    case 'queued':
      return line.requests > 0
        ? 'The service turned its request away and did not carry it out. It is sent again in its turn.'
        : 'It is sent in its turn.';
    case 'not-sent':
      if (line.status !== undefined) {
        return `A request for it left. The service answered ${line.status}, so it was turned away and not carried out. It was called off before it was sent again.`;
      }
      return line.requests > 0
        ? 'It was called off before it was sent again.'
        : 'No request for it left this browser.';
  }
};

const describeLine = (line: Line, operation: RunOperation, nowMs: number): Description[] => {
  const { campaignId, webhookId, requests, sentAt, words } = line;
  const answer = answerOf(line);
  const items: (Description | false)[] = [
    { label: 'Campaign ID', value: <Named kind="campaign" id={campaignId} /> },
    { label: 'Webhook ID', value: <Named kind="webhook" id={webhookId} /> },
    {
      label: requests === 0 ? 'Request' : 'Sent',
      value: <RequestShown request={pairLine(operation, line)} />,
    },
    sentAt !== undefined && { label: 'Sent at', value: formatMoment(sentAt, nowMs) },
    answer !== '' && { label: 'Answer', value: answer },
    words !== undefined && { label: 'The service says', value: <q>{words}</q> },
  ];
  return items.filter((item) => item !== false);
};

/** All that is known of one line of the run. */
export const LineDialog = ({ index }: { index: number }) => {
  const { run, lines, moment, closeQuestion } = useRun();
  const line = lines[index];
  if (!line) return null;
  return (
    <Dialog title={lineName(line, index)} wide closable onClose={closeQuestion}>
      <p>
        <Status {...resultOf(line, VERBS[run.operation].done)} />
      </p>
      <p className="second">{meaningOf(line, run.operation)}</p>
      <DescriptionList items={describeLine(line, run.operation, moment.nowMs)} />
    </Dialog>
  );
};
