import { createEmitter } from '#src/lib/emitter.ts';

/**
 * Nothing tells a page that somebody chose to stay. Whoever uses it does; and whoever was asked and is still here after so
 * long, with its clock at rest while the question was open.
 */
const STAYING_MS = 5000;
const SIGNS_OF_USE = ['pageshow', 'pointerdown', 'keydown'] as const;

/** Watches whether a page, which is given by its window, is about to go: what it had sent breaks off then, and it is to send no more. */
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
  // The browser asks in its own words; no page may choose them.
  const askBrowser = (event: Event): void => {
    event.preventDefault();
    leave();
    timer = setTimeout(stay, STAYING_MS);
  };

  page.addEventListener('pagehide', leave);
  for (const sign of SIGNS_OF_USE) page.addEventListener(sign, stay, { capture: true, passive: true });

  return {
    isLeaving: () => isLeaving,
    /** Told when the page stays after all. */
    subscribe,
    /** From here on the browser asks before it leaves the page; the result ends that. */
    ask: () => {
      page.addEventListener('beforeunload', askBrowser);
      return () => page.removeEventListener('beforeunload', askBrowser);
    },
  };
};

/** Whether anything can leave this page. */
export type Connection = {
  isOnline: () => boolean;
  /** The page is about to go: what is on its way breaks off, and nobody knows what came of it. */
  isLeaving: () => boolean;
  /** Told when it is online again, or stays after all. */
  subscribe: (listener: () => void) => () => void;
};

/** Settles at once on a page that stays, and never on one that goes. */
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
