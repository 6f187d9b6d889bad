import * as fc from 'fast-check';
import { expect, test } from 'playwright/test';
import { countsOf } from '#src/log/runs/run-rules.ts';
import type { LineState } from '#src/log/runs/run.ts';
import { lineOf, runOf } from '#src/features/webhooks/run/testing/run-kit.ts';
import { frontOf, orderRows, type RunFilter } from './run-rows.ts';

const STATES: readonly LineState[] = ['queued', 'sending', 'accepted', 'refused', 'unknown', 'not-sent'];
const FILTERS: readonly RunFilter[] = ['done', 'failed', 'unknown', 'remaining', 'not-sent'];

const { signal } = new AbortController();

const recordOf = (states: readonly LineState[]) => ({
  line: (index: number) => lineOf(states[index] ?? 'queued'),
});

const rowsOf = (
  states: readonly LineState[],
  { isOver = false, filter = 'all' }: { isOver?: boolean; filter?: RunFilter } = {},
): Promise<number[]> => orderRows(recordOf(states), { total: states.length, isOver, filter }, signal);

test('once a run is over, the failed and the unknown lines stand first, each group as given', async () => {
  const states = ['accepted', 'unknown', 'accepted', 'refused', 'not-sent', 'unknown'] as const;
  expect(await rowsOf(states, { isOver: true })).toEqual([1, 3, 5, 0, 2, 4]);
  expect(await rowsOf(states)).toEqual([0, 1, 2, 3, 4, 5]);
});

test('the keys share out all lines, each to one of them', async () => {
  const someStates = fc.array(fc.constantFrom(...STATES), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(someStates, fc.boolean(), async (states, isOver) => {
      const shared = await Promise.all(FILTERS.map((filter) => rowsOf(states, { isOver, filter })));
      expect(shared.flat().toSorted((a, b) => a - b)).toEqual(states.map((_, index) => index));
    }),
  );
});

test('the front is the last line before those that wait, and at the end the last one on its way', () => {
  const front = (letters: string) => {
    const states = [...letters].map((letter) => STATES.find((state) => state.startsWith(letter)) ?? 'queued');
    const run = runOf({ total: states.length, counts: countsOf(states.map((state) => lineOf(state))) });
    return frontOf(recordOf(states), run);
  };
  expect(front('aassqq')).toBe(3);
  expect(front('aaasss')).toBe(5);
  expect(front('aasaaa')).toBe(2);
  expect(front('aaaaaa')).toBe(5);
  expect(front('qaasaa')).toBe(0);
});
