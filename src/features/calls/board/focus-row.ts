import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { isRecord } from '#src/lib/is-record.ts';

/** Of the panel beside the table, with a call or the summary. */
export const PANEL_ID = 'board-panel';

export const findCallAt = (target: EventTarget | null): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('#calls-rows > tr')?.dataset['call'] : undefined;

export const findFocusedCall = (): string | undefined => findCallAt(document.activeElement);

type FocusWish =
  | { target: 'lookup' }
  /** `byKeys`: as in {@link focusByKey}. `ifLost`: only if nothing has the focus by then. */
  | { target: 'rows'; ids: readonly string[]; byKeys?: boolean; ifLost?: boolean };

/** What `CallTable` and `FindOrWatch` focus as soon as it is drawn. */
export const focusWish = createStore<{ wish: FocusWish | undefined }>()(() => ({ wish: undefined }));

export const endFocusWish = (): void => focusWish.setState({ wish: undefined });

/** At once if it is drawn; not in an effect. */
const wishFor = (wish: FocusWish): void => flushSync(() => focusWish.setState({ wish }));

/**
 * Opens the page of the topmost of these calls. Focuses the row of a single call, else the table: answers sort rows anew, and a
 * focused row may leave the page.
 */
export const focusRows = (ids: readonly string[], byKeys = false): void =>
  wishFor({ target: 'rows', ids, byKeys });

export const focusRow = (id: string, byKeys = false): void => focusRows([id], byKeys);

/** After what had the focus is gone, or when the table takes its place. */
export const focusTableIfLost = (): void => wishFor({ target: 'rows', ids: [], ifLost: true });

/** Of the box that finds and watches calls. */
export const LOOKUP_ID = 'call-ids';

/** Whether a key pressed in another area asked for the box. */
const asksForLookup = (): boolean => {
  const state: unknown = history.state;
  return isRecord(state) && state['focus'] === LOOKUP_ID;
};

/** What is pasted then replaces the text. */
export const focusLookup = (): void => wishFor({ target: 'lookup' });

/** Focuses the box when it was asked for. `isCovered`: a panel may cover it. */
export const useLookupFocus = (isCovered: boolean): void => {
  const wish = useStore(focusWish, (state) => (state.wish?.target === 'lookup' ? state.wish : undefined));
  const isAsked = !isCovered && asksForLookup();
  useEffect(() => {
    const box = document.getElementById(LOOKUP_ID);
    if ((!wish && !isAsked) || !(box instanceof HTMLTextAreaElement) || !box.checkVisibility()) return;
    box.focus();
    box.select();
    if (wish) endFocusWish();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- tries again when a panel closes
  }, [wish, isAsked, isCovered]);
};
