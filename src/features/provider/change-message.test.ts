import { expect, test } from 'playwright/test';
import { createAnswer } from '#src/api/testing/service-kit.ts';
import { toOutcome } from '#src/api/answer.ts';
import type { Exchange, Outcome, ProblemKind } from '#src/api/outcome.ts';
import { describeChange } from './change-message.ts';
import { toUpdate } from './fields.ts';
import type { SettledChange } from './use-provider-changes.ts';

const PLACE = { serviceOrigin: 'https://voice.example', pageOrigin: 'https://console.example' };
const REQUEST = { method: 'POST', target: '/api/v3/update_provider' } as const;
const VALUES = { accountSid: 'AP417e', phoneNumber: '+44 20 7946 0018' };

const outcomeOf = (status: number, text: string, { contentType = '', expects200 = false } = {}): Outcome => {
  const exchange: Exchange = { kind: 'answered', answer: createAnswer(text, { status, contentType }) };
  return toOutcome(REQUEST, exchange, { expects200 });
};

const noAnswer = (kind: ProblemKind, sent = true): Outcome =>
  toOutcome(
    REQUEST,
    { kind: 'unanswered', sent, problem: { kind, durationMs: 30_004, at: 0 } },
    { expects200: false },
  );

const saved = (outcome: Outcome, voiceProvider = ''): SettledChange => ({
  operation: 'save',
  update: toUpdate({ ...VALUES, voiceProvider }),
  since: 0,
  outcome,
});

const deleted = (outcome: Outcome): SettledChange => ({
  operation: 'delete',
  since: 0,
  outcome,
});

const deletedText = (status: number, body = ''): string =>
  describeChange(deleted(outcomeOf(status, body, { expects200: true })), PLACE).text;

const refusedMessage = (status: number, text: string) =>
  describeChange(saved(outcomeOf(status, text)), PLACE);

test('names the sent values without the secret', () => {
  const message = describeChange(saved(outcomeOf(201, '{}'), 'PROVIDER_A'), PLACE);
  expect(message).toMatchObject({ tone: 'ok', title: 'Configuration accepted' });
  expect(message.text).toMatch(/^The service answered 201 at \d\d:\d\d:\d\d\. /);
  expect(message.text).toContain(
    ' Sent: SID AP417e, phone +44 20 7946 0018, voice provider PROVIDER_A. The auth token',
  );
  expect(describeChange(saved(outcomeOf(200, '')), PLACE).text).toContain(', no voice provider.');
  expect(JSON.stringify(message)).not.toMatch(/verif|connected|configured/i);
});

test('points at an error in an accepted answer', () => {
  const message = describeChange(saved(outcomeOf(200, '{"error":"x"}')), PLACE);
  expect(message).toMatchObject({ tone: 'warn', title: 'Accepted, with a message' });
  expect(message.text).toContain('The answer mentions an error.');
});

test('says that 200 was expected of a deletion', () => {
  expect(deletedText(204)).toMatch(/^The service answered 204 at \d\d:\d\d:\d\d; expected 200\.$/);
  expect(deletedText(200)).toMatch(/^The service answered 200 at \d\d:\d\d:\d\d\.$/);
});

test('quotes the answer to a deletion', () => {
  expect(deletedText(200, '{"message":"nothing was stored"}')).toMatch(/: “nothing was stored”\.$/);
});

test('quotes the reason of a refusal', () => {
  expect(refusedMessage(422, '{"detail":"Account SID and auth token do not match"}')).toEqual({
    tone: 'bad',
    title: 'The service refused these values',
    text: 'It answered 422: “Account SID and auth token do not match”. Correct them and save again.',
  });
  expect(refusedMessage(400, '').text).toBe(
    'It answered 400 and said nothing more. Correct them and save again.',
  );
  expect(refusedMessage(403, 'no').title).toBe('You’re not allowed to do this');
  expect(refusedMessage(500, 'x'.repeat(5000)).text.length).toBeLessThan(400);
});

test('calls a missing answer unknown', () => {
  expect(describeChange(saved(noAnswer('timeout')), PLACE)).toEqual({
    tone: 'warn',
    title: 'Outcome unknown',
    text: 'No answer came within 30 s. We can’t tell whether the values were stored. Send again to find out.',
    action: 'Send again',
  });
  const page = outcomeOf(200, '<!doctype html><title>Sign in</title>', { contentType: 'text/html' });
  expect(describeChange(saved(page), PLACE)).toMatchObject({
    title: 'Outcome unknown',
    action: 'Send again',
  });
  expect(describeChange(deleted(noAnswer('network')), PLACE).text).toContain(
    'We can’t tell whether the configuration was deleted. Delete again to find out.',
  );
});

test('says that nothing was sent only if no request was', () => {
  expect(describeChange(saved(noAnswer('offline', false)), PLACE)).toMatchObject({
    title: 'Nothing was sent',
    action: 'Retry',
  });
  // Answered 401, and offline before it could be sent again.
  const notResent = noAnswer('offline', false);
  if (notResent.kind === 'not-sent') notResent.problem.status = 401;
  const message = describeChange(saved(notResent), PLACE);
  expect(message).toMatchObject({ title: 'Nothing was saved', action: 'Retry' });
  expect(message.text).toBe('The service answered 401 and did not carry it out. It was not sent again.');
});
