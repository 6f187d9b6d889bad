import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import type { InvisibleField } from './invisible-fields.ts';
import { FIELD_LABELS } from './provider.ts';

/** Asks before characters are sent that nobody can see: they often come with pasting, and are never dropped here. */
export const InvisibleDialog = ({
  fields,
  onBack,
  onSend,
}: {
  fields: readonly InvisibleField[];
  onBack: () => void;
  onSend: () => void;
}) => (
  <Dialog
    title="Send characters that can’t be seen?"
    onClose={onBack}
    footer={
      <>
        <Button onClick={onBack}>Back</Button>
        {/* A double click on what opened the dialog is no answer to its question. */}
        <Button variant="primary" onClick={(event) => event.detail <= 1 && onSend()}>
          Send as typed
        </Button>
      </>
    }
  >
    <p className="second">What will be sent contains characters that can’t be seen:</p>
    <ul>
      {fields.map(({ name, characters, marked }) => (
        <li key={name}>
          {FIELD_LABELS[name]}: {characters}
          {marked !== undefined && (
            <>
              {' in '}
              <bdi className="mono">{marked}</bdi>
            </>
          )}
        </li>
      ))}
    </ul>
  </Dialog>
);
