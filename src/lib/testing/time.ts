import type { Clock } from '#src/lib/timing.ts';

/** Resolves after all pending microtasks. */
export const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

/**
 * A clock that only `advance` moves. `slips`: how many milliseconds each timer fires too late or, if negative, too
 * early.
 */
export const virtualTime = (random = 0, slips: readonly number[] = [0]) => {
  let now = 0;
  let set = 0;
  let timers: { at: number; act: () => void }[] = [];
  const clock: Clock & { random: () => number } = {
    now: () => now,
    random: () => random,
    after: (ms, act) => {
      const slip = slips[set % slips.length] ?? 0;
      set += 1;
      // Some time always passes, so that a repeated timer comes to an end.
      const timer = { at: now + (slip === 0 ? ms : Math.max(0.05, ms + slip)), act };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  };
  const advance = async (ms: number): Promise<void> => {
    const until = now + ms;
    await settled();
    for (;;) {
      const due = timers.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)[0];
      if (!due) break;
      timers = timers.filter((other) => other !== due);
      now = Math.max(now, due.at);
      due.act();
      await settled();
    }
    now = until;
  };
  const wait = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      clock.after(ms, resolve);
    });
  return { clock, advance, wait, timers: () => timers.length };
};
