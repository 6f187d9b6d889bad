import { expect, test } from 'playwright/test';
import type { Outcome, Problem } from '#src/api/outcome.ts';
import type { Change } from '#src/features/webhooks/change/change.ts';
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

test('R6: attached says that the service accepted it, which is all that is known', () => {
  expect(say(attach, accepted)).toMatchObject({
    title: 'Attached',
    text: 'The service accepted the request.',
  });
});

test('R7: detached says that the webhook no longer triggers actions', () => {
  expect(say(detach, accepted)).toMatchObject({
    title: 'Detached',
    text: 'The service accepted the request. The webhook no longer triggers actions for this campaign.',
  });
});

test('a pair that the form does not show is named', () => {
  expect(say(attach, accepted, false).text).toBe(
    'The service accepted the request for the webhook wh-1 and the campaign cmp-1.',
  );
});

test('an undo is not offered an undo', () => {
  expect(say({ ...detach, undoOf: 'e1' }, accepted).action).toBeUndefined();
});

test('no answer in time is unknown and names the time waited', () => {
  expect(say(attach, { kind: 'unknown', request, problem: problem({}) })).toMatchObject({
    tone: 'warn',
    title: 'Outcome unknown',
    text: 'No answer came within 15 s. The webhook may or may not be attached. Send the same pair again to get an answer.',
    action: 'Send again',
  });
});

test('a broken connection names the origin to allow', () => {
  const { text } = say(detach, { kind: 'unknown', request, problem: problem({ kind: 'network' }) });
  expect(text).toContain('the origin to allow is https://console.example');
  expect(text).toContain('may or may not be detached');
});

test('offline is not sent, and no failure is claimed', () => {
  const message = say(attach, {
    kind: 'not-sent',
    request,
    problem: problem({ kind: 'offline', durationMs: 0 }),
  });
  expect(message).toMatchObject({ tone: 'info', title: 'Not sent' });
  expect(message.text).toContain('no request left it');
});

test('what was turned away and not sent again does not claim that no request left', () => {
  const { text } = say(attach, {
    kind: 'not-sent',
    request,
    problem: problem({ kind: 'session-ended', status: 401, durationMs: 0 }),
  });
  expect(text).toBe(
    'The service answered 401 and did not carry it out. It was not sent again. Sign in, then try again.',
  );
});

test('a refusal points at the reason below and promises nothing about what was changed', () => {
  const body = { ...answer.body, text: '{"message":"not valid"}' };
  const refusal = { ...answer, status: 400, body };
  const message = say(attach, {
    kind: 'refused',
    request,
    answer: refusal,
    problem: problem({ kind: 'invalid', status: 400, answer: refusal, words: 'not valid' }),
  });
  expect(message).toMatchObject({
    title: 'Attach failed',
    text: 'The service answered 400. Its reason is below, as received.',
  });
});
