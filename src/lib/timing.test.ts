import { expect, test } from 'playwright/test';
import * as fc from 'fast-check';
import { actAt } from './timing.ts';

/** Time that passes only when told to, and timers that fire so much too early or too late, in turn. */
const slippingTime = (slips: readonly number[]) => {
  let now = 0;
  let set = 0;
  let timer: { at: number; act: () => void } | undefined;
  return {
    clock: {
      now: () => now,
      after: (ms: number, act: () => void) => {
        // Some time always goes by.
        timer = { at: now + Math.max(0.05, ms + (slips[set % slips.length] ?? 0)), act };
        set += 1;
        return () => {
          timer = undefined;
        };
      },
    },
    advanceTo: (until: number) => {
      while (timer && timer.at <= until) {
        const { at, act } = timer;
        timer = undefined;
        now = at;
        act();
      }
      now = until;
    },
  };
};

test('however early or late timers fire, it acts once, never early, and no later than a late timer', () => {
  const slips = fc.array(fc.double({ min: -2, max: 5, noNaN: true }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.double({ min: -10, max: 2000, noNaN: true }), slips, (due, each) => {
      const { clock, advanceTo } = slippingTime(each);
      const acted: number[] = [];
      actAt(due, () => acted.push(clock.now()), clock);
      advanceTo(3000);
      expect(acted).toHaveLength(1);
      expect(acted[0]).toBeGreaterThanOrEqual(due);
      expect(acted[0]).toBeLessThanOrEqual(Math.max(0, due) + 5 + 2);
    }),
    { numRuns: 200 },
  );
});

test('what is cancelled never acts, also after its timer fired early', () => {
  const { clock, advanceTo } = slippingTime([-1, 0]);
  let acts = 0;
  const cancel = actAt(100, () => (acts += 1), clock);
  advanceTo(99);
  cancel();
  advanceTo(1000);
  expect(acts).toBe(0);
});
