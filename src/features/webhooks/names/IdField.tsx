import { Fragment, useId, useMemo, useState } from 'react';
import { counted } from '#src/lib/count.ts';
import { withoutHidden } from '#src/lib/invisible.ts';
import { TextButton } from '#src/ui/forms/Button.tsx';
import { TextField, type TextFieldProps } from '#src/ui/forms/Field.tsx';
import { HiddenNote } from '#src/ui/forms/HiddenNote.tsx';
import { useKnownIds } from './known-ids.ts';
import { createNameFinder, suggested } from './names-match.ts';
import type { NameKind } from './names.ts';
import styles from './Names.module.css';

/** The IDs to offer in an input: what its `list` is, undefined where there is nothing to offer, and the options to draw beside it. */
export const useIdSuggestions = (kind: NameKind, text: string, isNeeded = true) => {
  const listId = useId();
  const { names, used } = useKnownIds(isNeeded)[kind];
  const found = useMemo(
    () => (isNeeded ? suggested({ names, used }, text) : []),
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

/** So many IDs of one name are offered; whoever has more of them picks from the suggestions. */
const MOST_NAMESAKES = 5;

/** The IDs that have the typed text for a name. */
const Namesakes = ({
  kind,
  ids,
  onUse,
}: {
  kind: NameKind;
  ids: readonly string[];
  onUse: (id: string) => void;
}) =>
  ids.length === 1 ? (
    <>
      The name of <span className="mono">{ids[0]}</span>
    </>
  ) : (
    <>
      The name of {counted(ids.length, kind)}. Use{' '}
      {ids.slice(0, MOST_NAMESAKES).map((id, at) => (
        <Fragment key={id}>
          {at > 0 && ', '}
          <TextButton className="mono" onClick={() => onUse(id)}>
            {id}
          </TextButton>
        </Fragment>
      ))}
    </>
  );

/**
 * A field for an ID, with suggestions from the first time that it has the keyboard or a value. A name that one ID has gives
 * that ID once the field is left.
 */
export const IdField = ({
  kind,
  hidden,
  onValue,
  onBlur,
  ...field
}: Omit<TextFieldProps, 'onChange' | 'hidden'> & {
  kind: NameKind;
  value: string;
  /** The note on hidden characters. */
  hidden: string;
  onValue: (id: string) => void;
}) => {
  const [hadFocus, setHadFocus] = useState(false);
  const isNeeded = hadFocus || field.value !== '';
  const { list, options, names, used } = useIdSuggestions(kind, field.value, isNeeded);
  const named = useMemo(() => createNameFinder({ names, used })(field.value), [names, used, field.value]);

  const leave: TextFieldProps['onBlur'] = (event) => {
    const [only, another] = named;
    if (only !== undefined && another === undefined) onValue(only);
    onBlur?.(event);
  };
  return (
    <div>
      <TextField
        code
        autoCapitalize="off"
        list={list}
        onFocus={() => setHadFocus(true)}
        onChange={({ target }) => onValue(target.value)}
        onBlur={leave}
        hint={hidden && <HiddenNote words={hidden} onRemove={() => onValue(withoutHidden(field.value))} />}
        {...field}
      />
      {isNeeded && (
        <>
          {options}
          <p className={`hint ${styles['under']}`} role="status">
            {named.length > 0 && <Namesakes kind={kind} ids={named} onUse={onValue} />}
          </p>
        </>
      )}
    </div>
  );
};
