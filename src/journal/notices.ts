import { openBroadcast } from '#src/lib/between-tabs.ts';
import { atMostEvery } from './at-most-every.ts';

/** What is told in this tab and to others. */
export type Notices = {
  subscribe: (listener: () => void) => () => void;
  /** Something has changed; told at most a few times a second. */
  tellHere: () => void;
  /** Something that others can read has changed; told at most a few times a second. */
  tellOthers: () => void;
  /** Tells others at once. */
  tellOthersNow: () => void;
  /** Joins the others who know the name. */
  join: (name: string) => void;
  stop: () => void;
};

const EVERY_MS = 250;

/** What the notices of runs say to whoever shows other things too: that nothing else has changed. */
export const RUNS_MESSAGE = 'runs';

/** `onMessage`: another tab, or another part of this one, has changed something. Told often. */
export const createNotices = (onMessage: () => void): Notices => {
  const listeners = new Set<() => void>();
  let channel: BroadcastChannel | undefined;
  let isOver = false;

  const tellOthersNow = (): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has none
    channel?.postMessage(RUNS_MESSAGE);
  };
  const here = atMostEvery(EVERY_MS, () => {
    for (const listener of listeners) listener();
  });
  const others = atMostEvery(EVERY_MS, tellOthersNow);

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tellHere: here.call,
    tellOthers: others.call,
    tellOthersNow,
    join: (name) => {
      if (isOver) return;
      channel = openBroadcast(name);
      // Whatever a message says, it only leads to reading again.
      channel?.addEventListener('message', onMessage);
    },
    stop: () => {
      isOver = true;
      listeners.clear();
      here.stop();
      others.stop();
      channel?.close();
      channel = undefined;
    },
  };
};
