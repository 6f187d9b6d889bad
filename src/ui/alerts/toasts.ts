import { createStore } from 'zustand/vanilla';

/** Only for what the page shows, too. A `bad` toast stays until it is dismissed, or three newer ones came. */
export type Toast = {
  id: number;
  tone: 'ok' | 'bad' | 'plain';
  text: string;
  action?: { label: string; run: () => void };
};

/** The newest first. */
export const toasts = createStore<readonly Toast[]>(() => []);
let lastId = 0;

const UNDO_LABEL = 'Undo';

export const dismissToast = (id: number): void =>
  toasts.setState((all) => all.filter((toast) => toast.id !== id), true);

const offersUndo = ({ action }: Toast): boolean => action?.label === UNDO_LABEL;

/**
 * Replaces a toast with the same text, unless it offers to undo something else. Returns a function that dismisses it, for
 * an action that ends with what is on screen.
 */
export const showToast = (toast: Omit<Toast, 'id'>): (() => void) => {
  lastId += 1;
  const id = lastId;
  const others = toasts.getState().filter((other) => other.text !== toast.text || offersUndo(other));
  toasts.setState([{ ...toast, id }, ...others.slice(0, 2)], true);
  return () => dismissToast(id);
};

/**
 * `undo` returns what failed, if anything did. `isSilent`: without a message, for what can be undone by a key. Returns
 * functions that undo it, and that take the offer back.
 */
export const offerUndo = (text: string, undo: () => string | void, isSilent = false) => {
  const undoAndSay = (): void => {
    dismiss();
    const failed = undo();
    showToast(failed ? { tone: 'bad', text: failed } : { tone: 'plain', text: `Undone: ${text}` });
  };
  const dismiss = isSilent
    ? () => {}
    : showToast({ tone: 'plain', text, action: { label: UNDO_LABEL, run: undoAndSay } });
  return { undo: undoAndSay, dismiss };
};

/** After Escape closed an edit whose text was changed. `undo` saves the text. */
export const offerDiscarded = (label: string, undo: () => void): void =>
  void offerUndo(`${label} discarded`, undo);

/** Nobody copies more by hand. */
const MAX_SHOWN_CHARACTERS = 200;

/** If the browser refuses, the toast shows the text to copy by hand. */
export const copyText = async (text: string, what: string) => {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ tone: 'ok', text: `${what} copied` });
  } catch {
    const shown = text.length > MAX_SHOWN_CHARACTERS ? '' : ` ${text}`;
    showToast({ tone: 'bad', text: `Couldn’t copy: the browser refused.${shown}` });
  }
};
