import { expect, test } from 'playwright/test';
import { describeProblem, PROBLEM_KINDS, type Problem, type ProblemKind } from './outcome.ts';

const SERVICE = 'https://service.example';
const PAGE = 'https://console.example';
const describe = (kind: ProblemKind, over: Partial<Problem> = {}, pageOrigin = PAGE) =>
  describeProblem({ kind, durationMs: 0, at: 0, ...over }, { serviceOrigin: SERVICE, pageOrigin });

test('names the origin to allow, if there are two', () => {
  expect(describe('network').text).toContain(`the origin to allow is ${PAGE}`);
  expect(describe('network', {}, SERVICE).text).not.toContain('CORS');
  expect(describe('network', {}, SERVICE).text).toContain('the address may be wrong');
});

test('does not blame CORS if the answer broke off', () => {
  const { text } = describe('network', { status: 200 });
  expect(text).toContain('broke after it answered 200');
  expect(text).not.toContain('CORS');
});

for (const kind of PROBLEM_KINDS) {
  test(`describes ${kind} in whole sentences`, () => {
    for (const over of [{}, { status: 418 }, { status: 418, message: 'short and stout' }]) {
      const { title, text } = describe(kind, over);
      expect(title).toMatch(/^[A-Z][^.!]*$/);
      expect(text === '' ? 'no status, nothing to say.' : text).toMatch(/[.”]$/);
      expect(text).not.toMatch(/!|undefined|sorry|\s$|\s\s/i);
    }
  });
}
