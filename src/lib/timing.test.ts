import { expect, test } from 'playwright/test';
import * as fc from 'fast-check';
import { virtualTime } from './testing/time.ts';
import { actAt } from './timing.ts';

test('acts once and on time if timers slip', async () => {
  const slips = fc.array(fc.double({ min: -2, max: 5, noNaN: true }), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.double({ min: -10, max: 2000, noNaN: true }), slips, async (due, each) => {
      const { clock, advance } = virtualTime(0, each);
      const acted: number[] = [];
      actAt(due, () => acted.push(clock.now()), clock);
      await advance(3000);
      expect(acted).toHaveLength(1);
      expect(acted[0]).toBeGreaterThanOrEqual(due);
      expect(acted[0]).toBeLessThanOrEqual(Math.max(0, due) + 5 + 2);
    }),
    { numRuns: 200 },
  );
});

test('never acts after it is cancelled', async () => {
  const { clock, advance } = virtualTime(0, [-1, 0]);
  let acts = 0;
  const cancel = actAt(100, () => (acts += 1), clock);
  await advance(99);
  cancel();
  await advance(1000);
  expect(acts).toBe(0);
});
