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
const failed = (kind: 'unknown' | 'not-sent', problem: Pick<Problem, 'kind' | 'status'>): Outcome => ({
  kind,
  request,
  problem: { durationMs: 0, at: 0, ...problem },
});
const say = (change: Change, outcome: Outcome, isInForm = true) =>
  answerMessage(change, outcome, { place, isInForm });

test('a pair that the form does not show is named', () => {
  expect(say(attach, accepted, false).text).toBe(
    'The service accepted the request for the webhook wh-1 and the campaign cmp-1.',
  );
});

test('a broken connection is told in two lines; its causes stand apart, with the origin to allow', () => {
  expect(say(detach, failed('unknown', { kind: 'network' }))).toMatchObject({
    title: 'Outcome unknown',
    text: 'No answer from the service. The webhook may or may not be detached. Send the same pair again to get an answer.',
    details: expect.stringMatching(/the origin to allow is https:\/\/console\.example/),
  });
});

test('offline is not sent, and no failure is claimed', () => {
  expect(say(attach, failed('not-sent', { kind: 'offline' }))).toMatchObject({
    title: 'Not sent',
    text: expect.stringContaining('no request left it'),
  });
});

test('what was turned away and not sent again does not claim that no request left', () => {
  expect(say(attach, failed('not-sent', { kind: 'session-ended', status: 401 }))).toMatchObject({
    title: 'Not sent',
    text: 'The service answered 401 and did not carry it out. It was not sent again. Sign in, then try again.',
  });
});

test('an undo is not offered an undo', () => {
  expect(say(attach, accepted).action).toBe('Undo');
  expect(say({ ...detach, undoOf: 'e1' }, accepted).action).toBeUndefined();
});
