import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { useLocation } from 'wouter';
import { classes } from '#src/lib/classes.ts';
import { formatNumber } from '#src/lib/count.ts';
import { describeCleaning, removeInvisible } from '#src/lib/invisible.ts';
import { showToast } from '#src/ui/alerts/toasts.ts';
import { Button } from '#src/ui/forms/Button.tsx';
import { FileInput, useDropAnywhere, usePasteAnywhere } from '#src/ui/forms/FileInput.tsx';
import { Icon } from '#src/ui/Icon.tsx';
import { lazyPart } from '#src/ui/lazy.tsx';
import { AS_TYPED } from '#src/ui/forms/Field.tsx';
import { focusLookup, focusRow, focusRows, useLookupFocus } from './board/focus.ts';
import { nameCalls, useBoard, watchCalls } from './board/board.ts';
import { useView, createTextAndLabelTest, formatView, getViewSearch, parseView } from './board/view.ts';
import { BOARD_PATH, formatCallPath, LOOKUP_ID } from './call/address.ts';
import { MAX_FILTER_LENGTH } from './call/call-fields.ts';
import type { CallExtras } from './call/extras.ts';
import { findFilter } from './call/filters.ts';
import { find, getFilterText, isListOfIds, readTypedText, type Found, type TypedText } from './call/find.ts';
import { hasLabel } from './call/labels.ts';
import {
  describeIds,
  findInputError,
  needsPreview,
  readTypedIds,
  type ImportInput,
} from './import/read-ids.ts';
import field from '#src/ui/forms/Field.module.css';
import styles from './FindOrWatch.module.css';

const ImportDrop = lazyPart(async () => (await import('./import/ImportDialog.tsx')).ImportDrop);

/** Browsers refuse more than about ten changes of the address a second. */
const FILTER_AFTER_MS = 150;

const readText = (text: string): TypedText => readTypedText(text, location.origin);

/** Watches calls, with the label shown, and shows the new ones, or else all of them. */
export type Watch = (
  ids: readonly string[],
  extras?: ReadonlyMap<string, CallExtras>,
  replacesNotes?: boolean,
  replaced?: string,
) => void;

export const useWatch = (open: (id: string) => void): Watch => {
  const board = useBoard();
  const { view, change } = useView();
  const { label } = view;
  return (ids, extras = new Map(), replacesNotes = false, replaced) => {
    const fresh = ids.filter((id) => board.store.call(id) === undefined);
    watchCalls(board, ids, { label, extras, replacesNotes, replaced });
    const shown = fresh.length > 0 ? fresh : ids;
    const [first] = shown;
    if (first === undefined) return;
    // By the address: what was typed may just have been left.
    const current = parseView(location.search);
    const isInView = createTextAndLabelTest(current);
    const { passes } = findFilter(current.filter);
    const isOne = shown.length === 1;
    const isFiltered = current.filter !== 'all' || current.time !== '' || current.text !== '';
    if (isFiltered && !board.store.find(shown).every((call) => isInView(call) && passes(call)))
      change({ filter: 'all', time: '', text: '' }, isOne);
    if (isOne) open(first);
    // Draws at once: by then, all changes of this task are drawn together.
    queueMicrotask(() => focusRows(shown));
  };
};

/** What Enter does with a text, and how to do it. */
export const useFind = (watch: Watch, check: (text: string) => void) => {
  const board = useBoard();
  const { view } = useView();
  const [, navigate] = useLocation();
  const read = (typed: TypedText): Found => {
    const isInView = createTextAndLabelTest({ ...view, text: '' });
    return find(typed, [...board.store.calls()], {
      isShown: (call) => isInView(call) && findFilter(view.filter).passes(call),
      origin: location.origin,
    });
  };
  /** A label stays if one call was found: what is watched next gets it. */
  const leavesLabel = ({ kind, ids }: Found): boolean =>
    kind === 'show' &&
    ids.length > 1 &&
    board.store.find(ids).some(({ entry }) => !hasLabel(entry, view.label));
  const act = (found: Found, text: string): void => {
    const { kind, ids } = found;
    if (kind === 'check') return check(text);
    const [first, ...others] = ids;
    if (first === undefined || kind === 'nothing') return;
    const isOne = others.length === 0;
    const label = leavesLabel(found) ? '' : view.label;
    const shown = kind === 'show' ? { ...view, label, filter: 'all' as const, time: '' as const } : view;
    const search = formatView(isOne ? { ...shown, text: '' } : shown);
    if (kind === 'watch') {
      navigate(location.pathname + formatView({ ...view, text: '' }), { replace: true });
      watch(ids);
    } else if (kind === 'rows') focusRows(ids);
    else navigate((isOne ? formatCallPath(first) : BOARD_PATH) + search);
  };
  return { read, act, leavesLabel };
};

