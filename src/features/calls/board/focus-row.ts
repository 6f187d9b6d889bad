import { flushSync } from 'react-dom';
import { createStore } from 'zustand/vanilla';
import { isRecord } from '#src/lib/is-record.ts';
import { focusInPopover } from '#src/ui/overlays/popover.ts';

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

export const LOOKUP_ID = 'call-ids';
export const FILTER_ID = 'call-filter';

type FieldId = typeof LOOKUP_ID | typeof FILTER_ID;

/** The field to focus, if a key pressed in another area asked for it. */
export const readFieldToFocus = (): FieldId | undefined => {
  const state: unknown = history.state;
  const field = isRecord(state) ? state['focus'] : undefined;
  return field === LOOKUP_ID || field === FILTER_ID ? field : undefined;
};

/** Opens the field's popover, if it has one. In the next frame: the field may not be drawn yet. */
export const focusField = (id: FieldId): void => {
  requestAnimationFrame(() => focusInPopover(document.getElementById(id)));
};

export const focusLookup = (): void => focusField(LOOKUP_ID);
