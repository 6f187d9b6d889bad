import { createEmitter } from '#src/lib/emitter.ts';
import { browserClock } from '#src/lib/timing.ts';

/** No event says that the user chose to stay: using the page does, or this time without `pagehide`. */
const STAYING_MS = 5000;
const SIGNS_OF_USE = ['pageshow', 'pointerdown', 'keydown'] as const;

/** Watches whether a page is being left: its requests break off then, and it must send no more. */
export const watchLeaving = (page: EventTarget, after = browserClock.after) => {
  const { subscribe, emit } = createEmitter();
  let isLeaving = false;
  let cancelTimer: (() => void) | undefined;

  const stay = (): void => {
    cancelTimer?.();
    if (!isLeaving) return;
    isLeaving = false;
    emit();
  };
  const leave = (): void => {
    isLeaving = true;
    cancelTimer?.();
  };
  const askBrowser = (event: Event): void => {
    event.preventDefault();
    leave();
    cancelTimer = after(STAYING_MS, stay);
  };

  page.addEventListener('pagehide', leave);
  for (const sign of SIGNS_OF_USE) page.addEventListener(sign, stay, { capture: true, passive: true });

  return {
    isLeaving: () => isLeaving,
    /** Emits when the page stays after all. */
    subscribe,
    /** Makes the browser ask before it leaves the page. Returns a function that ends this. */
    ask: () => {
      page.addEventListener('beforeunload', askBrowser);
      return () => page.removeEventListener('beforeunload', askBrowser);
    },
  };
};

export type Connection = {
  isOnline: () => boolean;
  /** The page is being left, so requests on their way break off. */
  isLeaving: () => boolean;
  /** Emits when the browser is online again, or the page stays after all. */
  subscribe: (listener: () => void) => () => void;
};

/** Resolves when the page stays, and never if it is left. */
export const untilStaying = ({ isLeaving, subscribe }: Connection): Promise<void> => {
  if (!isLeaving()) return Promise.resolve();
  return new Promise((resolve) => {
    const unsubscribe = subscribe(() => {
      if (isLeaving()) return;
      unsubscribe();
      resolve();
    });
  });
};
