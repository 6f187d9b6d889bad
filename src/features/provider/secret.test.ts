import { expect, test } from 'playwright/test';
import type { Answer, Outcome, Problem } from '#src/api/outcome.ts';
import { toAnswer } from '#src/api/body.ts';
import { serviceWords } from '#src/api/words.ts';
import { MASK, maskOutcome } from './secret.ts';

const REQUEST = { method: 'POST', target: '/api/v3/update_provider' } as const;

const answerOf = (text: string, isWhole = true): Answer =>
  toAnswer(
    { status: 422, contentType: '', retryAfter: null, text, bytes: text.length, isWhole },
    { durationMs: 1, at: 2 },
  );

const problemOf = (answer: Answer): Problem => ({
  kind: 'invalid',
  status: 422,
  answer,
  words: serviceWords(answer.body),
  durationMs: 1,
  at: 2,
});

const outcomesOf = (answer: Answer): Outcome[] => [
  { kind: 'accepted', request: REQUEST, answer, notes: [] },
  { kind: 'refused', request: REQUEST, answer, problem: problemOf(answer) },
  { kind: 'unknown', request: REQUEST, problem: problemOf(answer) },
  { kind: 'not-sent', request: REQUEST, problem: problemOf(answer) },
];

test('R10: an answer that repeats the secret is masked in every outcome, also deep in its JSON', () => {
  for (const secret of [
    '9d8f7c6b5a4e',
    'a"b\\c/d',
    'pâss–wörd',
    '<b>&"x"</b>',
    ' two words ',
    '$& $1',
    '+=?%41',
  ]) {
    const json = JSON.stringify({ message: `token ${secret} is wrong`, list: [{ [secret]: secret }] });
    for (const text of [`the token ${secret} is wrong, ${secret}!`, json]) {
      for (const outcome of outcomesOf(answerOf(text))) {
        const kept = JSON.stringify(maskOutcome(outcome, secret));
        expect(kept).toContain(MASK);
        expect(kept).not.toContain(secret.trim());
        expect(kept).not.toContain(JSON.stringify(secret).slice(1, -1));
        expect(kept).toContain(outcome.kind);
      }
    }
  }
});

test('an answer without the secret stays as it came', () => {
  for (const outcome of outcomesOf(answerOf('{"message":"no"}'))) {
    expect(maskOutcome(outcome, 'secret')).toEqual(outcome);
  }
  const late: Outcome = {
    kind: 'unknown',
    request: REQUEST,
    problem: { kind: 'timeout', durationMs: 30_000, at: 2 },
  };
  expect(maskOutcome(late, 'secret')).toEqual(late);
});

test('a masked JSON answer is JSON still', () => {
  const [accepted] = outcomesOf(answerOf('{"message":"saved secret","n":1}'));
  const masked = accepted && maskOutcome(accepted, 'secret');
  expect(masked?.kind === 'accepted' && masked.answer.body).toMatchObject({
    text: '{"message":"saved •••","n":1}',
    json: { value: { message: 'saved •••', n: 1 } },
  });
});

test('R10: the beginning of a secret that was cut off with the answer is masked', () => {
  const [accepted] = outcomesOf(answerOf('{"token":"0123456789', false));
  const masked = accepted && maskOutcome(accepted, '0123456789abcdef');
  expect(masked?.kind === 'accepted' && masked.answer.body.text).toBe(`{"token":"${MASK}`);
});

test('a secret of one letter does not break the masking', () => {
  for (const outcome of outcomesOf(answerOf('{"a":null}'))) {
    expect(JSON.stringify(maskOutcome(outcome, 'null'))).toContain(MASK);
    expect(JSON.stringify(maskOutcome(outcome, 'a'))).toContain(MASK);
  }
});

test('R10: the secret is masked as a form, in upper-case escapes and by the names of its characters', () => {
  for (const [secret, spelt] of [
    ['a b!c-secret', 'a+b!c-secret'],
    ['cafétok', 'caf\\u00E9tok'],
    ['cafétok', 'caf%C3%A9tok'],
    ["it's/(a)\u00a0key*|", 'it&apos;s&sol;&lpar;a&rpar;&nbsp;key&ast;&verbar;'],
  ] as const) {
    const [outcome] = outcomesOf(answerOf(`before ${spelt} after`));
    const masked = outcome && maskOutcome(outcome, secret);
    expect(masked?.kind === 'accepted' && masked.answer.body.text).toBe(`before ${MASK} after`);
  }
});
