import { useEffect, useEffectEvent, useState, type ComponentProps } from 'react';
import { offerDiscarded } from '#src/ui/alerts/toasts.ts';
import { leaving } from '#src/ui/overlays/leaving.ts';
import styles from './Field.module.css';

export const InlineEdit = ({
  value,
  onSave,
  ...rest
}: {
  value: string;
  /** `began`: the value that the edit began with. Another tab may have changed it since. */
  onSave: (typed: string, began: string) => void;
  'aria-label': string;
} & Pick<ComponentProps<'input'>, 'maxLength' | 'placeholder'>) => {
  const [edit, setEdit] = useState<{ typed: string; began: string }>();
  const save = () => {
    if (!edit) return;
    setEdit(undefined);
    onSave(edit.typed, edit.began);
  };
  const saveOnLeave = useEffectEvent(save);
  const isEdited = edit !== undefined;
  useEffect(() => {
    if (isEdited) return leaving.hold({ endsPage: false, keep: () => saveOnLeave() });
    return undefined;
  }, [isEdited]);
  useEffect(() => () => saveOnLeave(), []);
  return (
    <input
      className={styles['in']}
      autoComplete="off"
      {...rest}
      value={edit?.typed ?? value}
      onChange={({ target }) => setEdit({ typed: target.value, began: edit?.began ?? value })}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save();
        if (event.key !== 'Escape') return;
        if (!edit) event.currentTarget.blur();
        else {
          event.preventDefault();
          if (edit.typed !== value) offerDiscarded(rest['aria-label'], () => onSave(edit.typed, edit.began));
        }
        setEdit(undefined);
      }}
    />
  );
};
