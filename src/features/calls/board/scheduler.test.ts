import { expect, test } from 'playwright/test';
import { createScheduler } from './scheduler.ts';
import { bench } from './testing/scheduler-kit.ts';

test('the earliest due goes first, and not before it is due', () => {
  const { scheduler, asked, goTo } = bench();
  scheduler.plan('late', 2000);
  scheduler.plan('early', 1000);
  goTo(999);
  expect(asked).toEqual([]);
  goTo(1000);
  expect(asked).toEqual(['early']);
  goTo(2000);
  expect(asked).toEqual(['early', 'late']);
});

test('there is one timer for all calls', () => {
  const { scheduler, timers } = bench();
  for (let at = 1000; at > 0; at -= 1) scheduler.plan(`call-${at}`, at);
  expect(timers()).toBe(1);
});

test('never more under way than the limit; the next goes when one has answered', async () => {
  const { scheduler, asked, goTo, answer } = bench(2);
  for (const id of ['a', 'b', 'c', 'd']) scheduler.plan(id, 0);
  goTo(0);
  expect(asked).toEqual(['a', 'b']);
  await answer('b');
  goTo(1);
  expect(asked).toEqual(['a', 'b', 'c']);
});

test('a call that is under way is not asked a second time', () => {
  const { scheduler, asked, goTo } = bench(3);
  scheduler.plan('a', 0);
  goTo(0);
  scheduler.plan('a', 1);
  goTo(100);
  expect(asked).toEqual(['a']);
});

test('an answer does not plan the next check by itself', async () => {
  const { scheduler, asked, goTo, answer, timers } = bench();
  scheduler.plan('a', 0);
  goTo(0);
  await answer('a');
  goTo(1_000_000);
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
  goTo(8000);
  expect(asked).toEqual([]);
  scheduler.setHeld(false);
  for (const id of ['first', 'second', 'third']) {
    goTo(8000);
    await answer(id);
  }
  expect(asked).toEqual(['first', 'second', 'third']);
  goTo(9000);
  expect(asked.at(-1)).toBe('not-yet');
});

test('planning while held begins nothing', () => {
  const { scheduler, asked, goTo } = bench();
  scheduler.setHeld(true);
  scheduler.plan('a', 0);
  goTo(5000);
  expect(asked).toEqual([]);
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
  goTo(10_000);
  expect(asked).toEqual(['a!']);
});

test('a call that is taken off the plan is not asked', () => {
  const { scheduler, asked, goTo } = bench();
  scheduler.plan('a', 1000);
  scheduler.plan('b', 2000);
  scheduler.plan('a', undefined);
  goTo(3000);
  expect(asked).toEqual(['b']);
});

test('a computer that slept asks what is due in order when it wakes', () => {
  const { scheduler, asked, goTo } = bench(10);
  scheduler.plan('b', 2000);
  scheduler.plan('a', 1000);
  goTo(3_600_000);
  expect(asked).toEqual(['a', 'b']);
});

test('what is due at the same moment goes in the order in which it was planned', () => {
  const { scheduler, asked, goTo } = bench(10);
  for (const id of ['b', 'a', 'c']) scheduler.plan(id, 1000);
  goTo(1000);
  expect(asked).toEqual(['b', 'a', 'c']);
});

test('what is planned anew goes at the new time, sooner or later', () => {
  const { scheduler, asked, goTo } = bench();
  scheduler.plan('sooner', 9000);
  scheduler.plan('later', 1000);
  scheduler.plan('sooner', 500);
  scheduler.plan('later', 3000);
  goTo(500);
  expect(asked).toEqual(['sooner']);
  goTo(2999);
  expect(asked).toEqual(['sooner']);
  goTo(3000);
  expect(asked).toEqual(['sooner', 'later']);
});

test('what is planned while under way waits for the answer, and for its time', async () => {
  const { scheduler, asked, goTo, answer } = bench(3);
  scheduler.plan('a', 0);
  scheduler.plan('b', 0);
  goTo(0);
  scheduler.plan('a', 1000);
  scheduler.plan('b', 1000);
  scheduler.plan('b', undefined);
  goTo(2000);
  expect(asked).toEqual(['a', 'b']);
  await answer('a');
  await answer('b');
  goTo(2000);
  expect(asked).toEqual(['a', 'b', 'a']);
  goTo(1_000_000);
  expect(asked).toHaveLength(3);
});

test('a check that plans the next one as it begins does not go twice at once', () => {
  const asked: string[] = [];
  const timers: (() => void)[] = [];
  const scheduler = createScheduler({
    limit: 5,
    clock: { now: () => 0, after: (_, act) => (timers.push(act), () => undefined) },
    check: (id) => {
      asked.push(id);
      scheduler.plan(id, 0);
      return new Promise(() => undefined);
    },
  });
  scheduler.plan('a', 0);
  while (timers.length > 0) timers.shift()?.();
  expect(asked).toEqual(['a']);
});

test('the timer goes with the last plan', () => {
  const { scheduler, timers } = bench();
  scheduler.plan('a', 1000);
  scheduler.setHeld(true);
  expect(timers()).toBe(0);
  scheduler.setHeld(false);
  expect(timers()).toBe(1);
});

test('"Check now" does not wait for others to answer, and those after it do', async () => {
  const { scheduler, asked, goTo, answer } = bench(2);
  for (const id of ['a', 'b', 'c']) scheduler.plan(id, 0);
  goTo(0);
  void scheduler.checkNow('c');
  expect(asked).toEqual(['a', 'b', 'c!']);
  scheduler.plan('d', 0);
  await answer('a');
  goTo(10);
  expect(asked).toHaveLength(3);
  await answer('b');
  goTo(20);
  expect(asked).toEqual(['a', 'b', 'c!', 'd']);
});
