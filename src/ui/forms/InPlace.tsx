import { useState, type ComponentProps } from 'react';
import styles from './Field.module.css';

/** One text, changed where it stands: Enter or leaving the field keeps it, Escape goes back, then leaves it. */
export const InPlace = ({
  value,
  onKeep,
  ...rest
}: {
  value: string;
  /** What was typed, maybe nothing or the same as before. */
  onKeep: (typed: string) => void;
} & Pick<ComponentProps<'input'>, 'aria-label' | 'maxLength'>) => {
  const [typed, setTyped] = useState<string>();
  const keep = () => {
    if (typed === undefined) return;
    setTyped(undefined);
    onKeep(typed);
  };
  return (
    <input
      className={styles['in']}
      autoComplete="off"
      {...rest}
      value={typed ?? value}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) keep();
        if (event.key !== 'Escape') return;
        if (typed === undefined) event.currentTarget.blur();
        else event.preventDefault();
        setTyped(undefined);
      }}
    />
  );
};
