import { useEffect, useRef, useState } from 'react';
import type { Books, Sheet } from '#src/journal/runs/books.ts';
import type { Run } from '#src/journal/runs/run.ts';
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
  sheet,
  run,
  books,
  onBack,
  onConfirm,
}: {
  sheet: Sheet;
  run: Run;
  books: Books;
  onBack: () => void;
  onConfirm: (lines: readonly number[]) => void;
}) => {
  const [found, setFound] = useState<Undoable>();
  const [isOther, setIsOther] = useState(false);
  const [isPressed, setIsPressed] = useState(false);
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => {
    const own = new AbortController();
    leaving.current = own;
    findUndoable(sheet, books, own.signal).then(setFound, () => undefined);
    return () => own.abort();
  }, [sheet, books]);
  const refusal = useRefusal(books, found?.lines.length ?? 0);

  /** What was shown may be old by now: another tab or another area sends too. */
  const confirm = async (shown: Undoable, signal: AbortSignal): Promise<void> => {
    setIsPressed(true);
    const now = await findUndoable(sheet, books, signal);
    if (isSameUndo(shown, now)) return onConfirm(now.lines);
    setFound(now);
    setIsOther(true);
    setIsPressed(false);
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
                const signal = leaving.current?.signal;
                if (!isFirstClick(event) || !found || !signal) return;
                confirm(found, signal).catch(() => undefined);
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
