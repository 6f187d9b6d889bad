import { expect, test } from 'playwright/test';
import { bench } from './testing/scheduler-kit.ts';

const idsFrom = (first: number, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `call-${first + at}`);

/** One at a time, each answered at once and due again at once: a backlog that does not end. */
const backlog = (count: number) => {
  const { scheduler, asked, goTo, answer } = bench(1);
  let now = 0;
  for (const [at, id] of idsFrom(0, count).entries()) scheduler.plan(id, at - count);
  return {
    setVisibleCalls: scheduler.setVisibleCalls,
    take: async (launches: number): Promise<string[]> => {
      const from = asked.length;
      while (asked.length < from + launches) {
        const last = asked.at(-1);
        if (last !== undefined) {
          scheduler.plan(last, now);
          await answer(last);
        }
        now += 1;
        goTo(now);
      }
      return asked.slice(from);
    },
  };
};

test('under pressure the opened call goes first of all', async () => {
  const { setVisibleCalls, take } = backlog(100);
  setVisibleCalls('call-90', ['call-80', 'call-90']);
  expect(await take(5)).toEqual(['call-90', 'call-0', 'call-1', 'call-2', 'call-3']);
});

test('under pressure calls on the screen go before their turn, the earliest due of them first', async () => {
  const { setVisibleCalls, take } = backlog(100);
  const screen = ['call-92', 'call-91', 'call-90'];
  setVisibleCalls(undefined, screen);
  const outOfTurn = (await take(60)).filter((id) => screen.includes(id));
  expect(outOfTurn.slice(0, 4)).toEqual(['call-90', 'call-91', 'call-92', 'call-90']);
});

for (const opened of [undefined, 'call-999']) {
  test(`what is visible takes 8 % of the launches out of turn; opened: ${opened ?? 'none'}`, async () => {
    const { setVisibleCalls, take } = backlog(1000);
    setVisibleCalls(opened, ['call-990', 'call-995', 'call-998']);
    const outOfTurn = (await take(900)).filter((id) => Number(id.slice(5)) >= 990).length;
    expect(outOfTurn).toBeGreaterThanOrEqual(71);
    expect(outOfTurn).toBeLessThanOrEqual(73);
  });
}

test('what is visible and not due is not asked', async () => {
  const { scheduler, asked, goTo, answer } = bench(1);
  for (let index = 0; index < 50; index += 1) scheduler.plan(`call-${index}`, index);
  scheduler.plan('opened', 10_000);
  scheduler.setVisibleCalls('opened', ['opened', 'unknown']);
  for (let time = 50; time < 100; time += 1) {
    goTo(time);
    await answer(asked.at(-1) ?? '');
  }
  expect(asked).toHaveLength(50);
  expect(asked).not.toContain('opened');
});

// A screen of rows, and never more than 8 % of a round; the credit grows by one or two while it is spent.
for (const [count, kept] of [
  [2000, 20],
  [100, 8],
] as const) {
  test(`a share that was not used is kept: of ${count} calls, ${kept} launches`, async () => {
    const { setVisibleCalls, take } = backlog(count);
    const last = (await take(300)).at(-1) ?? '';
    // Those whose turn is far away.
    const screen = idsFrom(Number(last.slice(5)) - 40, 40);
    setVisibleCalls(undefined, screen);
    const next = await take(25);
    expect(next.slice(0, kept - 1).every((id) => screen.includes(id))).toBe(true);
    expect(next.filter((id) => screen.includes(id)).length).toBeLessThanOrEqual(kept + 2);
  });
}

test('a call on the screen that goes in its turn costs nothing of the share', async () => {
  const { setVisibleCalls, take } = backlog(400);
  setVisibleCalls(undefined, idsFrom(0, 100));
  expect(await take(100)).toEqual(idsFrom(0, 100));
  setVisibleCalls(undefined, idsFrom(380, 20));
  expect(await take(8)).toEqual(idsFrom(380, 8));
});
