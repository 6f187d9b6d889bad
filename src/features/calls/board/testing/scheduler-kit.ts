import { createScheduler } from '#src/features/calls/board/scheduler.ts';
import { settled, virtualTime } from '#src/lib/testing/time.ts';

/** A scheduler in simulated time, and a service that answers when it is told. For tests only. */
export const bench = (limit = 2) => {
  const { clock, advance, timers } = virtualTime();
  const asked: string[] = [];
  const answers = new Map<string, () => void>();
  const scheduler = createScheduler({
    limit,
    clock,
    check: (id, urgent) =>
      new Promise((resolve) => {
        asked.push(urgent ? `${id}!` : id);
        answers.set(id, resolve);
      }),
  });
  return {
    scheduler,
    asked,
    timers,
    goTo: (time: number) => advance(time - clock.now()),
    answer: async (id: string) => {
      answers.get(id)?.();
      await settled();
    },
  };
};
