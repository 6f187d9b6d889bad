import { useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { classes } from '#src/lib/classes.ts';
import { hiddenInWords, withoutHidden } from '#src/lib/invisible.ts';
import { Button, TextButton } from '#src/ui/forms/Button.tsx';
import field from '#src/ui/forms/Field.module.css';
import { FileInput } from '#src/ui/forms/FileInput.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { useDropAnywhere, usePasteAnywhere } from '#src/ui/forms/paste-and-drop.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';
import {
  inputError,
  needsPreview,
  MOST_AT_ONCE,
  readInput,
  type ImportInput,
  type Input,
} from './import/input.ts';
import type { Overview } from './board/overview.ts';
import styles from './Lookup.module.css';
import { lazyPart } from '#src/ui/lazy.tsx';
import { number } from '#src/lib/count.ts';

const ImportDrop = lazyPart(async () => (await import('./import/ImportDialog.tsx')).ImportDrop);

const FIELD_ID = 'call-ids';
const NOTE = 'call-ids-note';

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
              <b>{number(count)}</b> {words}
            </span>
          ),
      )}
      <span className="quiet">Enter to watch, Shift Enter for a new line</span>
    </p>
  );
};

/** The one field: takes an ID or a list of them; what is more than a few goes to a preview, as a file does. */
export const Lookup = ({
  call,
  text,
  onText,
  onWatch,
  onMany,
}: {
  call: Overview['call'];
  text: string;
  onText: (text: string) => void;
  onWatch: (ids: readonly string[]) => void;
  /** More than is added without a look at it first; `text` stays in the field until it is emptied. */
  onMany: (input: ImportInput) => void;
}) => {
  const [error, setError] = useState<string>();
  const input = readInput(text, { isWatched: (id) => call(id) !== undefined, origin: location.origin });
  const isList = input.found > 1;
  const hiddenNote = isList ? '' : hiddenInWords(input.fresh[0] ?? '');
  const chooser = useRef<HTMLInputElement>(null);
  const isOver = useDropAnywhere((file) => onMany({ kind: 'file', file }));

  /** Says whether the preview takes it. */
  const preview = (whole: string): boolean => {
    const takes = needsPreview(whole, location.origin);
    if (takes) onMany({ kind: 'text', text: whole });
    return takes;
  };
  const withText = (pasted: string) => (text.trim() === '' ? pasted : `${text}\n${pasted}`);
  usePasteAnywhere((pasted) => {
    if (preview(withText(pasted))) return;
    onText(withText(pasted));
    focusField();
  });
  const paste = (event: ClipboardEvent) => {
    if (preview(withText(event.clipboardData.getData('text')))) event.preventDefault();
  };

  const submit = () => {
    const problem = inputError(input);
    setError(problem);
    if (problem !== undefined) {
      focusField();
      return;
    }
    if (preview(text)) return;
    onText('');
    if (input.fresh.length > 0) onWatch(input.fresh);
    else if (input.already.length === 1) onWatch(input.already);
    else showToast({ tone: 'plain', text: `All ${input.already.length} are watched already` });
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // So that j and k go through the calls again.
    if (event.key === 'Escape' && text === '') event.currentTarget.blur();
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
      <div className={classes(field['affix'], styles['box'])} data-many={isList || undefined}>
        <Icon name="search" />
        <label className="vh" htmlFor={FIELD_ID}>
          Call IDs to watch
        </label>
        <textarea
          id={FIELD_ID}
          className={classes(field['in'], field['code'], styles['in'])}
          rows={isList ? 4 : 1}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          placeholder="Paste one or more call IDs"
          value={text}
          aria-invalid={error !== undefined}
          aria-describedby={classes(
            error !== undefined && 'call-ids-error',
            hiddenNote && NOTE,
            isList ? 'call-ids-found' : 'call-ids-hint',
          )}
          onChange={({ target }) => {
            // A text that was dragged here; a typed one becomes this long a character at a time.
            if (target.value.length > text.length + 1 && preview(target.value)) return;
            onText(target.value);
            setError(undefined);
          }}
          onBlur={() => setError(undefined)}
          onKeyDown={press}
          onPaste={paste}
        />
        {!isList && (
          <>
            <kbd aria-hidden="true">a</kbd>
            <Button
              variant="bare"
              size="sm"
              square
              icon="upload"
              title="Add from a file"
              aria-label="Add from a file"
              onPointerEnter={ImportDrop.preload}
              onClick={() => chooser.current?.click()}
            />
          </>
        )}
        <FileInput
          ref={chooser}
          label="File with call IDs"
          accept=".csv,.tsv,.txt,text/*"
          onFile={(file) => onMany({ kind: 'file', file })}
        />
      </div>
      <span id="call-ids-hint" className="vh">
        Separate IDs with spaces, commas or new lines. Press a to come here from anywhere.
      </span>
      <Button variant="primary" type="submit">
        {input.fresh.length > 1
          ? `Watch ${number(input.fresh.length)} calls${input.found > MOST_AT_ONCE ? '…' : ''}`
          : 'Watch'}
      </Button>
      {error !== undefined && (
        <p className={classes(field['err'], styles['wide'])} id="call-ids-error" role="alert">
          <Icon name="bad" />
          {error}
        </p>
      )}
      {hiddenNote && (
        <p className={classes('hint', styles['wide'])} id={NOTE}>
          {hiddenNote}{' '}
          <TextButton
            onClick={() => {
              onText(withoutHidden(text));
              focusField();
            }}
          >
            Remove
          </TextButton>
        </p>
      )}
      {isList && <Found input={input} />}
      {isOver && <ImportDrop />}
    </form>
  );
};
