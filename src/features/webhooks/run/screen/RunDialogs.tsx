import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import { LineDialog } from './LineDialog.tsx';
import { useRun, type Question } from './run-hooks.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { journalKey } from '#src/log/queries.ts';
import { runLogOf } from '#src/log/runs/run-log-open.ts';
import { useWorkspace } from '#src/log/workspace.ts';
import { counted, number } from '#src/lib/count.ts';
import { OPPOSITE, VERBS } from '#src/features/webhooks/change/change.ts';
import {
  findUndoable,
  isSameUndo,
  undoSentences,
  type Undoable,
} from '#src/features/webhooks/run/run-undo.ts';
import { refusalWords, useRefusal } from '#src/features/webhooks/run/refusal.ts';

/** Asks before what has not been sent is called off. */
const CancelDialog = () => {
  const { run, act } = useRun();
  const { queued, sending } = run.counts;
  return (
    <ConfirmDialog title="Stop this run?" action="Stop run" onBack={act.closeQuestion} onConfirm={act.cancel}>
      <p className="second">
        {counted(queued, 'pair')} {queued === 1 ? 'has' : 'have'} not been sent. What is not sent now can be
        sent later. What the service accepted stays as it is.
        {sending > 0 && ' Requests that are on their way still get their answer.'}
      </p>
    </ConfirmDialog>
  );
};

/** Asks before pairs go out once more of which nobody knows what came. */
const SendUnknownDialog = () => {
  const { run, act } = useRun();
  const { unknown } = run.counts;
  const { plain, done } = VERBS[run.operation];
  return (
    <ConfirmDialog
      title={`Send ${unknown === 1 ? '1 unknown pair' : `${number(unknown)} unknown pairs`} again?`}
      action="Send again"
      variant="primary"
      onBack={act.closeQuestion}
      onConfirm={() => act.sendAgain('unknown')}
    >
      <p className="second">
        No answer came for {unknown === 1 ? 'this pair' : 'these pairs'}, so the service may already have{' '}
        {done.toLowerCase()} {unknown === 1 ? 'it' : 'them'}. It does not say what a second {plain} of the
        same pair does.
      </p>
    </ConfirmDialog>
  );
};

/** Asks before a run is taken back. What was changed since is somebody's later word, and stays. */
const UndoDialog = () => {
  const { record, run, act } = useRun();
  const workspace = useWorkspace();
  const undoable = queryOptions({
    queryKey: [...journalKey(workspace, 'runs'), 'undoable', run.id],
    queryFn: ({ signal }) => findUndoable(record, runLogOf(workspace), signal),
    gcTime: 0,
    // What was shown stays until the press.
    staleTime: 'static',
  });
  const { data: found, refetch } = useQuery(undoable);
  const [isOther, setIsOther] = useState(false);
  const [isPressed, setIsPressed] = useState(false);
  const refusal = useRefusal(found?.lines.length ?? 0);

  /** What was shown may be old by now: another tab or another area sends too. */
  const confirm = async (shown: Undoable): Promise<void> => {
    setIsPressed(true);
    const { data: now } = await refetch();
    setIsPressed(false);
    if (!now) return;
    if (isSameUndo(shown, now)) act.undo(now.lines);
    else setIsOther(true);
  };

  return (
    <ConfirmDialog
      title="Undo this run?"
      action={
        found?.lines.length !== 0 &&
        `${VERBS[OPPOSITE[run.operation]].capital} ${counted(found?.lines.length ?? run.counts.accepted, 'pair')}`
      }
      busy={!found || isPressed}
      onBack={act.closeQuestion}
      onConfirm={() => found && void confirm(found)}
    >
      <p className="second" role="status">
        {isOther && 'Something was sent meanwhile. '}
        {found ? undoSentences(run, found).join(' ') : 'Looking up what was changed since…'}
      </p>
      {refusal !== undefined && found?.lines.length !== 0 && (
        <p className="late" role="status">
          {refusalWords(refusal)}
        </p>
      )}
    </ConfirmDialog>
  );
};

/** The one question or line of a run that is open above it. */
export const RunDialogs = ({ question }: { question: Question | undefined }) => {
  switch (question?.kind) {
    case 'cancel':
      return <CancelDialog />;
    case 'unknown':
      return <SendUnknownDialog />;
    case 'undo':
      return <UndoDialog />;
    case 'line':
      return <LineDialog index={question.index} />;
    case undefined:
      return null;
  }
};
