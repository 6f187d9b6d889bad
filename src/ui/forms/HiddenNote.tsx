import { useState, type FocusEvent, type InputEvent } from 'react';
import { describeInvisible } from '#src/lib/invisible.ts';
import { TextButton } from './Button.tsx';
import styles from './Field.module.css';

export const HiddenNote = ({
  note,
  onRemove,
  isLeft = true,
}: {
  note: string;
  onRemove: () => void;
  /** Until the field has been left, Tab leads past the button: what is pasted next is for the next field. */
  isLeft?: boolean;
}) => (
  <>
    <span className="late">{note}</span>{' '}
    <TextButton className={styles['remove']} tabIndex={isLeft ? 0 : -1} onClick={onRemove}>
      Remove
    </TextButton>
  </>
);

/** In a blur event. When the window loses focus, to copy something elsewhere, its field keeps it. */
export const isFieldLeft = (field: HTMLElement): boolean => document.activeElement !== field;

/**
 * Warns of hidden characters in a field, and of spaces at its ends. Spread `listeners` into the input and show `note`
 * below it.
 */
export const useHiddenNote = (onRemove: () => void) => {
  const [message, setMessage] = useState('');
  const [isLeft, setIsLeft] = useState(false);
  // State holds no text: React keeps states, and the text may be a secret.
  return {
    note: message && (
      <HiddenNote
        note={message}
        isLeft={isLeft}
        onRemove={() => {
          setMessage('');
          onRemove();
        }}
      />
    ),
    listeners: {
      // More may follow a space that was just typed.
      onInput: ({ currentTarget, nativeEvent }: InputEvent<HTMLInputElement>) => {
        setMessage(nativeEvent.data === ' ' ? '' : describeInvisible(currentTarget.value));
        setIsLeft(false);
      },
      onBlurCapture: ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
        setMessage(describeInvisible(currentTarget.value));
        setIsLeft(isFieldLeft(currentTarget));
      },
    },
  };
};
