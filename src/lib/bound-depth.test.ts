import { expect, test } from 'playwright/test';
import * as fc from 'fast-check';
import { boundDepth } from './json.ts';

const nested = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);

test('what is not too deep is given back as it is', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      expect(boundDepth(value, 6)).toBe(value);
    }),
  );
});

test('a branch that lies too deep stands as its kind; what is beside it stays', () => {
  expect(boundDepth({ a: { b: { c: 1 } }, d: 2 }, 2)).toEqual({ a: { b: '{…}' }, d: 2 });
  expect(boundDepth([[[1]], []], 2)).toEqual([['[…]'], []]);
  expect(boundDepth({ a: { b: {} } }, 2)).toEqual({ a: { b: {} } });
  expect(boundDepth('text', 0)).toBe('text');
});

test('an own key of the name __proto__ stays a key', () => {
  const value: unknown = JSON.parse('{"__proto__":{"a":{"b":1}}}');
  expect(JSON.stringify(boundDepth(value, 2))).toBe('{"__proto__":{"a":"{…}"}}');
});

for (const levels of [5000, 500_000]) {
  test(`${levels.toLocaleString('en')} levels can be copied and written afterwards`, () => {
    const bounded = boundDepth(nested(levels), 32);
    expect(structuredClone(bounded)).toEqual(bounded);
    expect(JSON.stringify(bounded)).toHaveLength('{"a":}'.length * 32 + '"{…}"'.length);
  });
}
