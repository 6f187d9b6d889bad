import { formatCount } from '#src/lib/count.ts';
import { LazyTextDialog } from '#src/ui/forms/LazyTextDialog.ts';
import { useBoard } from './board/board.ts';
import { MAX_NOTE_LENGTH } from './call/saved-call.ts';

export const NoteDialog = ({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) => {
  const board = useBoard();
  const notes = new Set(ids.map((id) => board.call(id)?.entry.note ?? ''));
  return (
    <LazyTextDialog
      title={`Note for ${formatCount(ids.length, 'call')}`}
      label="Note"
      hint={notes.size > 1 ? 'Replaces their notes.' : undefined}
      maxLength={MAX_NOTE_LENGTH}
      initial={notes.size === 1 ? ([...notes][0] ?? '') : ''}
      onSave={(note) => board.setNote(ids, note)}
      onClose={onClose}
    />
  );
};
