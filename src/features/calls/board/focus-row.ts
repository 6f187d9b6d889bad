import { createStore } from 'zustand/vanilla';
import { isRecord } from '#src/lib/is-record.ts';
import type { VisibleRows } from './rows.ts';

/** The rows are only drawn where they can be seen; the table that is shown scrolls to any of them. */
let reveal: ((id: string) => void) | undefined;

/** Has rows scrolled to by the table that is shown, until the result is called. */
export const revealRowsBy = (by: (id: string) => void): (() => void) => {
  reveal = by;
  return () => {
    if (reveal === by) reveal = undefined;
  };
};

/** The rows of the board that is shown. */
export const shownRows = createStore<VisibleRows | undefined>(() => undefined);

/** In place of the rows' own `subscribe` where none are shown. */
export const neverChanges = () => () => undefined;

/** Says which rows are shown, until the result is called. */
export const showRows = (rows: VisibleRows): (() => void) => {
  shownRows.setState(rows, true);
  return () => {
    if (shownRows.getState() === rows) shownRows.setState(undefined, true);
  };
};

/** The call in the next row, or else in the one before. */
export const callBeside = (id: string): string | undefined => {
  const shown = shownRows.getState();
  const at = shown?.indexOf(id) ?? -1;
  return at === -1 ? undefined : (shown?.at(at + 1) ?? shown?.at(at - 1));
};

/** The panel of the open call. */
export const PANEL_ID = 'call-panel';

/** The panel of the open call, if one is shown. */
export const callPanel = (): HTMLElement | null => document.getElementById(PANEL_ID);

/** The link of a row that is drawn. */
export const linkOf = (id: string): HTMLAnchorElement | undefined =>
  [...document.querySelectorAll<HTMLAnchorElement>('#calls-rows a')].find(({ title }) => title === id);

/** The call in whose row an element stands. */
export const callAt = (target: EventTarget | null): string | undefined =>
  target instanceof Element
    ? target.closest('#calls-rows > tr')?.querySelector<HTMLAnchorElement>('a')?.title
    : undefined;

/** The call whose row has the keyboard. */
export const focusedCall = (): string | undefined => callAt(document.activeElement);

/** Scrolls to a call's row and puts the keyboard on it, at once or as soon as the table is drawn. */
export const focusRow = (id: string): void => {
  const focus = () => {
    reveal?.(id);
    linkOf(id)?.focus({ preventScroll: true });
  };
  focus();
  if (focusedCall() !== id) requestAnimationFrame(focus);
};

/** The field that whoever came here by a key from another area wants to type in. */
export const askedField = (): 'call-ids' | 'call-filter' | undefined => {
  const state: unknown = history.state;
  const field = isRecord(state) ? state['focus'] : undefined;
  return field === 'call-ids' || field === 'call-filter' ? field : undefined;
};
