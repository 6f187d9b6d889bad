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
