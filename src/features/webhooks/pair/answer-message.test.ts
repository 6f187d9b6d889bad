import { expect, test } from 'playwright/test';
import type { Outcome, Problem } from '#src/api/outcome.ts';
import type { Change } from '#src/features/webhooks/change/change.ts';
import { describeAnswer } from './answer-message.ts';

const origins = { serviceOrigin: 'https://service.example', pageOrigin: 'https://console.example' };
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
const describe = (change: Change, outcome: Outcome) => describeAnswer(change, outcome, origins);

test('explains a broken connection under details', () => {
  expect(describe(detach, failed('unknown', { kind: 'network' }))).toMatchObject({
    title: 'Outcome unknown',
    text: 'No answer from the service. We can’t tell whether the webhook was detached. What a second detach does isn’t documented.',
    details: expect.stringMatching(/the origin to allow is https:\/\/console\.example/),
  });
});

test('says what a 404 may mean', () => {
  const describeStatus = (change: Change, status: number) =>
    describe(change, { kind: 'refused', request, problem: { kind: 'server', status, durationMs: 0, at: 0 } })
      .text;
  expect(describeStatus(attach, 503)).toMatch(/It gave no reason\.$/);
  expect(describeStatus(attach, 404)).toMatch(/One of the IDs may be wrong, or the base URL is wrong: if/);
  expect(describeStatus(detach, 404)).toContain('the webhook may be detached already, or the base URL');
  expect(describeStatus(detach, 409)).toMatch(/It gave no reason\.$/);
});

test('says offline instead of refused', () => {
  expect(describe(attach, failed('not-sent', { kind: 'offline' }))).toMatchObject({
    title: 'Not sent',
    text: expect.stringContaining('This browser is offline.'),
  });
});

test('says that an earlier request was answered', () => {
  expect(describe(attach, failed('not-sent', { kind: 'session-ended', status: 401 }))).toMatchObject({
    title: 'Not sent',
    text: 'The service answered 401 and did not carry it out. It was not sent again. Sign in, then try again.',
  });
});

test('offers no undo of an undo', () => {
  expect(describe(attach, accepted).action).toBe('Undo');
  expect(describe({ ...detach, undoOf: 'e1' }, accepted).action).toBeUndefined();
});
