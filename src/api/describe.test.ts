import { expect, test } from 'playwright/test';
import { describeProblem, PROBLEM_KINDS, saysNoPath, type Problem, type ProblemKind } from './outcome.ts';

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

const NOT_FOUND: readonly [message: string | undefined, isPath: boolean][] = [
  [undefined, true],
  ['there is no path /api/v3/api/v3/call_status', true],
  ['no Route matched with those values', true],
  ['Cannot GET /api/v3/call_status?callId=1', true],
  ['No static resource v3/api/v3/call_status.', true],
  ['404 page not found', true],
  // The console's own web server, by deploy/.
  ['No such page.', true],
  ['Unable to match incoming request to an operation.', true],
  ['call not found', false],
  ['No call with this ID exists', false],
  ['Resource not found', false],
  ['Not Found', false],
];

for (const [message, isPath] of NOT_FOUND) {
  test(`a 404 with ${message} is ${isPath ? 'of a path' : 'perhaps of a call'}`, () => {
    expect(saysNoPath(message)).toBe(isPath);
  });
}
