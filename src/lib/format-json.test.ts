import { expect, test } from 'playwright/test';
import { formatJson } from './json.ts';

test('indents JSON without changing a value', () => {
  const text = '{"a":1.0,"big":12345678901234567890,"s":"x{\\"y\\"}, [z]","n":{"e":{},"l":[1,null]},"l":[]}';
  const out = formatJson(text);
  expect(out).toContain('"big": 12345678901234567890');
  expect(out).toContain('"a": 1.0');
  expect(JSON.parse(out)).toEqual(JSON.parse(text));
  expect(formatJson('{"b":[1,{"c":true}]}')).toBe(JSON.stringify({ b: [1, { c: true }] }, null, 2));
  expect(formatJson(' "x" ')).toBe('"x"');
});
