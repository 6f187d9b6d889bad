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

const problemOf = (answer: Answer): Problem => {
  const words = serviceWords(answer.body);
  return { kind: 'invalid', status: 422, answer, durationMs: 1, at: 2, ...(words ? { words } : {}) };
};

const outcomesOf = (answer: Answer): Outcome[] => [
  { kind: 'accepted', request: REQUEST, answer, notes: [] },
  { kind: 'refused', request: REQUEST, answer, problem: problemOf(answer) },
  { kind: 'unknown', request: REQUEST, problem: problemOf(answer) },
  { kind: 'not-sent', request: REQUEST, problem: problemOf(answer) },
];

const SECRETS = ['9d8f7c6b5a4e', 'a"b\\c/d', 'pâss–wörd', '<b>&"x"</b>', ' two words ', '$& $1', '+=?%41'];

const unicodeEscaped = (text: string): string =>
  `"${[...text].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`;

for (const secret of SECRETS) {
  const ways: Record<string, string> = {
    'as text': `the token ${secret} is wrong, ${secret}!`,
    'as JSON': JSON.stringify({ message: `token ${secret} is wrong`, list: [{ [secret]: secret }] }),
    'as JSON with escaped slashes': JSON.stringify({ token: secret }).replaceAll('/', '\\/'),
    'as JSON in ASCII': JSON.stringify({ token: secret }).replace(
      /[^ -~]/g,
      (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
    'as JSON, every letter escaped': `{"token":${unicodeEscaped(secret)}}`,
    'as a form': new URLSearchParams({ token: secret }).toString(),
    'as HTML': `<p>${secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')}</p>`,
  };
  for (const [way, text] of Object.entries(ways)) {
    test(`R10: an answer that repeats ${JSON.stringify(secret)} ${way} is masked in every outcome`, () => {
      for (const outcome of outcomesOf(answerOf(text))) {
        const masked = maskOutcome(outcome, secret);
        const kept = JSON.stringify(masked);
        expect(kept).toContain(MASK);
        expect(kept).not.toContain(secret.trim());
        expect(kept).not.toContain(JSON.stringify(secret).slice(1, -1));
        expect(masked.kind).toBe(outcome.kind);
      }
    });
  }
}

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

const SPELLINGS: [secret: string, spelt: string][] = [
  ["it's a key!", 'it&#39;s a key!'],
  ["it's a key!", 'it&#x27;s a key!'],
  ['a"b-secret', 'a&#34;b-secret'],
  ['a b!c-secret', 'a%20b!c-secret'],
  ['a b!c-secret', 'a+b!c-secret'],
  ['abc&def12', 'abc\\u0026def12'],
  ['cafétok', 'caf\\u00E9tok'],
  ['cafétok', 'caf%C3%A9tok'],
  ['pa/th\\key', 'pa\\/th\\\\key'],
  ['k€y.*+?', 'k&euro;y.*+?'.replace('&euro;', '&#8364;')],
];

for (const [secret, spelt] of SPELLINGS) {
  test(`R10: the secret ${secret} is masked where an answer writes ${spelt}`, () => {
    const text = `before ${spelt} after`;
    const body = { text, truncated: false, bytes: text.length, json: undefined, contentType: 'text/plain' };
    const outcome = maskOutcome(
      {
        kind: 'accepted',
        request: { method: 'POST', target: '/' },
        answer: { status: 200, body, durationMs: 1, at: 1 },
        notes: [],
      },
      secret,
    );
    expect(outcome.kind === 'accepted' && outcome.answer.body.text).toBe('before ••• after');
  });
}
