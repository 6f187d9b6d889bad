import { useState, type FocusEvent, type InputEvent } from 'react';
import { describeInvisible } from '#src/lib/invisible.ts';
import { TextButton } from './Button.tsx';

/**
 * Notes at a field that its text has hidden characters, or spaces at its ends. Spread `listeners` into the input and show
 * `note` below it.
 */
export const useHiddenNote = (onRemove: () => void) => {
  const [words, setWords] = useState('');
  // Described before the update: React remembers what an update closes over, and the text may be a secret.
  return {
    note: words && (
      <>
        {words}{' '}
        <TextButton
          onClick={() => {
            setWords('');
            onRemove();
          }}
        >
          Remove
        </TextButton>
      </>
    ),
    listeners: {
      // More may follow a space that was just typed.
      onInput: ({ currentTarget, nativeEvent }: InputEvent<HTMLInputElement>) =>
        setWords(nativeEvent.data === ' ' ? '' : describeInvisible(currentTarget.value)),
      onBlurCapture: ({ currentTarget }: FocusEvent<HTMLInputElement>) =>
        setWords(describeInvisible(currentTarget.value)),
    },
  };
};
