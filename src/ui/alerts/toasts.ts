/** What a toast says. Only for what is also visible elsewhere; `bad` ones stay until dismissed. */
export type Toast = {
  id: number;
  tone: 'ok' | 'bad' | 'plain';
  text: string;
  action?: { label: string; run: () => void };
};

const SHOWN_MS = 6000;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

const set = (next: readonly Toast[]) => {
  toasts = next;
  for (const listener of listeners) listener();
};

export const toastStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  getSnapshot: () => toasts,
};

export const dismissToast = (id: number) => set(toasts.filter((toast) => toast.id !== id));

/** Shows a toast, bottom left of the work area; at most three at a time. */
export const showToast = (toast: Omit<Toast, 'id'>) => {
  lastId += 1;
  set([...toasts.slice(-2), { ...toast, id: lastId }]);
};

/** Nobody copies more than this by hand. */
const MOST_SHOWN = 200;

/** How long a toast stays, in milliseconds; false: until dismissed. */
export const toastLifetime = (toast: Toast): number | false => (toast.tone === 'bad' ? false : SHOWN_MS);

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
