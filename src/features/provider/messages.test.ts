import { expect, test } from 'playwright/test';
import { createAnswer } from '#src/api/testing/service-kit.ts';
import { toOutcome } from '#src/api/classify.ts';
import type { Exchange, Outcome, ProblemKind } from '#src/api/outcome.ts';
import { messageOf, replacesText, type SettledChange } from './messages.ts';

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
  values: { ...VALUES, voiceProvider },
  since: 0,
  isRunning: false,
  outcome,
});

const deleted = (outcome: Outcome): SettledChange => ({
  operation: 'delete',
  since: 0,
  isRunning: false,
  outcome,
});

const deletedText = (status: number, body = ''): string =>
  messageOf(deleted(outcomeOf(status, body, { expects200: true })), PLACE).text;

const refusedMessage = (status: number, text: string) => messageOf(saved(outcomeOf(status, text)), PLACE);

test('R33: accepted names what was sent beside the secret, and verifies nothing', () => {
  const message = messageOf(saved(outcomeOf(201, '{}'), 'PROVIDER_A'), PLACE);
  expect(message).toMatchObject({ tone: 'ok', title: 'Configuration accepted' });
  expect(message.text).toMatch(/^The service answered 201 at \d\d:\d\d:\d\d\. /);
  expect(message.text).toContain(
    'It was sent account SID AP417e, phone number +44 20 7946 0018 and voice provider PROVIDER_A.',
  );
  expect(messageOf(saved(outcomeOf(200, '')), PLACE).text).toContain('and no voice provider.');
  expect(JSON.stringify(message)).not.toMatch(/verif|connected|configured/i);
});

test('an accepted answer that mentions an error says so', () => {
  const message = messageOf(saved(outcomeOf(200, '{"error":"x"}')), PLACE);
  expect(message).toMatchObject({ tone: 'warn', title: 'Accepted, with a message' });
  expect(message.text).toContain('its answer mentions an error');
});

test('R31: a deletion answered with another 2xx says which was expected', () => {
  expect(deletedText(204)).toMatch(/^The service answered 204 at \d\d:\d\d:\d\d; expected 200\.$/);
  expect(deletedText(200)).toMatch(/^The service answered 200 at \d\d:\d\d:\d\d\.$/);
});

test('an accepted deletion says what the service said', () => {
  expect(deletedText(200, '{"message":"nothing was stored"}')).toMatch(/: “nothing was stored”\.$/);
});

test('R40: refused values quote the service; other refusals say what is known', () => {
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

test('an answer that did not come is neither a failure nor a success', () => {
  expect(messageOf(saved(noAnswer('timeout')), PLACE)).toEqual({
    tone: 'warn',
    title: 'Outcome unknown',
    text: 'No answer came within 30 s, so these values may or may not be stored. Send them again to get an answer.',
    action: 'Send again',
  });
  const page = outcomeOf(200, '<!doctype html><title>Sign in</title>', { contentType: 'text/html' });
  expect(messageOf(saved(page), PLACE)).toMatchObject({ title: 'Outcome unknown', action: 'Send again' });
  expect(messageOf(deleted(noAnswer('network')), PLACE).text).toContain(
    'the configuration may or may not be deleted. Delete again to get an answer.',
  );
});

test('nothing sent is only said where it is certain', () => {
  expect(messageOf(saved(noAnswer('offline', false)), PLACE)).toMatchObject({
    title: 'Nothing was sent',
    action: 'Retry',
  });
  // Turned away, and offline before it could be sent again.
  const turnedAway = noAnswer('offline', false);
  if (turnedAway.kind === 'not-sent') turnedAway.problem.status = 401;
  const message = messageOf(saved(turnedAway), PLACE);
  expect(message).toMatchObject({ title: 'Nothing was saved', action: 'Retry' });
  expect(message.text).toBe('The service answered 401 and did not carry it out. It was not sent again.');
});

test('R36: what a save replaces', () => {
  expect(replacesText({ voiceProvider: '' })).toBe(
    'Replaces the account SID, auth token and phone number the service holds for you.',
  );
  expect(replacesText({ voiceProvider: 'PROVIDER_A' })).toBe(
    'Replaces the account SID, auth token, phone number and voice provider the service holds for you.',
  );
});
