import { useEffect, useEffectEvent, useState, type ComponentProps } from 'react';
import { offerDiscarded } from '#src/ui/alerts/toasts.ts';
import { useListener } from '#src/ui/use-listener.ts';
import styles from './Field.module.css';

export const InlineEdit = ({
  value,
  onSave,
  ...rest
}: {
  value: string;
  onSave: (typed: string) => void;
  'aria-label': string;
} & Pick<ComponentProps<'input'>, 'maxLength' | 'placeholder'>) => {
  const [typed, setTyped] = useState<string>();
  const save = () => {
    if (typed === undefined) return;
    setTyped(undefined);
    onSave(typed);
  };
  const saveOnLeave = useEffectEvent(save);
  useEffect(() => () => saveOnLeave(), []);
  // In the capture phase, before the stores write what is pending.
  useListener('pagehide', save, true);
  return (
    <input
      className={styles['in']}
      autoComplete="off"
      {...rest}
      value={typed ?? value}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) save();
        if (event.key !== 'Escape') return;
        if (typed === undefined) event.currentTarget.blur();
        else {
          event.preventDefault();
          if (typed !== value) offerDiscarded(rest['aria-label'], () => onSave(typed));
        }
        setTyped(undefined);
      }}
    />
  );
};
