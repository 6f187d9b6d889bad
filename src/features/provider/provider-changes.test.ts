import { expect, test } from 'playwright/test';
import { toOutcome } from '#src/api/answer.ts';
import type { Exchange, Problem } from '#src/api/outcome.ts';
import { createAnswer } from '#src/api/testing/service-kit.ts';
import { formatTime } from '#src/lib/timestamp.ts';
import { describeChange } from './provider-changes.ts';

const PROVIDER = {
  identifier: 'provider',
  voiceProviderField: 'voiceProvider',
  voiceProviders: [{ value: 'PROVIDER_A', label: 'Twilio' }],
};
const PLACE = { serviceOrigin: 'https://voice.example', pageOrigin: 'https://console.example' };

const describeDeletion = (exchange: Exchange) => {
  const request = { method: 'DELETE', target: '/api/v3/delete_provider' } as const;
  const outcome = toOutcome(request, exchange, { expects200: true });
  return describeChange({ operation: 'delete', since: 0, outcome }, PLACE, PROVIDER);
};

test('says that 200 was expected of a deletion', () => {
  const describeStatus = (status: number) =>
    describeDeletion({ kind: 'answered', answer: createAnswer('', { status }) }).text;
  expect(describeStatus(204)).toMatch(/^Sent at \d\d:\d\d:\d\d\. The service answered 204; expected 200\.$/);
  expect(describeStatus(200)).toMatch(/^Sent at \d\d:\d\d:\d\d\.$/);
});

test('tells the time of sending, not of the answer', () => {
  const at = Date.UTC(2026, 0, 2, 3, 4, 5);
  const answer = createAnswer('', { at: at + 9000 });
  const request = { method: 'POST', target: '/api/v3/update_provider' } as const;
  const outcome = toOutcome(request, { kind: 'answered', answer }, { expects200: true });
  const change = {
    operation: 'save',
    update: { accountSid: 'AC1', phoneNumber: '+1', voiceProvider: 'PROVIDER_A', logged: {} },
    since: at,
    outcome,
  } as const;
  expect(describeChange(change, PLACE, PROVIDER).text).toBe(
    `Sent at ${formatTime(at)}: SID AC1, phone +1, voice provider Twilio.`,
  );
  expect(describeChange({ operation: 'delete', since: at, outcome }, PLACE, PROVIDER).text).toBe(
    `Sent at ${formatTime(at)}.`,
  );
});

test('says what a 404 of a deletion may mean', () => {
  const describeStatus = (status: number) =>
    describeDeletion({ kind: 'answered', answer: createAnswer('', { status }) }).text;
  expect(describeStatus(404)).toBe(
    'It may be deleted already. If all are refused, have the base URL checked.',
  );
  expect(describeStatus(403)).toBe('');
});

test('says when to try again if the service did', () => {
  const at = Date.UTC(2026, 0, 2, 3, 4, 5);
  const answer = { ...createAnswer('', { status: 429, at }), retryAfterMs: 60_000 };
  expect(describeDeletion({ kind: 'answered', answer }).text).toBe(
    `Try again after ${formatTime(at + 60_000)}.`,
  );
});

test('says that nothing was sent only if no request was', () => {
  const describeNotSent = (given: Partial<Problem>) =>
    describeDeletion({
      kind: 'unanswered',
      sent: false,
      problem: { kind: 'offline', durationMs: 0, at: 0, ...given },
    });
  expect(describeNotSent({}).title).toBe('Deletion not sent');
  // Answered 401, and offline before it could be sent again.
  expect(describeNotSent({ status: 401 })).toMatchObject({
    title: 'Deletion not sent',
    text: 'The service answered 401 and did not carry it out. It was not sent again.',
  });
});

const CORS: readonly [change: Record<string, unknown>, lacks: string][] = [
  [{ operation: 'delete' }, 'the method DELETE (CORS)'],
  [{ operation: 'save', update: {} }, 'the header Content-Type (CORS)'],
];

for (const [change, lacks] of CORS) {
  test(`says that CORS may lack ${lacks.slice(0, -7)}`, () => {
    const describeUnanswered = (problem: Partial<Problem>, isFormCleared: boolean) => {
      const request = { method: 'POST', target: '/' } as const;
      const given = { kind: 'network', durationMs: 0, at: 0, ...problem } as const;
      const outcome = { kind: 'unknown', request, problem: given } as const;
      return describeChange({ ...change, since: 0, outcome } as never, PLACE, PROVIDER, isFormCleared).text;
    };
    expect(describeUnanswered({}, false)).toContain(`may not allow https://console.example ${lacks}`);
    expect(describeUnanswered({}, true)).toContain(lacks);
    expect(describeUnanswered({ status: 502 }, false)).not.toContain('CORS');
    expect(describeUnanswered({ kind: 'timeout' }, false)).not.toContain('CORS');
  });
}
