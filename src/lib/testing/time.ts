import type { Clock } from '#src/lib/timing.ts';

/** Resolves after all pending microtasks. */
export const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

/** A clock that only `advance` moves. */
export const virtualTime = () => {
  let now = 0;
  let timers: { at: number; act: () => void }[] = [];
  const clock: Clock = {
    now: () => now,
    after: (ms, act) => {
      const timer = { at: now + ms, act };
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
  return { clock, advance };
};
