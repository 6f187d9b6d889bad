import { expect, test } from 'playwright/test';
import { formatWaiting } from './messages.ts';

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
