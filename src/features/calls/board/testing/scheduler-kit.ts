import { createScheduler } from '#src/features/calls/board/scheduler.ts';

/** A clock that only goes where it is told, and a service that answers when it is told. For tests only. */
export const bench = (limit = 2) => {
  let now = 0;
  let timers: { at: number; act: () => void }[] = [];
  const asked: string[] = [];
  const answers = new Map<string, () => void>();
  const scheduler = createScheduler({
    limit,
    clock: {
      now: () => now,
      after: (ms, act) => {
        const timer = { at: now + ms, act };
        timers.push(timer);
        return () => {
          timers = timers.filter((each) => each !== timer);
        };
      },
    },
    check: (id, urgent) =>
      new Promise((resolve) => {
        asked.push(urgent ? `${id}!` : id);
        answers.set(id, resolve);
      }),
  });
  const settle = async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return {
    scheduler,
    asked,
    timers: () => timers.length,
    goTo: (time: number) => {
      for (;;) {
        const due = timers.filter((timer) => timer.at <= time).toSorted((a, b) => a.at - b.at)[0];
        if (!due) break;
        timers = timers.filter((each) => each !== due);
        now = Math.max(now, due.at);
        due.act();
      }
      now = time;
    },
    answer: async (id: string) => {
      answers.get(id)?.();
      await settle();
    },
  };
};
