import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { journalKey } from '#src/journal/queries.ts';
import { runLogOf } from '#src/journal/runs/run-log-open.ts';
import { useWorkspace } from '#src/journal/workspace.ts';
import { counted } from '#src/lib/count.ts';
import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
import { OPPOSITE } from '#src/features/webhooks/change/change.ts';
import { VERBS } from '#src/features/webhooks/change/operations.ts';
import {
  findUndoable,
  isSameUndo,
  undoSentences,
  type Undoable,
} from '#src/features/webhooks/run/run-undo.ts';
import { refusalWords, useRefusal } from '#src/features/webhooks/run/refusal.ts';
import { useRun } from './run-context.ts';

/** Asks before a run is taken back. What was changed since is somebody's later word, and stays. */
export const UndoDialog = () => {
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
