import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { counted } from '#src/lib/count.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { TextField } from '#src/ui/forms/Field.tsx';
import { Dialog } from '#src/ui/overlays/Dialog.tsx';
import { useBoard } from './board/board.ts';
import { LONGEST_NOTE } from './call/saved-call.ts';

/** One note for several calls. */
export const NoteDialog = ({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) => {
  const board = useBoard();
  const formId = useId();
  const notes = new Set(ids.map((id) => board.call(id)?.entry.note ?? ''));
  const [shared = ''] = notes.size === 1 ? notes : [];
  const { register, handleSubmit } = useForm({ defaultValues: { note: shared } });
  const save = ({ note }: { note: string }) => {
    board.setNote(ids, note);
    onClose();
  };
  return (
    <Dialog
      title={`Note for ${counted(ids.length, 'call')}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId}>
            Save note
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void handleSubmit(save)(event)}>
        <TextField
          label="Note"
          hint={notes.size > 1 ? 'Replaces the notes that they have.' : undefined}
          maxLength={LONGEST_NOTE}
          {...register('note')}
        />
      </form>
    </Dialog>
  );
};
