import type { ReactNode } from 'react';
import { pairLine } from '#src/api/pair-line.ts';
import type { Attempt, Line, Run, RunOperation } from '#src/journal/runs/run.ts';
import { formatDay, formatTime } from '#src/lib/timestamp.ts';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { Facts, type Fact } from '#src/ui/Facts.tsx';
import { Status } from '#src/ui/Status.tsx';
import { Named } from '#src/features/webhooks/names/PairName.tsx';
import { answerOf, meaningOf, resultOf, tookWords } from '#src/features/webhooks/run/run-words.ts';
import { VERBS } from '#src/features/webhooks/change/operations.ts';

const when = (at: number, nowMs: number): string => {
  const day = formatDay(at, nowMs);
  return `${day === 'Today' ? '' : `${day}, `}${formatTime(at)}`;
};

const Request = ({ operation, line }: { operation: RunOperation; line: Line }) => {
  const { method, target } = pairLine(operation, line);
  return (
    <span className="mono">
      {method} {target}
    </span>
  );
};

const attemptWords = ({ state, sentAt, status, durationMs }: Attempt, nowMs: number): string => {
  const result = state === 'refused' ? 'failed' : 'unknown';
  const answer = status === undefined ? 'no answer' : `answered ${status}`;
  const took = durationMs === undefined ? '' : ` in ${tookWords(durationMs)}`;
  return `${sentAt === undefined ? '' : `${when(sentAt, nowMs)}: `}${result}, ${answer}${took}`;
};

const Attempts = ({ before, nowMs }: { before: readonly Attempt[]; nowMs: number }) => (
  <ol>
    {before.map((attempt, at) => (
      // oxlint-disable-next-line react/no-array-index-key -- attempts never move
      <li key={at}>{attemptWords(attempt, nowMs)}</li>
    ))}
  </ol>
);

/** All that is known of one line of a run. */
export const LineDialog = ({
  run: { operation },
  line,
  index,
  nowMs,
  onClose,
}: {
  run: Run;
  line: Line;
  index: number;
  /** Epoch milliseconds. */
  nowMs: number;
  onClose: () => void;
}) => {
  const answer = answerOf(line);
  const facts: Fact[] = [];
  const add = (label: string, value: ReactNode) => facts.push({ label, value });
  add('Campaign ID', <Named kind="campaign" id={line.campaignId} />);
  add('Webhook ID', <Named kind="webhook" id={line.webhookId} />);
  add(line.sent === 0 ? 'Request' : 'Sent', <Request operation={operation} line={line} />);
  if (line.sentAt !== undefined) add('Sent at', when(line.sentAt, nowMs));
  if (answer !== '') add('Answer', answer);
  if (line.words !== undefined) add('The service says', <q>{line.words}</q>);
  if (line.before && line.before.length > 0) {
    add('Before that', <Attempts before={line.before} nowMs={nowMs} />);
  }
  return (
    <Dialog title={`No. ${(index + 1).toLocaleString('en')}`} wide closable onClose={onClose}>
      <p>
        <Status {...resultOf(line, VERBS[operation].done)} />
      </p>
      <p className="second">{meaningOf(line, operation)}</p>
      <Facts facts={facts} />
    </Dialog>
  );
};
