import type { Clock } from '#src/lib/timing.ts';

/** Settles once what is ready to run has run. */
export const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

/** Time that passes only when told to. `slips`: by how many milliseconds each timer in turn fires too late, or too early. */
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
      // Some time always goes by, so that a timer that is set again and again comes to its end.
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
