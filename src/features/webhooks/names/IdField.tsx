import { useId, useMemo, useState, type ReactNode } from 'react';
import { describeInvisible, cleanInvisible } from '#src/lib/invisible.ts';
import { TextButton } from '#src/ui/forms/Button.tsx';
import { TextField, type TextFieldProps } from '#src/ui/forms/Field.tsx';
import { HiddenNote, isFieldLeft } from '#src/ui/forms/HiddenNote.tsx';
import { useWorkspace } from '#src/log/workspace.ts';
import {
  describePart,
  findWarning,
  getTakenIds,
  suggestIds,
  useKnownIds,
  type IdWarning,
} from './known-ids.ts';
import { OTHER_KIND, type NameKind } from './names.ts';

const describeWarning = (warning: IdWarning, kind: NameKind): string => {
  if (warning === 'known-as-other') return `Known here as a ${OTHER_KIND[kind]}.`;
  if (warning === 'like-other') return `Looks like a ${OTHER_KIND[kind]} ID.`;
  return `Doesn’t look like a ${kind} ID. Sent as typed.`;
};

/** A field for an ID, with suggestions. A name that only one ID has becomes that ID when the field is left. */
export const IdField = ({
  kind,
  onValue,
  onBlur,
  onPaste,
  onSwap,
  ...field
}: Omit<TextFieldProps, 'onChange'> & {
  kind: NameKind;
  value: string;
  onValue: (id: string) => void;
  /** Moves the ID to the field of the other kind. */
  onSwap?: () => void;
}) => {
  const fieldId = useId();
  const listId = useId();
  const [hadFocus, setHadFocus] = useState(false);
  /** What the last key typed, until Enter or until the field is left. Null after a paste. */
  const [typed, setTyped] = useState<string | null>();
  const isLeft = typed === undefined;
  /** What the console filled in is an ID, never a name. */
  const [wasTyped, setWasTyped] = useState(false);
  const isNeeded = hadFocus || field.value !== '';
  const known = useKnownIds(isNeeded);
  const suggested = useMemo(
    () => (isNeeded ? suggestIds(known[kind], field.value) : []),
    [isNeeded, known, kind, field.value],
  );
  const ids = wasTyped ? known[kind].findByName(field.value) : [];
  const takenIds = getTakenIds(useWorkspace());
  const namesWith = isLeft ? known[kind].findNamesWith(field.value) : [];
  const warning = findWarning(known, kind, field.value);
  // More may follow a space that was just typed.
  const hidden = typed === ' ' ? '' : describeInvisible(field.value);
  const mend = (change: () => void) => () => {
    document.getElementById(fieldId)?.focus();
    setTyped(undefined);
    change();
  };
  let note: ReactNode = '';
  if (ids.length > 0) {
    note = (
      <>
        The name of <span className="mono">{ids.join(', ')}</span>
      </>
    );
  } else if (namesWith.length > 0) {
    const take = () => takenIds.setState((taken) => ({ [kind]: [...taken[kind], field.value] }));
    note = (
      <>
        <span className="late">{describePart(field.value, namesWith)}</span>{' '}
        <TextButton onClick={mend(take)}>Use as an ID</TextButton>
      </>
    );
  } else if (hidden !== '') {
    note = (
      <HiddenNote note={hidden} isLeft={isLeft} onRemove={mend(() => onValue(cleanInvisible(field.value)))} />
    );
  } else if (warning === 'known-as-other' || (warning && isLeft)) {
    note = (
      <>
        <span className="late">{describeWarning(warning, kind)}</span>{' '}
        {warning !== 'unlike' && onSwap && (
          <TextButton tabIndex={isLeft ? 0 : -1} onClick={mend(onSwap)}>
            Swap
          </TextButton>
        )}
      </>
    );
  }
  return (
    <div>
      <TextField
        {...field}
        id={fieldId}
        code
        autoCapitalize="off"
        list={listId}
        hint={note}
        aria-invalid={Boolean(field.error) || namesWith.length > 0}
        onInput={({ nativeEvent }) => {
          setTyped(nativeEvent.data);
          setWasTyped(true);
        }}
        onKeyDown={({ key }) => key === 'Enter' && setTyped(undefined)}
        // A screen may fill in what is pasted itself.
        onPaste={(event) => {
          setTyped(null);
          onPaste?.(event);
        }}
        onFocus={() => setHadFocus(true)}
        onChange={({ target }) => onValue(target.value)}
        onBlur={(event) => {
          if (isFieldLeft(event.currentTarget)) setTyped(undefined);
          if (ids.length === 1) onValue(known[kind].resolve(field.value));
          onBlur?.(event);
        }}
      />
      {isNeeded && (
        <datalist id={listId}>
          {suggested.map(({ id, name }) => (
            <option key={id} value={id}>
              {name ?? id}
            </option>
          ))}
        </datalist>
      )}
    </div>
  );
};
