import { useState } from 'react';
import { useWorkspace } from '#src/log/workspace.ts';
import { number } from '#src/lib/count.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { TextButton } from '#src/ui/forms/Button.tsx';
import field from '#src/ui/forms/Field.module.css';
import { LONGEST_NAME, MOST_NAMES, namesOf, useNameBook, type NameKind } from './names.ts';
import styles from './Names.module.css';

/** Says why a name was not kept. */
export const sayNotKept = (why: 'full' | 'refused'): void => {
  const text =
    why === 'full'
      ? `This browser keeps ${number(MOST_NAMES)} names at most. Remove one first.`
      : 'This browser did not keep the name. It keeps nothing for this page.';
  showToast({ tone: 'bad', text });
};

/** The name of an ID beside it, with the one place to give, change or take it away. */
export const NameEdit = ({ kind, id }: { kind: NameKind; id: string }) => {
  const names = namesOf(useWorkspace());
  const name = useNameBook()[kind].get(id);
  const [typed, setTyped] = useState<string>();
  if (typed === undefined) {
    return (
      <>
        {name !== undefined && <bdi>{name}</bdi>}{' '}
        <TextButton
          aria-label={`${name === undefined ? 'Add' : 'Change'} the name of ${kind} ${id}`}
          onClick={() => setTyped(name ?? '')}
        >
          {name === undefined ? 'Add a name' : 'Change'}
        </TextButton>
      </>
    );
  }
  const close = () => setTyped(undefined);
  const save = () => {
    const refused = names.give([{ kind, id, name: typed }]);
    if (refused) sayNotKept(refused);
    else close();
  };
  return (
    <span className={styles['edit']}>
      <input
        ref={(input) => input?.focus()}
        className={field['in']}
        aria-label={`Name of ${kind} ${id}`}
        maxLength={LONGEST_NAME}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          // Enter sends no pair, Escape closes no dialog.
          event.preventDefault();
          event.stopPropagation();
          if (event.key === 'Escape') close();
          else if (!event.nativeEvent.isComposing) save();
        }}
      />
      <TextButton onClick={save}>Save</TextButton>
      <TextButton onClick={close}>Cancel</TextButton>
    </span>
  );
};
