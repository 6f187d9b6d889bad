import * as fc from 'fast-check';
import { expect, test } from 'playwright/test';
import type { LineState } from '#src/journal/runs/run.ts';
import { lineOf } from '#src/features/webhooks/run/testing/run-kit.ts';
import { createFront, isShown, orderRows, type RunFilter } from './run-rows.ts';

const STATES: readonly LineState[] = ['queued', 'sending', 'accepted', 'refused', 'unknown', 'not-sent'];
const FILTERS: readonly RunFilter[] = ['done', 'failed', 'unknown', 'remaining', 'not-sent'];

const recordOf = (states: readonly LineState[]) => ({
  line: (index: number) => lineOf(states[index] ?? 'queued'),
});

const rowsOf = (
  states: readonly LineState[],
  { isOver = false, filter = 'all' }: { isOver?: boolean; filter?: RunFilter } = {},
): number[] => {
  const steps = orderRows(recordOf(states), { total: states.length, isOver, filter }, 3);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
};

const someStates = fc.array(fc.constantFrom(...STATES), { maxLength: 60 });

test('once a run is over, the failed and the unknown lines stand first, each group as given', () => {
  const states = ['accepted', 'unknown', 'accepted', 'refused', 'not-sent', 'unknown'] as const;
  expect(rowsOf(states, { isOver: true })).toEqual([1, 3, 5, 0, 2, 4]);
  expect(rowsOf(states)).toEqual([0, 1, 2, 3, 4, 5]);
});

test('the keys share out all lines, each to one of them', () => {
  fc.assert(
    fc.property(someStates, fc.boolean(), (states, isOver) => {
      const shared = FILTERS.flatMap((filter) => rowsOf(states, { isOver, filter }));
      expect(shared.toSorted((a, b) => a - b)).toEqual(states.map((_, index) => index));
      for (const filter of FILTERS) {
        for (const index of rowsOf(states, { filter })) {
          expect(isShown(recordOf(states).line(index), filter)).toBe(true);
        }
      }
    }),
  );
});

test('the order gives up its turn between slices', () => {
  const steps = orderRows(
    recordOf(Array.from({ length: 10 }, () => 'queued')),
    {
      total: 10,
      isOver: false,
      filter: 'all',
    },
    4,
  );
  expect([steps.next().done, steps.next().done, steps.next().done]).toEqual([false, false, true]);
});

test('the front is the last line before those that wait, and at the end the last one on its way', () => {
  const states: LineState[] = ['accepted', 'accepted', 'sending', 'sending', 'queued', 'queued'];
  const front = createFront(recordOf(states), states.length);
  expect(front(2)).toBe(3);
  states.splice(2, 4, 'accepted', 'sending', 'sending', 'sending');
  expect(front(0)).toBe(5);
  states.fill('accepted');
  expect(front(0)).toBe(5);
});

test('lines that are opened again bring the front back', () => {
  const states: LineState[] = ['accepted', 'refused', 'accepted', 'accepted'];
  const front = createFront(recordOf(states), states.length);
  expect(front(0)).toBe(0);
  states[1] = 'sending';
  states[3] = 'queued';
  expect(front(1)).toBe(2);
  states[0] = 'queued';
  states[3] = 'sending';
  expect(front(1)).toBe(0);
});

test('a run is walked through once, not with every answer', () => {
  let looks = 0;
  const states: LineState[] = Array.from({ length: 5000 }, () => 'queued');
  const counted = {
    line: (index: number) => {
      looks += 1;
      return lineOf(states[index] ?? 'queued');
    },
  };
  const front = createFront(counted, states.length);
  for (let index = 0; index < 4999; index += 1) {
    states[index] = 'accepted';
    front(states.length - index - 1);
  }
  expect(looks).toBeLessThan(3 * states.length);
});
