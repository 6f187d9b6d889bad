import { createStore } from 'zustand/vanilla';

/** What a toast says. Only for what is also visible elsewhere; `bad` ones stay until dismissed. */
export type Toast = {
  id: number;
  tone: 'ok' | 'bad' | 'plain';
  text: string;
  action?: { label: string; run: () => void };
};

export const toasts = createStore<readonly Toast[]>(() => []);
let lastId = 0;

export const dismissToast = (id: number): void =>
  toasts.setState((all) => all.filter((toast) => toast.id !== id), true);

/** Shows a toast, bottom left of the work area, and gives its ID; at most three at a time. */
export const showToast = (toast: Omit<Toast, 'id'>): number => {
  lastId += 1;
  toasts.setState((all) => [...all.slice(-2), { ...toast, id: lastId }], true);
  return lastId;
};

/** Nobody copies more than this by hand. */
const MOST_SHOWN = 200;

/** Copies a text and says so; where the browser refuses, the text itself is shown to be copied by hand. */
export const copyText = async (text: string, what: string) => {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ tone: 'ok', text: `${what} copied` });
  } catch {
    const shown = text.length > MOST_SHOWN ? '' : ` ${text}`;
    showToast({ tone: 'bad', text: `Couldn’t copy: the browser refused.${shown}` });
  }
};
