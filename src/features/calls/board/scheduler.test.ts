import { expect, test } from 'playwright/test';
import { virtualTime } from '#src/lib/testing/time.ts';
import { createScheduler } from './scheduler.ts';
import { bench } from './testing/scheduler-kit.ts';

test('there is one timer for all calls', () => {
  const { scheduler, timers } = bench();
  for (let at = 1000; at > 0; at -= 1) scheduler.plan(`call-${at}`, at);
  expect(timers()).toBe(1);
});

test('an answer does not plan the next check by itself', async () => {
  const { scheduler, asked, goTo, answer, timers } = bench();
  scheduler.plan('a', 0);
  await goTo(0);
  await answer('a');
  await goTo(1_000_000);
  expect(asked).toEqual(['a']);
  expect(timers()).toBe(0);
});

test('while held nothing is begun; afterwards what is due goes in the order in which it was due', async () => {
  const { scheduler, asked, goTo, answer, timers } = bench(1);
  scheduler.plan('second', 2000);
  scheduler.plan('first', 1000);
  scheduler.plan('third', 3000);
  scheduler.plan('not-yet', 9000);
  scheduler.setHeld(true);
  expect(timers()).toBe(0);
  await goTo(8000);
  expect(asked).toEqual([]);
  scheduler.setHeld(false);
  for (const id of ['first', 'second', 'third']) {
    await goTo(8000);
    await answer(id);
  }
  expect(asked).toEqual(['first', 'second', 'third']);
  await goTo(9000);
  expect(asked.at(-1)).toBe('not-yet');
});

test('"Check now" asks at once, also while held, and joins a check that is under way', async () => {
  const { scheduler, asked, answer } = bench(1);
  scheduler.setHeld(true);
  scheduler.plan('a', 5000);
  const first = scheduler.checkNow('a');
  expect(scheduler.checkNow('a')).toBe(first);
  expect(asked).toEqual(['a!']);
  await answer('a');
  await first;
});

test('"Check now" takes the place of the planned check', async () => {
  const { scheduler, asked, goTo, answer } = bench();
  scheduler.plan('a', 5000);
  void scheduler.checkNow('a');
  await answer('a');
  await goTo(10_000);
  expect(asked).toEqual(['a!']);
});

test('what is due at the same moment goes in the order in which it was planned', async () => {
  const { scheduler, asked, goTo } = bench(10);
  for (const id of ['b', 'a', 'c']) scheduler.plan(id, 1000);
  await goTo(1000);
  expect(asked).toEqual(['b', 'a', 'c']);
});

test('what is planned anew goes at the new time, sooner or later', async () => {
  const { scheduler, asked, goTo } = bench();
  scheduler.plan('sooner', 9000);
  scheduler.plan('later', 1000);
  scheduler.plan('sooner', 500);
  scheduler.plan('later', 3000);
  await goTo(500);
  expect(asked).toEqual(['sooner']);
  await goTo(2999);
  expect(asked).toEqual(['sooner']);
  await goTo(3000);
  expect(asked).toEqual(['sooner', 'later']);
});

test('what is planned while under way waits for the answer, and for its time', async () => {
  const { scheduler, asked, goTo, answer } = bench(3);
  scheduler.plan('a', 0);
  scheduler.plan('b', 0);
  await goTo(0);
  scheduler.plan('a', 1000);
  scheduler.plan('b', 1000);
  scheduler.plan('b', undefined);
  await goTo(2000);
  expect(asked).toEqual(['a', 'b']);
  await answer('a');
  await answer('b');
  await goTo(2000);
  expect(asked).toEqual(['a', 'b', 'a']);
  await goTo(1_000_000);
  expect(asked).toHaveLength(3);
});

test('a check that plans the next one as it begins does not go twice at once', async () => {
  const { clock, advance } = virtualTime();
  const asked: string[] = [];
  const scheduler = createScheduler({
    limit: 5,
    clock,
    check: (id) => {
      asked.push(id);
      scheduler.plan(id, 0);
      return new Promise(() => undefined);
    },
  });
  scheduler.plan('a', 0);
  await advance(1000);
  expect(asked).toEqual(['a']);
});

test('"Check now" does not wait for others to answer, and those after it do', async () => {
  const { scheduler, asked, goTo, answer } = bench(2);
  for (const id of ['a', 'b', 'c']) scheduler.plan(id, 0);
  await goTo(0);
  void scheduler.checkNow('c');
  expect(asked).toEqual(['a', 'b', 'c!']);
  scheduler.plan('d', 0);
  await answer('a');
  await goTo(10);
  expect(asked).toHaveLength(3);
  await answer('b');
  await goTo(20);
  expect(asked).toEqual(['a', 'b', 'c!', 'd']);
});

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
        await goTo(now);
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
    await goTo(time);
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
