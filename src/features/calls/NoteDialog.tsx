import { formatCount } from '#src/lib/count.ts';
import { lazyPart } from '#src/ui/lazy.tsx';
import { useBoard } from './board/board.ts';
import { MAX_NOTE_LENGTH } from './call/saved-call.ts';

const TextDialog = lazyPart(async () => (await import('#src/ui/forms/TextDialog.tsx')).TextDialog);

export const NoteDialog = ({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) => {
  const board = useBoard();
  const notes = new Set(ids.map((id) => board.call(id)?.entry.note ?? ''));
  return (
    <TextDialog
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
