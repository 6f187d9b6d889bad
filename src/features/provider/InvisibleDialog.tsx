import { ConfirmDialog } from '#src/ui/overlays/ConfirmDialog.tsx';
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
  <ConfirmDialog
    title="Send characters that can’t be seen?"
    action="Send as typed"
    variant="primary"
    onBack={onBack}
    onConfirm={onSend}
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
  </ConfirmDialog>
);
