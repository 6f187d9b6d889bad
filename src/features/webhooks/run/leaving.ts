import { createEmitter } from '#src/lib/emitter.ts';

/** No event says that the user chose to stay. Using the page does, or still being here after so long. */
const STAYING_MS = 5000;
const SIGNS_OF_USE = ['pageshow', 'pointerdown', 'keydown'] as const;

/** Watches whether a page, given by its window, is about to go: its requests break off then, and it must send no more. */
export const watchLeaving = (page: EventTarget) => {
  const { subscribe, emit } = createEmitter();
  let isLeaving = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const stay = (): void => {
    clearTimeout(timer);
    if (!isLeaving) return;
    isLeaving = false;
    emit();
  };
  const leave = (): void => {
    isLeaving = true;
    clearTimeout(timer);
  };
  const askBrowser = (event: Event): void => {
    event.preventDefault();
    leave();
    timer = setTimeout(stay, STAYING_MS);
  };

  page.addEventListener('pagehide', leave);
  for (const sign of SIGNS_OF_USE) page.addEventListener(sign, stay, { capture: true, passive: true });

  return {
    isLeaving: () => isLeaving,
    /** Emits when the page stays after all. */
    subscribe,
    /** Makes the browser ask before it leaves the page, until the result is called. */
    ask: () => {
      page.addEventListener('beforeunload', askBrowser);
      return () => page.removeEventListener('beforeunload', askBrowser);
    },
  };
};

export type Connection = {
  isOnline: () => boolean;
  /** The page is about to go: requests on their way break off, and their outcome is unknown. */
  isLeaving: () => boolean;
  /** Emits when it is online again, or stays after all. */
  subscribe: (listener: () => void) => () => void;
};

/** Settles at once if the page stays, and never if it goes. */
export const untilStaying = ({ isLeaving, subscribe }: Connection): Promise<void> => {
  if (!isLeaving()) return Promise.resolve();
  return new Promise((resolve) => {
    const leave = subscribe(() => {
      if (isLeaving()) return;
      leave();
      resolve();
    });
  });
};
