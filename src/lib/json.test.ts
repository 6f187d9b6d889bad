import { expect, test } from 'playwright/test';
import * as fc from 'fast-check';
import { boundDepth, flatten } from './json.ts';

const shown = (value: unknown): string[] => flatten(value).map(({ path, value: text }) => `${path} ${text}`);

test('R17: an error object becomes path and value lines in its own order', () => {
  const error = {
    code: 'SIP_480',
    message: 'Temporarily unavailable',
    carrier: { route: null, attempts: 2 },
    tags: ['a', { b: false }],
  };
  expect(flatten(error)).toEqual([
    { path: 'code', value: 'SIP_480', kind: 'value' },
    { path: 'message', value: 'Temporarily unavailable', kind: 'value' },
    { path: 'carrier.route', value: 'null', kind: 'null' },
    { path: 'carrier.attempts', value: '2', kind: 'value' },
    { path: 'tags.0', value: 'a', kind: 'value' },
    { path: 'tags.1.b', value: 'false', kind: 'value' },
  ]);
});

test('R17: empty branches, odd keys and plain values have a line of their own', () => {
  expect(shown({ a: {}, b: [], 'c.d': 1, '': 2, 'e f': 3 })).toEqual([
    'a {}',
    'b []',
    '"c.d" 1',
    '"" 2',
    '"e f" 3',
  ]);
  expect(shown('busy')).toEqual([' busy']);
  expect(shown(null)).toEqual([' null']);
  expect(shown({})).toEqual([' {}']);
});

test('keys that reach for the prototype are data and nothing else', () => {
  const hostile = JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": 1}}');
  expect(shown(hostile)).toEqual(['__proto__.polluted true', 'constructor.prototype 1']);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

test('depth and number of lines are bounded', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(50)}1${'}'.repeat(50)}`);
  expect(shown(deep)).toEqual(['a.a.a.a.a.a.a.a {…}']);
  const lines = flatten(Array.from({ length: 10_000 }, (_, index) => index));
  expect(lines).toHaveLength(201);
  expect(lines.at(-1)).toEqual({ path: '', value: '…', kind: 'more' });
  expect(flatten(Array.from({ length: 200 }, (_, index) => index))).toHaveLength(200);
});

test('any JSON value is flattened into texts, never "[object Object]"', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 12 }), (value) => {
      for (const line of flatten(value)) expect(line.value.startsWith('[object')).toBe(false);
    }),
  );
});

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
