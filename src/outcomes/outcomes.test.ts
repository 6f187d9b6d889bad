import { expect, test } from 'playwright/test';
import type { Outcome, Problem } from '#src/api/outcome.ts';
import { describeOutcome, formatWaiting, OUTCOMES } from './messages.ts';

const ORIGINS = { serviceOrigin: 'https://service.example', pageOrigin: 'https://console.example' };
const WORDS = { done: 'Attached', check: 'check the campaign', notFound: 'One of the IDs may be wrong' };
const request = { method: 'POST', target: '/api/v3/add_webhook_campaingn' } as const;

const accept = (message?: string): Outcome => ({
  kind: 'accepted',
  request,
  answer: {
    status: 200,
    body: { text: '', truncated: false, bytes: 0, json: undefined, contentType: '' },
    durationMs: 212,
    at: 0,
  },
  notes: [],
  ...(message !== undefined && { message }),
});
const fail = (
  kind: 'refused' | 'unknown' | 'not-sent',
  problem: Pick<Problem, 'kind' | 'status' | 'message'>,
): Outcome => ({ kind, request, problem: { durationMs: 25_000, at: 0, ...problem } });

const MESSAGES: [outcome: Outcome, title: string, text: string | RegExp, action?: string][] = [
  [accept(), 'Attached', ''],
  [
    accept('webhook was attached already'),
    'Accepted, with a message',
    'The service says “webhook was attached already”.',
  ],
  [
    fail('refused', { kind: 'not-found', status: 404 }),
    'Refused: not found',
    'One of the IDs may be wrong. If all are refused, have the base URL checked.',
    'Retry',
  ],
  [
    fail('refused', { kind: 'web-page', status: 401, message: '401 Authorization Required' }),
    'Refused: the web server asks for a password',
    'It answered 401: “401 Authorization Required”. Ask your administrator to let /api/v3 through without one.',
    'Retry',
  ],
  [
    fail('refused', { kind: 'conflict', status: 409, message: 'paused' }),
    'Refused: conflict',
    'The service says “paused”.',
    'Retry',
  ],
  [fail('refused', { kind: 'server', status: 503 }), 'Refused: the service answered 503', '', 'Retry'],
  [
    fail('unknown', { kind: 'timeout' }),
    'Unknown: the service didn’t answer',
    'It may be done. Send again, or check the campaign.',
    'Send again',
  ],
  [
    fail('unknown', { kind: 'server', status: 504 }),
    'Unknown: the service answered 504',
    'It may be done. Send again, or check the campaign.',
    'Send again',
  ],
  [fail('not-sent', { kind: 'offline' }), 'Not sent', /^This browser is offline\./, 'Retry'],
  [fail('not-sent', { kind: 'session-ended' }), 'Not sent', 'Your session had ended.', 'Retry'],
  [
    fail('not-sent', { kind: 'session-ended', status: 401 }),
    'Not sent',
    'The service answered 401 and did not carry it out. It was not sent again. Your session had ended.',
    'Retry',
  ],
];

for (const [outcome, title, text, action] of MESSAGES) {
  const what = 'problem' in outcome ? [outcome.problem.kind, outcome.problem.status] : outcome.message;
  test(`“${title}”: ${JSON.stringify(what)}`, () => {
    const message = describeOutcome(outcome, WORDS, ORIGINS);
    expect(message.title).toBe(title);
    expect(message.action).toBe(action);
    if (typeof text === 'string') expect(message.text).toBe(text);
    else expect(message.text).toMatch(text);
  });
}

test('explains a broken connection under details', () => {
  const { details } = describeOutcome(fail('unknown', { kind: 'network' }), WORDS, ORIGINS);
  expect(details).toMatch(/the origin to allow is https:\/\/console\.example/);
});

const VERB = { capital: 'Attach', done: 'Attached', doing: 'Attaching' };

for (const [kind, status, sentence] of [
  ['sending', undefined, 'Attaching wh-1'],
  ['accepted', 200, 'Attached wh-1'],
  ['with-message', 200, 'Attach wh-1: accepted, with a message'],
  ['checked', undefined, 'You checked: attached wh-1'],
  ['refused', 404, 'Attach wh-1: refused, 404'],
  ['unknown', undefined, 'Attach wh-1: unknown, the service didn’t answer'],
  ['unknown', 502, 'Attach wh-1: unknown, the service answered 502'],
  ['not-sent', undefined, 'Attach wh-1: not sent'],
] as const) {
  test(sentence, () => {
    expect(OUTCOMES[kind].sentence(VERB, status).join(' wh-1')).toBe(sentence);
  });
}

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
