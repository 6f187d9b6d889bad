import { useState } from 'react';
import { useWorkspace } from '#src/log/workspace.ts';
import { number } from '#src/lib/count.ts';
import { TextButton } from '#src/ui/forms/Button.tsx';
import field from '#src/ui/forms/Field.module.css';
import { LONGEST_NAME, MOST_NAMES, namesOf, useNameBook, type NameKind } from './names.ts';
import styles from './Names.module.css';

/** Why names were not kept. */
export const NOT_KEPT = {
  full: `This browser keeps ${number(MOST_NAMES)} names at most. Remove one first.`,
  refused: 'This browser did not keep the name. It keeps nothing for this page.',
};

/** The name of an ID beside it, with the one place to give, change or take it away. */
export const NameEdit = ({ kind, id }: { kind: NameKind; id: string }) => {
  const names = namesOf(useWorkspace());
  const name = useNameBook()[kind].get(id);
  const [typed, setTyped] = useState<string>();
  const [refused, setRefused] = useState<keyof typeof NOT_KEPT>();
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
  const close = () => {
    setTyped(undefined);
    setRefused(undefined);
  };
  const save = () => {
    const why = names.give([{ kind, id, name: typed }]);
    setRefused(why);
    if (!why) close();
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
      {refused && <span role="alert">{NOT_KEPT[refused]}</span>}
    </span>
  );
};
