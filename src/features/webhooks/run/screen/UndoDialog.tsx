import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { journalKey } from '#src/journal/queries.ts';
import { runLogOf } from '#src/journal/runs/run-log-open.ts';
import type { RunRecord } from '#src/journal/runs/run-log.ts';
import type { Run } from '#src/journal/runs/run.ts';
import { useWorkspace } from '#src/journal/workspace.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { OPPOSITE } from '#src/features/webhooks/change/change.ts';
import { VERBS } from '#src/features/webhooks/change/operations.ts';
import { isFirstClick } from '#src/ui/forms/first-click.ts';
import {
  findUndoable,
  isSameUndo,
  undoSentences,
  type Undoable,
} from '#src/features/webhooks/run/run-undo.ts';
import { pairsWord, refusalWords } from '#src/features/webhooks/run/run-words.ts';
import { useRefusal } from '#src/features/webhooks/run/use-runs.ts';

/** Asks before a run is taken back. What was changed since is somebody's later word, and stays. */
export const UndoDialog = ({
  record,
  run,
  onBack,
  onConfirm,
}: {
  record: RunRecord;
  run: Run;
  onBack: () => void;
  onConfirm: (lines: readonly number[]) => void;
}) => {
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
    if (isSameUndo(shown, now)) onConfirm(now.lines);
    else setIsOther(true);
  };

  const { capital } = VERBS[OPPOSITE[run.operation]];
  return (
    <Dialog
      title="Undo this run?"
      onClose={onBack}
      footer={
        <>
          <Button onClick={onBack}>Back</Button>
          {found?.lines.length !== 0 && (
            <Button
              variant="danger"
              busy={!found || isPressed}
              onClick={(event) => {
                if (isFirstClick(event) && found) void confirm(found);
              }}
            >
              {capital} {pairsWord(found?.lines.length ?? run.counts.accepted)}
            </Button>
          )}
        </>
      }
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
    </Dialog>
  );
};
