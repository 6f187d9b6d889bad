import { atMostEvery } from '#src/lib/timing.ts';
import { createEmitter } from '#src/lib/emitter.ts';
import { joinTabs, type TabChannel } from '#src/storage/tabs.ts';

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
  const { subscribe, emit, clear } = createEmitter();
  let channel: TabChannel | undefined;
  let isOver = false;

  const tellOthersNow = (): void => channel?.post(RUNS_MESSAGE);
  const here = atMostEvery(EVERY_MS, emit);
  const others = atMostEvery(EVERY_MS, tellOthersNow);

  return {
    subscribe,
    tellHere: here.call,
    tellOthers: others.call,
    tellOthersNow,
    join: (name) => {
      // Whatever a message says, it only leads to reading again.
      if (!isOver) channel = joinTabs(name, onMessage);
    },
    stop: () => {
      isOver = true;
      clear();
      here.stop();
      others.stop();
      channel?.close();
    },
  };
};
