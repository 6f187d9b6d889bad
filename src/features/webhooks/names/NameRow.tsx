import { useState } from 'react';
import { Button } from '#src/ui/forms/Button.tsx';
import field from '#src/ui/forms/Field.module.css';
import { toLine } from './names-open.ts';
import { LONGEST_NAME, type GivenName, type NameKind } from './names.ts';

/** One name, changed where it stands: Enter or leaving the field keeps it, Escape goes back. */
export const NameRow = ({
  kind,
  id,
  name,
  onGive,
}: {
  kind: NameKind;
  id: string;
  name: string;
  onGive: (given: readonly GivenName[], text?: string) => void;
}) => {
  const [typed, setTyped] = useState<string>();
  const keep = () => {
    setTyped(undefined);
    const next = toLine(typed ?? '');
    // An emptied field is no removal: that has a button, and an undo.
    if (next !== '' && next !== name) onGive([{ kind, id, name: next }], `‘${name}’ is now ‘${next}’.`);
  };
  return (
    <li className="nam-row">
      <span className="mono">{id}</span>
      <input
        className={field['in']}
        aria-label={`Name of ${kind} ${id}`}
        autoComplete="off"
        maxLength={LONGEST_NAME}
        value={typed ?? name}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={keep}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) keep();
          if (event.key !== 'Escape' || typed === undefined) return;
          event.preventDefault();
          setTyped(undefined);
        }}
      />
      <Button
        variant="bare"
        square
        icon="x"
        aria-label={`Remove the name of ${kind} ${id}`}
        onClick={() => onGive([{ kind, id, name: '' }], `Removed ‘${name}’ of ${id}.`)}
      />
    </li>
  );
};
