import { expect, test } from 'playwright/test';
import { createAnswer } from '#src/api/testing/service-kit.ts';
import { formatBody, formatWaiting } from './messages.ts';

for (const [waitedMs, deadlineMs, text] of [
  [0, 30_000, '0 s of 30 s'],
  [3999, 30_000, '3 s of 30 s'],
  [31_000, 30_000, '30 s of 30 s'],
  [-5, 30_000, '0 s of 30 s'],
  [900, 500, '0 s of 0.5 s'],
] as const) {
  test(`formats ${waitedMs} of ${deadlineMs} ms as “${text}”`, () => {
    expect(formatWaiting(waitedMs, deadlineMs)).toBe(`Waiting for an answer, ${text}`);
  });
}

const shown = (text: string): string => formatBody(createAnswer(text).body);

test('indents JSON only if that changes nothing else', () => {
  expect(shown('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  for (const text of ['12345678901234567890', '{"a":1,"a":2}', '{ "a": 1 }', '1.0', 'plain', '{"a":']) {
    expect(shown(text)).toBe(text);
  }
});
