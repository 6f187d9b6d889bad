import { useState, type FocusEvent, type InputEvent } from 'react';
import { describeInvisible } from '#src/lib/invisible.ts';
import { TextButton } from './Button.tsx';
import styles from './Field.module.css';

export const HiddenNote = ({ note, onRemove }: { note: string; onRemove: () => void }) => (
  <>
    <span className="late">{note}</span>{' '}
    <TextButton className={styles['remove']} onClick={onRemove}>
      Remove
    </TextButton>
  </>
);

/**
 * Warns of hidden characters in a field, and of spaces at its ends. Spread `listeners` into the input and show `note`
 * below it.
 */
export const useHiddenNote = (onRemove: () => void) => {
  const [message, setMessage] = useState('');
  // State holds the message only: React keeps states, and the text may be a secret.
  return {
    note: message && (
      <HiddenNote
        note={message}
        onRemove={() => {
          setMessage('');
          onRemove();
        }}
      />
    ),
    listeners: {
      // More may follow a space that was just typed.
      onInput: ({ currentTarget, nativeEvent }: InputEvent<HTMLInputElement>) =>
        setMessage(nativeEvent.data === ' ' ? '' : describeInvisible(currentTarget.value)),
      onBlurCapture: ({ currentTarget }: FocusEvent<HTMLInputElement>) =>
        setMessage(describeInvisible(currentTarget.value)),
    },
  };
};
