import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react';
import { classes } from '#src/lib/classes.ts';
import { Button } from '#src/ui/Button.tsx';
import field from '#src/ui/Field.module.css';
import { Icon } from '#src/ui/Icon.tsx';
import { showToast } from '#src/ui/toasts.ts';
import { inputError, readInput, type Input } from './input.ts';
import type { Overview } from './overview.ts';
import styles from './Lookup.module.css';

const FIELD_ID = 'call-ids';

/** Puts the keyboard into the field, also where it is only about to be drawn again. */
export const focusField = (): void => {
  requestAnimationFrame(() => document.getElementById(FIELD_ID)?.focus());
};

const Found = ({ input }: { input: Input }) => {
  const parts = [
    [input.found, 'IDs found'],
    [input.fresh.length, 'new'],
    [input.already.length, 'already watched'],
    [input.repeated, 'repeated'],
    [input.unusable, 'not usable'],
  ] as const;
  return (
    <p className={styles['found']} id="call-ids-found">
      {parts.map(
        ([count, words], at) =>
          (at < 2 || count > 0) && (
            <span key={words}>
              <b>{count.toLocaleString('en')}</b> {words}
            </span>
          ),
      )}
      <span className="quiet">Enter to watch, Shift Enter for a new line</span>
    </p>
  );
};

/** Takes what is pasted anywhere on the page where no field has the keyboard. */
const usePasteAnywhere = (onPaste: (text: string) => void) => {
  const take = useEffectEvent((event: ClipboardEvent) => {
    const isInField = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
    const pasted = event.clipboardData?.getData('text') ?? '';
    if (isInField || pasted === '' || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    onPaste(pasted);
    focusField();
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent) => take(event);
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, []);
};

/** The one field: takes an ID or a list of them. */
export const Lookup = ({
  call,
  text,
  onText,
  onWatch,
}: {
  call: Overview['call'];
  text: string;
  onText: (text: string) => void;
  onWatch: (ids: readonly string[]) => void;
}) => {
  const [error, setError] = useState<string>();
  const input = readInput(text, { isWatched: (id) => call(id) !== undefined, origin: location.origin });
  const isMany = input.found > 1;
  usePasteAnywhere((pasted) => onText(text.trim() === '' ? pasted : `${text}\n${pasted}`));

  const submit = () => {
    const problem = inputError(input);
    setError(problem);
    if (problem !== undefined) {
      focusField();
      return;
    }
    onText('');
    if (input.fresh.length > 0) onWatch(input.fresh);
    else if (input.already.length === 1) onWatch(input.already);
    else showToast({ tone: 'plain', text: `All ${input.already.length} are watched already` });
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!event.repeat) submit();
  };

  return (
    <form
      className={styles['find']}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={styles['box']} data-many={isMany || undefined}>
        <Icon name="search" />
        <label className="vh" htmlFor={FIELD_ID}>
          Call IDs to watch
        </label>
        <textarea
          id={FIELD_ID}
          className={classes(field['in'], field['code'], styles['in'])}
          rows={isMany ? 4 : 1}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          placeholder="Paste one or more call IDs"
          value={text}
          aria-invalid={error !== undefined}
          aria-describedby={classes(
            error !== undefined && 'call-ids-error',
            isMany ? 'call-ids-found' : 'call-ids-hint',
          )}
          onChange={(event) => {
            onText(event.target.value);
            setError(undefined);
          }}
          onKeyDown={press}
        />
        {!isMany && <kbd aria-hidden="true">/</kbd>}
      </div>
      <span id="call-ids-hint" className="vh">
        Separate IDs with spaces, commas or new lines. Press slash to come here from anywhere.
      </span>
      <Button variant="primary" type="submit">
        {input.fresh.length > 1 ? `Watch ${input.fresh.length.toLocaleString('en')} calls` : 'Watch'}
      </Button>
      {error !== undefined && (
        <p className={classes(field['err'], styles['wide'])} id="call-ids-error" role="alert">
          <Icon name="bad" />
          {error}
        </p>
      )}
      {isMany && <Found input={input} />}
    </form>
  );
};
