import { useEffect, useEffectEvent, useState, type ComponentProps } from 'react';
import styles from './Field.module.css';

/** One text, edited in place: Enter or leaving the field or the page saves it, Escape restores it, then leaves the field. */
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
  const keepNow = useEffectEvent(keep);
  useEffect(() => {
    const leave = () => keepNow();
    // Ahead of the stores, which write what is pending when the page goes.
    addEventListener('pagehide', leave, { capture: true });
    return () => {
      removeEventListener('pagehide', leave, { capture: true });
      keepNow();
    };
  }, []);
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
