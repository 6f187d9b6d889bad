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