/** One box: what is typed filters the board, IDs that are not watched can be watched. */
export const FindOrWatch = ({
  hasCalls,
  isCovered,
  text: typed,
  edited,
  onText,
  onWatch,
  onPreview,
}: {
  /** An empty board has nothing to filter. */
  hasCalls: boolean;
  /** By the panel of a call, on a narrow screen. */
  isCovered: boolean;
  /** Undefined unless it differs from the filter. */
  text: string | undefined;
  /** The ID that the text corrects; the text then filters nothing. Ends with the text. */
  edited: string | undefined;
  onText: (text: string | undefined) => void;
  onWatch: Watch;
  /** Opens the preview; the text stays in the box. */
  onPreview: (input: ImportInput) => void;
}) => {
  const board = useBoard();
  const { view, change } = useView();
  const [, navigate] = useLocation();
  const check = (full: string) => onPreview({ kind: 'text', text: full });
  const { read, act } = useFind(onWatch, check);
  useLookupFocus(isCovered);
  const [error, setError] = useState<string>();
  const [note, setNote] = useState('');
  const text = typed ?? (hasCalls ? view.text : '');
  const typedText = readText(text);
  const ids = readTypedIds(typedText, {
    isWatched: (id) => board.store.call(id) !== undefined,
    origin: location.origin,
  });
  const isList = isListOfIds(typedText, [...board.store.calls()]);
  const isChecked = needsPreview(typedText, location.origin);
  /** What is checked is read there. */
  const count = isList && !typedText.needsCheck ? ids.fresh.length : 0;
  /** Also while a second line begins. */
  const isTall = isList || text.includes('\n');
  const fileInput = useRef<HTMLInputElement>(null);
  const isFileOver = useDropAnywhere((file) => onPreview({ kind: 'file', file }));

  /** A list filters nothing, and so does an ID that is too long for an address of the board. */
  const filterText =
    isList || text.length > MAX_FILTER_LENGTH ? '' : getFilterText(typedText, location.origin);
  const applyFilter = useEffectEvent(() => {
    change({ text: filterText }, true);
    if (filterText !== '' || text === '') onText(undefined);
  });
  const pending =
    hasCalls && typed !== undefined && edited === undefined && filterText !== view.text
      ? filterText
      : undefined;
  useEffect(() => {
    if (pending === undefined) return;
    const timer = setTimeout(applyFilter, FILTER_AFTER_MS);
    return () => clearTimeout(timer);
  }, [pending]);

  const set = (raw: string) => {
    const lines = raw.split('\n');
    const clean = lines.map(removeInvisible);
    setNote(clean.join('\n') === raw ? '' : describeCleaning(lines.join('')));
    setError(undefined);
    const next = clean.join('\n');
    onText(hasCalls && next === view.text ? undefined : next);
  };
  const append = (pasted: string): TypedText => readText(isList ? `${text}\n${pasted}` : pasted);
  /** A line of words that finds calls, or has no ID, is a search. */
  const previewPasted = (full: TypedText): boolean => {
    const isShort = full.text.length <= MAX_FILTER_LENGTH && !full.text.trim().includes('\n');
    const isSearch = isShort && !['check', 'watch'].includes(read(full).kind);
    const isPreviewed = !isSearch && needsPreview(full, location.origin);
    if (isPreviewed) check(full.text);
    return isPreviewed;
  };
  usePasteAnywhere((pasted) => {
    const full = append(pasted);
    if (previewPasted(full)) return;
    set(full.text.trim());
    // An open call may cover the box.
    if (document.getElementById(LOOKUP_ID)?.checkVisibility()) focusLookup();
    else navigate(BOARD_PATH + getViewSearch(), { state: { focus: LOOKUP_ID } });
  });

  const leave = () => document.getElementById(LOOKUP_ID)?.blur();
  const done = () => {
    onText(undefined);
    setNote('');
    leave();
  };
  const watchAll = () => {
    if (isChecked) return check(text);
    const problem = findInputError(ids);
    setError(problem);
    if (problem !== undefined) return focusLookup();
    // First: leaving the box applies what was typed.
    done();
    act({ kind: 'watch', ids: [...ids.fresh, ...ids.already] }, text);
    if (ids.fresh.length === 0 && ids.already.length > 1)
      showToast({ tone: 'plain', text: `All ${ids.already.length} are watched already` });
  };
  const enter = () => {
    if (edited !== undefined) return watchAll();
    const found = read(typedText);
    if (found.kind === 'check') return check(text);
    if (found.kind === 'watch' || (found.kind === 'nothing' && !hasCalls)) return watchAll();
    if (found.kind === 'nothing') return;
    if (pending !== undefined) applyFilter();
    if (found.ids.length === 1) done();
    act(found, text);
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'ArrowDown' && pending !== undefined) applyFilter();
    if (event.key === 'Escape') {
      if (text === '') return leave();
      set('');
      event.preventDefault();
    }
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    if (!event.repeat) enter();
  };

  return (
    <>
      <search className="contents">
        <form
          className={styles['find']}
          data-many={isTall || undefined}
          onSubmit={(event) => {
            event.preventDefault();
            watchAll();
          }}
        >
          <label className={classes(field['search'], styles['box'])}>
            <Icon name="search" />
            <textarea
              id={LOOKUP_ID}
              aria-label="Find or watch calls"
              className={classes(field['in'], styles['in'])}
              rows={isTall ? 4 : 1}
              {...AS_TYPED}
              placeholder="Find or watch calls"
              value={text}
              aria-invalid={error !== undefined}
              aria-describedby={classes(
                error !== undefined && 'call-ids-error',
                note && 'call-ids-note',
                isList && 'call-ids-found',
                edited !== undefined && 'call-ids-edited',
              )}
              onChange={({ target, nativeEvent }) => {
                // The line end of a copied cell would scroll the ID out of the box.
                const isPasted =
                  nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertFromPaste';
                set(isPasted ? target.value.replace(/[\r\n]+$/, '') : target.value);
              }}
              onBlur={() => {
                setError(undefined);
                setNote('');
                if (pending !== undefined) applyFilter();
              }}
              onKeyDown={press}
              onPaste={(event) => {
                if (previewPasted(append(event.clipboardData.getData('text')))) event.preventDefault();
              }}
            />
            {!isList && (
              <>
                <kbd className="keys" aria-hidden="true">
                  /
                </kbd>
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
              onFile={(file) => onPreview({ kind: 'file', file })}
            />
          </label>
          {(error !== undefined || note !== '' || isList || edited !== undefined) && (
            <div className={styles['below']}>
              {edited !== undefined && (
                <p className={styles['edited']}>
                  <span id="call-ids-edited">
                    In place of <bdi className="mono">{nameCalls([edited])}</bdi>
                  </span>
                  <Button
                    size="sm"
                    onClick={() => {
                      set('');
                      focusRow(edited);
                    }}
                  >
                    Cancel
                  </Button>
                </p>
              )}
              {error !== undefined && (
                <p className={field['err']} id="call-ids-error" role="alert">
                  <Icon name="bad" />
                  {error}
                </p>
              )}
              {note && (
                <p className="hint" id="call-ids-note" role="status">
                  {note}
                </p>
              )}
              {isList && (
                <p className={classes('items second', styles['found'])} id="call-ids-found">
                  {typedText.needsCheck ? 'To be checked first' : describeIds(ids)}
                  <span className="quiet">
                    Enter to {isChecked ? 'check' : 'watch'}, Shift Enter for a new line
                  </span>
                </p>
              )}
            </div>
          )}
          <Button variant="primary" type="submit">
            {count > 1 ? `Watch ${formatNumber(count)} calls` : 'Watch'}
            {isList && isChecked && '…'}
          </Button>
        </form>
      </search>
      {isFileOver && <ImportDrop />}
    </>
  );
};
