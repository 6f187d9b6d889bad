import * as fc from 'fast-check';
import { expect, test } from 'playwright/test';
import type { Answer, Outcome, Problem } from '#src/api/outcome.ts';
import { createAnswer } from './testing/service-kit.ts';
import { readMessage } from './answer.ts';
import { WITHHELD, withholdSecret } from './secret.ts';

const REQUEST = { method: 'POST', target: '/api/v3/update_provider' } as const;

const createRefusedAnswer = (text: string, isWhole = true): Answer => {
  const answer = createAnswer(text, { status: 422 });
  return { ...answer, body: { ...answer.body, truncated: !isWhole } };
};

const createProblem = (answer: Answer): Problem => ({
  kind: 'invalid',
  status: 422,
  answer,
  message: readMessage(answer.body),
  durationMs: 1,
  at: 2,
});

const createOutcomes = (answer: Answer): Outcome[] => [
  { kind: 'accepted', request: REQUEST, answer, notes: [] },
  { kind: 'refused', request: REQUEST, problem: createProblem(answer) },
  { kind: 'unknown', request: REQUEST, problem: createProblem(answer) },
  { kind: 'not-sent', request: REQUEST, problem: createProblem(answer) },
];

const isWithheld = (text: string, secret: string, isWhole = true): boolean => {
  const answer = createRefusedAnswer(text, isWhole);
  const [outcome] = createOutcomes(answer).map((one) => withholdSecret(one, secret));
  return outcome?.kind === 'accepted' && outcome.answer.body.text === WITHHELD;
};

test('withholds an answer that repeats the secret', () => {
  for (const outcome of createOutcomes(createRefusedAnswer('{"message":"saved 9d8f7c6b5a4e"}'))) {
    const shown = JSON.stringify(withholdSecret(outcome, '9d8f7c6b5a4e'));
    expect(shown).toContain(WITHHELD);
    expect(shown).toContain(outcome.kind);
    expect(shown).not.toContain('9d8f');
    expect(shown).not.toContain('saved');
  }
});

test('keeps an answer without the secret', () => {
  for (const outcome of createOutcomes(createRefusedAnswer('{"message":"no"}'))) {
    expect(withholdSecret(outcome, 'secret')).toBe(outcome);
  }
  const problem = { kind: 'timeout', durationMs: 30_000, at: 2 } as const;
  const late: Outcome = { kind: 'unknown', request: REQUEST, problem };
  expect(withholdSecret(late, 'secret')).toBe(late);
});

test('withholds a request ID that repeats the secret', () => {
  for (const [requestId, isKept] of [
    ['r-9d8f7c6b5a4e', false],
    ['r-1', true],
  ] as const) {
    for (const outcome of createOutcomes({ ...createRefusedAnswer('{}'), requestId })) {
      expect(JSON.stringify(withholdSecret(outcome, '9d8f7c6b5a4e')).includes(requestId)).toBe(isKept);
    }
  }
});

const unit = (one: string): string => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
const hexBytes = (text: string): string[] =>
  [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0'));
const NAMED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Ways to write a text. */
const LAYERS: readonly ((text: string) => string)[] = [
  encodeURIComponent,
  (text) => encodeURIComponent(text).replaceAll('%20', '+'),
  (text) =>
    hexBytes(text)
      .map((byte) => `%${byte}`)
      .join(''),
  (text) => JSON.stringify(text).slice(1, -1),
  (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  (text) => text.replace(/[^]/g, unit),
  (text) => text.replace(/[&<>"']/g, (one) => NAMED[one] ?? one),
  (text) => text.replace(/[^]/gu, (one) => `&#${one.codePointAt(0)};`),
  (text) => text.replace(/[^a-z]/gu, (one) => `&#x${one.codePointAt(0)?.toString(16)};`),
];

const awkward = fc
  .array(
    fc.oneof(fc.constantFrom(...'"\\/%&+<>\' ;#=?é€💡x4', '%41', '&lt;', '\\n'), fc.string({ maxLength: 6 })),
    { minLength: 2, maxLength: 6 },
  )
  .map((parts) => parts.join(''));
const secrets = awkward.filter((text) => text.trim().length > 3);
const layer = fc.constantFrom(...LAYERS);

test('finds a secret under three layers of encoding', () => {
  fc.assert(
    fc.property(secrets, fc.array(layer, { maxLength: 3 }), (secret, layers) => {
      let text = `token ${secret} is wrong`;
      for (const write of layers) text = write(text);
      return isWithheld(text, secret);
    }),
    { numRuns: 1000 },
  );
});

test('finds a secret anywhere in Base64', () => {
  for (const secret of ['9d8f7c6b5a4e', 'pâss–wörd?>~', 'ÿþ?ÿ~>>?']) {
    for (const before of ['', 'u', 'ab', 'sid:', 'AC123:']) {
      const encoded = Buffer.from(`${before}${secret}!`).toString('base64');
      for (const text of [encoded, encoded.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')]) {
        expect(isWithheld(`Basic ${text} end`, secret), text).toBe(true);
        expect(isWithheld(encodeURIComponent(text), secret), text).toBe(true);
      }
    }
  }
});

test('finds the start of a secret that was cut off', () => {
  const secret = 'ab"€/d\\e&f01';
  for (const write of LAYERS) {
    const whole = write(`token ${secret}`);
    for (let cut = write(`token ${secret.slice(0, 5)}`).length; cut < whole.length; cut += 1) {
      expect(isWithheld(whole.slice(0, cut), secret, false), whole.slice(0, cut)).toBe(true);
    }
  }
});

test('decodes endless encodings quickly', () => {
  // Of the processor, since a busy machine takes longer by the clock.
  const began = process.cpuUsage();
  expect(isWithheld(`%${'25'.repeat(32_000)}41`, 'secret')).toBe(true);
  expect(isWithheld('\\'.repeat(65_000), 'secret')).toBe(false);
  expect(process.cpuUsage(began).user).toBeLessThan(2_000_000);
});
