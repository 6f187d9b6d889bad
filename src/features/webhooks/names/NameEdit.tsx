import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useWorkspace } from '#src/log/workspace.ts';
import { classes } from '#src/lib/classes.ts';
import { offerDiscarded, offerUndo } from '#src/ui/alerts/toasts.ts';
import { TextButton } from '#src/ui/forms/Button.tsx';
import field from '#src/ui/forms/Field.module.css';
import { escapeId } from '#src/lib/invisible.ts';
import { collapseSpace, getNames, MAX_NAME_LENGTH, useNameBook, type NameKind } from './names.ts';
import styles from './Names.module.css';

export const Named = ({ kind, id, children }: { kind: NameKind; id: string; children?: ReactNode }) => {
  const name = useNameBook()[kind].get(id);
  return (
    <>
      {children ?? <bdi className="mono">{escapeId(id)}</bdi>}
      {name !== undefined && (
        <>
          {' '}
          <span className="quiet">
            (<bdi>{name}</bdi>)
          </span>
        </>
      )}
    </>
  );
};

/** In a list, the row of a removed name goes. */
const focusNextRow = (edit: HTMLElement | null): void => {
  const row = edit?.closest('li');
  const next =
    row?.nextElementSibling ?? row?.previousElementSibling ?? row?.closest('dialog')?.querySelector('footer');
  next?.querySelector<HTMLElement>('button')?.focus();
};

export const NameEdit = ({ kind, id }: { kind: NameKind; id: string }) => {
  const names = getNames(useWorkspace());
  const name = useNameBook()[kind].get(id);
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const wasOpen = useRef(false);
  const edit = useRef<HTMLSpanElement>(null);

  /** The dialog was closed, or the field has another ID. */
  const offerTyped = useEffectEvent(() => {
    if (typed === undefined || typed === (name ?? '') || wasOpen.current) return;
    offerDiscarded(`Name of ${kind} ${id}`, () => void names.change([{ kind, id, name: typed }]));
  });
  useEffect(() => () => offerTyped(), []);

  if (typed === undefined) {
    const restoreFocus = (button: HTMLButtonElement | null) => {
      if (wasOpen.current) button?.focus();
      wasOpen.current = false;
    };
    return (
      <>
        {name !== undefined && <bdi>{name}</bdi>}{' '}
        <TextButton
          ref={restoreFocus}
          aria-label={`${name === undefined ? 'Add' : 'Change'} the name of ${kind} ${id}`}
          onClick={() => setTyped(name ?? '')}
        >
          {name === undefined ? 'Add a name' : 'Change'}
        </TextButton>
      </>
    );
  }

  const close = () => {
    wasOpen.current = true;
    setTyped(undefined);
    setProblem(undefined);
  };
  const save = (next: string) => {
    const refused = names.change([{ kind, id, name: next }]);
    setProblem(refused);
    if (refused) return;
    if (name !== undefined && collapseSpace(next) === '') {
      focusNextRow(edit.current);
      offerUndo(`Name of ${kind} ${id} removed`, () => names.change([{ kind, id, name }]));
    }
    close();
  };
  return (
    <span className={classes('btns', styles['edit'])} ref={edit}>
      <input
        ref={(input) => input?.focus()}
        className={field['in']}
        aria-label={`Name of ${kind} ${id}`}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          // Enter must not send the pair, Escape must not close the dialog.
          event.preventDefault();
          event.stopPropagation();
          if (event.key === 'Escape') {
            close();
            if (typed !== (name ?? ''))
              offerDiscarded(`Name of ${kind} ${id}`, () => {
                setTyped(typed);
                save(typed);
              });
          } else save(typed);
        }}
      />
      <TextButton onClick={() => save(typed)}>Save</TextButton>
      <TextButton onClick={close}>Cancel</TextButton>
      {name !== undefined && <TextButton onClick={() => save('')}>Remove</TextButton>}
      {problem && <span role="alert">{problem}</span>}
    </span>
  );
};
