import * as fc from 'fast-check';
import { expect, test } from 'playwright/test';
import { WITHHELD, type Answer, type Outcome, type Problem } from '#src/api/outcome.ts';
import { createAnswer } from './testing/service-kit.ts';
import { readRefusal } from './answer.ts';
import { withholdSecret } from './secret.ts';

const REQUEST = { method: 'POST', target: '/api/v3/update_provider' } as const;

const createRefusedAnswer = (text: string, isWhole = true): Answer => {
  const answer = createAnswer(text, { status: 422 });
  return { ...answer, body: { ...answer.body, truncated: !isWhole } };
};

const createProblem = (answer: Answer): Problem => ({
  kind: 'invalid',
  status: 422,
  answer,
  message: readRefusal(answer.body),
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
  const shown = outcome?.kind === 'accepted' ? outcome.answer.body.text : text;
  return shown === WITHHELD || (shown !== text && shown === text.replaceAll(secret.trim(), '•••'));
};

const ECHOES: readonly [what: string, text: string, secret: string, shown: string | undefined][] = [
  ['the secret', '{"message":"saved 9d8f7c6b5a4e"}', '9d8f7c6b5a4e', '{"message":"saved •••"}'],
  ['it twice', '["9d8f7c6b5a4e","9d8f7c6b5a4e"]', '9d8f7c6b5a4e', '["•••","•••"]'],
  ['a short secret', '{"message":"saved 9d8f7c6"}', '9d8f7c6', undefined],
  ['it in capitals', '{"message":"saved 9D8F7C6B5A4E"}', '9d8f7c6b5a4e', undefined],
  ['it encoded too', '9d8f7c6b5a4e 9\\u00648f7c6b5a4e', '9d8f7c6b5a4e', undefined],
  ['it in Base64 too', `9d8f7c6b5a4e ${btoa('AC1:9d8f7c6b5a4e')}`, '9d8f7c6b5a4e', undefined],
];

for (const [what, text, secret, shown] of ECHOES) {
  test(`${shown === undefined ? 'withholds' : 'masks'} an answer that repeats ${what}`, () => {
    for (const outcome of createOutcomes(createRefusedAnswer(text))) {
      const kept = withholdSecret(outcome, secret);
      const { answer } = kept.kind === 'accepted' ? kept : kept.problem;
      expect(answer?.body.text).toBe(shown ?? WITHHELD);
      expect(JSON.stringify(kept)).not.toContain(secret.slice(0, 4));
    }
  });
}

test('keeps what an answer says beside the masked secret', () => {
  const detail = [
    { loc: ['body', 'authToken'], msg: 'is 9d8f7c6b5a4e' },
    { loc: ['body', 'phone'], msg: 'too short', input: '9d8f7c6b5a4e' },
  ];
  const [, refused] = createOutcomes(createRefusedAnswer(JSON.stringify({ detail })));
  expect(refused && withholdSecret(refused, '9d8f7c6b5a4e')).toMatchObject({
    problem: { message: 'authToken: is •••; phone: too short' },
  });
});

test('keeps the secret out of a message that alone has it', () => {
  // Read beyond the cut of the body, or decoded.
  for (const [text, message, secret] of [
    ['{"message":"', 'x 9d8f7c6b5a4e', '9d8f7c6b5a4e'],
    ['{"message":"a\\nbcdefgh"}', 'a\nbcdefgh', 'a\\nbcdefgh'],
  ] as const) {
    const problem = { ...createProblem(createRefusedAnswer(text)), message };
    const shown = JSON.stringify(withholdSecret({ kind: 'refused', request: REQUEST, problem }, secret));
    expect(shown).not.toContain(message.slice(-6));
  }
});

test('withholds a secret in UTF-16', () => {
  const text = [...'x 9d8f7c6b5a4e'].map((one) => `${one}\0`).join('');
  for (const outcome of createOutcomes(createRefusedAnswer(text)))
    expect(JSON.stringify(withholdSecret(outcome, '9d8f7c6b5a4e'))).not.toContain('8\\u0000f');
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
