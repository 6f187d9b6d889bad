import { expect, test } from 'playwright/test';
import * as fc from 'fast-check';
import { boundDepth, flattenJson } from './json.ts';

const shown = (value: unknown): string[] =>
  flattenJson(value).map(({ path, value: text }) => `${path} ${text}`);

test('flattens an object in its own order', () => {
  const error = {
    code: 'SIP_480',
    message: 'Temporarily unavailable',
    carrier: { route: null, attempts: 2 },
    tags: ['a', { b: false }],
  };
  expect(flattenJson(error)).toEqual([
    { path: 'code', value: 'SIP_480', kind: 'value' },
    { path: 'message', value: 'Temporarily unavailable', kind: 'value' },
    { path: 'carrier.route', value: 'null', kind: 'null' },
    { path: 'carrier.attempts', value: '2', kind: 'value' },
    { path: 'tags.0', value: 'a', kind: 'value' },
    { path: 'tags.1.b', value: 'false', kind: 'value' },
  ]);
});

test('flattens empty branches, odd keys and plain values', () => {
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

test('treats prototype keys as data', () => {
  const hostile = JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": 1}}');
  expect(shown(hostile)).toEqual(['__proto__.polluted true', 'constructor.prototype 1']);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});

test('limits depth and lines', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(50)}1${'}'.repeat(50)}`);
  expect(shown(deep)).toEqual(['a.a.a.a.a.a.a.a {…}']);
  const lines = flattenJson(Array.from({ length: 10_000 }, (_, index) => index));
  expect(lines).toHaveLength(201);
  expect(lines.at(-1)).toEqual({ path: '', value: '…', kind: 'more' });
  expect(flattenJson(Array.from({ length: 200 }, (_, index) => index))).toHaveLength(200);
});

test('flattens any JSON into texts', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 12 }), (value) => {
      for (const line of flattenJson(value)) expect(line.value.startsWith('[object')).toBe(false);
    }),
  );
});

const nested = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);

test('keeps a value that is not too deep', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      expect(boundDepth(value, 6)).toBe(value);
    }),
  );
});

test('replaces only branches that are too deep', () => {
  expect(boundDepth({ a: { b: { c: 1 } }, d: 2 }, 2)).toEqual({ a: { b: '{…}' }, d: 2 });
  expect(boundDepth([[[1]], []], 2)).toEqual([['[…]'], []]);
  expect(boundDepth({ a: { b: {} } }, 2)).toEqual({ a: { b: {} } });
  expect(boundDepth('text', 0)).toBe('text');
});

test('keeps a key called __proto__', () => {
  const value: unknown = JSON.parse('{"__proto__":{"a":{"b":1}}}');
  expect(JSON.stringify(boundDepth(value, 2))).toBe('{"__proto__":{"a":"{…}"}}');
});

for (const levels of [5000, 500_000]) {
  test(`bounds ${levels.toLocaleString('en')} levels`, () => {
    const bounded = boundDepth(nested(levels), 32);
    expect(structuredClone(bounded)).toEqual(bounded);
    expect(JSON.stringify(bounded)).toHaveLength('{"a":}'.length * 32 + '"{…}"'.length);
  });
}
