import type { ReactNode } from 'react';
import { describeProblem } from '#src/api/describe.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { span } from '#src/lib/duration.ts';
import { formatTime } from '#src/lib/timestamp.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Alert } from '#src/ui/alerts/Alert.tsx';
import { useBoard } from '#src/features/calls/board/board.ts';
import { useOverview } from '#src/features/calls/board/ticking.ts';
import { isRefused } from '#src/features/calls/call/next-check.ts';
import { type CallView, measureOngoing } from '#src/features/calls/call/call.ts';
import type { Failure } from '#src/features/calls/call/history.ts';
import { lengthHint } from './words.ts';

type Shown = { view: CallView };

type Handlers = { onEdit: (id: string) => void };

const sinceWords = ({ since, count }: Failure): string =>
  count === 1 ? '' : ` Since ${formatTime(since)}, ${count} checks in a row.`;

const FailureNote = ({ view, failure, onEdit }: Shown & Handlers & { failure: Failure }) => {
  const board = useBoard();
  const { service } = useWorkspace();
  const { entry, history } = view;
  const { problem } = failure;
  const kept = history?.last ? ` The last answer, of ${formatTime(history.last.at)}, is kept below.` : '';
  const mayKeepTrying = problem !== undefined && isRefused(problem) && !entry.keepTrying;
  const isNotFound = problem?.kind === 'not-found';
  const actions: ReactNode = (mayKeepTrying || isNotFound) && (
    <>
      {mayKeepTrying && (
        <Button size="sm" onClick={() => board.keepTrying(entry.id)}>
          Keep trying
        </Button>
      )}
      {isNotFound && (
        <Button size="sm" onClick={() => onEdit(entry.id)}>
          Edit ID
        </Button>
      )}
    </>
  );
  if (!problem) {
    return (
      <Alert tone="warn" title="Answer not recognised">
        The service answered {history?.answer?.status}, but not with a call record: a status is missing. Its
        answer stands below as it came. Checks go on slowly.{kept}
        {sinceWords(failure)}
      </Alert>
    );
  }
  if (isNotFound) {
    const others = [...board.ids()].filter((id) => id !== entry.id);
    return (
      <Alert tone="info" icon="none" title="The service answered 404 for this ID" actions={actions}>
        The ID may be mistyped or cut short, or the call may belong to another account.
        {lengthHint(entry.id, others)}
        {sinceWords(failure)}
        {kept}
      </Alert>
    );
  }
  const { title, text } = describeProblem(problem, service.place);
  return (
    <Alert tone="warn" title={title} actions={actions}>
      {text}
      {sinceWords(failure)}
      {kept}
    </Alert>
  );
};

const StuckNote = ({ view }: Shown) => {
  const { stuckMinutes } = useOverview();
  const { ms, isReported } = measureOngoing(view) ?? { ms: 0, isReported: false };
  return (
    <Alert tone="warn" icon="stuck" title={`Stuck: not ended after ${span(ms)}`}>
      Counted to the last answer,{' '}
      {isReported
        ? 'by the duration or start that the service reports'
        : 'from the first answer that this browser saw'}
      . Calls count as stuck after {stuckMinutes} min; the menu of the board changes that.
    </Alert>
  );
};

/** What is wrong with a call or its checks, and what can be done. */
export const CallTrouble = ({ view, onEdit }: Shown & Handlers) => {
  const { failure } = view.history ?? {};
  if (!failure && !view.stuck) return null;
  return (
    <section aria-live="polite">
      {failure && <FailureNote view={view} failure={failure} onEdit={onEdit} />}
      {view.stuck && <StuckNote view={view} />}
    </section>
  );
};
