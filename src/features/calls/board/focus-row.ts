import { flushSync } from 'react-dom';
import { createStore } from 'zustand/vanilla';
import { isRecord } from '#src/lib/is-record.ts';

/** Of the panel beside the table, with a call or the summary. */
export const PANEL_ID = 'board-panel';

export const findCallAt = (target: EventTarget | null): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('#calls-rows > tr')?.dataset['call'] : undefined;

export const findFocusedCall = (): string | undefined => findCallAt(document.activeElement);

type FocusWish = {
  ids: readonly string[];
  /** As in {@link focusByKey}. */
  byKeys: boolean;
};

/** What the table focuses as soon as it can: see `CallTable`. */
export const focusWish = createStore<{ wish: FocusWish | undefined }>()(() => ({ wish: undefined }));

/**
 * At once, or as soon as the table is mounted; not in an effect. Opens the page of the topmost of these calls. Focuses the row of a single call, else the table: answers sort rows anew, and
 * a focused row may leave the page.
 */
export const focusRows = (ids: readonly string[], byKeys = false): void =>
  flushSync(() => focusWish.setState({ wish: { ids, byKeys } }));

export const focusRow = (id: string, byKeys = false): void => focusRows([id], byKeys);

/** After what had the focus is gone, or when the table takes its place. */
export const focusTableIfLost = (): void => {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) focusRows([]);
  });
};

/** Of the box that finds and watches calls. */
export const LOOKUP_ID = 'call-ids';

/** Whether a key pressed in another area asked for the box. */
export const asksForLookup = (): boolean => {
  const state: unknown = history.state;
  return isRecord(state) && state['focus'] === LOOKUP_ID;
};

/** What is pasted then replaces the text. In the next frame: the box may not be drawn yet. */
export const focusLookup = (): void => {
  requestAnimationFrame(() => {
    const box = document.getElementById(LOOKUP_ID);
    box?.focus();
    if (box instanceof HTMLTextAreaElement) box.select();
  });
};
