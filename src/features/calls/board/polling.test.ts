import { expect, test } from 'playwright/test';
import { createErrorBackoff } from './polling.ts';

const ok = (count: number): boolean[] => Array.from({ length: count }, () => true);
const bad = (count: number): boolean[] => Array.from({ length: count }, () => false);
const alternately = (count: number): boolean[] =>
  Array.from({ length: count }, (_, index) => index % 2 === 0);

const CASES: readonly [name: string, checks: boolean[], isBackingOff: boolean][] = [
  ['nothing was checked', [], false],
  ['nine failures are too few to tell', bad(9), false],
  ['ten failures', bad(10), true],
  ['half of ten', [...ok(5), ...bad(5)], false],
  ['more than half of ten', [...ok(4), ...bad(6)], true],
  ['half of twenty', [...ok(10), ...bad(10)], false],
  ['more than half of twenty', [...ok(9), ...bad(11)], true],
  ['what was longer ago does not count', [...ok(100), ...bad(11)], true],
  ['better, and not yet well', [...bad(20), ...ok(14)], true],
  ['well again', [...bad(20), ...ok(15)], false],
];

for (const [name, checks, isBackingOff] of CASES) {
  test(`backoff: ${name}`, () => {
    const backoff = createErrorBackoff();
    for (const each of checks) backoff.note(each);
    expect(backoff.isBackingOff()).toBe(isBackingOff);
  });
}

test('backoff: it tells of each change, and every second failure does not turn it on and off', () => {
  const backoff = createErrorBackoff();
  const changes = (checks: boolean[]) => checks.map((each) => backoff.note(each)).filter(Boolean).length;
  expect([changes(bad(20)), changes(alternately(100)), changes(ok(20))]).toEqual([1, 0, 1]);
  expect(backoff.isBackingOff()).toBe(false);
});
