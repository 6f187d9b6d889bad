import { useEffect, useState } from 'react';
import type { Books } from '#src/journal/books.ts';
import type { Run } from '#src/journal/run.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { OPPOSITE } from './change.ts';
import { isFirstClick } from './press.ts';
import { number, pairsWord } from './run-words.ts';
import { VERBS } from './operations.ts';

/** Asks before what has not been sent is called off. */
export const CancelDialog = ({
  run: { counts },
  onBack,
  onConfirm,
}: {
  run: Run;
  onBack: () => void;
  onConfirm: () => void;
}) => (
  <Dialog
    title="Cancel the rest of this run?"
    onClose={onBack}
    footer={
      <>
        <Button onClick={onBack}>Back</Button>
        <Button variant="danger" onClick={(event) => isFirstClick(event) && onConfirm()}>
          Cancel {pairsWord(counts.queued)}
        </Button>
      </>
    }
  >
    <p className="second">
      What has not been sent stays “not sent” and can be sent later. What was accepted stays as it is.
      {counts.sending > 0 && ' Requests that are on their way still get their answer.'}
    </p>
  </Dialog>
);

/** Asks before pairs go out once more of which nobody knows what came. */
export const SendUnknownDialog = ({
  run: { counts, operation },
  onBack,
  onConfirm,
}: {
  run: Run;
  onBack: () => void;
  onConfirm: () => void;
}) => {
  const { plain, done } = VERBS[operation];
  return (
    <Dialog
      title={`Send ${number(counts.unknown)} unknown again?`}
      onClose={onBack}
      footer={
        <>
          <Button onClick={onBack}>Back</Button>
          <Button variant="primary" onClick={(event) => isFirstClick(event) && onConfirm()}>
            Send {number(counts.unknown)} again
          </Button>
        </>
      }
    >
      <p className="second">
        No answer came for {counts.unknown === 1 ? 'this pair' : 'these pairs'}, so the service may already
        have {done.toLowerCase()} {counts.unknown === 1 ? 'it' : 'them'}. It does not say what a second{' '}
        {plain} of the same pair does.
      </p>
    </Dialog>
  );
};

/** The lines of a run that are still its pairs' last accepted operation, by index, in their order. */
const useUndoable = (books: Books, run: Run): readonly number[] | undefined => {
  const [lines, setLines] = useState<readonly number[]>();
  const { id } = run;
  useEffect(() => {
    let isCurrent = true;
    const found: number[] = [];
    const read = async (): Promise<void> => {
      await books.lastAccepted((some) => {
        for (const { by } of some) if ('run' in by && by.run === id) found.push(by.line);
      });
      if (isCurrent) setLines(found.toSorted((a, b) => a - b));
    };
    void read();
    return () => {
      isCurrent = false;
    };
  }, [books, id]);
  return lines;
};

const changedWords = (changed: number): string => {
  if (changed === 0) return '';
  return changed === 1
    ? ' 1 pair was changed since by a later operation and is left out.'
    : ` ${number(changed)} pairs were changed since by later operations and are left out.`;
};

/** Asks before a run is taken back. What was changed since is somebody's later word, and stays. */
export const UndoDialog = ({
  run,
  books,
  onBack,
  onConfirm,
}: {
  run: Run;
  books: Books;
  onBack: () => void;
  onConfirm: (lines: readonly number[]) => void;
}) => {
  const lines = useUndoable(books, run);
  const [isBegun, setIsBegun] = useState(false);
  const { capital, done } = VERBS[OPPOSITE[run.operation]];
  const changed = lines ? Math.max(0, run.counts.accepted - lines.length) : 0;
  const isEmpty = lines?.length === 0;
  return (
    <Dialog
      title="Undo this run?"
      onClose={onBack}
      footer={
        <>
          <Button onClick={onBack}>Back</Button>
          {!isEmpty && (
            <Button
              variant="danger"
              busy={!lines || isBegun}
              onClick={(event) => {
                if (!isFirstClick(event) || !lines) return;
                setIsBegun(true);
                onConfirm(lines);
              }}
            >
              {capital} {pairsWord(lines?.length ?? run.counts.accepted)}
            </Button>
          )}
        </>
      }
    >
      <p className="second" role="status">
        {lines === undefined
          ? 'Looking up what was changed since…'
          : isEmpty
            ? 'Nothing is left to undo.'
            : `${pairsWord(lines.length)} will be ${done.toLowerCase()}, in a run of its own.`}
        {changedWords(changed)}
      </p>
    </Dialog>
  );
};
