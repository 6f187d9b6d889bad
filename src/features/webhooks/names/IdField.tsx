import { useId, useMemo, useState } from 'react';
import { describeInvisible, cleanInvisible } from '#src/lib/invisible.ts';
import { TextField, type TextFieldProps } from '#src/ui/forms/Field.tsx';
import { useHiddenNote } from '#src/ui/forms/HiddenNote.tsx';
import { useKnownIds } from './known-ids.ts';
import { createNameFinder, suggestIds } from './names-match.ts';
import type { NameKind } from './names.ts';
import styles from './Names.module.css';

/** `list` is for the input, `options` is rendered beside it. */
export const useIdSuggestions = (kind: NameKind, text: string, isNeeded = true) => {
  const listId = useId();
  const { names, used } = useKnownIds(isNeeded)[kind];
  const found = useMemo(
    () => (isNeeded ? suggestIds({ names, used }, text) : []),
    [isNeeded, names, used, text],
  );
  const options = (
    <datalist id={listId}>
      {found.map(({ id, name }) => (
        <option key={id} value={id}>
          {name ?? id}
        </option>
      ))}
    </datalist>
  );
  const hasSome = isNeeded && (names.size > 0 || used.length > 0);
  return { list: hasSome ? listId : undefined, options, names, used };
};

/** More IDs of one name are not listed. */
const MAX_NAMED = 5;

/** A field for an ID, with suggestions. A name that only one ID has becomes that ID when the field is left. */
export const IdField = ({
  kind,
  onValue,
  onBlur,
  ...field
}: Omit<TextFieldProps, 'onChange'> & { kind: NameKind; value: string; onValue: (id: string) => void }) => {
  const [hadFocus, setHadFocus] = useState(false);
  const isNeeded = hadFocus || field.value !== '';
  const { list, options, names, used } = useIdSuggestions(kind, field.value, isNeeded);
  const ids = useMemo(() => createNameFinder({ names, used })(field.value), [names, used, field.value]);
  const hidden = useHiddenNote(() => onValue(cleanInvisible(field.value)));
  return (
    <div>
      <TextField
        {...field}
        {...hidden.listeners}
        code
        autoCapitalize="off"
        list={list}
        hint={describeInvisible(field.value) && hidden.note}
        onFocus={() => setHadFocus(true)}
        onChange={({ target }) => onValue(target.value)}
        onBlur={(event) => {
          if (ids.length === 1 && ids[0] !== undefined) onValue(ids[0]);
          onBlur?.(event);
        }}
      />
      {isNeeded && (
        <>
          {options}
          <p className={`hint ${styles['under']}`} role="status">
            {ids.length > 0 && (
              <>
                The name of <span className="mono">{ids.slice(0, MAX_NAMED).join(', ')}</span>
              </>
            )}
          </p>
        </>
      )}
    </div>
  );
};
