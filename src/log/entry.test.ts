import { expect, test } from 'playwright/test';
import { toOutcome } from '#src/api/answer.ts';
import { createAnswer } from '#src/api/testing/service-kit.ts';
import { parseRow, toEntryResult } from './entry.ts';

const ROW = {
  id: '1',
  at: 1_763_735_500_000,
  tab: 'a',
  operation: 'attach',
  outcome: 'accepted',
  campaignId: 'cmp-1',
  webhookId: 'wh-1',
};

test('reads a whole row', () => {
  expect(parseRow(ROW)).toEqual(ROW);
});

for (const [what, change] of [
  ['time', { at: 'yesterday' }],
  ['time beyond the calendar', { at: 1e300 }],
  ['outcome', { outcome: 'lost in space' }],
  ['message', { message: { text: 'no' } }],
  ['line', { line: -1 }],
  ['pair', { webhookId: undefined }],
  ['operation', { operation: 'save' }],
] as const) {
  test(`skips a row with a damaged ${what}`, () => {
    expect(parseRow({ ...ROW, ...change })).toBeUndefined();
  });
}

const SAVED = { accountSid: 'AP4c19e7d0b25f83a6417e', phoneNumber: '+44 20 7946 0018' };
for (const [message, isKept] of [
  ['no such account', true],
  ['the account ending 17e is closed', true],
  ['no account ap4c19e7d0b25f83a6417e', false],
  ['no account …b25f83a6417e', false],
  ['(020) 7946-0018 is not a mobile number', false],
] as const) {
  test(`${isKept ? 'keeps' : 'leaves out'} “${message}”`, () => {
    const request = { method: 'POST', target: '/api/v3/update_provider' } as const;
    const answer = createAnswer(JSON.stringify({ message }), { status: 422 });
    const outcome = toOutcome(request, { kind: 'answered', answer }, { expects200: true });
    expect(toEntryResult(outcome, SAVED).message).toBe(isKept ? message : undefined);
    expect(toEntryResult(outcome).message).toBe(message);
  });
}
