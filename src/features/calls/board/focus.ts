import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useHistoryState } from 'wouter/use-browser-location';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { LOOKUP_ID, parseCallPath } from '#src/features/calls/call/address.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { focusByKey } from '#src/ui/keys.ts';
import { findPage, type Pages } from '#src/ui/table/pages.ts';

/** Of the panel beside the table, with a call or the summary. */
export const PANEL_ID = 'board-panel';
export const ROWS_ID = 'calls-rows';
export const SUMMARY_BUTTON_ID = 'summary-button';

export const findRow = (id: string | undefined): HTMLElement | null =>
  id === undefined ? null : document.querySelector(`#${ROWS_ID} > tr[data-call="${CSS.escape(id)}"]`);

export const findCallAt = (target: EventTarget | null): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>(`#${ROWS_ID} > tr`)?.dataset['call'] : undefined;

type FocusWish =
  | { target: 'lookup' }
  | { target: 'panel' }
  /** `byKeys`: as in {@link focusByKey}. `ifLost`: only if nothing has the focus by then. */
  | { target: 'rows'; ids: readonly string[]; byKeys?: boolean; ifLost?: boolean };

/** What takes the focus as soon as it is drawn. */
const focusWish = createStore<{ wish: FocusWish | undefined }>()(() => ({ wish: undefined }));

const endFocusWish = (): void => focusWish.setState({ wish: undefined });

/** At once if it is drawn; not in an effect. */
const wishFor = (wish: FocusWish): void => flushSync(() => focusWish.setState({ wish }));

/**
 * Opens the page of the topmost of these calls. Focuses the row of a single call, else the table: answers sort rows anew, and a
 * focused row may leave the page.
 */
export const focusRows = (ids: readonly string[], byKeys = false): void =>
  wishFor({ target: 'rows', ids, byKeys });

export const focusRow = (id: string, byKeys = false): void => focusRows([id], byKeys);

/** Of a call that was just opened, as soon as it is drawn. */
export const focusPanel = (): void => wishFor({ target: 'panel' });

/** After what had the focus is gone, or when the table takes its place. */
export const focusTableIfLost = (): void => wishFor({ target: 'rows', ids: [], ifLost: true });

/** What is pasted then replaces the text. */
export const focusLookup = (): void => wishFor({ target: 'lookup' });

/** Focuses the box when it was asked for. `isCovered`: a panel may cover it. */
export const useLookupFocus = (isCovered: boolean): void => {
  const wish = useStore(focusWish, (state) => (state.wish?.target === 'lookup' ? state.wish : undefined));
  // A new one with each press in the navigation.
  const state = useHistoryState<unknown>();
  const asked = !isCovered && isRecord(state) && state['focus'] === LOOKUP_ID ? state : undefined;
  useEffect(() => {
    const box = document.getElementById(LOOKUP_ID);
    if ((!wish && !asked) || !(box instanceof HTMLTextAreaElement) || !box.checkVisibility()) return;
    box.focus();
    box.select();
    if (wish) endFocusWish();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- tries again when a panel closes
  }, [wish, asked, isCovered]);
};

/**
 * Focuses the panel, or what `focusRows` asked for, when it is drawn and not covered. After Back, the row of the panel. `ids`:
 * of the rows that are drawn.
 */
export const useRowFocus = (
  opened: string | undefined,
  { page, go }: Pages,
  ids: readonly string[],
  rows: { all: () => readonly string[] },
) => {
  const wish = useStore(focusWish, (state) => (state.wish?.target === 'lookup' ? undefined : state.wish));
  const lastOpened = useRef(opened);
  // Not a layout effect: a toast or dialog that goes gives the focus back first.
  useEffect(() => {
    // The view has just changed them: they are about to be drawn.
    if (ids !== rows.all()) return;
    const isLost = document.activeElement === document.body;
    const closed = opened === undefined && isLost ? lastOpened.current : undefined;
    lastOpened.current = opened;
    if (wish?.target === 'panel') {
      if (opened !== parseCallPath(location.pathname)) return;
      focusByKey(document.getElementById(PANEL_ID));
      return endFocusWish();
    }
    const wanted = new Set(wish?.ids ?? (closed === undefined ? [] : [closed]));
    if (!wish && closed === undefined) return;
    if (wish?.ifLost && !isLost) return endFocusWish();
    const index = ids.findIndex((id) => wanted.has(id));
    if (index !== -1 && findPage(index) !== page) {
      go(findPage(index));
      return;
    }
    const row = findRow(ids[index]);
    row?.scrollIntoView({ block: 'nearest' });
    const control =
      wanted.size === 1
        ? row?.querySelector('a')
        : document.getElementById(ROWS_ID)?.closest<HTMLElement>('[role=region]');
    if (wish?.byKeys) focusByKey(control, { preventScroll: true });
    else control?.focus({ preventScroll: true });
    // A filter hides the call, or it has the focus.
    if (wish && (!control || document.activeElement === control)) endFocusWish();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- tries again when a panel closes
  }, [wish, rows, ids, page, go, opened]);
};

/** Draws `act` first: on a narrow screen, the summary covers its button. */
export const focusSummaryButton = (act: () => void): void => {
  flushSync(act);
  document.getElementById(SUMMARY_BUTTON_ID)?.focus();
};
