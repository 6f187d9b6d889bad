import { expect, test } from 'playwright/test';
import { createStrain } from './strain.ts';

const ok = (count: number): boolean[] => Array.from({ length: count }, () => true);
const bad = (count: number): boolean[] => Array.from({ length: count }, () => false);
const alternately = (count: number): boolean[] =>
  Array.from({ length: count }, (_, index) => index % 2 === 0);

const CASES: readonly [name: string, checks: boolean[], isStrained: boolean][] = [
  ['nothing was checked', [], false],
  ['all is well', ok(30), false],
  ['nine failures are too few to tell', bad(9), false],
  ['ten failures', bad(10), true],
  ['half of ten', [...ok(5), ...bad(5)], false],
  ['more than half of ten', [...ok(4), ...bad(6)], true],
  ['half of twenty', [...ok(10), ...bad(10)], false],
  ['more than half of twenty', [...ok(9), ...bad(11)], true],
  ['what was longer ago does not count', [...ok(100), ...bad(11)], true],
  ['every second check', alternately(100), false],
  ['better, and not yet well', [...bad(20), ...ok(14)], true],
  ['well again', [...bad(20), ...ok(15)], false],
];

for (const [name, checks, isStrained] of CASES) {
  test(`strain: ${name}`, () => {
    const strain = createStrain();
    for (const each of checks) strain.note(each);
    expect(strain.isStrained()).toBe(isStrained);
  });
}

test('strain: it tells of each change, and every second failure does not turn it on and off', () => {
  const strain = createStrain();
  const changes = (checks: boolean[]) => checks.map((each) => strain.note(each)).filter(Boolean).length;
  expect(changes(bad(20))).toBe(1);
  expect(changes(alternately(100))).toBe(0);
  expect(strain.isStrained()).toBe(true);
  expect(changes(ok(20))).toBe(1);
  expect(strain.isStrained()).toBe(false);
});
