import { useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { useLocation } from 'wouter';
import { classes } from '#src/lib/classes.ts';
import { describeInvisible, cleanInvisible } from '#src/lib/invisible.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import field from '#src/ui/forms/Field.module.css';
import { FileInput } from '#src/ui/forms/FileInput.tsx';
import { HiddenNote } from '#src/ui/forms/HiddenNote.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { focusInPopover, usePopover } from '#src/ui/overlays/popover.ts';
import { useDropAnywhere, usePasteAnywhere } from '#src/ui/forms/paste-and-drop.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';
import {
  findInputError,
  MAX_TYPED_IDS,
  needsPreview,
  readTypedIds,
  type ImportInput,
} from './import/read-ids.ts';
import { describeIds } from './import/describe-ids.ts';
import { useBoard } from './board/hooks.ts';
import { getViewSearch } from './board/view.ts';
import { BOARD_PATH } from './call/address.ts';
import { focusLookup, LOOKUP_ID } from './board/focus-row.ts';
import styles from './Lookup.module.css';
import { lazyPart } from '#src/ui/lazy.tsx';
import { formatNumber } from '#src/lib/count.ts';

const ImportDrop = lazyPart(async () => (await import('./import/ImportDialog.tsx')).ImportDrop);

const POPOVER_ID = 'watch-calls';

export const Lookup = ({
  isInline,
  text,
  onText,
  onWatch,
  onPreview,
}: {
  /** On an empty board the field is in sight at once, else in a popover. */
  isInline: boolean;
  text: string;
  onText: (text: string) => void;
  onWatch: (ids: readonly string[]) => void;
  /** Opens the preview; the text stays in the field. */
  onPreview: (input: ImportInput) => void;
}) => {
  const board = useBoard();
  const [, navigate] = useLocation();
  const [error, setError] = useState<string>();
  const ids = readTypedIds(text, {
    isWatched: (id) => board.store.call(id) !== undefined,
    origin: location.origin,
  });
  const isList = ids.found > 1;
  const hiddenNote = isList ? '' : describeInvisible(ids.fresh[0] ?? '');
  const box = useRef<HTMLDivElement>(null);
  const { isOpen, onBeforeToggle } = usePopover(box);
  const fileInput = useRef<HTMLInputElement>(null);
  const isFileOver = useDropAnywhere((file) => onPreview({ kind: 'file', file }));

  const previewIfLong = (full: string): boolean => {
    const isLong = needsPreview(full, location.origin);
    if (isLong) onPreview({ kind: 'text', text: full });
    return isLong;
  };
  const append = (pasted: string) => (text.trim() === '' ? pasted : `${text}\n${pasted}`);
  usePasteAnywhere((pasted) => {
    if (previewIfLong(append(pasted))) return;
    onText(append(pasted));
    // An open call may cover the field.
    if (!focusInPopover(document.getElementById(LOOKUP_ID)))
      navigate(BOARD_PATH + getViewSearch(), { state: { focus: LOOKUP_ID } });
  });
  const paste = (event: ClipboardEvent) => {
    if (previewIfLong(append(event.clipboardData.getData('text')))) event.preventDefault();
  };

  const leave = () => {
    if (isOpen) box.current?.hidePopover();
    else document.getElementById(LOOKUP_ID)?.blur();
  };
  const submit = () => {
    const problem = findInputError(ids);
    setError(problem);
    if (problem !== undefined) {
      focusLookup();
      return;
    }
    if (previewIfLong(text)) return;
    onText('');
    leave();
    onWatch([...ids.fresh, ...ids.already]);
    if (ids.fresh.length === 0 && ids.already.length > 1)
      showToast({ tone: 'plain', text: `All ${ids.already.length} are watched already` });
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // So that single keys work again. A popover closes by itself.
    if (event.key === 'Escape' && text === '' && isInline) leave();
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!event.repeat) submit();
  };

  return (
    <>
      {!isInline && (
        <Button
          className={styles['add']}
          variant="primary"
          icon="plus"
          title="Watch calls"
          popoverTarget={POPOVER_ID}
          aria-haspopup="true"
          aria-expanded={isOpen}
          onClick={(event) => {
            event.preventDefault();
            event.currentTarget.focus();
            if (isOpen) leave();
            else focusInPopover(document.getElementById(LOOKUP_ID));
          }}
        >
          Watch calls
        </Button>
      )}
      <div
        ref={box}
        id={POPOVER_ID}
        className={isInline ? styles['inline'] : styles['popover']}
        {...(!isInline && { popover: 'auto', role: 'group', 'aria-label': 'Watch calls' })}
        onBeforeToggle={onBeforeToggle}
      >
        <form
          className={styles['find']}
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <label className={isInline ? 'vh' : styles['wide']} htmlFor={LOOKUP_ID}>
            Call IDs to watch
          </label>
          <div className={classes(field['affix'], styles['box'])} data-many={isList || undefined}>
            <Icon name="plus" />
            <textarea
              id={LOOKUP_ID}
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
                hiddenNote && 'call-ids-note',
                isList ? 'call-ids-found' : 'call-ids-hint',
              )}
              onChange={({ target }) => {
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
                  onClick={() => fileInput.current?.click()}
                />
              </>
            )}
            <FileInput
              ref={fileInput}
              label="File with call IDs"
              onFile={(file) => {
                // The button of the popover then has the focus again after the preview.
                if (isOpen) leave();
                onPreview({ kind: 'file', file });
              }}
            />
          </div>
          <Button variant="primary" type="submit">
            {ids.fresh.length > 1
              ? `Watch ${formatNumber(ids.fresh.length)} calls${ids.found > MAX_TYPED_IDS ? '…' : ''}`
              : 'Watch'}
          </Button>
          {!isList && (
            <p id="call-ids-hint" className={isInline ? 'vh' : classes('hint', styles['wide'])}>
              Separate IDs with spaces, commas or new lines.
            </p>
          )}
          {error !== undefined && (
            <p className={classes(field['err'], styles['wide'])} id="call-ids-error" role="alert">
              <Icon name="bad" />
              {error}
            </p>
          )}
          {hiddenNote && (
            <p className={classes('hint', styles['wide'])} id="call-ids-note">
              <HiddenNote
                note={hiddenNote}
                onRemove={() => {
                  onText(cleanInvisible(text));
                  focusLookup();
                }}
              />
            </p>
          )}
          {isList && (
            <p className={styles['found']} id="call-ids-found">
              {describeIds(ids)}
              <span className="quiet">Enter to watch, Shift Enter for a new line</span>
            </p>
          )}
        </form>
      </div>
      {isFileOver && <ImportDrop />}
    </>
  );
};
