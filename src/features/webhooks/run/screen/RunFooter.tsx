import { Link } from 'wouter';
import type { Run } from '#src/journal/runs/run.ts';
import { TextButton } from '#src/ui/forms/Button.tsx';
import { number } from '#src/lib/count.ts';
import { pathOfRun } from '#src/features/webhooks/change/bulk-address.ts';
import { undoLabel } from '#src/features/webhooks/run/run-words.ts';
import type { UndoState } from '#src/features/webhooks/run/use-undo.ts';

const closingWords = ({ isKept, isHere, run }: { isKept: boolean; isHere: boolean; run: Run }): string => {
  if (!isKept) return 'What came back last is not written down yet: keep this tab open';
  return run.status === 'running' && !isHere
    ? 'Closing that tab pauses the run; it can be resumed here'
    : 'Closing this tab pauses the run; it can be resumed here';
};

const undoneWords = ({ isWhole, undone }: UndoState): string =>
  isWhole ? 'Undone' : undone === 0 ? 'Its undo' : `${number(undone)} undone`;

/** Under the table: in which order it stands, and what else can be done. */
export const RunFooter = ({
  run,
  undo,
  isHere,
  isKept,
  isFollowing,
  onFollow,
  onSendUnknown,
  onSendRest,
  onUndo,
}: {
  run: Run;
  undo: UndoState | undefined;
  isHere: boolean;
  isKept: boolean;
  isFollowing: boolean;
  onFollow: () => void;
  onSendUnknown: () => void;
  onSendRest: () => void;
  onUndo: () => void;
}) => {
  const { refused, unknown, 'not-sent': notSent } = run.counts;
  if (run.status !== 'finished') {
    return (
      <footer className="foot">
        {isFollowing ? (
          <span>Following the newest answers</span>
        ) : (
          <TextButton onClick={onFollow}>Follow the newest answers</TextButton>
        )}
        <span className="quiet">{closingWords({ isKept, isHere, run })}</span>
      </footer>
    );
  }
  return (
    <footer className="foot">
      <span>{refused + unknown > 0 ? 'Failed and unknown first' : 'In the order of the list'}</span>
      <span className="tail">
        {/* Where some have failed, these have the button of their own. */}
        {refused > 0 && notSent > 0 && (
          <TextButton onClick={onSendRest}>Send {number(notSent)} not sent</TextButton>
        )}
        {unknown > 0 && <TextButton onClick={onSendUnknown}>Send {number(unknown)} unknown again</TextButton>}
        {undo?.by && <Link href={pathOfRun(undo.by.id)}>{undoneWords(undo)}</Link>}
        {undo?.mayUndo === true && <TextButton onClick={onUndo}>{undoLabel(run, undo.count)}</TextButton>}
      </span>
    </footer>
  );
};
