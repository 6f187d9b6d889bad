import { expect, test } from 'playwright/test';
import type { Outcome, Problem } from '#src/api/outcome.ts';
import type { Change } from '#src/features/webhooks/change/change.ts';
import type { OutcomeMessage } from '#src/outcomes/messages.ts';
import { answerMessage } from './answer-message.ts';

const place = { serviceOrigin: 'https://service.example', pageOrigin: 'https://console.example' };
const attach: Change = { operation: 'attach', campaignId: 'cmp-1', webhookId: 'wh-1' };
const detach: Change = { ...attach, operation: 'detach' };
const request = { method: 'POST', target: '/api/v3/add_webhook_campaingn' } as const;
const answer = {
  status: 200,
  body: { text: '', truncated: false, bytes: 0, json: undefined, contentType: '' },
  durationMs: 212,
  at: 0,
};
const accepted: Outcome = { kind: 'accepted', request, answer, notes: [] };
const problem = (over: Partial<Problem>): Problem => ({
  kind: 'timeout',
  durationMs: 15_004,
  at: 0,
  ...over,
});
const say = (change: Change, outcome: Outcome, isInForm = true) =>
  answerMessage(change, outcome, { place, isInForm });

const unknown = (kind: Problem['kind']): Outcome => ({
  kind: 'unknown',
  request,
  problem: problem({ kind }),
});
const notSent = (over: Partial<Problem>): Outcome => ({
  kind: 'not-sent',
  request,
  problem: problem({ durationMs: 0, ...over }),
});
const body = { ...answer.body, text: '{"message":"not valid"}' };
const refusal = { ...answer, status: 400, body };
const refused: Outcome = {
  kind: 'refused',
  request,
  answer: refusal,
  problem: problem({ kind: 'invalid', status: 400, answer: refusal, words: 'not valid' }),
};

const MESSAGES: [what: string, said: OutcomeMessage, title: string, text: string | RegExp][] = [
  [
    'R6: attached says that the service accepted it, which is all that is known',
    say(attach, accepted),
    'Attached',
    'The service accepted the request.',
  ],
  [
    'R7: detached says that the webhook no longer triggers actions',
    say(detach, accepted),
    'Detached',
    'The service accepted the request. The webhook no longer triggers actions for this campaign.',
  ],
  [
    'a pair that the form does not show is named',
    say(attach, accepted, false),
    'Attached',
    'The service accepted the request for the webhook wh-1 and the campaign cmp-1.',
  ],
  [
    'no answer in time is unknown and names the time waited',
    say(attach, unknown('timeout')),
    'Outcome unknown',
    'No answer came within 15 s. The webhook may or may not be attached. Send the same pair again to get an answer.',
  ],
  [
    'a broken connection is told in two lines',
    say(detach, unknown('network')),
    'Outcome unknown',
    'No answer from the service. The webhook may or may not be detached. Send the same pair again to get an answer.',
  ],
  [
    'offline is not sent, and no failure is claimed',
    say(attach, notSent({ kind: 'offline' })),
    'Not sent',
    /no request left it/,
  ],
  [
    'what was turned away and not sent again does not claim that no request left',
    say(attach, notSent({ kind: 'session-ended', status: 401 })),
    'Not sent',
    'The service answered 401 and did not carry it out. It was not sent again. Sign in, then try again.',
  ],
  [
    'a refusal points at the reason below and promises nothing about what was changed',
    say(attach, refused),
    'Attach failed',
    'The service answered 400. Its reason is below, as received.',
  ],
];

for (const [what, said, title, text] of MESSAGES) {
  test(what, () => {
    expect(said.title).toBe(title);
    expect(said.text).toEqual(typeof text === 'string' ? text : expect.stringMatching(text));
  });
}

test('the causes of a broken connection stand apart, with the origin to allow', () => {
  expect(say(detach, unknown('network')).details).toMatch(
    /the origin to allow is https:\/\/console\.example/,
  );
});

test('an undo is not offered an undo', () => {
  expect(say(attach, accepted).action).toBe('Undo');
  expect(say({ ...detach, undoOf: 'e1' }, accepted).action).toBeUndefined();
});
