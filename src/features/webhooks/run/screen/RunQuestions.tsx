import type { RunRecord } from '#src/journal/runs/run-log.ts';
import type { Run } from '#src/journal/runs/run.ts';
import { LineDialog } from './LineDialog.tsx';
import { CancelDialog, SendUnknownDialog } from './RunDialogs.tsx';
import { UndoDialog } from './UndoDialog.tsx';

export type Asking = { kind: 'cancel' | 'unknown' | 'undo' } | { kind: 'line'; index: number };

/** What a link to the run asks for: its undo where it is over, or one of its lines, counted from 1. */
export const askedByLink = (search: string, { total, status }: Run): Asking | undefined => {
  const query = new URLSearchParams(search);
  if (query.has('undo')) return status === 'finished' ? { kind: 'undo' } : undefined;
  const line = Number(query.get('line'));
  return Number.isInteger(line) && line >= 1 && line <= total ? { kind: 'line', index: line - 1 } : undefined;
};

/** The one question or line of a run that is open above it. */
export const RunQuestions = ({
  asking,
  record,
  run,
  nowMs,
  onClose,
  onCancel,
  onSendUnknown,
  onUndo,
}: {
  asking: Asking | undefined;
  record: RunRecord;
  run: Run;
  /** Epoch milliseconds. */
  nowMs: number;
  onClose: () => void;
  onCancel: () => void;
  onSendUnknown: () => void;
  onUndo: (lines: readonly number[]) => void;
}) => {
  const isOver = run.status === 'finished';
  switch (asking?.kind) {
    case 'cancel':
      return isOver ? null : <CancelDialog run={run} onBack={onClose} onConfirm={onCancel} />;
    case 'unknown':
      return <SendUnknownDialog run={run} onBack={onClose} onConfirm={onSendUnknown} />;
    case 'undo':
      return isOver ? <UndoDialog record={record} run={run} onBack={onClose} onConfirm={onUndo} /> : null;
    case 'line':
      return (
        <LineDialog
          run={run}
          line={record.line(asking.index)}
          index={asking.index}
          nowMs={nowMs}
          onClose={onClose}
        />
      );
    case undefined:
      return null;
  }
};
