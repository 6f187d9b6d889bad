import { expect, test } from 'playwright/test';
import * as fc from 'fast-check';
import { createDueQueue, type DueQueue } from './due-queue.ts';

const takeAll = (queue: DueQueue): string[] => {
  const taken: string[] = [];
  for (let first = queue.first(); first; first = queue.first()) {
    taken.push(first.id);
    queue.delete(first.id);
  }
  return taken;
};

const queueOf = (...entries: readonly [id: string, due: number][]): DueQueue => {
  const queue = createDueQueue();
  for (const [id, due] of entries) queue.set(id, due);
  return queue;
};

test('the earliest is first, and stays until it is deleted', () => {
  const queue = queueOf(['c', 3], ['a', 1], ['b', 2]);
  expect(queue.first()).toMatchObject({ id: 'a', due: 1 });
  expect(queue.first()).toMatchObject({ id: 'a', due: 1 });
  expect(takeAll(queue)).toEqual(['a', 'b', 'c']);
  expect(queue.first()).toBeUndefined();
});

test('what is due at the same moment goes in the order in which it was set', () => {
  const ids = Array.from({ length: 50 }, (_, index) => `call-${index}`);
  expect(takeAll(queueOf(...ids.map((id) => [id, 7] as [string, number])))).toEqual(ids);
});

test('set anew it counts once, at the new time; set to the same time it keeps its place', () => {
  const queue = queueOf(['a', 1], ['b', 2], ['c', 2]);
  queue.set('a', 5);
  queue.set('b', 2);
  expect(queue.size()).toBe(3);
  expect(queue.dueOf('a')).toBe(5);
  expect(takeAll(queue)).toEqual(['b', 'c', 'a']);
});

test('deleted and set again it is back, behind those of the same moment', () => {
  const queue = queueOf(['a', 1], ['b', 1]);
  queue.delete('a');
  queue.delete('unknown');
  expect(queue.dueOf('a')).toBeUndefined();
  queue.set('a', 1);
  expect(takeAll(queue)).toEqual(['b', 'a']);
});

type Step = { id: string; due: number | undefined };

const step = fc.record<Step>({
  id: fc.integer({ min: 0, max: 12 }).map((index) => `call-${index}`),
  due: fc.option(fc.nat(20), { nil: undefined, freq: 4 }),
});

test('it does what a list sorted at every look does, with far more changes than calls', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 100, maxLength: 400 }), (steps) => {
      const queue = createDueQueue();
      let list: { id: string; due: number }[] = [];
      for (const { id, due } of steps) {
        if (due === undefined) {
          queue.delete(id);
          list = list.filter((each) => each.id !== id);
        } else {
          queue.set(id, due);
          if (!list.some((each) => each.id === id && each.due === due)) {
            list = [...list.filter((each) => each.id !== id), { id, due }];
          }
        }
        const earliest = list.toSorted((a, b) => a.due - b.due)[0];
        // A matcher of its own for each of these would take longer than all the rest.
        if (queue.size() !== list.length || queue.first()?.id !== earliest?.id) return false;
      }
      expect(takeAll(queue)).toEqual(list.toSorted((a, b) => a.due - b.due).map(({ id }) => id));
      return true;
    }),
    { numRuns: 60 },
  );
});
