import { atMostEvery } from '#src/lib/timing.ts';
import { createEmitter } from '#src/lib/emitter.ts';
import { joinTabs, type TabChannel } from '#src/storage/tabs.ts';

const EVERY_MS = 250;

/** What is said of a run that goes on, several times a second. Anything else is worth reading at once. */
export const RUNS_MESSAGE = 'runs';

/** What is told in this tab and to others. `onMessage`: another tab, or another part of this one, has changed something. Told often. */
export const createNotices = (onMessage: () => void) => {
  const { subscribe, emit, clear } = createEmitter();
  let channel: TabChannel | undefined;
  let isOver = false;

  const here = atMostEvery(EVERY_MS, emit);
  const others = atMostEvery(EVERY_MS, () => channel?.post(RUNS_MESSAGE));

  return {
    subscribe,
    /** Something has changed; told at most a few times a second. */
    tellHere: here.call,
    /** Something that others can read has changed; told at most a few times a second. */
    tellOthers: others.call,
    /** Something has changed that nobody is to wait for. */
    tellOthersNow: () => channel?.post('changed'),
    /** Joins the others who know the name. */
    join: (name: string): void => {
      // Whatever a message says, it only leads to reading again.
      if (!isOver) channel = joinTabs(name, onMessage);
    },
    stop: (): void => {
      isOver = true;
      clear();
      here.stop();
      others.stop();
      channel?.close();
    },
  };
};
