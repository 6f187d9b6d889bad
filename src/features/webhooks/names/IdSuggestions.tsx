import { useId, useState } from 'react';
import { lazyPart } from '#src/ui/lazy.tsx';
import { TextField, type TextFieldProps } from '#src/ui/forms/Field.tsx';
import type { NameKind } from './names.ts';

export type IdSuggestionsProps = {
  /** What the `list` of the input names. */
  listId: string;
  kind: NameKind;
  /** What is typed in the input. */
  text: string;
  /** The person wants this ID in place of the name that was typed. */
  onUse: (id: string) => void;
  /** No hint below: for a place that has no room for one. */
  isBare?: boolean;
  /** Whether there is anything to offer at all: without that an input is no combobox. */
  onAvailable?: (isAvailable: boolean) => void;
};

/**
 * The IDs to offer in an input, as its `<datalist>`, and a hint below it where a name was typed in place of an ID. A field
 * does its work without them: nothing is said where they can't be loaded.
 */
export const IdSuggestions = lazyPart<IdSuggestionsProps>(() =>
  import('./SuggestionList.tsx').then(
    ({ SuggestionList }) => SuggestionList,
    () => () => null,
  ),
);

/** A field for an ID, with suggestions from the first time that it has the keyboard or a value. */
export const IdField = ({
  kind,
  onUse,
  ...field
}: TextFieldProps & Pick<IdSuggestionsProps, 'kind' | 'onUse'> & { value: string }) => {
  const listId = useId();
  const [hadFocus, setHadFocus] = useState(false);
  const [isAvailable, setAvailable] = useState(false);
  return (
    <div>
      <TextField
        code
        autoCapitalize="off"
        list={isAvailable ? listId : undefined}
        onFocus={() => setHadFocus(true)}
        {...field}
      />
      {(hadFocus || field.value !== '') && (
        <IdSuggestions
          listId={listId}
          kind={kind}
          text={field.value}
          onUse={onUse}
          onAvailable={setAvailable}
        />
      )}
    </div>
  );
};
