import { useState, type FocusEvent, type InputEvent } from 'react';
import { describeHidden } from '#src/lib/invisible.ts';
import { TextButton } from './Button.tsx';
import styles from './Field.module.css';

export const HiddenNote = ({ note, onRemove }: { note: string; onRemove: () => void }) => (
  <>
    {note}{' '}
    <TextButton className={styles['remove']} onClick={onRemove}>
      Remove
    </TextButton>
  </>
);

/**
 * Notes at a field that its text has hidden characters, or spaces at its ends. Spread `listeners` into the input and show
 * `note` below it.
 */
export const useHiddenNote = (onRemove: () => void) => {
  const [words, setWords] = useState('');
  // Described before the update: React remembers what an update closes over, and the text may be a secret.
  return {
    note: words && (
      <HiddenNote
        note={words}
        onRemove={() => {
          setWords('');
          onRemove();
        }}
      />
    ),
    listeners: {
      // More may follow a space that was just typed.
      onInput: ({ currentTarget, nativeEvent }: InputEvent<HTMLInputElement>) =>
        setWords(nativeEvent.data === ' ' ? '' : describeHidden(currentTarget.value)),
      onBlurCapture: ({ currentTarget }: FocusEvent<HTMLInputElement>) =>
        setWords(describeHidden(currentTarget.value)),
    },
  };
};
