import { expect, test } from 'playwright/test';
import { describeProblem, TITLES } from './describe.ts';
import type { Problem, ProblemKind } from './outcome.ts';

const SERVICE = 'https://service.example';
const PAGE = 'https://console.example';
const tell = (kind: ProblemKind, over: Partial<Problem> = {}, pageOrigin = PAGE) =>
  describeProblem({ kind, durationMs: 0, at: 0, ...over }, { serviceOrigin: SERVICE, pageOrigin });

test('R40: the status and the service’s own words are quoted', () => {
  expect(tell('invalid', { status: 422, words: 'SID and token do not match' })).toEqual({
    title: 'The service refused these values',
    text: 'It answered 422: “SID and token do not match”.',
  });
  expect(tell('server', { status: 500 }).text).toBe('It answered 500 and said nothing more.');
});

test('CORS: an unreadable answer names the origin to allow, but only across origins', () => {
  expect(tell('network').text).toContain(`the origin to allow is ${PAGE}`);
  expect(tell('network', {}, SERVICE).text).not.toContain('CORS');
  expect(tell('network', {}, SERVICE).text).toContain('the address may be wrong');
});

test('an answer that broke off is no question of CORS', () => {
  const { text } = tell('network', { status: 200 });
  expect(text).toContain('began with 200 and broke off');
  expect(text).not.toContain('CORS');
});

test('a redirect asks to check the base URL, a time-out says how long it was', () => {
  expect(tell('redirect').text).toContain('Check the base URL');
  expect(tell('timeout', { durationMs: 30_004 }).text).toBe(`Waited 30 s for ${SERVICE}.`);
  expect(tell('timeout', { durationMs: 1500, status: 200 }).text).toContain('began with 200 and broke off');
});

test('a web page quotes its title, a gateway without an answer says so', () => {
  expect(tell('web-page', { status: 200, words: 'Sign in' }).text).toContain('It answered 200: “Sign in”.');
  expect(tell('server', { status: 504 }).text).toContain('A gateway had no answer');
});

for (const kind of Object.keys(TITLES) as ProblemKind[]) {
  test(`${kind} is told in whole sentences, by our rules of writing`, () => {
    for (const over of [{}, { status: 418 }, { status: 418, words: 'short and stout' }]) {
      const { title, text } = tell(kind, over);
      expect(title).toMatch(/^[A-Z][^.!]*$/);
      expect(text === '' ? 'no status, nothing to say.' : text).toMatch(/[.”]$/);
      expect(text).not.toMatch(/!|undefined|sorry|\s$|\s\s/i);
    }
  });
}
