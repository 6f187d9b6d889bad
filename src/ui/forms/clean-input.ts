import { useRef, useState, type FocusEvent, type InputEvent, type KeyboardEvent } from 'react';
import { cleanInvisible, describeCleaning, removeInvisible } from '#src/lib/invisible.ts';

/** Puts the text into the field and keeps the caret where it was. A clean field keeps its own undo. */
const replaceText = (field: HTMLInputElement, clean: (text: string) => string): void => {
  if (clean(field.value) === field.value) return;
  const caret = clean(field.value.slice(0, field.selectionEnd ?? field.value.length)).length;
  field.value = clean(field.value);
  if (field === document.activeElement) field.setSelectionRange(caret, caret);
};

/** More may follow a space that was just typed or left by a deletion. */
const isTypedByHand = ({ inputType }: globalThis.InputEvent): boolean =>
  /^(?:insert(?:Composition)?Text|delete|history)/.test(inputType);

const INVISIBLE = { clean: cleanInvisible, describe: describeCleaning };

/**
 * Cleans what is typed, pasted or filled into a field, and says once what was removed. Spread `listeners` into the input,
 * before its own. `onClean` passes on what was cleaned while the field is left, when no change event follows.
 */
export const useCleanInput = (onClean: (value: string) => void, { clean, describe } = INVISIBLE) => {
  // State holds no text of the field: React keeps states, and the text may be a secret.
  const [note, setNote] = useState('');
  /** What the console filled in, such as an ID that was sent before, stays as it is. */
  const isEdited = useRef(false);
  const finish = (field: HTMLInputElement): void => {
    if (!isEdited.current || clean(field.value) === field.value) return;
    const found = describe(field.value);
    replaceText(field, clean);
    setNote(found);
    onClean(field.value);
  };
  return {
    note,
    listeners: {
      onInput: ({ currentTarget, nativeEvent }: InputEvent<HTMLInputElement>) => {
        isEdited.current = true;
        // An input method loses its place if the text changes under it.
        if (nativeEvent.isComposing) return;
        const byHand = isTypedByHand(nativeEvent);
        const found = byHand ? describeCleaning(currentTarget.value.trim()) : describe(currentTarget.value);
        replaceText(currentTarget, byHand ? removeInvisible : clean);
        setNote(found);
      },
      onBlurCapture: ({ currentTarget }: FocusEvent<HTMLInputElement>) => finish(currentTarget),
      onKeyDownCapture: ({ currentTarget, key }: KeyboardEvent<HTMLInputElement>) => {
        if (key === 'Enter') finish(currentTarget);
      },
    },
  };
};
